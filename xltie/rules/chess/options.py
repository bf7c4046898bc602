"""Options that several rules of chess take, each declared once."""

from __future__ import annotations

from typing import Annotated

from xltie.functions.registry import Arg

CutOption = Annotated[int, Arg("Number of lowest terms to leave out.", min=0)]
MedianOption = Annotated[int, Arg("Number of terms to leave out at each end.", min=0)]
RulebookOption = Annotated[
    str,
    Arg(
        "Edition of the rules for unplayed rounds; if omitted, that of the event, else a plain sum."
    ),
]
RoundsOption = Annotated[
    int, Arg("Number of rounds in the whole event, if not all games are listed yet.", min=0)
]
FormatOption = Annotated[
    str,
    Arg("swiss or round-robin; if omitted, that of the event.", names=("", "swiss", "round-robin")),
]
CompatOption = Annotated[str, Arg("tbs: as TieBreakServer, where it differs.", names=("", "tbs"))]
ForeOption = Annotated[int, Arg("1 takes every pairing of the last round as drawn.", min=0, max=1)]
UnratedOption = Annotated[
    int, Arg("Rating of players without one; 0 leaves the value undefined.", min=0)
]
