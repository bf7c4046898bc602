"""Go ranks such as ``3d`` and ``12k`` as numbers, and the McMahon start scores made from them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Optional

_GRADE = re.compile(r"(\d{1,2})\s*([kdp]|kyu|gup|dan|pro|급|단)?\??", re.IGNORECASE)
_STRONGEST_AMATEUR = 6
LOWEST = -30


def rank_number(grade: str) -> Optional[int]:
    """Return a rank as a number: 1d is 0, 2d is 1, 1k is -1, 30k is -30; None if it is no rank.

    A number without a letter is a kyu rank, as result files with narrow columns print it.
    A professional rank counts as 7d: between professionals the rank says nothing about handicap.
    """
    match = _GRADE.fullmatch(grade.strip())
    if match is None or int(match[1]) == 0:
        return None
    number, letter = int(match[1]), (match[2] or "k").lower()
    if letter in ("p", "pro"):
        return _STRONGEST_AMATEUR
    return number - 1 if letter in ("d", "dan", "단") else -number


def start_score(
    rank: int,
    bar: Optional[int] = None,
    floor: Optional[int] = None,
    zero: int = LOWEST,
    correction: Fraction = Fraction(0),
) -> Fraction:
    """Return the McMahon score to begin with: the rank between floor and bar, counted from zero.

    All ranks are numbers of :func:`rank_number`; ``correction`` moves a super-group up or down.
    """
    held = rank if floor is None else max(rank, floor)
    held = held if bar is None else min(held, bar)
    return Fraction(held - zero) + correction
