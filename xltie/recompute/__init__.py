"""Recomputing any workbook without a spreadsheet program, losing nothing."""

from xltie.recompute.ooxml.package import Limits
from xltie.recompute.run.pipeline import recompute
from xltie.recompute.run.report import Change, ErrorValue, Kept, Report

__all__ = ["Change", "ErrorValue", "Kept", "Limits", "Report", "recompute"]
