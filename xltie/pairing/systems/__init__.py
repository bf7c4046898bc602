"""The pairing systems, and a round drawn by one of them."""

from __future__ import annotations

from xltie.pairing.brackets.from_event import implied_colour
from xltie.pairing.systems.draw import (
    allowed_in,
    best_colour,
    best_partners,
    broken,
    draw_round,
    objectives_for,
    state_for,
    total_costs,
)
from xltie.pairing.systems.reasons import brief_lines, reason_lines, table_reasons
from xltie.pairing.systems.team_rounds import boards_of_match, with_matches

__all__ = [
    "allowed_in", "best_colour", "best_partners", "boards_of_match", "brief_lines", "broken",
    "draw_round", "implied_colour", "objectives_for", "reason_lines", "state_for", "table_reasons",
    "total_costs", "with_matches",
]  # fmt: skip
