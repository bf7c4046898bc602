"""How much two rankings agree: Spearman's and Kendall's coefficients, ties included."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Optional, Sequence

from xltie.core.rounding import square_root


def middle_ranks(places: Sequence[int]) -> List[Fraction]:
    """Return the ranks of places; those who share one get the mean of the ranks they take.

    >>> [float(rank) for rank in middle_ranks([1, 2, 2, 4])]
    [1.0, 2.5, 2.5, 4.0]
    """
    counts: Dict[int, int] = {}
    for place in places:
        counts[place] = counts.get(place, 0) + 1
    mean: Dict[int, Fraction] = {}
    before = 0
    for place in sorted(counts):
        mean[place] = before + Fraction(counts[place] + 1, 2)
        before += counts[place]
    return [mean[place] for place in places]


def spearman(one: Sequence[int], other: Sequence[int]) -> Optional[Fraction]:
    """Return Spearman's coefficient of two lists of places, None where one of them is all tied.

    It is Pearson's coefficient of the middle ranks, which is right with ties too.
    """
    xs, ys = middle_ranks(one), middle_ranks(other)
    mean = Fraction(len(xs) + 1, 2)
    both = sum(((x - mean) * (y - mean) for x, y in zip(xs, ys)), Fraction(0))
    spread = [sum(((v - mean) ** 2 for v in values), Fraction(0)) for values in (xs, ys)]
    product = spread[0] * spread[1]
    return both / square_root(product) if product else None


def kendall(one: Sequence[int], other: Sequence[int]) -> Optional[Fraction]:
    """Return Kendall's tau-b of two lists of places, None where one of them is all tied."""
    balance = one_untied = other_untied = 0
    for index in range(len(one)):
        for before in range(index):
            first = _sign(one[index] - one[before])
            second = _sign(other[index] - other[before])
            balance += first * second
            one_untied += first * first
            other_untied += second * second
    product = Fraction(one_untied * other_untied)
    return balance / square_root(product) if product else None


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
