"""The cheapest complete pairing among few couples, with the proof that no other couple matters.

Of the many couples of a large field a pairing uses neighbours. So only the cheapest couples of
everybody are looked at first. The dual values of their best pairing are prices: a couple that
costs more than its prices allow cannot be part of a better pairing; one that costs less is added,
and the search is repeated. In the end no couple is left that could matter: the pairing is the best
of all, as if all couples had been looked at from the start.
"""

from __future__ import annotations

import heapq
from typing import Dict, Iterable, Iterator, List, Mapping, Optional, Tuple

from xltie.pairing.engine.blossom import Matcher
from xltie.pairing.engine.blossoms import NOBODY, Edge
from xltie.pairing.engine.relaxation import Near, Relaxation

_FIRST, _OF_LENGTH, _MORE = 8, 2, 6
"""How many couples of everybody are looked at first, of them of one length, and added each time."""

Priced = Tuple[int, int, int]
"""How far a couple's cost is below what the prices of both allow, and the couple."""


def cheapest_by_few(size: int, costs: Mapping[Edge, int]) -> List[Optional[int]]:
    """Return everybody's partner, with as many pairs as possible and the least total cost.

    Who cannot be paired has None.
    """
    over = (max(costs.values(), default=0) + 1) * (size + 1)
    relaxation = Relaxation(_nearest(size, costs, over))
    while True:
        relaxation.solve()
        missing = _furthest(_below_assignment(relaxation, costs))
        if not missing:
            matcher = _paired(relaxation, over)
            missing = _furthest(_below_pairs(matcher, costs, over))
            if not missing:
                return [None if mate == NOBODY else mate for mate in matcher.mate]
        relaxation.add((a, b, costs[a, b]) for a, b in missing)


def _nearest(size: int, costs: Mapping[Edge, int], over: int) -> Near:
    """Return the cheapest couples of everybody; ``over`` is what it costs to be over.

    The first objective outweighs the others: its values differ in the length of the numbers. So of
    each greater length some are taken too, such as opponents from other score groups.
    """
    heaps: List[List[Tuple[int, int]]] = [[] for _ in range(size)]
    for (a, b), cost in costs.items():
        for own, other in ((heaps[a], b), (heaps[b], a)):
            _keep(own, (-cost, other), _FIRST)
    limits = [-heap[0][0] if heap else 0 for heap in heaps]
    longer: List[Dict[int, List[Tuple[int, int]]]] = [{} for _ in range(size)]
    for (a, b), cost in costs.items():
        length = cost.bit_length()
        for vertex, other in ((a, b), (b, a)):
            if cost > limits[vertex]:
                _keep(longer[vertex].setdefault(length, []), (-cost, other), _OF_LENGTH)
    near: Near = [{vertex: over} for vertex in range(size)]
    for vertex, heap in enumerate(heaps):
        more = [priced for own in longer[vertex].values() for priced in own]
        for cost, other in sorted([*heap, *more], reverse=True):
            near[vertex][other] = near[other][vertex] = -cost
    return near


def _keep(heap: List[Tuple[int, int]], priced: Tuple[int, int], count: int) -> None:
    """Keep the greatest few in a heap."""
    if len(heap) < count:
        heapq.heappush(heap, priced)
    elif priced > heap[0]:
        heapq.heapreplace(heap, priced)


def _below_assignment(relaxation: Relaxation, costs: Mapping[Edge, int]) -> Iterator[Priced]:
    """Yield how far couples are below their prices in the assignment, and the couples."""
    row, column = relaxation.row, relaxation.column
    for (a, b), cost in costs.items():
        if row[a] + column[b] > cost or row[b] + column[a] > cost:
            yield max(row[a] + column[b], row[b] + column[a]) - cost, a, b


def _below_pairs(matcher: Matcher, costs: Mapping[Edge, int], over: int) -> Iterator[Priced]:
    """Yield how far couples are below their prices in the pairing, and the couples."""
    dual, top, extra = [own - over for own in matcher.dual], matcher.top, matcher.extra
    around: Dict[int, Dict[int, int]] = {}
    for (a, b), cost in costs.items():
        slack = dual[a] + dual[b] + cost + cost
        if slack < 0 and top[a] == top[b]:
            if slack + extra[top[a]] >= 0:
                continue  # of all blossoms around both, the outermost one is often enough
            if a not in around:
                around = {a: matcher.around(a)}
            both = matcher.holder[b]
            while both not in around[a]:
                both = matcher.holder[both]
            slack += around[a][both]
        if slack < 0:
            yield -slack, a, b


def _furthest(below: Iterable[Priced]) -> List[Edge]:
    """Return for everybody the couples that are furthest below their prices."""
    heaps: Dict[int, List[Priced]] = {}
    for priced in below:
        for vertex in priced[1:]:
            own = heaps.setdefault(vertex, [])
            if len(own) < _MORE:
                heapq.heappush(own, priced)
            elif priced > own[0]:
                heapq.heapreplace(own, priced)
    return sorted({(a, b) for heap in heaps.values() for _, a, b in heap})


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
