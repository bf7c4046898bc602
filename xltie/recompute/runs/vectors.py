"""Values of a run, row by row: what formulas of our own kind are computed with.

A part of a formula has a value in every row of its run: a list of them, or :class:`Same` where it
is the same in all.
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
_UNCERTAIN = frozenset({type(None), list})


def spread(vector: Vector, count: int) -> list[Any]:
    """Return a value for each of so many rows."""
    return [vector.value] * count if isinstance(vector, Same) else vector


def each(function: Callable[..., Any], *vectors: Vector) -> Vector:
    """Return what a function makes of the values in every row, of the same texts only once."""
    lists = [one for one in vectors if not isinstance(one, Same)]
    if not lists:
        return Same(function(*[one.value for one in vectors if isinstance(one, Same)]))
    if len(lists) == 1 and set(map(type, lists[0])) == {str}:
        different = list(set(lists[0]))
        if 2 * len(different) <= len(lists[0]):  # as names that are looked up round by round
            given = [one if isinstance(one, Same) else different for one in vectors]
            known = dict(zip(different, spread(each(function, *given), len(different))))
            return [known[text] for text in lists[0]]
    count = len(lists[0])
    return list(map(function, *[spread(one, count) for one in vectors]))


def certain(vector: Vector) -> Vector:
    """Return values that are none of them a blank or an array."""
    values = [vector.value] if isinstance(vector, Same) else vector
    if not _UNCERTAIN.isdisjoint(map(type, values)):
        raise Undecided
    return vector


def is_error(value: Any) -> bool:
    """Tell whether a value is an error."""
    return type(value) is CellError


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
