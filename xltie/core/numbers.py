"""Exact numbers, how they are rounded (the last step of scoring), and how people write them."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Dict, Iterable, List, Optional, Union

Number = Union[int, Fraction]


def exact_sum(numbers: Iterable[Number]) -> Fraction:
    """Return a sum; much faster than adding fractions one by one.

    >>> exact_sum([Fraction(1, 2), 1, Fraction(1, 3)])
    Fraction(11, 6)
    """
    tops: Dict[int, int] = {}
    for number in numbers:
        bottom = number.denominator
        tops[bottom] = tops.get(bottom, 0) + number.numerator
    unit = math.lcm(*tops)
    return Fraction(sum([top * (unit // bottom) for bottom, top in tops.items()]), unit)


@lru_cache(maxsize=1 << 14)
def ratio(top: int, bottom: int) -> Fraction:
    """Return a fraction, as a rule the same object for the same number: many are asked for often.

    >>> ratio(2, 4) is ratio(1, 2)
    True
    """
    number = Fraction(top, bottom)
    lowest = (number.numerator, number.denominator)
    return number if lowest == (top, bottom) else ratio(*lowest)


def as_whole(number: Number) -> Number:
    """Return a whole number as an ``int``, which is compared much faster, others as they are."""
    return number.numerator if number.denominator == 1 else number


def in_runs(numbers: Iterable[int]) -> List[List[int]]:
    """Cut ascending numbers into runs without gaps.

    >>> in_runs([1, 2, 3, 7])
    [[1, 2, 3], [7]]
    """
    runs: List[List[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def spans(numbers: Iterable[int], dash: str = "-") -> str:
    """Return ascending numbers as people write them.

    >>> spans([1, 2, 3, 7])
    '1-3, 7'
    """
    runs = in_runs(numbers)
    return ", ".join(f"{run[0]}{dash}{run[-1]}" if run[1:] else str(run[0]) for run in runs)


def show(number: Optional[Number]) -> str:
    """Return a number as people write it: 12, 12.5, 64/7 as 9.1429."""
    if number is None:
        return "-"
    if number.denominator == 1:
        return str(number.numerator)
    return f"{float(number):.4f}".rstrip("0").rstrip(".")


def show_signed(number: Number) -> str:
    """Return a number with its sign: +3, -2.5, and 0 without one."""
    return f"+{show(number)}" if number > 0 else show(number)


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


def with_decimals(value: Number, decimals: int) -> str:
    """Return a number with so many decimals; a half goes away from zero, as in a cell.

    >>> with_decimals(Fraction(505, 8), 2), with_decimals(Fraction(-505, 8), 2)
    ('63.13', '-63.13')
    """
    return f"{float(half_away_from_zero(Fraction(value), decimals)):.{decimals}f}"


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
