"""Exact numbers, and how people write them."""

from __future__ import annotations

import math
from fractions import Fraction
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
