"""Looking ahead: a round is paired so that the rounds still planned can be paired too.

A small field with many rounds runs out of opponents: six players may be paired in the third of five
rounds so that three of them have met each other and the fourth round is impossible. The round is
then paired by the next best pairing that leaves enough.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass, replace
from typing import Callable, Dict, FrozenSet, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.ledger import Ledger
from xltie.pairing.blossom import Edge
from xltie.pairing.field import Field, field_before
from xltie.pairing.matching import cheapest_perfect
from xltie.pairing.options import Wants
from xltie.pairing.weights import Allowed

MOST_PLAYERS = 200
"""Larger fields are paired round by round; they have so many rounds only as a round robin."""

_PAIRINGS, _FEWEST_TRIES, _CANDIDATES = 6000, 3, 400
"""How many pairings may be tried for one look ahead, how often at least, and for how many."""

Partners = List[Optional[int]]
AllowedIn = Callable[[Field, Wants], Allowed]


@dataclass(frozen=True)
class Horizon:
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

    def used(self, field: Field, partner: Partners) -> FrozenSet[Edge]:
        """Return the couples of a round, those that it had already with them."""
        place = {who: number for number, who in enumerate(self.ids)}
        bye = len(self.ids)
        couples = [(m.a.who, None if m.b is None else m.b.who) for m in field.kept]
        for a, b in edges_of(partner):
            other = None if b == len(field.entries) else field.entries[b].who
            couples.append((field.entries[a].who, other))
        ends = (
            (place.get(one, bye), bye if other is None else place.get(other, bye))
            for one, other in couples
        )
        return frozenset((min(a, b), max(a, b)) for a, b in ends)

    def is_open(self, used: FrozenSet[Edge]) -> bool:
        """Tell whether the rounds ahead can be paired once these couples have met.

        Pairs them by lot, a few hundred times over; that no way is found is no proof.
        """
        lots = random.Random(len(used) * 1000 + self.rounds)
        left = sorted(self.edges - used)
        for _ in range(max(_FEWEST_TRIES, _PAIRINGS // self.rounds)):
            free = list(left)
            rounds = 0
            while rounds < self.rounds:
                weights = {edge: lots.getrandbits(30) for edge in free}
                partner = cheapest_perfect(self.vertices, weights)
                if any(other is None for other in partner):
                    break
                met = edges_of(partner)
                free = [edge for edge in free if edge not in met]
                rounds += 1
            if rounds == self.rounds:
                return True
        return False


def edges_of(partner: Partners) -> FrozenSet[Edge]:
    """Return a list of partners as couples."""
    return frozenset((a, b) for a, b in enumerate(partner) if b is not None and a < b)


def horizon_of(
    ledger: Ledger, field: Field, allowed_in: AllowedIn, wants: Wants
) -> Optional[Horizon]:
    """Return what has to be kept open, None where no planned round can run out of opponents.

    While everybody has at least half of the field left to meet, a pairing exists (Dirac).
    """
    ahead = field.rounds - field.round
    present = replace(wants, absent=frozenset(), half_byes=frozenset())
    everybody = field_before(ledger, field.round, present, keeps=lambda match: False)
    players = len(everybody.entries)
    if ahead < 1 or players > MOST_PLAYERS or 2 * field.rounds < players:
        return None
    allowed = allowed_in(everybody, wants)
    edges = [*allowed.couples, *((who, players) for who in allowed.byes)]
    ids = tuple(entry.who for entry in everybody.entries)
    return Horizon(ids, frozenset(edges), ahead)


def best_open(vertices: int, costs: Mapping[Edge, int], horizon: Horizon, field: Field) -> Partners:
    """Return the cheapest pairing that leaves the rounds ahead open; the cheapest if none does."""
    cheapest: Optional[Partners] = None
    for number, partner in enumerate(in_order(vertices, costs)):
        if cheapest is None:
            cheapest = partner
        if horizon.is_open(horizon.used(field, partner)):
            return partner
        if number >= _CANDIDATES:
            break
    return [None] * vertices if cheapest is None else cheapest


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
    taken = {vertex for edge in fixed for vertex in edge}
    numbers: Dict[int, int] = {}
    for vertex in range(vertices):
        if vertex not in taken:
            numbers[vertex] = len(numbers)
    free = {
        (numbers[a], numbers[b]): cost
        for (a, b), cost in costs.items()
        if a in numbers and b in numbers and (a, b) not in barred
    }
    partner = cheapest_perfect(len(numbers), free)
    if any(other is None for other in partner):
        return None
    names = list(numbers)
    couples = frozenset((names[a], names[b]) for a, b in edges_of(partner))
    return couples | frozenset(fixed)
