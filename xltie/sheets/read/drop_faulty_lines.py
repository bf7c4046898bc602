"""An event from what is right in its tables: what is faulty does not count, and is named.

The tables are read as strictly as ever. What a fault names is taken out, and what is left is read
again, until nothing faulty is left: the event is then the one of a workbook in which those lines
were never typed, and no value rests on something that was not understood.
"""

from __future__ import annotations

from typing import Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Set, Tuple

from xltie.core.cells import Grid, Scalar, is_blank
from xltie.core.errors import Fault, InputError, Place
from xltie.core.records import replace
from xltie.event import Event
from xltie.sheets.read.ranks import NOT_UNDERSTOOD
from xltie.sheets.tables import players_header

Tables = Tuple[Optional[Grid], ...]
"""The games and the players; in an event of teams the matches, the teams and their players."""


def drop_faulty_lines(
    tables: Tables, read: Callable[..., Event], known: Sequence[Fault] = ()
) -> Event:
    """Return the event of all that is right in the tables; its ``faults`` name the rest.

    A faulty line of games or boards is left out whole. Of a player it is the cell, so that a
    rating that is no number costs nobody their games; the line of a player goes only where nobody
    can tell who it is. Of a rank that is not understood no score is made. ``known`` are faults of
    the settings, which stand first.

    Raises:
        InputError: a fault that is not of one line, such as missing headers or a bar that is no
            rank. Every score could hang on those, so there are none without them.
    """
    faults: Dict[Fault, None] = dict.fromkeys(known)
    while True:
        try:
            event = read(*tables)
        except InputError as error:
            left = _without(tables, [fault.place for fault in error.faults])
            if left is None:
                raise InputError((*faults, *error.faults)) from None
            faults.update(dict.fromkeys(error.faults))
            tables = left
        else:
            return replace(event, faults=tuple(faults)) if faults else event


def in_order(faults: Iterable[Fault], games: Grid) -> List[Fault]:
    """Return faults once each: those of the lists of players first, those of the games by row."""
    return sorted(
        dict.fromkeys(faults),
        key=lambda fault: (fault.place.sheet == games.sheet, fault.place.row or 0),
    )


def _without(tables: Tables, places: List[Place]) -> Optional[Tables]:
    """Return the tables without what stands at the places; None if nothing can be taken out."""
    games, *others = tables
    assert games is not None
    lines = {row for row, _ in _positions(games, places)}
    left = [_edited(games, {(row, at): None for row in lines for at in range(games.width)})]
    for table in others:
        # some hosts name no sheet: a place cannot be told from one in the games then
        is_apart = table is not None and (table.sheet or games.sheet)
        left.append(_players(table, places) if is_apart and table is not None else None)
    return tuple(new or old for new, old in zip(left, tables)) if any(left) else None


def _positions(grid: Grid, places: List[Place]) -> Set[Tuple[int, int]]:
    """Return the rows and columns, from 0 inside the grid, of the places that are in it."""
    found = {
        (place.row - grid.row, place.column - grid.column)
        for place in places
        if place.row and place.column and place.sheet == grid.sheet
    }
    return {(row, at) for row, at in found if 0 <= row < grid.height and 0 <= at < grid.width}


def _players(grid: Grid, places: List[Place]) -> Optional[Grid]:
    """Return the players without faulty cells, and without lines that do not say who it is.

    In the cell of a faulty rank stands afterwards that it was not understood.
    """
    header = players_header(grid)
    columns = {"id": 0} if header is None else header.columns
    who = {at for field, at in columns.items() if field in ("id", "name", "surname", "first")}
    cells: Dict[Tuple[int, int], Scalar] = {}
    for row, at in _positions(grid, places):
        if header is not None and (row, at) == (header.row, columns.get("id")):
            return None  # of its headings nothing can be taken out: all below would be names
        if at in who:
            cells.update(((row, column), None) for column in range(grid.width))
        else:
            cells.setdefault((row, at), NOT_UNDERSTOOD if at == columns.get("grade") else None)
    return _edited(grid, cells)


def _edited(grid: Grid, cells: Mapping[Tuple[int, int], Scalar]) -> Optional[Grid]:
    """Return a grid with other cells by row and column; None if they were like that before."""
    rows = [list(line) for line in grid.rows]
    for (row, at), cell in cells.items():
        if not is_blank(rows[row][at]):
            rows[row][at] = cell
    edited = Grid(rows, grid.sheet, grid.row, grid.column)
    return None if edited.rows == grid.rows else edited
