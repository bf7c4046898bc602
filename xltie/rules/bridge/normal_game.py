"""The normal game: how many standard deviations a score is above the mean of its board."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, List, Optional, Sequence, Tuple

from xltie.core.numbers import half_away_from_zero, rounded, square_root
from xltie.event import Award, Score
from xltie.functions.registry import Arg, function
from xltie.rules.bridge.field import frequencies_of, mean_of, read_column, worth_of
from xltie.rules.bridge.options import (
    AVERAGE_PLUS,
    CapOption,
    DecimalsOption,
    ScoresOption,
    SigmaOption,
)
from xltie.rules.bridge.sources import NORMAL_GAME


def variance(field: Sequence[Score], sigma: str = "sample") -> Fraction:
    """Return the variance of a field; ``sample`` divides by n - 1, ``population`` by n.

    A field of one result has no spread: 0.
    """
    count = len(field) - (sigma == "sample")
    if count < 1:
        return Fraction(0)
    mean = mean_of(field)
    squares = ((score - mean) ** 2 * often for score, often in frequencies_of(field))
    return sum(squares, Fraction(0)) / count


def z_scores(
    field: Sequence[Score], sigma: str = "sample", cap: Optional[Fraction] = None
) -> List[Fraction]:
    """Return (score - mean) / sigma of every score; 0 where all are equal.

    ``cap`` limits the size of a score. Irrational values are given to 40 decimals.
    """
    spread = square_root(variance(field, sigma))
    if not spread:
        return [Fraction(0)] * len(field)
    mean = mean_of(field)
    return worth_of(field, lambda score: capped((score - mean) / spread, cap))


def capped(value: Fraction, cap: Optional[Fraction]) -> Fraction:
    """Return a value within the cap on both sides."""
    return value if cap is None else max(-cap, min(cap, value))


def award_z(award: Award, imps_per_step: Fraction = AVERAGE_PLUS) -> Fraction:
    """Return what an adjusted score is worth: the deviation that its percentage stands for.

    To two decimals: 60 % is 0.25.
    """
    share = award.as_share(imps_per_step)
    if not 0 < share < 1:
        return Fraction(3) if share else Fraction(-3)
    from statistics import NormalDist  # only such a game should pay for it

    return half_away_from_zero(Fraction(NormalDist().inv_cdf(float(share))), 2)


def share_below(total: Fraction, boards: int = 1) -> Fraction:
    """Return the probability that N(0, sqrt(boards)) gives less than a total."""
    return Fraction(math.erfc(-float(total) / math.sqrt(2 * boards)) / 2)


@function("ZSCORES", source=NORMAL_GAME)
def z_column(
    scores: ScoresOption,
    sigma: SigmaOption = "sample",
    cap: CapOption = None,
    decimals: DecimalsOption = None,
) -> List[Tuple[object, ...]]:
    """Normal game: distance of each score from the mean of its board, in standard deviations.

    The tables of the source use the sample deviation (two results give ±0.71), its text that of the
    population (two results give ±1). If all scores are equal, each is 0. Adjusted scores are not
    part of the field; they count as the deviation of their percentage, A+ as 0.25.
    """
    column = read_column(scores)
    found = z_scores(column.field, sigma, cap)
    return column.spill(
        [rounded(score, decimals) for score in found],
        lambda award: rounded(capped(award_z(award), cap), decimals),
    )


@function("ZPERCENT", source=NORMAL_GAME)
def z_percent(
    total: Annotated[Fraction, Arg("Sum of the deviations.")],
    boards: Annotated[int, Arg("Number of boards played.", min=1)] = 1,
    decimals: DecimalsOption = None,
) -> Fraction:
    """Normal game: a total over k boards as a percentage, using N(0, sqrt k); 0 is 50.

    It makes pairs that played different numbers of boards comparable.
    """
    return rounded(100 * share_below(total, boards), decimals)
