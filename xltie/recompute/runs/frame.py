"""The rows in which a part of a formula is computed: those that ask for it, and no other.

Of ``IF`` it is the one branch here and the other there, as in a single cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Sequence

from xltie.recompute.runs.vectors import Vector, certain, spread

if TYPE_CHECKING:
    from xltie.recompute.runs.columns import Cells


class Frame:
    """The rows in which something is computed: all of a run, or some."""

    __slots__ = ("cells", "column", "rows", "sheet")

    def __init__(self, cells: Cells, sheet: str, column: int, rows: Sequence[int]) -> None:
        self.cells = cells
        self.sheet = sheet
        self.column = column
        self.rows = rows

    def part(self, places: Sequence[int]) -> Frame:
        """Return some of the rows, by their places from 0."""
        rows: Sequence[int] = [self.rows[place] for place in places]
        if rows[-1] - rows[0] == len(rows) - 1:
            rows = range(rows[0], rows[-1] + 1)
        return Frame(self.cells, self.sheet, self.column, rows)


Compute = Callable[[Frame], Vector]
"""From the rows in which a formula is asked for to its values there, or to those of a part."""


def chosen(frame: Frame, first: Vector, places: list[int], compute: Compute) -> Vector:
    """Return values with those of some rows, by their places, replaced by what is computed."""
    if not places:
        return first
    if len(places) == len(frame.rows):
        return certain(compute(frame))
    found = list(spread(first, len(frame.rows)))
    values = spread(certain(compute(frame.part(places))), len(places))
    for place, value in zip(places, values):
        found[place] = value
    return found
