"""Places of a knock-out: what is left of the draw after every round."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Set, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.messages import say
from xltie.event import EventIndex, Id, Outcome, RoundRecord, Status
from xltie.functions.registry import Source, rule
from xltie.rules.common.criterion_value import CriterionValue, Term

_WAGC = Source(
    "World Amateur Go Championship",
    "Results of 1979 to 1983 in the European Go Database, with the places that are shared",
)
_WON, _LEVEL, _LOST = 0, 1, 2
_RESULTS = {Outcome.WIN: _WON, Outcome.DRAW: _LEVEL, Outcome.LOSS: _LOST}
_FREE = frozenset({Status.PAIRING_BYE, Status.FULL_BYE})

Groups = List[List[Id]]


class _Step(NamedTuple):
    """A round that moved somebody down: how far, against whom, and to which place."""

    round: int
    opponent: Optional[Id]
    places: int
    place: int


@rule("KNOCKOUT", source=_WAGC, aliases=("knock-out place",), low_wins=True)
def knock_out(event_index: EventIndex, who: Id) -> CriterionValue:
    """Place in a knock-out: in each round those who meet share out their places, winners first.

    All begin on place 1. Each round divides those who hold the same places, or meet across two such
    groups, into winners and losers, so that games for lower places, second chances and groups
    before the draw count as well. A bye is a win; those whose last game is over keep their place,
    which they share with the others who went as far. Meant for knock-outs: in other events, such
    as a Swiss, it says little more than who won last.
    """
    if not event_index.event.rounds_known:
        raise UndefinedValue(say("the games do not say in which round they were played"))
    place, steps = event_index.cached("knock-out", lambda: _draw(event_index))[who]

    def terms() -> List[Term]:
        return [
            Term(None, None, 1, say("all begin level")),
            *(
                Term(
                    step.round,
                    step.opponent,
                    step.places,
                    say("not won: place {place}", place=step.place),
                )
                for step in steps
            ),
        ]

    return CriterionValue(place, terms)


def places_of_draw(event_index: EventIndex) -> Dict[Id, int]:
    """Return everybody's place in a draw that is the whole event."""
    return {who: place for who, (place, _) in _draw(event_index).items()}


def _draw(event_index: EventIndex) -> Dict[Id, Tuple[int, List[_Step]]]:
    """Return everybody's place, and the rounds by which it came about."""
    groups: Groups = [list(event_index.ids)]
    steps: Dict[Id, List[_Step]] = {who: [] for who in event_index.ids}
    before = _places(groups)
    for index in range(
        max((len(event_index.rounds_of(who)) for who in event_index.ids), default=0)
    ):
        groups = [
            part for group in _joined(event_index, groups, index)
            for part in _parted(event_index, group, index)
        ]  # fmt: skip
        places = _places(groups)
        for who, place in places.items():
            if place != before[who]:
                record = event_index.rounds_of(who)[index]
                moved = place - before[who]
                steps[who].append(_Step(record.round, record.opponent, moved, place))
        before = places
    return {who: (before[who], steps[who]) for who in event_index.ids}


def _places(groups: Groups) -> Dict[Id, int]:
    found: Dict[Id, int] = {}
    for group in groups:
        first = len(found) + 1
        found.update((who, first) for who in group)
    return found


def _joined(event_index: EventIndex, groups: Groups, index: int) -> Groups:
    """Return the groups with those made one between which a game of the round was played."""
    number = {who: at for at, group in enumerate(groups) for who in group}
    links: Set[int] = set()
    """A gap between two neighbours, by the first, that a game reaches across."""
    for who, at in number.items():
        other = event_index.rounds_of(who)[index].other
        if other is not None:
            links.update(range(at, number[other.who]))
    done: Groups = []
    for at, group in enumerate(groups):
        if at - 1 in links:
            done[-1].extend(group)
        else:
            done.append(list(group))
    return done


def _parted(event_index: EventIndex, group: List[Id], index: int) -> Groups:
    """Return winners, those who are level, and losers; the group itself where nobody met."""
    records = {who: event_index.rounds_of(who)[index] for who in group}
    if all(record.other is None for record in records.values()):
        return [group]
    parts: Groups = [[], [], []]
    for who, record in records.items():
        parts[_result(event_index, record, who, index)].append(who)
    return [part for part in parts if part]


def _result(event_index: EventIndex, record: RoundRecord, who: Id, index: int) -> int:
    """Return how a round went; one without an entry is a bye for those who play on."""
    if record.own.status is Status.PENDING:
        return _LEVEL
    if record.other is not None:
        return _LOST if record.own.outcome is None else _RESULTS[record.own.outcome]
    later = event_index.rounds_of(who)[index + 1 :]
    plays_on = any(record.other is not None for record in later)
    return _WON if record.own.status in _FREE or plays_on else _LOST
