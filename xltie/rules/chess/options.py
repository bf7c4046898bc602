"""Options that several rules of chess take, each said once."""

from __future__ import annotations

from typing import Annotated

from xltie.functions.registry import Arg

CutOption = Annotated[int, Arg("How many of the lowest terms to leave out.", min=0)]
MedianOption = Annotated[int, Arg("How many terms to leave out at each end.", min=0)]
RulebookOption = Annotated[
    str, Arg("The edition for unplayed rounds; left out: that of the event, else a plain sum.")
]
RoundsOption = Annotated[
    int, Arg("Rounds of the whole event, where the games are not all there yet.", min=0)
]
FormatOption = Annotated[
    str,
    Arg("swiss or round-robin; left out: as the event says.", names=("", "swiss", "round-robin")),
]
CompatOption = Annotated[
    str, Arg("tbs: as TieBreakServer computes where it differs.", names=("", "tbs"))
]
ForeOption = Annotated[int, Arg("1 takes every pairing of the last round as drawn.", min=0, max=1)]
UnratedOption = Annotated[
    int, Arg("Rating of players without one; 0 leaves the value undefined.", min=0)
]
