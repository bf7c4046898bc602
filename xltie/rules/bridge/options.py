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

ScoresOption = Annotated[Grid, Arg("The scores of one side on one board, one column.")]
DecimalsOption = Annotated[Optional[int], Arg("Round to so many decimals.", min=0, max=12)]
BoardDecimalsOption = Annotated[
    Optional[int], Arg("Round each board to so many decimals.", min=0, max=12)
]
AverageOption = Annotated[Fraction, Arg("IMPs of an average plus: 3 (default) or 2.", above=0)]
TrimOption = Annotated[
    Union[Fraction, str],
    Arg(
        "Scores left out at each end: none, quarter, bridge-scorer, bridgewx, 1.",
        min=0,
        names=TRIMS,
    ),
]
DatumRoundingOption = Annotated[
    str, Arg("The datum: half-down, half-up, truncated or none.", names=ROUNDINGS)
]
DivisorOption = Annotated[
    str, Arg("The total is divided by n-1 (default) or n, or left as the total.", names=DIVISORS)
]
GroupsOption = Annotated[
    str,
    Arg(
        "Boards short of results: neuberg, manual, scale, ascherman; fixed shares in small groups: "
        "ebu (1-3), doe (1-2), small (1-3).",
        names=GROUPS,
    ),
]
SigmaOption = Annotated[
    str, Arg("sample (divide by n - 1, default) or population (by n).", names=SIGMAS)
]
CapOption = Annotated[
    Optional[Fraction], Arg("The most that a board gives, such as 2.326.", above=0)
]
