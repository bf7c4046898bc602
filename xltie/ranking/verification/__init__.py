"""Recomputing the columns of published result files."""

from xltie.ranking.verification.findings import Difference, Finding, verify

__all__ = ["Difference", "Finding", "verify"]
