"""The pairing systems, and a round drawn by one of them."""

from __future__ import annotations

from xltie.pairing.systems.draw import draw_round
from xltie.pairing.systems.reasons import brief_lines, reason_lines, table_reasons, why_not
from xltie.pairing.systems.team_rounds import boards_of_match, with_matches
