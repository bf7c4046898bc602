"""The tables of the FIDE rating regulations (B.02 8.1): scores as rating differences and back."""

from __future__ import annotations

from bisect import bisect_left
from typing import List

from xltie.core.numbers import half_up_ratio

DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
"""Table 8.1.1: the rating difference for a score of 50 %, 51 % ... 100 %."""

LARGEST = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
"""Table 8.1.2: the largest rating difference for an expected score of 50 %, 51 % ... 99 %."""

EVER = 1 + LARGEST[-1]
"""The smallest difference with an expected score of 100 %."""

_EXPECTED: List[int] = [50 + bisect_left(LARGEST, difference) for difference in range(EVER + 1)]


def difference(halves: int, games: int) -> int:
    """Return the rating difference for a number of half points from a number of games.

    The share of the points is taken to two decimals, half up.
    """
    percent = half_up_ratio(50 * halves, games)
    return DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]


def expected(difference: int) -> int:
    """Return the expected score in hundredths, without the cut at 400 points."""
    if difference >= 0:
        return _EXPECTED[difference] if difference < EVER else 100
    return 100 - _EXPECTED[-difference] if difference > -EVER else 0


def perfect_rating(ratings: List[int], halves: int) -> int:
    """Return the smallest rating whose expected score against ``ratings`` reaches the score.

    ``halves`` is the score in half points. Without a point it is the lowest rating less 800.
    """
    if not halves:
        return min(ratings) - DIFFERENCES[-1]
    needed = 50 * halves
    low, high = min(ratings) - EVER, max(ratings) + EVER
    while low < high:
        middle = (low + high) // 2
        if sum(expected(middle - rating) for rating in ratings) >= needed:
            high = middle
        else:
            low = middle + 1
    return low
