"""Rounding and roots without floating-point error: the named last steps of scoring."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Optional

_DIGITS = 40
"""Decimals that stand for an irrational root: far below anything that is shown or compared."""


def half_up(value: Fraction, decimals: int = 0) -> Fraction:
    """Round to a number of decimals; a half goes away from zero, on both sides alike.

    >>> half_up(Fraction(-5, 2)), half_up(Fraction("17.55"), 1)
    (Fraction(-3, 1), Fraction(88, 5))
    """
    scale = 10**decimals
    size = abs(value) * scale
    whole = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    return Fraction(whole if value >= 0 else -whole, scale)


def half_down(value: Fraction) -> Fraction:
    """Round to a whole number; a half goes towards zero.

    >>> half_down(Fraction(49, 2)), half_down(Fraction(-49, 2))
    (Fraction(24, 1), Fraction(-24, 1))
    """
    size = abs(value)
    whole = -((size.denominator - 2 * size.numerator) // (2 * size.denominator))
    return Fraction(whole if value >= 0 else -whole)


def rounded(value: Fraction, decimals: Optional[int]) -> Fraction:
    """Round half up where decimals are given, else leave the value as it is."""
    return value if decimals is None else half_up(value, decimals)


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
