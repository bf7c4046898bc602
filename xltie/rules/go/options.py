"""Options that several rules of Go take, each said once."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, NamedTuple

from xltie.event import EventIndex, after_round
from xltie.functions.registry import Arg
from xltie.rules.go.scores import AS_THE_EVENT, BASES, ScoreOptions
from xltie.rules.go.unplayed import NAMES

BasisOption = Annotated[
    str,
    Arg(
        "Over wins, mms (McMahon scores) or mms-even; by default mms if there are start scores.",
        names=BASES,
    ),
]


class SumOptions(NamedTuple):
    """What a sum over opponents is taken of, and by which conventions, as a call says it."""

    unplayed: Annotated[
        str,
        Arg(
            "What a round without an opponent adds: start, zero, self, bye-player ..., bye-half.",
            names=NAMES,
        ),
    ] = ""
    basis: BasisOption = ""
    scores: ScoreOptions = AS_THE_EVENT
    rulebook: Annotated[
        str,
        Arg("If unplayed is omitted: the convention of egf, opengotha, macmahon or korea2020."),
    ] = ""
    rounds: Annotated[
        int, Arg("Count only the first rounds, such as the 6 before a play-off; 0: all.", min=0)
    ] = 0


def first_rounds(event_index: EventIndex, rounds: int) -> EventIndex:
    """Return the event as it stood after a number of rounds, made once; itself for 0."""
    if not rounds or rounds >= event_index.begun:
        return event_index
    return event_index.cached(
        ("first rounds", rounds),
        lambda: EventIndex(replace(after_round(event_index.event, rounds), rounds=rounds)),
    )
