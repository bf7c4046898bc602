"""Figures about standings: how alike two orders are, how often each criterion decides."""

from __future__ import annotations

from xltie.ranking.statistics.correlation import kendall, spearman
from xltie.ranking.statistics.frequencies import FREQUENCY_METHODS, frequency_rows, method_under
