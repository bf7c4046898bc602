"""Victory points: the continuous scale of the World Bridge Federation, 2013."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, List, Tuple

from xltie.functions.registry import Arg, function
from xltie.rules.bridge.sources import ACBL_VP, EBU_WHITE_BOOK, SBU_VP, WBF_DISCRETE, WBF_VP
from xltie.rules.bridge.victory_point_tables import SCALES, whole_victory_points

_CENT = Decimal("0.01")
_PRECISE = Context(prec=40)


def _on_curve(margin: Decimal, boards: int) -> Decimal:
    """Return 10 + 10 (1 - R^(margin / X)) / (1 - R) with R = tau^3 and X = 15 sqrt(boards)."""
    ratio = Decimal(5).sqrt() - 2
    blitz = 15 * Decimal(boards).sqrt()
    if margin >= blitz:
        return Decimal(20)
    return 10 + 10 * (1 - ratio ** (margin / blitz)) / (1 - ratio)


@lru_cache(maxsize=64)
def _scale(boards: int) -> Tuple[int, ...]:
    """Return the hundredths of a VP for 0, 1, 2 … IMPs, up to the first 20.00.

    Rounded values alone can give a larger step after a smaller one. The scale wants every IMP worth
    no more than the one before: while some step is larger, the value between is raised by 0.01.
    """
    with localcontext(_PRECISE):
        margins = range(math.isqrt(225 * boards) + 2)
        cents: List[int] = [
            int(_on_curve(Decimal(margin), boards).quantize(_CENT, ROUND_HALF_UP) * 100)
            for margin in margins
        ]
    moved = True
    while moved:
        moved = False
        for at in range(1, len(cents) - 1):
            if cents[at + 1] - cents[at] > cents[at] - cents[at - 1]:
                cents[at] += 1
                moved = True
    return tuple(cents)


def victory_points(imps: Fraction, boards: int) -> Fraction:
    """Return the victory points of a margin in IMPs, exact hundredths; the loser gets 20 less them.

    The published scale holds whole IMPs. Other margins lie on the curve, rounded half up.

    >>> victory_points(Fraction(10), 16), victory_points(Fraction(-10), 16)
    (Fraction(64, 5), Fraction(36, 5))
    """
    size = abs(imps)
    if size.denominator == 1:
        scale = _scale(boards)
        won = Fraction(scale[min(int(size), len(scale) - 1)], 100)
    else:
        with localcontext(_PRECISE):
            margin = Decimal(size.numerator) / Decimal(size.denominator)
            won = Fraction(_on_curve(margin, boards).quantize(_CENT, ROUND_HALF_UP))
    return won if imps >= 0 else 20 - won


@function("VPS", source=(WBF_VP, WBF_DISCRETE, ACBL_VP, SBU_VP, EBU_WHITE_BOOK))
def vps(
    imps: Annotated[Fraction, Arg("Margin of the match in IMPs; negative for a loss.")],
    boards: Annotated[int, Arg("Number of boards in the match.", min=1, max=1000)],
    table: Annotated[
        str,
        Arg(
            "continuous or discrete (WBF), acbl20, acbl30, sbu20, or ebu10 (half matches).",
            names=SCALES,
        ),
    ] = "continuous",
) -> Fraction:
    """Victory points (0 to 20) for a margin in IMPs, on the continuous WBF scale of 2013 or others.

    A drawn match gives 10, a blitz of 15 sqrt(boards) IMPs gives 20; winner and loser share 20.
    Each IMP is worth no more than the one before it. The others have whole numbers; they are tables
    of their own and not the rounded continuous values. In acbl30 both share 30, in ebu10 they
    share 10.
    """
    if table != "continuous":
        return whole_victory_points(imps, boards, table)
    return victory_points(imps, boards)
