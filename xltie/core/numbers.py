"""Exact numbers: rounding as a named step, and how people write them."""

from __future__ import annotations

from fractions import Fraction
from typing import Optional, Union

Number = Union[int, Fraction]


def half_up(value: Fraction, places: int = 0) -> Fraction:
    """Return a value rounded to a number of decimals, halves upwards."""
    scale: int = 10**places
    top, bottom = value.numerator * scale, value.denominator
    return Fraction((2 * top + bottom) // (2 * bottom), scale)


def counted(number: int, thing: str) -> str:
    """Return a count of things: "1 round", "2 rounds"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def show(number: Optional[Number]) -> str:
    """Return a number as people write it: 12, 12.5, 64/7 as 9.1429."""
    if number is None:
        return "-"
    exact = Fraction(number)
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{float(exact):.4f}".rstrip("0").rstrip(".")


def show_signed(number: Number) -> str:
    """Return a number with its sign: +3, -2.5, and 0 without one."""
    return f"+{show(number)}" if number > 0 else show(number)
