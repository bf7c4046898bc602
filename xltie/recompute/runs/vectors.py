"""Values of a run, row by row: what formulas of our own kind are computed with.

A part of a formula has a value in every row of its run: a list of them, or :class:`Same` where it
is the same in all. What is asked for is computed in the rows that ask for it and in no other, as
a cell would: of ``IF`` the one branch here and the other there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Sequence, Union

from xltie.core.cells import CellError

if TYPE_CHECKING:
    from xltie.recompute.runs.columns import Cells


class Undecided(Exception):
    """A value of which only the general engine knows what it means."""


class Same(NamedTuple):
    """A value that is the same in every row: a scalar, or rows of scalars in a list."""

    value: Any


Vector = Union[Same, list[Any]]


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


def spread(vector: Vector, count: int) -> list[Any]:
    """Return a value for each of so many rows."""
    return [vector.value] * count if isinstance(vector, Same) else vector


def each(function: Callable[..., Any], *vectors: Vector) -> Vector:
    """Return what a function makes of the values in every row."""
    count = next((len(one) for one in vectors if not isinstance(one, Same)), 0)
    if not count:
        return Same(function(*[one.value for one in vectors if isinstance(one, Same)]))
    return list(map(function, *[spread(one, count) for one in vectors]))


def certain(vector: Vector) -> Vector:
    """Return values that are none of them a blank or an array."""
    values = [vector.value] if isinstance(vector, Same) else vector
    if any(value is None or type(value) is list for value in values):
        raise Undecided
    return vector


def chosen(frame: Frame, first: Vector, wanted: list[bool], compute: Compute) -> Vector:
    """Return values with those of the wanted rows replaced by what is computed for them."""
    places = [place for place, here in enumerate(wanted) if here]
    if not places:
        return first
    if len(places) == len(wanted):
        return certain(compute(frame))
    found = list(spread(first, len(wanted)))
    values = spread(certain(compute(frame.part(places))), len(places))
    for place, value in zip(places, values):
        found[place] = value
    return found


def is_error(value: Any) -> bool:
    """Tell whether a value is an error."""
    return type(value) is CellError
