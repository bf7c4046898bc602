"""Options that several rules of Go take, each said once."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Dict, NamedTuple, Tuple

from xltie.core.messages import Message, say
from xltie.event import EventIndex, after_round
from xltie.functions.registry import Arg
from xltie.rules.go.scores import AS_THE_EVENT, BASES, ScoreOptions

ZERO = "zero"
START = "start"
SELF = "self"
BYE_PLAYER = "bye-player"
HALF_VIRTUAL = "half-virtual"
BYE_HALF = "bye-half"
UNPLAYED_CONVENTIONS = (START, ZERO, SELF, BYE_PLAYER, HALF_VIRTUAL, BYE_HALF)
"""Every convention; the first is the rule of the European Go Federation.

With ``self`` a bye is a game against oneself, but an absence counts as the start score: so the
Croatian championship 2006, the European Youth Championship 2012 (under 16) and the Polish Youth
Championship 2009 were published, which have both.

``bye-half`` is what a text on the qualification of the Korean league (2020) asks for: a point won
without play, by a bye or by default, counts one half in the sums of the opponents met.
"""

_OF_RULEBOOK: Dict[str, str] = {
    "egf": START,
    "opengotha": START,
    "macmahon": BYE_PLAYER,
    "korea2020": BYE_HALF,
}
NAMES: Tuple[str, ...] = ("", *UNPLAYED_CONVENTIONS, *_OF_RULEBOOK)


def described(effect: str, status: Message, convention: Message) -> Message:
    """Return what a round without an opponent adds; ``effect`` is that of a convention."""
    if effect in (ZERO, BYE_HALF):
        return say("{status} adds nothing ({convention})", status=status, convention=convention)
    if effect == SELF:
        return say(
            "{status} counts as a game against oneself ({convention})",
            status=status,
            convention=convention,
        )
    if effect == BYE_PLAYER:
        return say(
            "{status} counts as a game against a player BYE ({convention})",
            status=status,
            convention=convention,
        )
    return say(
        "{status} counts as the player's own start score ({convention})",
        status=status,
        convention=convention,
    )


def unplayed_convention(unplayed: str, rulebook: str = "") -> str:
    """Return the convention of that name, or the one of the rulebook where none is named."""
    if unplayed:
        return _OF_RULEBOOK.get(unplayed, unplayed)
    return _OF_RULEBOOK.get(rulebook.strip().lower(), START)


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
