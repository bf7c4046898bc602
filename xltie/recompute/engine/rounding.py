"""Rounding to multiples, where formualizer (0.13) differs from Excel.

It reads no texts as numbers there, disregards the sign of the step, and takes 1.1 for a little more
than 11 steps of 0.1. What is computed here was compared with the values that Excel stored in the
tests of IronCalc, POI and ClosedXML.
"""

from __future__ import annotations

import math
from typing import Any, Callable

from xltie.core.cells import CellError, Scalar
from xltie.recompute.engine.text_numbers import NUM, guarded, quantity


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


ROUNDING = {
    "CEILING": guarded(_multiple(math.ceil, 0)),
    "FLOOR": guarded(_multiple(math.floor, CellError("#DIV/0!"))),
}
