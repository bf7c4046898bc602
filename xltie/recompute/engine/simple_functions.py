"""The functions of simple formulas: each makes what computes a call from what computes its parts.

They give what the general engine gives for values of which that is certain; for all others they
raise :class:`Undecided`, and the workbook goes to that engine.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from typing import Any, Callable

from xltie.core.cells import CellError, Scalar

Value = Any
Compute = Callable[[int, int], Value]

NOT_FOUND = CellError("#N/A")
OUTSIDE = CellError("#REF!")
WILDCARDS = frozenset("*?~")
MOST_DIGITS = 9
# how far from a half a number has to be for its rounding to be beyond doubt
CLEAR = 1e-4


class Undecided(Exception):
    """A value of which only the general engine knows what it means."""


class Line:
    """The cells of a column from one row on, in order; what is looked up in it is kept.

    ``size`` is the number of rows of the range, whose last ones may be blank and left out.
    """

    def __init__(self, cells: list[Scalar], size: int) -> None:
        self.cells = cells
        self.size = size
        self._texts: dict[str, list[tuple[str, int]]] | None = None
        self._numbers: dict[float, int] = {}
        self._whole = True
        self._sorted: list[float] | None = None

    def at(self, place: int) -> Scalar:
        """Return the cell at a place from 0."""
        return self.cells[place] if place < len(self.cells) else None

    def index(self, number: Value) -> Scalar:
        """Return what ``INDEX`` answers, None for a blank cell."""
        if isinstance(number, CellError):
            return number
        if type(number) is not float or number < 1 or number != int(number):
            raise Undecided
        if number > self.size:
            return OUTSIDE
        return self.cells[int(number) - 1] if number <= len(self.cells) else None

    def find(self, wanted: Value) -> int:
        """Return the place from 0 of the first cell that equals a value of the same kind, or -1."""
        if self._texts is None:
            self._texts = self._by_value()
        if type(wanted) is float:
            # how near two fractions have to be is for the engine to say
            if not (self._whole and wanted.is_integer()):
                raise Undecided
            return self._numbers.get(wanted, -1)
        if not isinstance(wanted, str) or not wanted or WILDCARDS & set(wanted):
            raise Undecided
        found = self._texts.get(wanted.casefold(), ())
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

    def largest_beside(self, other: Line) -> float:
        """Return the largest number beside a cell of another column that is not blank."""
        if self.size != other.size:
            raise Undecided
        numbers = []
        for own, beside in zip(self.cells, other.cells):
            if beside is None or own is None:
                continue
            if isinstance(beside, CellError) or beside == "" or type(own) is not float:
                raise Undecided
            numbers.append(own)
        return max(numbers, default=0.0)

    def rank(self, number: Value) -> float:
        """Return the place of a number that stands in the column, the largest first."""
        if self._sorted is None:
            numbers = [cell for cell in self.cells if cell is not None]
            if any(type(cell) is not float for cell in numbers):
                raise Undecided
            self._sorted = sorted(cell for cell in numbers if isinstance(cell, float))
        if type(number) is not float:
            raise Undecided
        place = bisect_right(self._sorted, number)
        if not place or self._sorted[place - 1] != number:
            raise Undecided
        return float(len(self._sorted) - place + 1)


def constant(value: Value) -> Compute:
    """Return what gives the same value everywhere."""
    return lambda row, column: value


def is_text(left: Compute, text: str) -> Compute:
    """Return what compares a value with an English text; a blank equals the empty one."""
    folded = text.lower()

    def compute(row: int, column: int) -> Value:
        value = left(row, column)
        if type(value) is str:
            if not folded:
                return not value
            if not value.isascii():
                raise Undecided
            return value.lower() == folded
        if value is None:
            return not text
        if isinstance(value, CellError):
            return value
        if isinstance(value, (bool, float)):
            return False
        raise Undecided

    return compute


def joined(left: Compute, right: Compute) -> Compute:
    """Return what joins two texts."""

    def compute(row: int, column: int) -> Value:
        one, other = left(row, column), right(row, column)
        if isinstance(one, CellError):
            return one
        if isinstance(other, CellError):
            return other
        one, other = "" if one is None else one, "" if other is None else other
        if not (isinstance(one, str) and isinstance(other, str)):
            raise Undecided
        return one + other

    return compute


def added(left: Compute, right: Compute, sign: float) -> Compute:
    """Return what adds two numbers, the second times a sign."""

    def compute(row: int, column: int) -> Value:
        one, other = left(row, column), right(row, column)
        if type(one) is not float or type(other) is not float:
            raise Undecided
        return one + sign * other

    return compute


def indexed(rows: Value, down: Value, across: Value) -> Value:
    """Return one value of an array."""
    if isinstance(rows, CellError):
        return rows
    if not isinstance(rows, list):
        if rows != "":
            raise Undecided
        rows = [[rows]]
    for number in (down, across):
        if type(number) is not float or number < 1 or number != int(number):
            raise Undecided
    if down > len(rows) or across > len(rows[0]):
        return OUTSIDE
    return rows[int(down) - 1][int(across) - 1]


def _truth(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    if type(value) is float:
        return value != 0
    raise Undecided


def _certain(value: Value) -> Value:
    """Return a value that is one, not a blank or an array."""
    if value is None or isinstance(value, list):
        raise Undecided
    return value


def _if(condition: Compute, then: Compute, otherwise: Compute) -> Compute:
    def compute(row: int, column: int) -> Value:
        truth = condition(row, column)
        if isinstance(truth, CellError):
            return truth
        return _certain((then if _truth(truth) else otherwise)(row, column))

    return compute


def _if_error(value: Compute, instead: Compute) -> Compute:
    def compute(row: int, column: int) -> Value:
        found = value(row, column)
        return _certain(instead(row, column) if isinstance(found, CellError) else found)

    return compute


def _if_not_found(value: Compute, instead: Compute) -> Compute:
    def compute(row: int, column: int) -> Value:
        found = _certain(value(row, column))
        missing = isinstance(found, CellError) and found.code == NOT_FOUND.code
        return _certain(instead(row, column)) if missing else found

    return compute


def _or(*conditions: Compute) -> Compute:
    def compute(row: int, column: int) -> Value:
        truths = [condition(row, column) for condition in conditions]
        if any(type(truth) is not bool for truth in truths):
            raise Undecided
        return any(truths)

    return compute


def _is_a_number(value: Compute) -> Compute:
    def compute(row: int, column: int) -> Value:
        found = value(row, column)
        if isinstance(found, list):
            raise Undecided
        return type(found) is float

    return compute


def _round(value: Compute, digits: Compute) -> Compute:
    def compute(row: int, column: int) -> Value:
        number, places = value(row, column), digits(row, column)
        if isinstance(number, CellError):
            return number
        if type(number) is not float or type(places) is not float:
            raise Undecided
        if places != int(places) or not 0 <= places <= MOST_DIGITS or abs(number) > 1e6:
            raise Undecided
        scale = 10.0 ** int(places)
        whole = math.floor(number * scale)
        rest = number * scale - whole
        if rest and abs(rest - 0.5) < CLEAR:
            raise Undecided
        return number if not rest else (whole + (rest > 0.5)) / scale

    return compute


FUNCTIONS: dict[str, tuple[Callable[..., Compute], int, int]] = {
    "IF": (_if, 3, 3),
    "IFERROR": (_if_error, 2, 2),
    "IFNA": (_if_not_found, 2, 2),
    "ISNUMBER": (_is_a_number, 1, 1),
    "NA": (lambda: constant(NOT_FOUND), 0, 0),
    "OR": (_or, 1, 255),
    "ROUND": (_round, 2, 2),
    "ROW": (lambda: lambda row, column: float(row), 0, 0),
    "COLUMN": (lambda: lambda row, column: float(column), 0, 0),
}
"""What makes a call, by the function's name, with the least and the most arguments."""
