"""An event from what is right in its tables: what is faulty does not count, and is named.

The tables are read as strictly as ever. What a fault names is taken out, and what is left is read
again, until nothing faulty is left: the event is then the one of a workbook in which those lines
were never typed, and no value rests on something that was not understood.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Callable, Dict, Iterable, List, Optional, Sequence, Set, Tuple

from xltie.core.cells import Grid, Scalar, is_blank
from xltie.core.errors import Fault, InputError, Place
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
    games = tables[0]
    assert games is not None
    rows = {row for row, _ in _positions(games, places)}
    left: List[Optional[Grid]] = [_blanked(games, dict.fromkeys(rows))]
    for table in tables[1:]:
        is_apart = table is not None and _is_apart(table, games)
        left.append(_players(table, places) if is_apart and table is not None else None)
    if not any(left):
        return None
    return tuple(new or old for new, old in zip(left, tables))


def _is_apart(one: Grid, games: Grid) -> bool:
    """Tell whether a place can be told from one in the games: some hosts name no sheet."""
    return bool(one.sheet or games.sheet)


def _positions(grid: Grid, places: List[Place]) -> Set[Tuple[int, int]]:
    """Return the rows and columns, from 0 inside the grid, of the places that are in it."""
    found = set()
    for place in places:
        if place.row and place.column and place.sheet == grid.sheet:
            row, column = place.row - grid.row, place.column - grid.column
            if 0 <= row < grid.height and 0 <= column < grid.width:
                found.add((row, column))
    return found


def _players(grid: Grid, places: List[Place]) -> Optional[Grid]:
    """Return the players without faulty cells, and without lines that do not say who it is.

    In the cell of a faulty rank stands afterwards that it was not understood.
    """
    header = players_header(grid)
    who = {0} if header is None else {
        header.columns[field]
        for field in ("id", "name", "surname", "first")
        if field in header.columns
    }  # fmt: skip
    rank = None if header is None else header.columns.get("grade")
    faulty = _positions(grid, places)
    rows: Dict[int, Set[int]] = {}
    for row, column in faulty:
        if column != rank:
            rows.setdefault(row, set()).add(column)
    left = _blanked(grid, {r: None if columns & who else columns for r, columns in rows.items()})
    ranks = {row for row, column in faulty if column == rank}
    return _without_ranks(left or grid, ranks, rank) if ranks and rank is not None else left


def _without_ranks(grid: Grid, rows: Set[int], column: int) -> Grid:
    """Return the players with ranks that are not understood in some rows."""
    lines = [
        (*line[:column], NOT_UNDERSTOOD, *line[column + 1 :]) if number in rows else line
        for number, line in enumerate(grid.rows)
    ]
    return Grid(lines, grid.sheet, grid.row, grid.column)


def _blanked(grid: Grid, rows: Dict[int, Optional[Set[int]]]) -> Optional[Grid]:
    """Return a grid with rows (or some of their columns) blank; None if they were blank before."""

    def line(number: int, cells: Tuple[Scalar, ...]) -> Tuple[Scalar, ...]:
        if number not in rows:
            return cells
        columns = rows[number]
        return tuple(
            None if columns is None or column in columns else cell
            for column, cell in enumerate(cells)
        )

    if all(is_blank(cell) for row in rows for cell in grid.rows[row]):
        return None
    blanked = Grid(map(line, range(grid.height), grid.rows), grid.sheet, grid.row, grid.column)
    return None if blanked.rows == grid.rows else blanked
