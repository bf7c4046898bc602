"""Tables of games, matches, boards and players, read as an event."""

from __future__ import annotations

from xltie.sheets.read.boards import BOARD_COLUMNS, boards_header
from xltie.sheets.read.event import (
    event_index_of,
    holds_event,
    is_our_form,
    let_go,
    read_event,
    read_of_anybody,
    read_ours,
    read_tables,
)
from xltie.sheets.read.players import given_numbers, nobody_in, read_players
from xltie.sheets.read.ranks import corrected, not_ranks
