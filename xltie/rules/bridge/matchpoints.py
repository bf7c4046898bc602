"""Matchpoints: how many of the other results a result beats, with Neuberg's factor."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from typing import Annotated, List, Optional, Sequence, Tuple, Union

from xltie.core.cells import CellError, Grid
from xltie.core.errors import DomainError
from xltie.core.rounding import rounded
from xltie.event.board_results import Award
from xltie.functions.registry import Arg, function
from xltie.rules.bridge.options import DecimalsOption, GroupsOption, ScoresOption
from xltie.rules.bridge.score_columns import Column, read_column
from xltie.rules.bridge.sources import BRIDGEWX, EBU_FOULED, EBU_NEUBERG, LAWS_2017, NORMAL_GAME

SCALES = ("2/1", "1/0.5", "rank", "centred", "seed003")


def matchpoints(
    field: Sequence[Fraction], expected: int, groups: str = "neuberg"
) -> List[Fraction]:
    """Return the matchpoints of every result of a field: 2 for each lower one, 1 for each equal.

    A field smaller than ``expected`` is factored by Neuberg's formula, as if every result had
    occurred ``expected / len(field)`` times. ``groups`` says which fields are too small for that:
    with "small" up to three results score 60, 65 and 55, or 70, 60 and 50 %; with "ebu" so do one
    or two that are at most a third of those expected; with "neuberg" none.
    """
    ordered = sorted(field)
    if _is_too_small(len(field), expected, groups):
        return [share * 2 * (expected - 1) for share in _small_group(field, ordered)]
    points = []
    for score in field:
        below = bisect_left(ordered, score)
        level = bisect_right(ordered, score) - below
        points.append(Fraction(2 * below + level - 1))
    if len(field) >= expected:
        return points
    factor = Fraction(expected, len(field)) if field else Fraction(1)
    return [(own + 1) * factor - 1 for own in points]


def _is_too_small(count: int, expected: int, groups: str) -> bool:
    if count >= expected or groups == "neuberg":
        return False
    return count <= 3 if groups == "small" else count <= 2 and 3 * count <= expected


_SMALL = {1: (60,), 2: (55, 65), 3: (50, 60, 70)}


def _small_group(field: Sequence[Fraction], ordered: List[Fraction]) -> List[Fraction]:
    """Return the shares of a group of up to three: equal results share what they take together."""
    shares = _SMALL.get(len(field), ())
    found = []
    for score in field:
        own = shares[bisect_left(ordered, score) : bisect_right(ordered, score)]
        found.append(Fraction(sum(own), 100 * len(own)))
    return found


def top_of(expected: int) -> int:
    """Return the most matchpoints that a board with this many expected results can give."""
    return 2 * (expected - 1)


_Expected = Annotated[
    Optional[int],
    Arg(
        "Results expected on the board; if omitted, the number of cells that are not blank.", min=1
    ),
]
_Decimals = Annotated[
    Optional[int], Arg("Number of decimals to round to, halves up.", min=0, max=12)
]


@function("MATCHPOINTS", source=(LAWS_2017, EBU_NEUBERG, EBU_FOULED, BRIDGEWX, NORMAL_GAME))
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
    rescale = _Scale(scaling, expected)
    points = matchpoints(column.field, expected, groups.lower())

    def adjusted(award: Award) -> Fraction:
        return rescale(award.as_share(_IMPS_PER_STEP) * top_of(expected), decimals)

    return column.spill([rescale(own, decimals) for own in points], adjusted)


_IMPS_PER_STEP = Fraction(3)


class _Scale:
    """Turns points on the scale 2/1 into another scale."""

    def __init__(self, scale: Union[Fraction, str], expected: int) -> None:
        numbered = {Fraction(2): "2/1", Fraction(1): "1/0.5"}
        name = scale.lower() if isinstance(scale, str) else numbered.get(scale, "")
        if not name:
            raise DomainError(f"scaling is {scale}; it must be 2 (for 2/1) or 1 (for 1/0.5)")
        self.half = name != "2/1"
        self.shift = {
            "rank": Fraction(1),
            "centred": -Fraction(expected - 1, 2),
            "seed003": -Fraction(expected - 1, 2),
        }.get(name, Fraction(0))

    def __call__(self, points: Fraction, decimals: Optional[int]) -> Fraction:
        return rounded((points / 2 if self.half else points) + self.shift, decimals)


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
    top = top_of(expected)

    def percent(points: Fraction) -> object:
        if not top:
            return CellError("#N/A", "a single result has nothing to be compared with")
        return rounded(100 * points / top, decimals)

    def adjusted(award: Award) -> Fraction:
        return rounded(100 * award.as_share(_IMPS_PER_STEP), decimals)

    points = matchpoints(column.field, expected, groups.lower())
    return column.spill([percent(own) for own in points], adjusted)


def _column(scores: Grid, expected: Optional[int]) -> Tuple[Column, int]:
    column = read_column(scores)
    found = len(column.field)
    if expected is not None and expected < found:
        raise DomainError(f"expected is {expected}, but the column holds {found} results")
    return column, max(1, column.expected) if expected is None else expected
