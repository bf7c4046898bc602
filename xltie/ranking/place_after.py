"""The place that a player had after an earlier round."""

from __future__ import annotations

from typing import Annotated, Dict, Tuple, Union

from xltie.core.errors import UndefinedValue
from xltie.core.messages import say
from xltie.event.after_round import after_round, has_places_after_rounds
from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.functions.registry import Arg, rule
from xltie.ranking.event_functions import Criteria, listed_criteria, place
from xltie.ranking.single_places import SinglePlaces
from xltie.rules.common.criterion_value import CriterionValue
from xltie.settings.declared import LOT


@rule("PLACEAFTER", is_criterion=False)
def place_after(
    event_index: EventIndex,
    who: Id,
    round_number: Annotated[int, Arg("The round after which the place is asked for.", min=1)],
    criteria: Criteria = "",
) -> Union[CriterionValue, str]:
    """Place that a player had after a round; after the newest round it is the place now.

    Only games up to that round count, for everybody; a player who came later is ranked without
    a game. Undefined in a session of boards, which has no rounds.
    """
    if not has_places_after_rounds(event_index.event):
        raise UndefinedValue(say("the event has no rounds after which there are places"))
    newest = max((match.round for match in event_index.event.matches), default=0)
    if round_number >= newest:
        return place(event_index, who, criteria)
    earlier = event_index.cached(
        ("after", round_number), lambda: _earlier(event_index, round_number)
    )
    places = earlier.cached(("places", criteria), lambda: _single_places(earlier, criteria))
    found = places.place(who)
    return "" if found is None else CriterionValue(found)


def _single_places(event_index: EventIndex, criteria: str) -> SinglePlaces:
    event = event_index.event
    return SinglePlaces(event_index, listed_criteria(event, criteria), event.settings.text(LOT))


_KEPT: Dict[Tuple[int, int], EventIndex] = {}
"""Indexes of events cut to a round, by the round and the number of players.

What is typed changes the newest round as a rule, and the rounds before it are ranked once only.
"""
_MOST_KEPT = 16


def _earlier(event_index: EventIndex, number: int) -> EventIndex:
    """Return the index of an event as it was after a round."""
    event = after_round(event_index.event, number)
    key = (number, len(event.contestants))
    known = _KEPT.get(key)
    if known is not None and known.event == event:
        return known
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.clear()
    _KEPT[key] = EventIndex(event)
    return _KEPT[key]
