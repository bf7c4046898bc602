"""Formulas among what people type, whose values nobody has computed yet.

A program that writes a workbook without computing it leaves them blank, and a rank or a result that
is blank means something else.
"""

from __future__ import annotations

import re
from typing import List, Mapping, Tuple

from xltie.core.cells import Grid
from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.sheets.formulas import Formulas
from xltie.sheets.read import boards_header
from xltie.sheets.tables import GAME_COLUMNS, PLAYER_COLUMNS, find_header
from xltie.sheets.workbook.tournament import games_sheet, players_sheet

_NEEDED = {
    "players": (PLAYER_COLUMNS, (("id", "name"),)),
    "games": (GAME_COLUMNS, (("black", "first"), ("white", "second"))),
}
_OURS = re.compile(r"(?:IF\(.*,)?(?:STARTSCORE|MATCHSCORE)\([^()]*\)(?:,0)?\)?")
"""What a template computes there: the commands compute it again where it is blank."""


def uncomputed_formulas(
    sheets: Mapping[str, Grid], formulas: Mapping[str, Formulas]
) -> List[Fault]:
    """Return the faults of formulas without a value in the columns of players and games."""
    players, located = players_sheet(sheets), games_sheet(sheets)
    tables: List[Tuple[str, Grid]] = [] if players is None else [("players", players)]
    if located is not None and boards_header(located[1]) is None:
        tables.append(("games", located[1]))
    return [fault for kind, grid in tables for fault in _in_table(kind, grid, formulas)]


def _in_table(kind: str, grid: Grid, formulas: Mapping[str, Formulas]) -> List[Fault]:
    known, needed = _NEEDED[kind]
    header = find_header(grid, known, needed)
    if header is None:
        return []
    columns = set(header.columns.values())
    return [
        Fault(say("the formula has no value yet; xltie recompute computes it"), place)
        for (row, column), text in sorted(formulas.get(grid.sheet, {}).items())
        if row - 1 > header.row and column - 1 in columns
        if grid.rows[row - 1][column - 1] is None and not _OURS.fullmatch(text or "")
        for place in (grid.place(row - 1, column - 1),)
    ]
