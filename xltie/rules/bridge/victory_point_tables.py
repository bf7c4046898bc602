"""Victory points in whole numbers: the scales that hold, for every result, the first margin."""

from __future__ import annotations

import math
from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Callable, Dict, List, Tuple

from xltie.core.errors import DomainError
from xltie.core.messages import say
from xltie.core.rounding import half_up
from xltie.functions.registry import Arg, function
from xltie.rules.bridge.sources import EBU_WHITE_BOOK

SCALES = ("continuous", "discrete", "acbl20")


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


_ACBL_20: Tuple[Tuple[int, Tuple[int, ...]], ...] = (
    (8, (1, 3, 5, 8, 11, 14, 17, 20, 24, 28)),
    (11, (1, 3, 6, 10, 14, 18, 22, 26, 31, 36)),
)
"""By the most boards. Longer matches are left out: there is one public copy of their columns."""


def acbl_margins(boards: int) -> Tuple[int, ...]:
    """Return the first margins that win 11, 12 … 20 victory points on the ACBL scale.

    Raises:
        DomainError: the match is longer than the columns known.
    """
    found = next((margins for most, margins in _ACBL_20 if boards <= most), None)
    if found is None:
        raise DomainError(
            say("the scale acbl20 is known for up to 11 boards, not for {boards}", boards=boards)
        )
    return found


_MARGINS: Dict[str, Callable[[int], Tuple[int, ...]]] = {
    "discrete": discrete_margins,
    "acbl20": acbl_margins,
}


def whole_victory_points(imps: Fraction, boards: int, table: str) -> Fraction:
    """Return the victory points of a margin, 20 between both sides; halves of an IMP count up.

    Raises:
        DomainError: the table has no column for so many boards.
    """
    won = 10 + bisect_right(_MARGINS[table](boards), half_up(abs(imps)))
    return Fraction(won if imps >= 0 else 20 - won)


_PERCENT: Tuple[Tuple[int, Tuple[int, ...]], ...] = (
    (4, (5092, 5280, 5471, 5670, 5880, 6108, 6363, 6661, 7036, 7595)),
    (6, (5078, 5239, 5402, 5572, 5751, 5945, 6162, 6417, 6737, 7213)),
    (9, (5065, 5198, 5333, 5474, 5623, 5783, 5964, 6175, 6440, 6835)),
    (13, (5054, 5165, 5278, 5395, 5519, 5653, 5804, 5980, 6201, 6530)),
    (19, (5045, 5138, 5232, 5330, 5434, 5545, 5671, 5818, 6003, 6278)),
    (27, (5038, 5116, 5194, 5277, 5363, 5457, 5562, 5685, 5840, 6071)),
)
"""By the most boards: the highest hundredths of a percent for 10, 11 … 19 victory points."""


@function("PERCENTVPS", source=EBU_WHITE_BOOK)
def percent_vps(
    percent: Annotated[Fraction, Arg("Matchpoints of a match in percent.", min=0, max=100)],
    boards: Annotated[int, Arg("Boards of the match.", min=2, max=27)],
) -> int:
    """Victory points (0 to 20) of a Swiss pairs match for a percentage, by the EBU's table.

    The percentage is rounded to two decimals; one that is exactly a limit of the table gets the
    victory points nearer to average. Each pair is scored by itself.
    """
    hundredths = 100 * half_up(percent, 2)
    limits = next(limits for most, limits in _PERCENT if boards <= most)
    size = max(hundredths, 10000 - hundredths)
    won = 10 + sum(limit < size for limit in limits)
    return won if hundredths >= 5000 else 20 - won
