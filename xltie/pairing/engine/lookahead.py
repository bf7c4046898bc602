"""Looking ahead: a round is paired so that the rounds still planned can be paired too.

A small field with many rounds runs out of opponents: six players may be paired in the third of five
rounds so that three of them have met each other and the fourth round is impossible. The round is
then paired by the next best pairing that leaves enough.
"""

from __future__ import annotations

import heapq
import random
from typing import FrozenSet, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.records import dataclass, replace
from xltie.event import EventIndex
from xltie.pairing.engine.blossom import Edge
from xltie.pairing.engine.pruned import cheapest_perfect
from xltie.pairing.engine.weights import allowed_in
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState, state_before

MOST_PLAYERS = 200
"""Larger fields are paired round by round; they have so many rounds only as a round robin."""

_BY_THEOREM = 20
"""From this size on, dense fields need no search; the theorems are for large graphs."""

_STEPS, _STEPS_A_ROUND = 60, 10
"""How many rounds may be drawn by lot to find all the rounds ahead once."""

_WORK, _CANDIDATES, _WITNESSES = 600_000, 400, 8
"""What a search for an open pairing may cost, in couples looked at, and how many it tries."""

Partners = List[Optional[int]]


@dataclass(frozen=True)
class Lookahead:
    """What the rounds after this one need: ``rounds`` sets of couples without a repetition.

    ``edges`` are the couples and byes that are still possible among all who may take part, by
    their places in ``ids``; the bye's place is one above the last.
    """

    ids: Tuple[str, ...]
    edges: FrozenSet[Edge]
    rounds: int

    @property
    def vertices(self) -> int:
        """Number of players, and of the bye where there is one."""
        return len(self.ids) + len(self.ids) % 2

    def used(self, state: PairingState, partner: Partners) -> FrozenSet[Edge]:
        """Return the couples of a round, those that it had already with them."""
        place = {who: number for number, who in enumerate(self.ids)}
        bye = len(self.ids)
        couples = [(m.a.who, None if m.b is None else m.b.who) for m in state.kept]
        for a, b in edges_of(partner):
            other = None if b == len(state.entries) else state.entries[b].who
            couples.append((state.entries[a].who, other))
        ends = (
            (place.get(one, bye), bye if other is None else place.get(other, bye))
            for one, other in couples
        )
        return frozenset((min(a, b), max(a, b)) for a, b in ends)

    def is_open(self, used: FrozenSet[Edge], work: Optional[Work] = None) -> bool:
        """Tell whether the rounds ahead can be paired once these couples have met.

        Pairs them by lot, and takes a few rounds back where one cannot be paired; that no way is
        found is no proof, but where somebody has too few left to meet.
        """
        left = self.edges - used
        degrees = _degrees(self.vertices, left)
        if min(degrees, default=self.rounds) < self.rounds:
            return False
        if not degrees or _is_dense(degrees, self.rounds):
            return True
        return self._found_by_lot(sorted(left), work or Work())

    def _found_by_lot(self, left: List[Edge], work: Work) -> bool:
        lots = random.Random(len(left) * 1000 + self.rounds)
        ahead = [left]
        # a single round is there or it is not: its first try tells
        steps = 1 if self.rounds == 1 else _STEPS + _STEPS_A_ROUND * self.rounds
        while len(ahead) <= self.rounds:
            free = ahead[-1]
            if not steps or not work.spend(len(free)):
                return False
            steps -= 1
            partner = cheapest_perfect(self.vertices, {e: lots.getrandbits(30) for e in free})
            if any(other is None for other in partner):
                del ahead[max(1, len(ahead) - lots.randint(1, 3)) :]
                continue
            met = edges_of(partner)
            ahead.append([edge for edge in free if edge not in met])
        return True


class Work:
    """What a search may still cost; counted, not timed, so that every computer pairs alike."""

    def __init__(self) -> None:
        self.left = _WORK

    def spend(self, amount: int) -> bool:
        """Take an amount; False where nothing is left."""
        self.left -= amount
        return self.left > 0


def _degrees(vertices: int, edges: FrozenSet[Edge]) -> List[int]:
    """Return how many everybody has left to meet."""
    degrees = [0] * vertices
    for a, b in edges:
        degrees[a] += 1
        degrees[b] += 1
    return degrees


def _is_dense(degrees: Sequence[int], rounds: int) -> bool:
    """Tell whether the rounds are certain because everybody has half of the field left to meet.

    An even field in which all have d opponents left, at least half of it, can play d rounds; where
    the least have d, about (d + the root of n(2d - n)) / 2 (Csaba, Kühn, Lo, Osthus and Treglown,
    Proof of the 1-factorization and Hamilton decomposition conjectures, 2016).
    """
    size, least = len(degrees), min(degrees)
    if size < _BY_THEOREM or 2 * least < size + 2:
        return False
    if least == max(degrees):
        return True
    beyond = 2 * (rounds + 2) - least
    return beyond <= 0 or beyond**2 <= size * (2 * least - size)


