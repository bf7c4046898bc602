"""Places of a knock-out, and of finals behind the rounds of another event."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Dict, FrozenSet, List, NamedTuple, Optional, Sequence, Set, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.messages import say
from xltie.event import Event, EventIndex, Id, Match, Outcome, RoundRecord, Side, Status
from xltie.functions.registry import Source, rule
from xltie.functions.sources import WOF
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
        raise UndefinedValue.say("the games do not say in which round they were played")
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


@rule("FINALS", source=WOF, aliases=("finals",), low_wins=True, reorders=True)
def finals(event_index: EventIndex, who: Id) -> CriterionValue:
    """Place among those with whom the finals connect a player; 1 is the winner.

    Finals are the games after the round that the Settings name (Finals after round); they earn
    neither points nor discs. Several games of two players that follow each other are one match,
    won by more points, then by more discs. In a list of criteria FINALS breaks no tie: those who
    meet in semi-finals, finals, a match for third place or a play-off share out the places that the
    other criteria gave them, as in a knock-out. Players level in a match keep their order.
    """
    draw = event_index.cached("finals", lambda: _places_in_finals(event_index))
    if who not in draw:
        raise UndefinedValue.say("no game in the finals")
    place, played = draw[who]
    return CriterionValue(
        place,
        lambda: [
            Term(number, opponent, points, say("points of the match"))
            for number, opponent, points in played
        ],
    )


_Played = List[Tuple[int, Id, Fraction]]


def connected(event_index: EventIndex) -> List[FrozenSet[Id]]:
    """Return the groups of players whom games of the finals connect."""
    groups: List[FrozenSet[Id]] = []
    for match in event_index.finals:
        met = frozenset(side.who for side in match.sides)
        joined = met.union(*(group for group in groups if group & met))
        groups = [*(group for group in groups if not group & met), joined]
    return groups


def _places_in_finals(event_index: EventIndex) -> Dict[Id, Tuple[int, _Played]]:
    found: Dict[Id, Tuple[int, _Played]] = {}
    for group in connected(event_index):
        games = [m for m in event_index.finals if m.b is not None and m.a.who in group]
        matches = _matches(event_index, games)
        members = tuple(c for c in event_index.event.contestants if c.id in group)
        index = EventIndex(Event(contestants=members, matches=tuple(matches)))
        played = _played(matches)
        for who, place in places_of_draw(index).items():
            found[who] = place, played[who]
    return found


def _played(matches: Sequence[Match]) -> Dict[Id, _Played]:
    """Return the matches of everybody: the round, the other, and what was earned."""
    found: Dict[Id, _Played] = defaultdict(list)
    for match in matches:
        for side, other in match.facing:
            if other is not None:
                found[side.who].append((match.round, other.who, side.tally or Fraction(0)))
    return found


def _matches(event_index: EventIndex, games: Sequence[Match]) -> List[Match]:
    """Return the matches of which the games are parts, in the rounds of a knock-out."""
    ties: List[List[Match]] = []
    latest: Dict[Id, int] = {}
    for game in games:
        one, other = (side.who for side in game.sides)
        at = latest.get(one)
        if at is None or at != latest.get(other):
            ties.append([])
            at = latest[one] = latest[other] = len(ties) - 1
        ties[at].append(game)
    to_go = _matches_to_go([tuple(side.who for side in tie[0].sides) for tie in ties])
    last = max(to_go, default=0)
    return [
        _decided(event_index, 1 + last - more, *(side.who for side in tie[0].sides), games=tie)
        for more, tie in sorted(zip(to_go, ties), key=lambda pair: -pair[0])
    ]


def _matches_to_go(met: Sequence[Tuple[Id, ...]]) -> List[int]:
    """Return for every match how many are left with it, so that finals of all are the last."""
    after: Dict[Id, int] = {}
    found: List[int] = []
    for players in reversed(met):
        number = 1 + max(after.get(who, 0) for who in players)
        after.update(dict.fromkeys(players, number))
        found.append(number)
    return found[::-1]


def _decided(
    event_index: EventIndex, number: int, one: Id, other: Id, *, games: Sequence[Match]
) -> Match:
    """Return a match of several games as one, with the points of each as its tally."""
    points = dict.fromkeys((one, other), Fraction(0))
    discs = dict(points)
    is_open = False
    for game in games:
        for side in game.sides:
            points[side.who] += event_index.event.scoring.points(side)
            discs[side.who] += side.tally or Fraction(0)
            is_open = is_open or side.status is Status.PENDING
    status = Status.PENDING if is_open else Status.PLAYED

    def side_of(who: Id, rival: Id) -> Side:
        more = points[who] - points[rival] or discs[who] - discs[rival]
        outcome = Outcome.WIN if more > 0 else Outcome.LOSS if more else Outcome.DRAW
        return Side(who, status, outcome=None if is_open else outcome, tally=points[who])

    return Match(number, side_of(one, other), side_of(other, one))
