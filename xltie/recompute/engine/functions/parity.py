"""ISEVEN and ISODD, which take numbers as texts, and no truth values.

Measured on IronCalc's test workbooks; formualizer 0.13 does it the other way round.
"""

from __future__ import annotations

import math
from typing import Any

from xltie.core.cells import Scalar
from xltie.recompute.engine.functions.arguments import guarded, number


def _is_even(value: Any) -> Scalar:
    return math.trunc(number(value)) % 2 == 0


def _is_odd(value: Any) -> Scalar:
    return math.trunc(number(value)) % 2 == 1


PARITY = {"ISEVEN": guarded(_is_even), "ISODD": guarded(_is_odd)}