def edges_of(partner: Partners) -> FrozenSet[Edge]:
    """Return a list of partners as couples."""
    return frozenset((a, b) for a, b in enumerate(partner) if b is not None and a < b)


def lookahead_of(
    event_index: EventIndex, state: PairingState, wants: RoundOptions
) -> Optional[Lookahead]:
    """Return what has to be kept open, None where no planned round can run out of opponents.

    While everybody has at least half of the field left to meet, a pairing exists (Dirac). Where
    OpenGotha weighs second meetings, it looks at the round alone.
    """
    if state.go is not None and wants.repeats:
        return None
    ahead = state.rounds - state.round
    present = replace(wants, absent=frozenset(), half_byes=frozenset())
    everybody = state_before(event_index, state.round, present, keeps=lambda match: False)
    players = len(everybody.entries)
    if ahead < 1 or players > MOST_PLAYERS or 2 * state.rounds < players:
        return None
    allowed = allowed_in(everybody, wants)
    edges = [*allowed.couples, *((who, players) for who in allowed.byes)]
    ids = tuple(entry.who for entry in everybody.entries)
    return Lookahead(ids, frozenset(edges), ahead)


def best_open(
    vertices: int, costs: Mapping[Edge, int], lookahead: Lookahead, state: PairingState
) -> Partners:
    """Return the cheapest pairing that leaves open as many of the rounds ahead as can be."""
    least = min(_degrees(lookahead.vertices, lookahead.edges))
    for rounds in range(min(lookahead.rounds, least), 0, -1):
        aim = replace(lookahead, rounds=rounds)
        witness = _witness(vertices, costs, aim, state)
        if witness is not None:
            return _cheapest_open(vertices, costs, aim, state) or witness
    return cheapest_perfect(vertices, costs)


def _witness(
    vertices: int, costs: Mapping[Edge, int], lookahead: Lookahead, state: PairingState
) -> Optional[Partners]:
    """Return some pairing by lot that leaves the rounds ahead open, the cheapest of a few."""
    lots = random.Random(lookahead.rounds)
    found: List[Tuple[int, Partners]] = []
    work = Work()
    for _ in range(4 * _WITNESSES):
        partner = cheapest_perfect(vertices, {edge: lots.getrandbits(30) for edge in costs})
        if lookahead.is_open(lookahead.used(state, partner), work):
            found.append((sum(costs[edge] for edge in edges_of(partner)), partner))
        if len(found) == _WITNESSES or work.left <= 0:
            break
    return min(found)[1] if found else None


def _cheapest_open(
    vertices: int, costs: Mapping[Edge, int], lookahead: Lookahead, state: PairingState
) -> Optional[Partners]:
    """Return the first pairing in the order of cost that leaves the rounds ahead open."""
    work = Work()
    for number, partner in enumerate(in_order(vertices, costs)):
        if lookahead.is_open(lookahead.used(state, partner), work):
            return partner
        if number >= _CANDIDATES or not work.spend(len(costs) * vertices // 2):
            return None
    return None


def in_order(vertices: int, costs: Mapping[Edge, int]) -> Iterator[Partners]:
    """Yield the complete pairings by their cost, the cheapest first (Murty's way)."""
    count = 0
    queue: List[Tuple[int, int, FrozenSet[Edge], Tuple[Edge, ...], FrozenSet[Edge]]] = []

    def push(fixed: Tuple[Edge, ...], barred: FrozenSet[Edge]) -> None:
        nonlocal count
        found = _cheapest_with(vertices, costs, fixed, barred)
        if found is not None:
            count += 1
            total = sum(costs[edge] for edge in found)
            heapq.heappush(queue, (total, count, found, fixed, barred))

    push((), frozenset())
    while queue:
        _, _, found, fixed, barred = heapq.heappop(queue)
        partner: Partners = [None] * vertices
        for a, b in found:
            partner[a], partner[b] = b, a
        yield partner
        kept = list(fixed)
        for edge in sorted(found - set(fixed)):
            push(tuple(kept), barred | {edge})
            kept.append(edge)


def _cheapest_with(
    vertices: int, costs: Mapping[Edge, int], fixed: Sequence[Edge], barred: FrozenSet[Edge]
) -> Optional[FrozenSet[Edge]]:
    """Return the cheapest complete pairing that holds some couples and not others, or None."""
    names = sorted(set(range(vertices)).difference(*fixed))
    numbers = {vertex: number for number, vertex in enumerate(names)}
    free = {
        (numbers[a], numbers[b]): cost
        for (a, b), cost in costs.items()
        if a in numbers and b in numbers and (a, b) not in barred
    }
    partner = cheapest_perfect(len(numbers), free)
    if any(other is None for other in partner):
        return None
    couples = frozenset((names[a], names[b]) for a, b in edges_of(partner))
    return couples | frozenset(fixed)
