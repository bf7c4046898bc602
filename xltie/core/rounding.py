"""Rounding and roots without floating-point error: the named last steps of scoring."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Optional

_DIGITS = 40
"""Decimals that stand for an irrational root: far below anything that is shown or compared."""


def half_up(value: Fraction, decimals: int = 0) -> Fraction:
    """Round to a number of decimals; a half goes up, below zero as well: averages in chess.

    >>> half_up(Fraction(5, 2)), half_up(Fraction(-5, 2))
    (Fraction(3, 1), Fraction(-2, 1))
    """
    scale = 10**decimals
    return Fraction(half_up_ratio(value.numerator * scale, value.denominator), scale)


def half_up_ratio(top: int, bottom: int) -> int:
    """Return ``top / bottom`` as a whole number, a half upwards; ``bottom`` is positive.

    >>> half_up_ratio(5, 2), half_up_ratio(-5, 2)
    (3, -2)
    """
    return (2 * top + bottom) // (2 * bottom)


def half_away_from_zero(value: Fraction, decimals: int = 0) -> Fraction:
    """Round to a number of decimals; a half goes away from zero: scores in bridge, both sides.

    Two sides whose scores add up to nothing do so when they are rounded too.

    >>> half_away_from_zero(Fraction(-5, 2)), half_away_from_zero(Fraction("17.55"), 1)
    (Fraction(-3, 1), Fraction(88, 5))
    """
    size = half_up(abs(value), decimals)
    return size if value >= 0 else -size


def half_towards_zero(value: Fraction) -> Fraction:
    """Round to a whole number; a half goes towards zero: the datum in bridge.

    >>> half_towards_zero(Fraction(49, 2)), half_towards_zero(Fraction(-49, 2))
    (Fraction(24, 1), Fraction(-24, 1))
    """
    size = abs(value)
    whole = -((size.denominator - 2 * size.numerator) // (2 * size.denominator))
    return Fraction(whole if value >= 0 else -whole)


def rounded(value: Fraction, decimals: Optional[int]) -> Fraction:
    """Round where decimals are given, a half away from zero: the option of the bridge functions."""
    return value if decimals is None else half_away_from_zero(value, decimals)


def square_root(value: Fraction) -> Fraction:
    """Return a square root: exact where it is rational, else to 40 decimals.

    >>> square_root(Fraction(9, 4))
    Fraction(3, 2)
    """
    over, under = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if over * over == value.numerator and under * under == value.denominator:
        return Fraction(over, under)
    scale = 10**_DIGITS
    return Fraction(
        math.isqrt(value.numerator * value.denominator * scale * scale), value.denominator * scale
    )
