"""Two columns of one meaning in a list of players: the first counts, and the other is named."""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple, Optional

from xltie.core.cells import Grid, Scalar, is_blank, number_of, text_of
from xltie.core.errors import Fault
from xltie.core.go_ranks import rank_number
from xltie.core.messages import say
from xltie.sheets.tables.headers import PLAYER_COLUMNS, Header, header_key
from xltie.sheets.tables.player_headings import players_header

_NUMBERS = frozenset({"rating", "start", "manual", "withdrawn"})
"""Fields by which places, pairings or start scores go; a grade is one where it is a rank."""


class Second(NamedTuple):
    """A column whose heading means what that of another column before it does."""

    field: str
    first: int
    column: int


def duplicates_in(header: Header) -> List[Second]:
    """Return the columns of a list of players that say again what another column says."""
    field_of = {name: field for field, names in PLAYER_COLUMNS.items() for name in names}
    found = []
    for column, text in enumerate(header.texts):
        field = field_of.get(header_key(text), "")
        first = header.columns.get(field, column)
        if first != column:
            found.append(Second(field, first, column))
    return found


def contradicting_columns(grid: Grid, header: Header) -> Iterator[Fault]:
    """Yield a fault, at the heading, for each second column of ranks or numbers that are others.

    Which of the two is meant cannot be told, and places or start scores go by them.
    """
    for twice in duplicates_in(header):
        row = _differing(grid, header, twice)
        if row is not None:
            line = grid.rows[row]
            cells = [grid.place(row, at).cell for at in (twice.column, twice.first)]
            yield Fault(
                say(
                    "column {second!r} means the same as {first!r} ({at}), but {cell} holds "
                    "{text!r} and {other_cell} {other_text!r}; keep one of them",
                    second=header.texts[twice.column],
                    first=header.texts[twice.first],
                    at=grid.place(header.row, twice.first).cell,
                    cell=cells[0],
                    text=text_of(line[twice.column]),
                    other_cell=cells[1],
                    other_text=text_of(line[twice.first]),
                ),
                grid.place(header.row, twice.column),
            )


def unused_columns(grid: Optional[Grid]) -> Iterator[Fault]:
    """Yield a warning for each second column that says something else, but no fault is made of."""
    header = None if grid is None else players_header(grid)
    if grid is None or header is None:
        return
    faulty = {fault.place for fault in contradicting_columns(grid, header)}
    for twice in duplicates_in(header):
        at = grid.place(header.row, twice.column)
        rows = grid.rows[header.row + 1 :]
        if at not in faulty and any(_says_else(r[twice.first], r[twice.column]) for r in rows):
            yield unused_column(grid, header, twice)


def unused_column(grid: Grid, header: Header, own: Second) -> Fault:
    """Return the sentence that a second column is not used, and which one is instead."""
    first = grid.place(header.row, own.first).cell
    return Fault(
        say(
            "column {title!r} is not used: {first!r} ({at}) means the same",
            title=header.texts[own.column],
            first=header.texts[own.first],
            at=first,
        ),
        grid.place(header.row, own.column),
    )


def _says_else(first: Scalar, second: Scalar) -> bool:
    return not is_blank(second) and text_of(first) != text_of(second)


def _differing(grid: Grid, header: Header, own: Second) -> Optional[int]:
    """Return the first row in which both columns hold a rank or number, not the same one."""
    if own.field not in _NUMBERS and own.field != "grade":
        return None
    meant: Dict[int, object] = {}
    for row in grid.below(header.row):
        for at in (own.first, own.column):
            cell = grid.rows[row][at]
            is_rank = own.field == "grade"
            meant[at] = rank_number(text_of(cell)) if is_rank else number_of(cell)
        if None not in meant.values() and len(set(meant.values())) > 1:
            return row
    return None
