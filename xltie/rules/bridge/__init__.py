"""Duplicate bridge: the score of a contract, and the ways to compare the scores of a board."""

from xltie.rules.bridge import (
    contract,
    frequencies,
    imps,
    matchpoints,
    normal,
    teams,
    totals,
    victory,
)

__all__ = ["contract", "frequencies", "imps", "matchpoints", "normal", "teams", "totals", "victory"]
