"""Options that several rules of bridge take, each said once."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, NamedTuple, Optional, Union

from xltie.core.cells import Grid
from xltie.functions.registry import Arg

TRIMS = ("none", "quarter", "bridge-scorer", "bridgewx")
ROUNDINGS = ("half-down", "half-up", "truncated", "none")
DIVISORS = ("n-1", "n", "total")
GROUPS = ("neuberg", "ebu", "small", "doe", "manual", "scale", "ascherman")
SIGMAS = ("sample", "population")

AVERAGE_PLUS = Fraction(3)
"""IMPs of an average plus (Law 86)."""

ScoresOption = Annotated[Grid, Arg("One side's scores on a board, as a column.")]
DecimalsOption = Annotated[Optional[int], Arg("Number of decimals to round to.", min=0, max=12)]
BoardDecimalsOption = Annotated[
    Optional[int], Arg("Number of decimals to which each board is rounded.", min=0, max=12)
]
AverageOption = Annotated[Fraction, Arg("IMPs for an average plus: 3 (default) or 2.", above=0)]
TrimOption = Annotated[
    Union[Fraction, str],
    Arg(
        "Scores dropped at each end: none, quarter, bridge-scorer, bridgewx, or a number.",
        min=0,
        names=TRIMS,
    ),
]
DatumRoundingOption = Annotated[
    str, Arg("Rounding of the datum: half-down, half-up, truncated or none.", names=ROUNDINGS)
]
DivisorOption = Annotated[
    str, Arg("Divisor of the total: n-1 (default), n, or total for none.", names=DIVISORS)
]
GroupsOption = Annotated[
    str,
    Arg(
        "How to score boards with missing results: neuberg, manual, scale, ascherman; ebu, doe and "
        "small give fixed percentages to up to three results.",
        names=GROUPS,
    ),
]
SigmaOption = Annotated[
    str, Arg("Standard deviation: sample (n - 1, default) or population (n).", names=SIGMAS)
]
CapOption = Annotated[
    Optional[Fraction], Arg("Maximum deviation for a board, such as 2.326.", above=0)
]


# -- ways to score a board -----------------------------------------------------------------------


class Matchpoints(NamedTuple):
    """Matchpoints: 2 for every result beaten, 1 for every equal one, factored by Neuberg."""

    scaling: Annotated[str, Arg("2/1 (default) or 1/0.5.", names=("2/1", "1/0.5"))] = "2/1"
    groups: GroupsOption = "neuberg"
    expected: Annotated[
        int, Arg("Results expected on each board; 0: as many as the board with the most.", min=0)
    ] = 0
    decimals: BoardDecimalsOption = None


class Butler(NamedTuple):
    """IMPs against the datum."""

    trim: TrimOption = "none"
    rounding: DatumRoundingOption = "half-down"
    average: AverageOption = AVERAGE_PLUS


class Cross(NamedTuple):
    """IMPs against every other table."""

    divisor: DivisorOption = "n-1"
    average: AverageOption = AVERAGE_PLUS
    decimals: BoardDecimalsOption = None


class Normal(NamedTuple):
    """Standard deviations from the mean."""

    sigma: SigmaOption = "sample"
    cap: CapOption = None
    decimals: BoardDecimalsOption = None
    average: AverageOption = AVERAGE_PLUS


Method = Union[Matchpoints, Butler, Cross, Normal]
