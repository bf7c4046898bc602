"""What the Dubov system knows of a player: ratings of opponents, and upfloats (C.04.4.1, 1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, List

from xltie.core.errors import Fault, InputError
from xltie.core.messages import Message, say
from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.pairing.engine.state import PairingState
from xltie.pairing.options import Wants
from xltie.pairing.systems.dutch.entry_list import (
    float_back,
    is_played,
    records_before,
    scores_before,
)
from xltie.pairing.systems.dutch.field import Field
from xltie.pairing.systems.dutch.player import MILD, UP, Preference

_MILD_BLACK = Preference(-1, MILD, 0, 0)
"""The preference of who has not played yet (1.6.4)."""


@dataclass(frozen=True)
class Upfloats:
    """A player's average rating of opponents (1.7), and upfloats (1.8).

    ``average`` is 0 before the first game. ``is_maximal`` tells a maximum upfloater, ``just`` who
    was upfloated in the last round.
    """

    average: int
    count: int
    is_maximal: bool
    just: bool


def with_mild_preferences(field: Field) -> Field:
    """Return the field in which who has not played prefers Black, mildly (1.6.4)."""
    found = field.limited({})
    found.players = [
        player if player.colours else replace(player, wishes=_MILD_BLACK)
        for player in field.players
    ]
    return found


def upfloats_before(
    event_index: EventIndex, state: PairingState, wants: Wants
) -> Dict[Id, Upfloats]:
    """Return what the system knows of everybody before a round.

    Raises:
        InputError: players without a rating, or a number of rounds that is not known.
    """
    contestants = event_index.event.contestants
    ratings: Dict[Id, int] = {
        contestant.id: contestant.rating for contestant in contestants if contestant.rating
    }
    unrated = [contestant for contestant in contestants if contestant.id not in ratings]
    faults = []
    if unrated:
        faults.append(Fault(_unrated(unrated[0].id, len(unrated) - 1), unrated[0].place))
    if not state.rounds:
        faults.append(Fault(say("the Dubov system needs the number of rounds (1.8)")))
    if faults:
        raise InputError(faults)
    scores = scores_before(event_index, state, wants)
    most = 2 + state.rounds // 5
    found: Dict[Id, Upfloats] = {}
    for contestant in contestants:
        records = records_before(event_index, contestant.id, state.round)
        met = [ratings[r.other.who] for r in records if r.other is not None and is_played(r)]
        ups = [
            float_back(event_index, records, scores, back) == UP
            for back in range(1, len(records) + 1)
        ]
        count = sum(ups)
        found[contestant.id] = Upfloats(_average(met), count, count >= most, any(ups[:1]))
    return found


def _unrated(who: Id, others: int) -> Message:
    if not others:
        return say(
            "{who} has no rating; the Dubov system needs one, if only for this event (1.1)", who=who
        )
    return say(
        "{who} (and {n} more) has no rating; the Dubov system needs one, if only for this event "
        "(1.1)",
        who=who,
        n=others,
    )


def _average(ratings: List[int]) -> int:
    """Return the average rating, rounded to the nearest whole number, halves upwards (1.7.1)."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0
