"""Values of a run, row by row: what formulas of our own kind are computed with.

A part of a formula has a value in every row of its run: a list of them, or :class:`Same` where it
is the same in all.
"""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Sequence, Union

from xltie.core.cells import CellError, Scalar


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


NOT_FOUND = CellError("#N/A")
OUTSIDE = CellError("#REF!")
WILDCARDS = frozenset("*?~")
Value = Any


class Line:
    """The cells of a column from one row on, in order, the last ones left out where blank.

    What is looked up in it is kept.
    """

    def __init__(self, cells: Sequence[Scalar]) -> None:
        self.cells = cells
        self._texts: dict[str, list[tuple[str, int]]] | None = None
        self._numbers: dict[float, int] = {}
        self._whole = True

    def at(self, place: int) -> Scalar:
        """Return the cell at a place from 0."""
        return self.cells[place] if place < len(self.cells) else None

    def find(self, wanted: Value) -> int:
        """Return the place from 0 of the first cell that equals a value of the same kind, or -1."""
        if self._texts is None:
            self._texts = self._by_value()
        if type(wanted) is float:
            # how near two fractions have to be is for the engine to say
            if not (self._whole and wanted.is_integer()):
                raise Undecided
            return self._numbers.get(wanted, -1)
        if not isinstance(wanted, str) or not WILDCARDS.isdisjoint(wanted):
            raise Undecided
        found = self._texts.get(wanted.casefold(), ())
        if len(found) == 1 and found[0][0] == wanted:
            return found[0][1]
        # whether letters of either case are the same is plain for English ones only
        if any(text != wanted and not (text + wanted).isascii() for text, _ in found):
            raise Undecided
        return found[0][1] if found else -1

    def _by_value(self) -> dict[str, list[tuple[str, int]]]:
        texts: dict[str, list[tuple[str, int]]] = {}
        for place, cell in enumerate(self.cells):
            if isinstance(cell, str):
                texts.setdefault(cell.casefold(), []).append((cell, place))
            elif type(cell) is float:
                self._numbers.setdefault(cell, place)
                self._whole = self._whole and cell.is_integer()
        return texts

    def filled(self) -> float:
        """Return how many cells are not blank."""
        return float(sum(cell is not None for cell in self.cells))
