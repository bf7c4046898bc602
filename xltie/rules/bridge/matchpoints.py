"""Matchpoints: how many of the other results a result beats, with Neuberg's factor."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Dict, List, Optional, Sequence, Tuple, Union

from xltie.core.cells import CellError, Grid
from xltie.core.errors import DomainError
from xltie.core.messages import count, say
from xltie.core.numbers import half_away_from_zero, half_towards_zero
from xltie.event import Award, Score
from xltie.functions.registry import Arg, function
from xltie.rules.bridge.field import Column, frequencies_of, read_column, worth_of
from xltie.rules.bridge.options import AVERAGE_PLUS, DecimalsOption, GroupsOption, ScoresOption
from xltie.rules.bridge.sources import (
    BRIDGEWX,
    EBU_FOULED,
    EBU_NEUBERG,
    EBU_WHITE_BOOK,
    LAWS_2017,
    MANUAL_FACTOR,
    NORMAL_GAME,
)

SCALES = ("2/1", "1/0.5", "rank", "centred")


def matchpoints(field: Sequence[Score], expected: int, groups: str = "neuberg") -> List[Fraction]:
    """Return the matchpoints of every result of a field: 2 for each lower one, 1 for each equal.

    A weighted score counts by its shares, for the others and for itself.

    ``groups`` says what a field smaller than ``expected`` scores. "neuberg" factors it as if every
    result had occurred ``expected / len(field)`` times; "manual" gives both sides 1 for each result
    that is missing; "scale" stretches the points to the larger top; "ascherman" counts 1 more on
    every board, so that nobody can have its whole top or nothing. Very small fields score fixed
    shares instead, 60, 65 and 55 or 70, 60 and 50 %: with "small" those of up to three results,
    with "ebu" those that are at most a third of the results expected (White Book 2025), with "doe"
    the same of one or two results (the older article); the others are factored by Neuberg.
    """
    worth: Dict[Fraction, Fraction] = {}
    below = Fraction(0)
    for score, often in frequencies_of(field):
        worth[score] = 2 * below + often - 1
        below += often
    points = worth_of(field, worth.__getitem__)
    if _is_too_small(len(field), expected, groups):
        return [_small_share(value, len(field)) * 2 * (expected - 1) for value in points]
    if field and len(field) < expected:
        points = _enlarged(points, expected, groups)
    return [value + 1 for value in points] if groups == "ascherman" else points


def _enlarged(points: List[Fraction], expected: int, groups: str) -> List[Fraction]:
    """Return the points of a field with fewer results than expected."""
    count = len(points)
    if groups == "manual":
        return [value + expected - count for value in points]
    if groups == "scale":
        if count == 1:
            return [Fraction(expected - 1)]  # nothing to stretch: half of the top
        return [value * Fraction(expected - 1, count - 1) for value in points]
    return [(value + 1) * Fraction(expected, count) - 1 for value in points]


def _is_too_small(count: int, expected: int, groups: str) -> bool:
    if count >= expected:
        return False
    largest = {"small": 3, "ebu": 3, "doe": 2}.get(groups, 0)
    return count <= largest and (groups == "small" or 3 * count <= expected)


def _small_share(points: Fraction, count: int) -> Fraction:
    """Return the share of the top in a group of up to three: 60 %, 5 more for a point above half.

    So two results have 65 and 55 %, three 70, 60 and 50; equal results share what they take.
    """
    return Fraction(60, 100) + (points - (count - 1)) * Fraction(5, 100)


def rounded_by_side(
    points: Fraction, average: Fraction, decimals: Optional[int], groups: str = "neuberg"
) -> Fraction:
    """Round the points of a side so that both sides still add up to twice the average.

    An exact half goes away from the average (White Book 2025, 4.2.6), under "doe" towards it (the
    older article). A half that is the average itself stays.
    """
    if decimals is None or points == average:
        return points
    size, unit = abs(points - average), Fraction(1, 10**decimals)
    from_grid = average % unit if points > average else -average % unit
    steps = (size + from_grid) / unit
    whole = half_towards_zero(steps) if groups == "doe" else half_away_from_zero(steps)
    away = whole * unit - from_grid
    return average + away if points > average else average - away


def top_of(expected: int, groups: str = "neuberg") -> int:
    """Return what both sides of a board with this many expected results have together."""
    return 2 * expected if groups == "ascherman" else 2 * (expected - 1)


_Expected = Annotated[
    Optional[int],
    Arg(
        "Results expected on the board; if omitted, the number of cells that are not blank.", min=1
    ),
]


@function(
    "MATCHPOINTS",
    source=(
        LAWS_2017, EBU_NEUBERG, EBU_FOULED, EBU_WHITE_BOOK, MANUAL_FACTOR, BRIDGEWX, NORMAL_GAME,
    ),
)  # fmt: skip
def matchpoint_column(
    scores: ScoresOption,
    scaling: Annotated[
        Union[Fraction, str],
        Arg("2/1 (default), 1/0.5, rank, or centred (rank minus the mean rank).", names=SCALES),
    ] = "2/1",
    expected: _Expected = None,
    decimals: DecimalsOption = None,
    groups: GroupsOption = "neuberg",
) -> List[Tuple[object, ...]]:
    """Matchpoints of a column of scores: 2 for each result beaten, 1 for each equal result.

    If fewer results than expected were obtained, Neuberg's formula factors the matchpoints:
    (points + 1) x expected / obtained - 1. Adjusted scores (A+, A, A-, 60%) take their share of the
    expected top and are not compared with other results. The scale 1/0.5 halves the points;
    ``rank`` is the rank from the bottom, shared by equal scores; ``centred`` is the rank minus the
    mean rank (N + 1) / 2.
    """
    column, expected = _column(scores, expected)
    rescale = _Scale(scaling, expected, groups)
    points = matchpoints(column.field, expected, groups)

    def adjusted(award: Award) -> Fraction:
        return rescale(award.as_share(AVERAGE_PLUS) * rescale.top, decimals)

    return column.spill([rescale(value, decimals) for value in points], adjusted)


_HALF = Fraction(50)


class _Scale:
    """Turns points on the scale 2/1 into another scale."""

    def __init__(self, scale: Union[Fraction, str], expected: int, groups: str) -> None:
        numbered = {Fraction(2): "2/1", Fraction(1): "1/0.5"}
        name = scale if isinstance(scale, str) else numbered.get(scale, "")
        if not name:
            raise DomainError.say(
                "scaling is {scale}; it must be 2 (for 2/1) or 1 (for 1/0.5)", scale=scale
            )
        self.groups = groups
        self.top = top_of(expected, groups)
        self.half = name != "2/1"
        self.shift = {
            "rank": Fraction(1),
            "centred": -Fraction(expected - 1, 2),
        }.get(name, Fraction(0))

    def __call__(self, points: Fraction, decimals: Optional[int]) -> Fraction:
        unit = 2 if self.half else 1
        average = Fraction(self.top, 2 * unit) + self.shift
        return rounded_by_side(points / unit + self.shift, average, decimals, self.groups)


@function("MPPERCENT", source=(LAWS_2017, EBU_NEUBERG, NORMAL_GAME))
def percent_column(
    scores: ScoresOption,
    expected: _Expected = None,
    decimals: DecimalsOption = None,
    groups: GroupsOption = "neuberg",
) -> List[Tuple[object, ...]]:
    """Matchpoints of a column of scores as a percentage of the top, from 0 to 100.

    If results are missing, the rest are factored, and adjusted scores take their percentage, as in
    MATCHPOINTS. A single result has nothing to be compared with and no percentage: #N/A.
    """
    column, expected = _column(scores, expected)
    top = top_of(expected, groups)

    def percent(points: Fraction) -> object:
        if expected < 2:
            return CellError("#N/A", say("a single result has nothing to be compared with"))
        return rounded_by_side(100 * points / top, _HALF, decimals, groups)

    def adjusted(award: Award) -> Fraction:
        share = 100 * award.as_share(AVERAGE_PLUS)
        return rounded_by_side(share, _HALF, decimals, groups)

    points = matchpoints(column.field, expected, groups)
    return column.spill([percent(value) for value in points], adjusted)


def _column(scores: Grid, expected: Optional[int]) -> Tuple[Column, int]:
    column = read_column(scores)
    found = len(column.field)
    if expected is not None and expected < found:
        raise DomainError(
            count(
                found,
                "expected is {expected}, but the column holds {n} result",
                "expected is {expected}, but the column holds {n} results",
                expected=expected,
            )
        )
    return column, max(1, column.expected) if expected is None else expected
