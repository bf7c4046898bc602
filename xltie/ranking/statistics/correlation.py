"""How much two rankings agree: Spearman's and Kendall's coefficients, ties included."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Optional, Sequence

from xltie.core.numbers import square_root


def doubled_ranks(places: Sequence[int]) -> List[int]:
    """Return twice the ranks of places; those who share one get the mean of the ranks they take.

    >>> doubled_ranks([1, 2, 2, 4])
    [2, 5, 5, 8]
    """
    counts: Dict[int, int] = {}
    for place in places:
        counts[place] = counts.get(place, 0) + 1
    doubled: Dict[int, int] = {}
    before = 0
    for place in sorted(counts):
        doubled[place] = 2 * before + counts[place] + 1
        before += counts[place]
    return [doubled[place] for place in places]


def spearman(one: Sequence[int], other: Sequence[int]) -> Optional[Fraction]:
    """Return Spearman's coefficient of two lists of places, None where one of them is all tied.

    It is Pearson's coefficient of the middle ranks, which is right with ties too.
    """
    mean = len(one) + 1
    xs = [rank - mean for rank in doubled_ranks(one)]
    ys = [rank - mean for rank in doubled_ranks(other)]
    # all of them are twice what they stand for
    both = Fraction(sum(x * y for x, y in zip(xs, ys)), 4)
    product = Fraction(sum(x * x for x in xs) * sum(y * y for y in ys), 16)
    return both / square_root(product) if product else None


def kendall(one: Sequence[int], other: Sequence[int]) -> Optional[Fraction]:
    """Return Kendall's tau-b of two lists of places, None where one of them is all tied."""
    balance = one_untied = other_untied = 0
    places = list(zip(one, other))
    for index, (x, y) in enumerate(places):
        for before_x, before_y in places[:index]:
            # the signs of the differences, without a call: there are very many
            first = (x > before_x) - (x < before_x)
            second = (y > before_y) - (y < before_y)
            balance += first * second
            one_untied += first != 0
            other_untied += second != 0
    product = Fraction(one_untied * other_untied)
    return balance / square_root(product) if product else None
