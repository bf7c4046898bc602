"""What is known before a round: every player, colours, and what a pairing should avoid."""

from __future__ import annotations

from xltie.pairing.state.objectives import (
    ABSOLUTE_THREE,
    ABSOLUTE_TWO,
    ALTERNATE,
    ANOTHER_ORDER,
    BALANCE,
    BALANCE_TWO,
    BYE_TO_LAST,
    BYE_TO_LOWEST,
    FLOAT_ONCE,
    FROM_TOP,
    MET,
    SAME_SCORE,
    THREE_RUNNING,
    Objective,
    order,
    same,
)
from xltie.pairing.state.state import (
    BLACK,
    COLOURS,
    NAMES,
    WHITE,
    Entry,
    GoEntry,
    GoRound,
    PairingState,
    best_first,
    colour_of_better,
    first_colour,
    handicap_between,
    rests,
    state_before,
)

__all__ = [
    "ABSOLUTE_THREE", "ABSOLUTE_TWO", "ALTERNATE", "ANOTHER_ORDER", "BALANCE", "BALANCE_TWO",
    "BLACK", "BYE_TO_LAST", "BYE_TO_LOWEST", "COLOURS", "FLOAT_ONCE", "FROM_TOP", "MET", "NAMES",
    "SAME_SCORE", "THREE_RUNNING", "WHITE", "Entry", "GoEntry", "GoRound", "Objective",
    "PairingState",
    "best_first", "colour_of_better", "first_colour", "handicap_between", "order", "rests", "same",
    "state_before",
]  # fmt: skip
