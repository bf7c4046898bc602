"""The two direct confrontations of OpenGotha: SDC and DC."""

from __future__ import annotations

from typing import Any, Dict, FrozenSet, List, Mapping, Optional, Sequence, Set, Tuple

from xltie.core.cells import Grid, is_blank, number_of, text_of
from xltie.core.messages import say
from xltie.event import EventIndex, Id, Outcome, RoundRecord
from xltie.rules.common.criterion_value import CriterionValue, Term

Decided = List[Tuple[RoundRecord, int]]
"""Games that one of two players won by playing, with 1 for a win and -1 for a loss."""
Graph = Dict[Id, Set[Id]]
"""Who stands above whom: for every player those that it beat."""

_NET = {Outcome.WIN: 1, Outcome.LOSS: -1}


def _decided(event_index: EventIndex, who: Id, other: Id) -> Decided:
    found = []
    for record in event_index.meetings(who).get(other, ()):
        if record.is_played and record.other is not None and record.own.outcome in _NET:
            if record.other.outcome is record.own.outcome:
                continue  # both won or both lost
            found.append((record, _NET[record.own.outcome]))
    return found


def opengotha_sdc(event_index: EventIndex, group: Group) -> Dict[Id, CriterionValue]:
    """Return the pairs won by each player, or 0 for all where some pair has no winner."""
    games = {
        who: {other: _decided(event_index, who, other) for other in group if other != who}
        for who in group
    }
    net = {
        who: {other: sum(won for _, won in decided) for other, decided in met.items()}
        for who, met in games.items()
    }
    applies = all(won for met in net.values() for won in met.values())
    return {who: _pairs_won(games[who], net[who], applies) for who in group}


def _pairs_won(games: Mapping[Id, Decided], net: Mapping[Id, int], applies: bool) -> CriterionValue:
    if not games:
        return CriterionValue(())
    terms = [
        Term(decided[-1][0].round, other, int(net[other] > 0), say("pair won"), applies)
        for other, decided in games.items()
        if decided
    ]
    if not applies:
        why = say("not applied: two of the tied players have no winner between them")
        return CriterionValue(0, terms, why)
    return CriterionValue(sum(won > 0 for won in net.values()), terms)


def opengotha_dc(
    event_index: EventIndex, group: Group, later: Optional[Grid]
) -> Dict[Id, CriterionValue]:
    """Return how far above the last each player comes by who beat whom, then by ``later``."""
    if len(group) < 2:
        return {who: CriterionValue(()) for who in group}
    beaten = _beaten(event_index, group)
    cycle = _cycles(beaten)
    ranks = _ranks(group, _below(beaten, cycle), _keys(group, later))
    last = max(ranks.values())
    return {
        who: CriterionValue(last - ranks[who], _terms(event_index, who, beaten, cycle))
        for who in group
    }


def _beaten(event_index: EventIndex, group: Group) -> Graph:
    """Return whom each player beat, by one game more than it lost.

    As in the program, two wins against the same opponent are not an edge.
    """
    return {
        who: {
            other
            for other in group
            if other != who and sum(won for _, won in _decided(event_index, who, other)) == 1
        }
        for who in group
    }


def _reachable(who: Id, beaten: Graph) -> Set[Id]:
    found: Set[Id] = set()
    left = list(beaten[who])
    while left:
        other = left.pop()
        if other not in found:
            found.add(other)
            left.extend(beaten[other])
    return found


def _cycles(beaten: Graph) -> Dict[Id, FrozenSet[Id]]:
    """Return for every player those who stand both above and below, and the player."""
    reach = {who: _reachable(who, beaten) for who in beaten}
    return {
        who: frozenset(other for other in reach[who] if who in reach[other]) | {who}
        for who in beaten
    }


def _below(beaten: Graph, cycle: Mapping[Id, FrozenSet[Id]]) -> Graph:
    """Return who stands below: whoever beat one of a cycle beat them all."""
    below: Graph = {
        who: set().union(*(beaten[member] for member in cycle[who])) - cycle[who] for who in beaten
    }
    for who in beaten:
        below[who] = set().union(below[who], *(cycle[other] for other in below[who]))
    return below


def _keys(group: Group, later: Optional[Grid]) -> Mapping[Id, Tuple[Any, ...]]:
    """Return what orders players whom no game separates: the higher the better."""
    if later is None:
        return dict.fromkeys(group, ())
    rows = {text_of(line[0]): line[1:] for line in later.rows if not is_blank(line[0])}
    return {
        who: tuple(
            (number_of(cell) is not None, number_of(cell) or 0) for cell in rows.get(who, ())
        )
        for who in group
    }


def _ranks(group: Group, below: Graph, keys: Mapping[Id, Tuple[Any, ...]]) -> Dict[Id, int]:
    """Return places from the bottom up: of those with nobody left below, the lowest keys first."""
    left = set(group)
    ranks: Dict[Id, int] = {}
    while left:
        free = [who for who in group if who in left and not below[who] & left]
        lowest = min(keys[who] for who in free)
        taken = [who for who in free if keys[who] == lowest]
        ranks.update(dict.fromkeys(taken, 1 + len(left) - len(taken)))
        left.difference_update(taken)
    return ranks


def _terms(
    event_index: EventIndex, who: Id, beaten: Graph, cycle: Mapping[Id, FrozenSet[Id]]
) -> List[Term]:
    terms = []
    for other in beaten[who]:
        kept = other not in cycle[who]
        why = say("stands above") if kept else say("in a cycle: does not count")
        terms.append(Term(_decided(event_index, who, other)[-1][0].round, other, 1, why, kept))
    return sorted(terms, key=lambda term: term.round or 0)
