"""Finals and play-offs behind the rounds: who of those who meet in them comes before whom."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, FrozenSet, List, Sequence, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.messages import say
from xltie.event import Event, EventIndex, Id, Match, Outcome, Side, Status
from xltie.functions.registry import rule
from xltie.functions.sources import WOF
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.common.knock_out import places_of_draw


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
        raise UndefinedValue(say("no game in the finals"))
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
        played: Dict[Id, _Played] = {who: [] for who in group}
        for match in matches:
            for side, other in match.facing:
                if other is not None:
                    played[side.who].append((match.round, other.who, side.tally or Fraction(0)))
        for who, place in places_of_draw(index).items():
            found[who] = place, played[who]
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
