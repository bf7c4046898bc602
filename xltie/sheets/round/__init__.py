"""The next round in the sheets: planned, as lines, in the journal, with its reasons."""

from __future__ import annotations

from xltie.sheets.round.journal import (
    PAIRED_HEADINGS,
    WHY,
    Entry,
    find_log,
    kept_settings,
    number_entries,
    paired_entries,
    standings_anew,
    why_headings,
)
from xltie.sheets.round.lines import Placing, RoundLines, open_line, round_lines, seated_lines
from xltie.sheets.round.movement import announced, consequences
from xltie.sheets.round.next_round import forbidden_on, rounds_given_out, sheet_wants
from xltie.sheets.round.planned_round import OpenGames, PlannedRound, plan_round
from xltie.sheets.round.seated import Seated, counts_say_it, line_cells
from xltie.sheets.round.seating import Seating, TableCard, seat_movement
