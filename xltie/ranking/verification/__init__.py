"""Recomputing the columns of published result files."""

from xltie.ranking.verification.file_criteria import FileCriteria, criteria_of
from xltie.ranking.verification.findings import Difference, Finding, verify

__all__ = ["Difference", "FileCriteria", "Finding", "criteria_of", "verify"]
