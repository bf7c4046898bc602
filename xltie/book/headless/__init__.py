"""Recomputing any workbook without a spreadsheet program, and losing nothing."""

from xltie.book.headless.package import Limits
from xltie.book.headless.pipeline import recompute
from xltie.book.headless.report import Change, ErrorValue, Kept, Report

__all__ = ["Change", "ErrorValue", "Kept", "Limits", "Report", "recompute"]
