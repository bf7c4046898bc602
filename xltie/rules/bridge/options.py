"""Options that several rules of bridge take, each said once."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Optional, Union

from xltie.core.cells import Grid
from xltie.functions.registry import Arg

TRIMS = ("none", "quarter", "bridge-scorer", "bridgewx")
ROUNDINGS = ("half-down", "half-up", "truncated", "none")
DIVISORS = ("n-1", "n", "total")
GROUPS = ("neuberg", "ebu", "small", "doe", "manual", "scale", "ascherman")
SIGMAS = ("sample", "population")

ScoresOption = Annotated[Grid, Arg("One side's scores on a board, as a column.")]
DecimalsOption = Annotated[Optional[int], Arg("Number of decimals to round to.", min=0, max=12)]
BoardDecimalsOption = Annotated[
    Optional[int], Arg("Number of decimals to which each board is rounded.", min=0, max=12)
]
AverageOption = Annotated[Fraction, Arg("IMPs for an average plus: 3 (default) or 2.", above=0)]
ByeOption = Annotated[
    Fraction, Arg("Victory points of a round that the team sits out; 0 (default).", min=0)
]
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
