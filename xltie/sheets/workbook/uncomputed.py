"""Formulas among what people type, whose values nobody has computed yet.

A program that writes a workbook without computing it leaves them blank, and a rank or a result that
is blank means something else.
"""

from __future__ import annotations

import re
from typing import List, Mapping, Optional, Tuple

from xltie.core.cells import Grid
from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.sheets.formulas import Formulas
from xltie.sheets.read import boards_header
from xltie.sheets.tables import Header, games_header, players_header, sides_of
from xltie.sheets.workbook.tournament import games_sheet, players_sheet

_OURS = re.compile(
    r"(?:IF(?:ERROR)?\((?:.*,)?)?(?:STARTSCORE|MATCHSCORE)\([^()]*\)(?:,(?:0|\"\"))?\)?"
)
"""What a template computes there: the commands compute it again where it is blank."""


def uncomputed_formulas(
    sheets: Mapping[str, Grid], formulas: Mapping[str, Formulas]
) -> List[Fault]:
    """Return the faults of formulas without a value in the columns of players and games."""
    players, located = players_sheet(sheets), games_sheet(sheets)
    tables: List[Tuple[Grid, Optional[Header]]] = []
    if players is not None:
        tables.append((players, players_header(players)))
    if located is not None and boards_header(located[1]) is None:
        tables.append((located[1], games_header(located[1])))
    return [
        fault
        for grid, header in tables
        if header is not None
        for fault in _in_table(grid, header, formulas)
    ]


def _in_table(grid: Grid, header: Header, formulas: Mapping[str, Formulas]) -> List[Fault]:
    columns = set(header.columns.values())
    for side in sides_of(header) if "round" in header.columns else ():
        if f"{side} no" in header.columns:
            columns.discard(header.columns[side])  # the number says who it is
    return [
        Fault(say("the formula has no value yet; xltie recompute computes it"), place)
        for (row, column), text in sorted(formulas.get(grid.sheet, {}).items())
        if row - 1 > header.row and column - 1 in columns
        if grid.rows[row - 1][column - 1] is None and not _OURS.fullmatch(text or "")
        for place in (grid.place(row - 1, column - 1),)
    ]
