"""Lines that are laid on a sheet: one description for files, for new workbooks and for programs."""

from __future__ import annotations

from typing import List, Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import Scalar
from xltie.core.records import dataclass, field

Position = Tuple[int, int]
"""Row and column of a cell, from 1."""
STYLE = "xltie {look}"
"""The named style of a look in every workbook of ours."""


class LaidCell(NamedTuple):
    """What a cell is to hold, in place of all that is there: a value or a formula, and its look.

    The formula has no sign of equality; names of functions are English, arguments have commas.
    """

    look: str
    value: Scalar = None
    formula: str = ""

    @property
    def style(self) -> str:
        """The name of the cell's style."""
        return STYLE.format(look=self.look)


class LaidRun(NamedTuple):
    """Cells of a column below each other, from a row on, that can be entered at once."""

    column: int
    row: int
    cells: List[LaidCell]

    def takes(self, row: int, column: int, cell: LaidCell) -> bool:
        """Tell whether a cell goes on with the run."""
        first = self.cells[0]
        is_next = (row, column) == (self.row + len(self.cells), self.column)
        is_alike = (cell.look, bool(cell.formula)) == (first.look, bool(first.formula))
        return is_next and is_alike


@dataclass(frozen=True)
class LaidLines:
    """Lines for a sheet of ours, and what changes around them. Rows and columns count from 1."""

    sheet: str
    cells: Mapping[Position, LaidCell]
    """What stands in each cell afterwards."""
    height: float
    """Of each line, in points."""
    texts: Mapping[Position, Scalar] = field(default_factory=dict)
    """Values for other cells, which keep their looks."""
    folded: Tuple[int, ...] = ()
    """Rows that are folded away; the row above the first of them has the mark that opens them."""
    printed: Optional[Tuple[int, int]] = None
    """The last row and column of the range that is printed, from the first cell on."""

    top: int = 1
    """The row of the first line."""
    widths: Mapping[int, float] = field(default_factory=dict)
    """Of columns, in letters, where they are to be others."""
    head: Tuple[int, float] = (0, 0)
    """The row of the headings and its height in points, where it is to be another."""

    def runs(self) -> List[LaidRun]:
        """Return the cells by column: those below each other that look alike and hold one kind."""
        found: List[LaidRun] = []
        for (row, column), cell in sorted(self.cells.items(), key=lambda placed: placed[0][::-1]):
            last = found[-1] if found else None
            if last is None or not last.takes(row, column, cell):
                last = LaidRun(column, row, [])
                found.append(last)
            last.cells.append(cell)
        return found

    @property
    def rows(self) -> Tuple[int, ...]:
        """The rows of the lines; those above the first one keep their heights."""
        return tuple(sorted({row for row, _ in self.cells if row >= self.top}))
