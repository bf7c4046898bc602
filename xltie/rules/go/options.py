"""Options that several rules of Go take, each said once."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from xltie.event import EventIndex, after_round
from xltie.functions.registry import Arg
from xltie.rules.go.scores import BASES, ROUNDINGS, Values
from xltie.rules.go.unplayed import NAMES

CutOption = Annotated[int, Arg("How many of the lowest contributions to leave out.", min=0)]
BasisOption = Annotated[
    str,
    Arg(
        "Over wins, mms (McMahon scores) or mms-even; left out: mms where start scores are.",
        names=BASES,
    ),
]
AbsentOption = Annotated[
    Values, Arg("Points for a round missed: in wins; in McMahon scores. Left out: 0;0.5.")
]
ByeOption = Annotated[Values, Arg("Points for a bye: in wins; in McMahon scores. Left out: 1;1.")]
RoundingOption = Annotated[
    str, Arg("Points without an opponent: down to a whole number, or none.", names=ROUNDINGS)
]
UnplayedOption = Annotated[
    str,
    Arg(
        "What a round without an opponent adds: start, zero, self, bye-player ..., bye-half.",
        names=NAMES,
    ),
]
RulebookOption = Annotated[
    str, Arg("Where unplayed is left out: the convention of egf, opengotha, macmahon or korea2020.")
]
FirstRoundsOption = Annotated[
    int, Arg("Count only the first rounds, such as the 6 before a play-off; 0: all.", min=0)
]


def first_rounds(event_index: EventIndex, rounds: int) -> EventIndex:
    """Return the event as it stood after a number of rounds, made once; itself for 0."""
    if not rounds or rounds >= event_index.begun:
        return event_index
    return event_index.cached(
        ("first rounds", rounds),
        lambda: EventIndex(replace(after_round(event_index.event, rounds), rounds=rounds)),
    )
