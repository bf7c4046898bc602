"""Rounding to multiples, and common divisors, where formualizer (0.13) differs from Excel.

It reads no texts as numbers there, has no mode, and no array in a divisor. What is computed here
was compared with the values that Excel stored in the tests of IronCalc, POI and ClosedXML.
"""

from __future__ import annotations

import math
from functools import reduce
from typing import Any, Callable, Iterator

from xltie.core.cells import CellError, Scalar
from xltie.recompute.engine.functions.arguments import NUM, VALUE, Wrong, guarded, quantity

LARGEST_EXACT = 2**53


def _steps(number: float, size: float, whole: Callable[[float], int]) -> Scalar:
    steps = number / size
    if math.isfinite(steps):
        # 1.1 is 11 steps of 0.1, not a little more
        near = round(steps)
        steps = near if abs(steps - near) <= 2 * math.ulp(near) else whole(steps)
    return float(f"{steps * size:.15g}")


def _multiple(whole: Callable[[float], int], at_zero: Scalar) -> Callable[..., Scalar]:
    """Return CEILING or FLOOR by how they take the whole steps, and what no step answers."""

    def round_to(value: Any, step: Any) -> Scalar:
        number, size = quantity(value), quantity(step)
        if number == 0:
            return 0
        if size == 0:
            return at_zero
        return NUM if number > 0 > size else _steps(number, size, whole)

    return round_to


def _upright(whole: Callable[[float], int], other: Callable[[float], int]) -> Callable[..., Scalar]:
    """Return CEILING.MATH or FLOOR.MATH, which round negatives the other way with a mode."""

    def round_to(value: Any, step: Any = 1.0, mode: Any = 0.0) -> Scalar:
        number, size, turns = quantity(value), abs(quantity(step)), quantity(mode)
        if number == 0 or size == 0:
            return 0
        return _steps(number, size, other if number < 0 and turns else whole)

    return round_to


def _precise(whole: Callable[[float], int]) -> Callable[..., Scalar]:
    both = _upright(whole, whole)
    return lambda value, step=1.0: both(value, step)


def _wholes(values: Any) -> Iterator[int]:
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _wholes(value)
            continue
        if value is None:
            continue
        if isinstance(value, bool):
            raise Wrong(VALUE)
        number = quantity(value)
        if not 0 <= number < LARGEST_EXACT:
            raise Wrong(NUM)
        yield int(number)


def _greatest(*values: Any) -> Scalar:
    return math.gcd(*_wholes(values))


def _least(*values: Any) -> Scalar:
    answer = reduce(math.lcm, _wholes(values), 1)
    return answer if answer < LARGEST_EXACT else NUM


ROUNDING = {
    name: guarded(function)
    for name, function in {
        "CEILING": _multiple(math.ceil, 0),
        "FLOOR": _multiple(math.floor, CellError("#DIV/0!")),
        "CEILING.MATH": _upright(math.ceil, math.floor),
        "FLOOR.MATH": _upright(math.floor, math.ceil),
        "CEILING.PRECISE": _precise(math.ceil),
        "ISO.CEILING": _precise(math.ceil),
        "FLOOR.PRECISE": _precise(math.floor),
    }.items()
}
DIVISORS = {"GCD": guarded(_greatest), "LCM": guarded(_least)}
