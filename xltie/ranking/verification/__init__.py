"""Recomputing the columns of published result files."""

from __future__ import annotations

from xltie.ranking.verification.candidates import Candidate
from xltie.ranking.verification.file_criteria import (
    FileCriteria,
    Misplaced,
    RankCheck,
    check_ranks,
    conventions_of,
    criteria_of,
)
from xltie.ranking.verification.findings import ColumnMatch, OddRow, TotalsMatch, verify
from xltie.ranking.verification.othello_totals import verify_totals
from xltie.ranking.verification.printed import PrintedMatch, verify_printed
