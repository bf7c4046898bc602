"""International match points: the table, the Butler datum, and cross-IMPs."""

from __future__ import annotations

import math
from bisect import bisect_right
from fractions import Fraction
from typing import Annotated, List, Sequence, Tuple, Union

from xltie.core.cells import CellError
from xltie.core.errors import DomainError, UndefinedValue
from xltie.core.messages import count, say
from xltie.core.numbers import half_away_from_zero, half_towards_zero, rounded
from xltie.event import Score
from xltie.functions.registry import Arg, function
from xltie.rules.bridge.field import frequencies_of, read_column, trimmed_mean, worth_of
from xltie.rules.bridge.options import (
    AVERAGE_PLUS,
    AverageOption,
    Butler,
    DatumRoundingOption,
    DecimalsOption,
    DivisorOption,
    ScoresOption,
    TrimOption,
)
from xltie.rules.bridge.sources import BRIDGE_SCORER, BRIDGEWX, LAWS_2017, NORMAL_GAME

_FROM = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The least difference that is worth 1, 2, … 24 IMPs (Law 78B)."""


def imps(difference: Fraction) -> int:
    """Return the IMPs of a difference in points, negative where it is.

    >>> imps(Fraction(10)), imps(Fraction(420)), imps(Fraction(-3490))
    (0, 9, -22)
    """
    size = bisect_right(_FROM, abs(difference))
    return size if difference >= 0 else -size


@function("IMPS", source=LAWS_2017)
def imps_of(
    difference: Annotated[Fraction, Arg("The difference between two scores, in points.")],
) -> int:
    """International match points (IMPs) for a difference in points: 420 is worth 9, -420 is -9."""
    return imps(difference)


# -- the datum -----------------------------------------------------------------------------------


def trimmed_ends(count: int, trim: Union[Fraction, str]) -> int:
    """Return how many scores the datum leaves out at each end of a field.

    A number below 1 is a share of the field, from 1 a number of scores. ``quarter`` leaves out 25 %
    at each end, ``bridge-scorer`` ceil((n - 10) / 15) + 1 of more than 3 results, ``bridgewx`` 10 %
    rounded up of more than 5.
    """
    if isinstance(trim, Fraction):
        ends = int(trim * count) if trim < 1 else int(trim)
    elif trim == "quarter":
        ends = count // 4
    elif trim == "bridge-scorer":
        ends = math.ceil(Fraction(count - 10, 15)) + 1 if count > 3 else 0
    elif trim == "bridgewx":
        ends = math.ceil(Fraction(count, 10)) if count > 5 else 0
    else:
        ends = 0
    return max(0, ends)


def datum(
    field: Sequence[Score], trim: Union[Fraction, str] = "none", rounding: str = "half-down"
) -> Fraction:
    """Return the datum of a field: its mean without the extremes, in the end rounded to 10s.

    ``half-down`` rounds to the nearest 10, a half towards zero (245 is 240), ``half-up`` away from
    it, ``truncated`` drops the decimals of the mean first, ``none`` leaves the mean exact.

    Raises:
        DomainError: the trim leaves nothing.
    """
    ends = trimmed_ends(len(field), trim)
    if 2 * ends >= len(field):
        raise DomainError(
            count(
                len(field),
                "a trim of {ends} at each end leaves none of {n} score",
                "a trim of {ends} at each end leaves none of {n} scores",
                ends=ends,
            )
        )
    mean = trimmed_mean(field, ends)
    if rounding == "none":
        return mean
    if rounding == "truncated":
        mean = Fraction(int(mean))
    if rounding in ("truncated", "half-up"):
        return 10 * half_away_from_zero(mean / 10)
    return 10 * half_towards_zero(mean / 10)


def butler(
    field: Sequence[Score], trim: Union[Fraction, str] = "none", rounding: str = "half-down"
) -> List[Fraction]:
    """Return the IMPs of every score against the datum."""
    if not field:
        return []
    price = datum(field, trim, rounding)
    return worth_of(field, lambda score: Fraction(imps(score - price)))


@function(
    "DATUM",
    source=(NORMAL_GAME, BRIDGEWX, BRIDGE_SCORER),
    vba_name="DATUMSCORE",  # DATUM is DATE in German, Dutch, Swedish and Czech
    takes=("scores", "trim", "rounding"),
)
def datum_of(scores: ScoresOption, method: Butler) -> Fraction:
    """Datum of a board: the mean of its scores, rounded to the nearest 10.

    ``trim`` drops scores at each end: a quarter of them, as bridge-scorer or BridgeWx does, a
    number of scores, or a share. ``half-down`` makes 240 of 245, ``half-up`` 250, ``none`` keeps
    the mean.
    """
    column = read_column(scores)
    if not column.field:
        raise UndefinedValue.say("there are no scores")
    return datum(column.field, method.trim, method.rounding)


@function("DEVIATIONS", source=NORMAL_GAME)
def deviation_column(
    scores: ScoresOption,
    trim: TrimOption = "none",
    rounding: DatumRoundingOption = "none",
    decimals: DecimalsOption = None,
) -> List[Tuple[object, ...]]:
    """Difference in points of each score in a column from the datum, here the exact mean."""
    column = read_column(scores)
    field = column.field
    price = datum(field, trim, rounding) if field else Fraction(0)
    found = worth_of(field, lambda score: score - price)
    return column.spill([rounded(difference, decimals) for difference in found], lambda award: "")


@function("BUTLER", source=(NORMAL_GAME, BRIDGEWX, BRIDGE_SCORER))
def butler_column(scores: ScoresOption, method: Butler) -> List[Tuple[object, ...]]:
    """Butler scores of a column: IMPs of each score against the datum, the mean of the board.

    The datum is rounded to the nearest 10 (see DATUM). Adjusted scores are not part of the mean; A+
    counts 3 IMPs, A none and A- minus 3, percentages in proportion.
    """
    column = read_column(scores)
    values = butler(column.field, method.trim, method.rounding)
    return column.spill(values, lambda award: award.as_imps(method.average))


# -- cross-IMPs ----------------------------------------------------------------------------------


def cross_imps(field: Sequence[Score]) -> List[Fraction]:
    """Return the sum of the IMPs of every score against each of the others.

    What the parts of a weighted score win of each other comes to nothing.
    """
    counts = frequencies_of(field)
    of_score = {
        score: Fraction(sum(often * imps(score - other) for other, often in counts))
        for score, _ in counts
    }
    return worth_of(field, of_score.__getitem__)


def divisor_of(count: int, divisor: str) -> int:
    """Return what a total of cross-IMPs is divided by in a field of this many results."""
    return {"n-1": count - 1, "n": count}.get(divisor, 1)


@function("CROSSIMPS", source=(LAWS_2017, BRIDGE_SCORER))
def cross_column(
    scores: ScoresOption,
    divisor: DivisorOption = "n-1",
    decimals: DecimalsOption = None,
    average: AverageOption = AVERAGE_PLUS,
) -> List[Tuple[object, ...]]:
    """Cross-IMPs of a column of scores: the mean of the IMPs against all other results.

    They add up to zero over the board. Adjusted scores are not used for comparison; A+ counts 3
    IMPs per comparison.
    """
    column = read_column(scores)
    by = divisor_of(len(column.field), divisor)
    each = max(0, column.expected - 1) if divisor == "total" else 1
    values: List[object] = [
        rounded(total / by, decimals)
        if by
        else CellError("#N/A", say("a single result has nothing to be compared with"))
        for total in cross_imps(column.field)
    ]
    return column.spill(values, lambda award: rounded(award.as_imps(average) * each, decimals))
