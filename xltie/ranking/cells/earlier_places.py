"""What a player did in a round, as a cross table shows it, and the place after one."""

from __future__ import annotations

from typing import Annotated, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from xltie.core.catalogues import translated
from xltie.core.errors import UndefinedValue
from xltie.core.numbers import show
from xltie.event import (
    EventIndex,
    Id,
    Outcome,
    RoundRecord,
    Status,
    after_round,
    has_places_after_rounds,
)
from xltie.functions.registry import Arg, rule
from xltie.ranking.cells.event_functions import Criteria, listed_criteria, place
from xltie.ranking.criteria import Criterion
from xltie.ranking.standings import divisions, drawn, refuse_unranked, split_by_value, understood
from xltie.rules.common.criterion_value import CriterionValue
from xltie.settings.declared import LANGUAGE, LOT


class _Tied(NamedTuple):
    """Players who are tied on the first criteria, and the place that they share so far."""

    place: int
    members: Tuple[Id, ...]
    parted_by: int


class SinglePlaces:
    """The places of :func:`~xltie.ranking.standings.rank`, found as they are asked for.

    Who leads is known from the first criterion and, among the few who are tied with somebody who is
    asked for, from the others: most players need no tie-break at all.
    """

    def __init__(
        self, event_index: EventIndex, criteria: Sequence[Criterion], lot: str = ""
    ) -> None:
        self._event_index = event_index
        self._criteria = criteria
        self._known = understood(criteria)
        self._lot = lot if self._known == len(criteria) else ""
        self._tied: Dict[Id, _Tied] = {}
        for members in divisions(event_index).values():
            self._share(_Tied(1, members, 0))

    def place(self, who: Id) -> Optional[int]:
        """Return a player's place; None if the first criterion is not understood.

        Raises:
            UndefinedValue: the player has no place, and why.
        """
        refuse_unranked(self._event_index, who)
        if not self._known:
            return None
        parts = self._parts(self._tied[who])
        while parts:
            place, _, by = self._tied[who]
            for members in parts:
                self._share(_Tied(place, members, by + 1))
                place += len(members)
            parts = self._parts(self._tied[who])
        return self._tied[who].place

    def _share(self, tied: _Tied) -> None:
        self._tied.update(dict.fromkeys(tied.members, tied))

    def _parts(self, tied: _Tied) -> List[Tuple[Id, ...]]:
        """Return what the next criterion makes of tied players; nothing where nothing is left."""
        _, members, by = tied
        if len(members) == 1 or by > self._known:
            return []
        if by == self._known:
            return drawn(members, self._lot) if self._lot else []
        criterion = self._criteria[by]
        values = criterion.values(self._event_index, members)
        return split_by_value(members, values, criterion.low_wins)


# --------------------------------------------------------------------------------------------------


@rule("PLACEAFTER", is_criterion=False)
def place_after(
    event_index: EventIndex,
    who: Id,
    round_number: Annotated[int, Arg("The round after which the place is asked for.", min=1)],
    criteria: Criteria = "",
) -> Union[CriterionValue, str]:
    """Place that a player had after a round; after the latest round it is the place now.

    Only games up to that round count, for everybody; a player who came later is ranked without
    a game. Undefined in a session of boards, which has no rounds.
    """
    if not has_places_after_rounds(event_index.event):
        raise UndefinedValue.say("the event has no rounds after which there are places")
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


_SIGNS: Dict[Optional[Outcome], str] = {
    Outcome.WIN: "+",
    Outcome.DRAW: "=",
    Outcome.LOSS: "-",
    None: "?",
}
STATUS_WORDS = {
    Status.PAIRING_BYE: "bye",
    Status.FULL_BYE: "full bye",
    Status.HALF_BYE: "half bye",
    Status.ZERO_BYE: "zero bye",
    Status.ABSENT: "absent",
}


@rule("ROUNDRESULT", is_criterion=False)
def round_result(
    event_index: EventIndex, who: Id, round_number: Annotated[int, Arg("The round.", min=1)]
) -> str:
    """Result of one round as in a cross table: +12b 40 is a win against 12 with Black, 40 discs.

    The sign is + for a win, = for a draw, - for a loss and ? for a game in progress, followed by
    the opponent, the colour and the discs, if any. Forfeits end in F. A result in brackets does not
    count.
    """
    for record in event_index.rounds_of(who):
        if record.round == round_number:
            said = cross_table_cell(record)
            code = event_index.event.settings.text(LANGUAGE, "en")
            return translated("cross table", said, code) if record.other is None else said
    return ""


def cross_table_cell(record: RoundRecord, numbers: Mapping[Id, str] = {}) -> str:
    """Return what a cross table says of a round: sign, opponent, colour and count, or a word.

    An opponent is called by the id, or by what ``numbers`` says instead.
    """
    side = record.own
    if side.status is Status.ANNULLED and record.match is not None and record.match.b is not None:
        a, b = record.match.a, record.match.b
        left, right = (a, b) if a.who == side.who else (b, a)
        return f"({cross_table_cell(RoundRecord(record.round, left, right, 0, None), numbers)})"
    if record.other is None:
        return STATUS_WORDS.get(side.status, "")
    opponent = numbers.get(record.other.who, record.other.who)
    if side.status.is_forfeit:
        sign = "+" if side.status is Status.FORFEIT_WIN else "-"
        return f"{sign}{opponent}F"
    discs = "" if side.tally is None else f" {show(side.tally)}"
    return f"{_SIGNS[side.outcome]}{opponent}{side.seat[:1]}{discs}"
