"""The lines of a table of games, matches or boards: their cells, and what is wrong in them."""

from __future__ import annotations

from typing import Callable, Dict, List, Mapping, NoReturn, Optional, Tuple

from xltie.core.cells import CellError, Grid, Scalar, text_of
from xltie.core.errors import Fault, Place
from xltie.core.messages import NOTHING, Message, all_of, say
from xltie.event import Id
from xltie.sheets.tables import Header, Spelling, no_round, round_in


def in_column(grid: Grid, column: Optional[int]) -> Callable[[Place], Place]:
    """Return what gives the place in a column, from 0, of the line of another place."""

    def at(place: Place) -> Place:
        if place.row is None or column is None:
            return place
        return grid.place(place.row - grid.row, column)

    return at


def id_of(typed: str, names: Mapping[str, Tuple[Id, ...]]) -> Tuple[Id, Message]:
    """Return the id that a name or id means, and what is wrong where it is the name of several.

    ``names`` are those of :func:`ids_by_name`; what is none of them stays as it is typed.
    """
    found = names.get(typed.casefold(), ())
    if len(found) > 1:
        return typed, say("{who} is the name of {ids}; write the id", who=typed, ids=all_of(found))
    return found[0] if found else typed, NOTHING


class BrokenLine(Exception):
    """A line with a fault that nothing is made of."""


class LineReader:
    """Reads line after line; a line is given by its number in the grid, from 0.

    ``withdrawn`` gives the last round before each withdrawal that a line tells.
    """

    def __init__(self, grid: Grid, header: Header) -> None:
        self.grid = grid
        self.header = header
        self.faults: List[Fault] = []
        self.withdrawn: Dict[Id, int] = {}
        self.spelling = Spelling()

    def cell(self, number: int, *fields: str) -> Scalar:
        """Return the cell of the first of the fields that has a column."""
        return self.header.get(self.grid.rows[number], *fields)

    def text(self, number: int, *fields: str) -> str:
        """Return the text of a cell, with one blank between its words."""
        return " ".join(text_of(self.cell(number, *fields)).split())

    def place(self, number: int, *fields: str) -> Place:
        """Return the place of a cell: of a side that of the number, if it is named by one."""
        line = self.grid.rows[number]
        telling = (self.header.telling(line, field) for field in fields)
        return self.grid.place(number, self.header.column(*telling))

    def fault(self, number: int, message: Message, *fields: str) -> None:
        """Keep what is wrong in a cell."""
        self.faults.append(Fault(message, self.place(number, *fields)))

    def refuse(self, number: int, message: Message, *fields: str) -> NoReturn:
        """Keep what is wrong in a cell, and break the line off."""
        self.fault(number, message, *fields)
        raise BrokenLine

    def has_errors(self, number: int) -> bool:
        """Tell whether a cell of the line holds an error; each is a fault."""
        line = self.grid.rows[number]
        columns = self.header.columns.values() if CellError in map(type, line) else ()
        found = [at for at in columns if isinstance(line[at], CellError)]
        for at in found:
            said = say("the cell holds the error {error}", error=str(line[at]))
            self.faults.append(Fault(said, self.grid.place(number, at)))
        return bool(found)

    def round(self, number: int) -> Optional[int]:
        """Return the round of a line, None where its cell says none."""
        cell = self.cell(number, "round")
        found = round_in(cell)
        if found is None:
            self.fault(number, no_round(text_of(cell)), "round")
        return found

    def withdraw(self, who: Id, number: int) -> None:
        """Keep that somebody left before a round."""
        self.withdrawn[who] = min(self.withdrawn.get(who, number), number - 1)
