"""Options that several rules of chess take, each declared once."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from xltie.functions.registry import Arg
from xltie.rules.common.score import ForfeitsOption

RulebookOption = Annotated[
    str,
    Arg(
        "Edition of the rules for unplayed rounds; if omitted, that of the event, else a plain sum."
    ),
]
FormatOption = Annotated[
    str,
    Arg("swiss or round-robin; if omitted, that of the event.", names=("", "swiss", "round-robin")),
]
CompatOption = Annotated[str, Arg("tbs: as TieBreakServer, where it differs.", names=("", "tbs"))]
ScoreOption = Annotated[
    str, Arg("MP or GP; if omitted, the primary score of the event.", names=("", "MP", "GP"))
]
UnratedOption = Annotated[
    int, Arg("Rating of players without one; 0 leaves the value undefined.", min=0)
]


class CutOptions(NamedTuple):
    """How many terms of a sum are left out."""

    cut: Annotated[int, Arg("Number of lowest terms to leave out.", min=0)] = 0
    median: Annotated[int, Arg("Number of terms to leave out at each end.", min=0)] = 0


class OpponentOptions(NamedTuple):
    """By which rules, and over which rounds, the scores of opponents are made."""

    rulebook: RulebookOption = ""
    forfeits: ForfeitsOption = ""
    rounds: Annotated[
        int, Arg("Number of rounds in the whole event, if not all games are listed yet.", min=0)
    ] = 0
    format: FormatOption = ""
    compat: CompatOption = ""
    fore: Annotated[int, Arg("1 takes every pairing of the last round as drawn.", min=0, max=1)] = 0


class EncounterOptions(NamedTuple):
    """Which games between tied players count, and how."""

    forfeits: ForfeitsOption = ""
    format: FormatOption = ""
    compat: CompatOption = ""
