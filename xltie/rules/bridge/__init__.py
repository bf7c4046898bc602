"""Duplicate bridge: the score of a contract, and the ways to compare the scores of a board."""

from xltie.rules.bridge import (
    contract,
    imps,
    masterpoints,
    matchpoint_totals,
    matchpoints,
    normal_game,
    session_totals,
    teams,
    victory_points,
)
