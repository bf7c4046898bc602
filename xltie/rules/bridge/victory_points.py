"""Victory points: the continuous scale of the World Bridge Federation, 2013, and whole numbers."""

from __future__ import annotations

import math
from bisect import bisect_right
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Dict, List, NamedTuple, Optional, Tuple

from xltie.core.errors import DomainError
from xltie.core.messages import say
from xltie.core.numbers import half_up
from xltie.functions.registry import Arg, function
from xltie.rules.bridge.sources import ACBL_VP, EBU_WHITE_BOOK, SBU_VP, WBF_DISCRETE, WBF_VP

SCALES = ("continuous", "discrete", "acbl20", "acbl30", "sbu20", "ebu10")


@lru_cache(maxsize=64)
def discrete_margins(boards: int) -> Tuple[int, ...]:
    """Return the first margins that win 11, 12 … 20 victory points on the discrete WBF scale.

    The last margin of 10 + i is the one whose victory points on the continuous curve are below 10.5
    + i. Then the bands must not become narrower as the margin grows, the draw's counted on both
    sides: where one does, the margin before it is lowered by 1, from the start again each time.

    >>> discrete_margins(8)
    (1, 4, 7, 10, 13, 17, 21, 26, 31, 39)
    """
    ratio = math.sqrt(5) - 2
    blitz = 15 * math.sqrt(boards)
    last = [
        math.floor(blitz * math.log(1 - (1 - ratio) * ((10.5 + step) / 10 - 1)) / math.log(ratio))
        for step in range(10)
    ]
    at = _narrowing(last)
    while at >= 0:
        last[at] -= 1
        at = _narrowing(last)
    return tuple(margin + 1 for margin in last)


def _narrowing(last: List[int]) -> int:
    """Return the band before the first that is narrower than it, -1 where none is."""
    if last[1] - last[0] < 2 * last[0] + 1:
        return 0
    wrong = (i for i in range(1, 9) if last[i + 1] - last[i] < last[i] - last[i - 1])
    return next(wrong, -1)


_Columns = Tuple[Tuple[int, Tuple[int, ...]], ...]
"""By the most boards: the first margin of every step above a draw."""
_ACBL_20: _Columns = (
    (8, (1, 3, 5, 8, 11, 14, 17, 20, 24, 28)),
    (11, (1, 3, 6, 10, 14, 18, 22, 26, 31, 36)),
    (15, (1, 4, 7, 11, 15, 20, 25, 30, 36, 42)),
    (20, (2, 5, 9, 14, 19, 25, 32, 39, 47, 56)),
    (27, (3, 7, 12, 18, 25, 33, 42, 51, 61, 72)),
    (36, (4, 9, 15, 22, 30, 39, 49, 60, 72, 85)),
)
_ACBL_30: _Columns = (
    (8, (1, 2, 3, 4, 5, 7, 9, 11, 14, 17, 20, 24, 28)),
    (11, (1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 31, 36)),
)
_SBU_20: _Columns = (
    (4, (1, 3, 5, 7, 9, 11, 13, 15, 17, 20)),
    (6, (1, 3, 5, 7, 9, 12, 15, 18, 21, 25)),
    (9, (1, 3, 5, 7, 10, 13, 17, 21, 25, 30)),
    (13, (1, 3, 6, 9, 12, 16, 20, 25, 30, 35)),
    (19, (2, 5, 9, 13, 17, 21, 25, 29, 34, 40)),
    (27, (2, 5, 9, 13, 18, 23, 29, 35, 42, 50)),
    (39, (2, 5, 9, 14, 20, 26, 33, 41, 50, 60)),
    (55, (2, 6, 11, 17, 24, 32, 40, 49, 59, 70)),
)
_EBU_TRIANGLE: _Columns = ((3, (1, 4, 7, 10, 15)), (4, (1, 4, 8, 12, 18)))


