"""``BESSELJ`` and ``BESSELY`` to the digits that Excel gives.

Excel uses the rational approximations for the orders 0 and 1 of J. F. Hart et al., "Computer
Approximations" (1968), right to about 8 digits, and recurrence for all others.
"""

from __future__ import annotations

import math
from typing import Any, Sequence

from xltie.core.cells import Scalar
from xltie.recompute.engine.functions.arguments import NUM, Wrong, guarded, number

_J0 = (57568490574.0, -13362590354.0, 651619640.7, -11214424.18, 77392.33017, -184.9052456)
_J0_BELOW = (57568490411.0, 1029532985.0, 9494680.718, 59272.64853, 267.8532712, 1.0)
_J1 = (72362614232.0, -7895059235.0, 242396853.1, -2972611.439, 15704.48260, -30.16036606)
_J1_BELOW = (144725228442.0, 2300535178.0, 18583304.74, 99447.43394, 376.9991397, 1.0)
_Y0 = (-2957821389.0, 7062834065.0, -512359803.6, 10879881.29, -86327.92757, 228.4622733)
_Y0_BELOW = (40076544269.0, 745249964.8, 7189466.438, 47447.26470, 226.1030244, 1.0)
_Y1 = (-0.4900604943e13, 0.1275274390e13, -0.5153438139e11, 0.7349264551e9, -0.4237922726e7,
       0.8511937935e4)  # fmt: skip
_Y1_BELOW = (0.2499580570e14, 0.4244419664e12, 0.3733650367e10, 0.2245904002e8, 0.1020426050e6,
             0.3549632885e3, 1.0)  # fmt: skip
_FAR = {
    0: ((1.0, -0.1098628627e-2, 0.2734510407e-4, -0.2073370639e-5, 0.2093887211e-6),
        (-0.1562499995e-1, 0.1430488765e-3, -0.6911147651e-5, 0.7621095161e-6, -0.934935152e-7)),
    1: ((1.0, 0.183105e-2, -0.3516396496e-4, 0.2457520174e-5, -0.240337019e-6),
        (0.04687499995, -0.2002690873e-3, 0.8449199096e-5, -0.88228987e-6, 0.105787412e-6)),
}  # fmt: skip
NEAR = 8.0
ACCURACY = 160.0
LARGE = 1e10


def _polynomial(coefficients: Sequence[float], at: float) -> float:
    total = 0.0
    for one in reversed(coefficients):
        total = total * at + one
    return total


def _far(order: int, x: float) -> tuple[float, float, float]:
    """Return the amplitude and the two factors that all large arguments share."""
    z = NEAR / x
    first, second = _FAR[order]
    y = z * z
    return math.sqrt(0.636619772 / x), _polynomial(first, y), z * _polynomial(second, y)


def _phase(order: int, x: float) -> float:
    return x - (0.785398164 if order == 0 else 2.356194491)


def _j(order: int, x: float) -> float:
    """Return J of the order 0 or 1."""
    size = abs(x)
    if size < NEAR:
        y = x * x
        if order == 0:
            return _polynomial(_J0, y) / _polynomial(_J0_BELOW, y)
        return x * _polynomial(_J1, y) / _polynomial(_J1_BELOW, y)
    amplitude, cosine, sine = _far(order, size)
    at = _phase(order, size)
    found = amplitude * (math.cos(at) * cosine - math.sin(at) * sine)
    return -found if order and x < 0 else found


def _y(order: int, x: float) -> float:
    """Return Y of the order 0 or 1."""
    if x < NEAR:
        y = x * x
        if order == 0:
            near = _polynomial(_Y0, y) / _polynomial(_Y0_BELOW, y)
            return near + 0.636619772 * _j(0, x) * math.log(x)
        near = x * _polynomial(_Y1, y) / _polynomial(_Y1_BELOW, y)
        return near + 0.636619772 * (_j(1, x) * math.log(x) - 1 / x)
    amplitude, cosine, sine = _far(order, x)
    at = _phase(order, x)
    return amplitude * (math.sin(at) * cosine + math.cos(at) * sine)


def _bessel_j(value: Any, order: Any) -> Scalar:
    x, n = number(value), int(number(order))
    if n < 0:
        raise Wrong(NUM)
    if n < 2 or x == 0:
        return _j(n, x) if n < 2 else 0
    size = abs(x)
    found = _upward_j(n, size) if size > n else _downward_j(n, size)
    return -found if x < 0 and n % 2 else found


def _upward_j(n: int, x: float) -> float:
    below, here = _j(0, x), _j(1, x)
    for order in range(1, n):
        below, here = here, order * 2 / x * here - below
    return here


def _downward_j(n: int, x: float) -> float:
    """Recur from an order far above, where upward recurrence would lose all digits."""
    start = 2 * ((n + int(math.sqrt(ACCURACY * n))) // 2)
    above, here, found, total = 0.0, 1.0, 0.0, 0.0
    adding = False
    for order in range(start, 0, -1):
        above, here = here, order * 2 / x * here - above
        if abs(here) > LARGE:
            above, here, found, total = (one / LARGE for one in (above, here, found, total))
        if adding:
            total += here
        adding = not adding
        if order == n:
            found = above
    return found / (2 * total - here)


def _bessel_y(value: Any, order: Any) -> Scalar:
    x, n = number(value), int(number(order))
    if n < 0 or x <= 0:
        raise Wrong(NUM)
    if n < 2:
        return _y(n, x)
    below, here = _y(0, x), _y(1, x)
    for step in range(1, n):
        below, here = here, step * 2 / x * here - below
    return here


BESSEL = {"BESSELJ": guarded(_bessel_j), "BESSELY": guarded(_bessel_y)}
