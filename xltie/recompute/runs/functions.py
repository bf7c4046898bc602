"""The functions of our own formulas: each makes what computes a call from what computes its parts.

They give what the general engine gives for values of which that is certain; for all others they
raise :class:`Undecided`, and the run goes to that engine.
"""

from __future__ import annotations

from typing import Any, Callable

from xltie.core.cells import CellError
from xltie.recompute.runs.columns import Compute, Frame, chosen
from xltie.recompute.runs.vectors import (
    OUTSIDE,
    Same,
    Undecided,
    Vector,
    certain,
    each,
    is_error,
)

Value = Any


def constant(value: Value) -> Compute:
    """Return what gives the same value everywhere."""
    same = Same(value)
    return lambda frame: same


def elementwise(function: Callable[..., Any]) -> Callable[..., Compute]:
    """Return what makes the computation of a call from those of its arguments, row by row."""

    def make(*arguments: Compute) -> Compute:
        return lambda frame: each(function, *[argument(frame) for argument in arguments])

    return make


def is_text(left: Compute, text: str) -> Compute:
    """Return what compares a value with an English text; a blank equals the empty one."""
    folded = text.lower()

    def compare(value: Value) -> Value:
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

    return elementwise(compare)(left)


def joined(one: Value, other: Value) -> Value:
    """Return two texts joined."""
    if isinstance(one, CellError):
        return one
    if isinstance(other, CellError):
        return other
    one, other = "" if one is None else one, "" if other is None else other
    if not (isinstance(one, str) and isinstance(other, str)):
        raise Undecided
    return one + other


def added(one: Value, other: Value) -> Value:
    """Return the sum of two numbers."""
    if type(one) is not float or type(other) is not float:
        raise Undecided
    return one + other


def subtracted(one: Value, other: Value) -> Value:
    """Return the difference of two numbers."""
    if type(one) is not float or type(other) is not float:
        raise Undecided
    return one + -1.0 * other


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


def _truth(value: Value) -> Value:
    """Return a value as a truth, an error as it is."""
    if isinstance(value, (bool, CellError)):
        return value
    if type(value) is float:
        return value != 0
    raise Undecided


def _if(condition: Compute, then: Compute, otherwise: Compute) -> Compute:
    def compute(frame: Frame) -> Vector:
        truths = each(_truth, condition(frame))
        if isinstance(truths, Same):
            if is_error(truths.value):
                return truths
            return certain((then if truths.value else otherwise)(frame))
        met = [place for place, truth in enumerate(truths) if truth is True]
        unmet = [place for place, truth in enumerate(truths) if truth is False]
        return chosen(frame, chosen(frame, truths, met, then), unmet, otherwise)

    return compute


def _if_error(value: Compute, instead: Compute) -> Compute:
    def compute(frame: Frame) -> Vector:
        found = value(frame)
        if isinstance(found, Same):
            return certain(instead(frame) if is_error(found.value) else found)
        places = [place for place, one in enumerate(found) if is_error(one)]
        return certain(chosen(frame, found, places, instead))

    return compute


def _is_a_number(value: Value) -> Value:
    if isinstance(value, list):
        raise Undecided
    return type(value) is float


FUNCTIONS: dict[str, tuple[Callable[..., Compute], int, int]] = {
    "IF": (_if, 3, 3),
    "IFERROR": (_if_error, 2, 2),
    "ISNUMBER": (elementwise(_is_a_number), 1, 1),
}
"""What makes a call, by the function's name, with the least and the most arguments."""
