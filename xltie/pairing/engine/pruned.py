"""The cheapest complete pairing among few couples, with the proof that no other couple matters.

Of the many couples of a large field a pairing uses neighbours. So only the cheapest couples of
everybody are looked at first. The dual values of their best pairing are prices: a couple that
costs more than its prices allow cannot be part of a better pairing; one that costs less is added,
and the search is repeated. In the end no couple is left that could matter: the pairing is the best
of all, as if all couples had been looked at from the start.
"""

from __future__ import annotations

import heapq
from typing import Callable, Dict, List, Mapping, Optional, Tuple

from xltie.pairing.engine.blossom import NOBODY, Edge, Matcher
from xltie.pairing.engine.relaxation import Near, Relaxation

_FIRST, _MORE = 10, 6
"""How many couples of everybody are looked at first, and how many are added at most each time."""

Priced = Tuple[int, int, int]
"""A couple and its cost."""


def cheapest_by_few(size: int, costs: Mapping[Edge, int]) -> List[Optional[int]]:
    """Return everybody's partner, with as many pairs as possible and the least total cost.

    Who cannot be paired has None.
    """
    over = (max(costs.values(), default=0) + 1) * (size + 1)
    relaxation = Relaxation(_nearest(size, costs, over))
    while True:
        relaxation.solve()
        missing = _cheaper(costs, _by_assignment(relaxation))
        if not missing:
            matcher = _paired(relaxation, over)
            missing = _cheaper(costs, _by_pairs(matcher, over))
            if not missing:
                return [None if mate == NOBODY else mate for mate in matcher.mate]
        relaxation.add(missing)


def _nearest(size: int, costs: Mapping[Edge, int], over: int) -> Near:
    """Return the cheapest couples of everybody; ``over`` is what it costs to be over."""
    heaps: List[List[Tuple[int, int]]] = [[] for _ in range(size)]
    for (a, b), cost in costs.items():
        for own, other in ((heaps[a], b), (heaps[b], a)):
            if len(own) < _FIRST:
                heapq.heappush(own, (-cost, other))
            elif -cost > own[0][0]:
                heapq.heapreplace(own, (-cost, other))
    near: Near = [{vertex: over} for vertex in range(size)]
    for vertex, heap in enumerate(heaps):
        for cost, other in sorted(heap, reverse=True):
            near[vertex][other] = near[other][vertex] = -cost
    return near


Below = Callable[[int, int, int], int]
"""How far a couple's cost is below what the prices allow; 0 or less where it cannot matter."""


def _by_assignment(relaxation: Relaxation) -> Below:
    row, column = relaxation.row, relaxation.column

    def below(a: int, b: int, cost: int) -> int:
        return max(row[a] + column[b], row[b] + column[a]) - cost

    return below


def _by_pairs(matcher: Matcher, over: int) -> Below:
    dual = matcher.dual

    def below(a: int, b: int, cost: int) -> int:
        slack = dual[a] + dual[b] + 2 * (cost - over)
        return -slack if slack >= 0 else -slack - matcher.shared(a, b)

    return below


def _cheaper(costs: Mapping[Edge, int], below: Below) -> List[Priced]:
    """Return couples below their prices: of everybody those that are furthest below."""
    heaps: Dict[int, List[Tuple[int, int, int]]] = {}
    for (a, b), cost in costs.items():
        gain = below(a, b, cost)
        if gain > 0:
            for own in (heaps.setdefault(a, []), heaps.setdefault(b, [])):
                if len(own) < _MORE:
                    heapq.heappush(own, (gain, a, b))
                else:
                    heapq.heappushpop(own, (gain, a, b))
    edges = {(a, b) for heap in heaps.values() for _, a, b in heap}
    return [(a, b, costs[a, b]) for a, b in sorted(edges)]


def _paired(relaxation: Relaxation, over: int) -> Matcher:
    """Return the best pairing over the couples known, with its dual values."""
    near = [
        {other: 2 * (over - cost) for other, cost in own.items() if other != vertex}
        for vertex, own in enumerate(relaxation.near)
    ]
    matcher = Matcher(near, [over - price for price in relaxation.prices()])
    for a, b in relaxation.pairs():
        matcher.mate[a], matcher.mate[b] = b, a
    matcher.run()
    return matcher