class _Scale(NamedTuple):
    """Victory points in whole numbers.

    ``total`` is what both sides share; ``first`` what the first step above a draw gives.
    ``columns`` are those that are published, None for the rule of the WBF.
    """

    total: int
    first: int
    columns: Optional[_Columns] = None
    fewest: int = 1

    def margins(self, boards: int, name: str) -> Tuple[int, ...]:
        """Return the first margin of every step above a draw.

        Raises:
            DomainError: no column is known for matches of so many boards.
        """
        if self.columns is None:
            return discrete_margins(boards)
        found = next((margins for most, margins in self.columns if boards <= most), None)
        if found is None or boards < self.fewest:
            raise DomainError(
                say(
                    "the scale {scale} is known for {fewest} to {most} boards, not for {boards}",
                    scale=name, fewest=self.fewest, most=self.columns[-1][0], boards=boards,
                )
            )  # fmt: skip
        return found


_SCALES: Dict[str, _Scale] = {
    "discrete": _Scale(20, 11),
    "acbl20": _Scale(20, 11, _ACBL_20),
    "acbl30": _Scale(30, 18, _ACBL_30, 6),
    "sbu20": _Scale(20, 11, _SBU_20),
    "ebu10": _Scale(10, 6, _EBU_TRIANGLE, 3),
}


def whole_victory_points(imps: Fraction, boards: int, table: str) -> Fraction:
    """Return the victory points of a margin; halves of an IMP count up.

    Raises:
        DomainError: the table has no column for so many boards.
    """
    scale = _SCALES[table]
    steps = bisect_right(scale.margins(boards, table), half_up(abs(imps)))
    won = scale.first - 1 + steps if steps else scale.total // 2
    return Fraction(won if imps >= 0 else scale.total - won)


_PERCENT: Tuple[Tuple[int, Tuple[int, ...]], ...] = (
    (4, (5092, 5280, 5471, 5670, 5880, 6108, 6363, 6661, 7036, 7595)),
    (6, (5078, 5239, 5402, 5572, 5751, 5945, 6162, 6417, 6737, 7213)),
    (9, (5065, 5198, 5333, 5474, 5623, 5783, 5964, 6175, 6440, 6835)),
    (13, (5054, 5165, 5278, 5395, 5519, 5653, 5804, 5980, 6201, 6530)),
    (19, (5045, 5138, 5232, 5330, 5434, 5545, 5671, 5818, 6003, 6278)),
    (27, (5038, 5116, 5194, 5277, 5363, 5457, 5562, 5685, 5840, 6071)),
    (39, (5032, 5097, 5163, 5232, 5304, 5383, 5471, 5574, 5704, 5897)),
    (55, (5027, 5081, 5137, 5195, 5256, 5321, 5395, 5482, 5591, 5753)),
)
"""By the most boards: the highest hundredths of a percent for 10, 11 … 19 victory points."""
_HALF_PERCENT: Tuple[Tuple[int, Tuple[int, ...]], ...] = (
    (2, (5186, 5570, 5994, 6512, 7315)),
    (3, (5159, 5487, 5848, 6289, 6975)),
    (4, (5132, 5403, 5703, 6070, 6638)),
    (6, (5109, 5336, 5586, 5892, 6366)),
    (9, (5092, 5281, 5493, 5745, 6141)),
    (13, (5077, 5236, 5410, 5624, 5956)),
)
"""Of half a match, for 5, 6 … 9 of 10 victory points."""


@function("PERCENTVPS", source=EBU_WHITE_BOOK)
def percent_vps(
    percent: Annotated[Fraction, Arg("Matchpoints of a match in percent.", min=0, max=100)],
    boards: Annotated[int, Arg("Boards of the match, or of the half.", min=2, max=55)],
    match: Annotated[
        str, Arg("whole (default, 0 to 20), or half (0 to 10).", names=("whole", "half"))
    ] = "whole",
) -> int:
    """Victory points of a Swiss pairs match for a percentage, by the EBU's tables.

    The percentage is rounded to two decimals; one that is exactly a limit of the table gets the
    victory points nearer to average. Each pair is scored by itself. A half match has at most 13
    boards.
    """
    table, drawn = (_PERCENT, 10) if match == "whole" else (_HALF_PERCENT, 5)
    limits = next((limits for most, limits in table if boards <= most), None)
    if limits is None:
        raise DomainError(
            say(
                "the table of half a match ends at {most} boards, not at {boards}",
                most=table[-1][0], boards=boards,
            )
        )  # fmt: skip
    hundredths = 100 * half_up(percent, 2)
    size = max(hundredths, 10000 - hundredths)
    won = drawn + sum(limit < size for limit in limits)
    return won if hundredths >= 5000 else 2 * drawn - won


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
