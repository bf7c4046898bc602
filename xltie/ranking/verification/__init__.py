"""Recomputing the columns of published result files."""

from xltie.ranking.verification.file_criteria import (
    Conventions,
    FileCriteria,
    conventions_of,
    criteria_of,
)
from xltie.ranking.verification.findings import Difference, Finding, verify

__all__ = [
    "Conventions",
    "Difference",
    "FileCriteria",
    "Finding",
    "conventions_of",
    "criteria_of",
    "verify",
]
