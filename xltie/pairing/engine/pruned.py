"""The cheapest complete pairing among few couples, with the proof that no other couple matters.

Of the many couples of a large field a pairing uses neighbours. So only the cheapest couples of
everybody are looked at first. The dual values of their best pairing are prices: a couple that
costs more than its prices allow cannot be part of a better pairing; one that costs less is added,
and the search is repeated. In the end no couple is left that could matter: the pairing is the best
of all, as if all couples had been looked at from the start.
"""

from __future__ import annotations

import heapq
from typing import Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.pairing.engine.blossom import NOBODY, Edge, Matcher
from xltie.pairing.engine.cost_rows import CostRows
from xltie.pairing.engine.relaxation import Near, Relaxation

_FIRST, _OF_LENGTH, _MORE = 8, 2, 6
"""How many couples of everybody are looked at first, of them of one length, and added each time."""

Priced = Tuple[int, int, int]
"""How far a couple's cost is below what the prices of both allow, and the couple."""


def cheapest_by_few(size: int, costs: Mapping[Edge, int]) -> List[Optional[int]]:
    """Return everybody's partner, with as many pairs as possible and the least total cost.

    Who cannot be paired has None.
    """
    rows = CostRows.of(size, costs)
    over = (rows.greatest() + 1) * (size + 1)
    relaxation = Relaxation(_nearest(rows, over))
    while True:
        relaxation.solve()
        missing = _furthest(_below_assignment(relaxation, rows))
        if not missing:
            matcher = _paired(relaxation, over)
            missing = _furthest(_below_pairs(matcher, rows, over))
            if not missing:
                return [None if mate == NOBODY else mate for mate in matcher.mate]
        relaxation.add((a, b, rows[a, b]) for a, b in missing)


def _nearest(costs: CostRows, over: int) -> Near:
    """Return the cheapest couples of everybody; ``over`` is what it costs to be over.

    The first objective outweighs the others: its values differ in the length of the numbers. So of
    each greater length some are taken too, such as opponents from other score groups.
    """
    near: Near = [{vertex: over} for vertex in range(costs.size)]
    for vertex in range(costs.size):
        around = costs.around(vertex, over)
        order = sorted(range(costs.size), key=around.__getitem__)
        at, step = 0, _FIRST
        while at < len(order) and around[order[at]] < over:
            for other in order[at : at + step]:
                cost = around[other]
                if cost < over:
                    near[vertex][other] = near[other][vertex] = cost
            at, step = _longer(around, order, at + step), _OF_LENGTH
    return near


def _longer(costs: Sequence[int], order: Sequence[int], start: int) -> int:
    """Return where, in ascending order, the first cost of the next length stands.

    After the cheapest couples of all it is the place of the next one. From Python 3.10 on bisect
    could look for it.
    """
    if start <= _FIRST or start >= len(order):
        return start
    limit = 1 << costs[order[start - 1]].bit_length()
    low, high = start, len(order)
    while low < high:
        middle = (low + high) // 2
        if costs[order[middle]] < limit:
            low = middle + 1
        else:
            high = middle
    return low


def _below_assignment(relaxation: Relaxation, costs: CostRows) -> Iterator[Priced]:
    """Yield how far couples are below their prices in the assignment, and the couples."""
    rows, columns = relaxation.row, relaxation.column
    for a, of_row in enumerate(costs.rows):
        row, column = rows[a], columns[a]
        prices = zip(of_row, columns[a + 1 :], rows[a + 1 :])
        for b, (cost, to, back) in enumerate(prices, a + 1):
            if cost is not None and (row + to > cost or back + column > cost):
                yield max(row + to, back + column) - cost, a, b


def _below_pairs(matcher: Matcher, costs: CostRows, over: int) -> Iterator[Priced]:
    """Yield how far couples are below their prices in the pairing, and the couples."""
    dual, top, extra = [value - over for value in matcher.dual], matcher.top, matcher.extra
    for a, of_row in enumerate(costs.rows):
        own_dual, own_top = dual[a], top[a]
        around: Dict[int, int] = {}
        for b, (cost, other) in enumerate(zip(of_row, dual[a + 1 :]), a + 1):
            if cost is None:
                continue
            slack = own_dual + other + cost + cost
            if slack < 0 and own_top == top[b]:
                if slack + extra[own_top] >= 0:
                    continue  # of all blossoms around both, the outermost one is often enough
                around = around or matcher.around(a)
                both = matcher.holder[b]
                while both not in around:
                    both = matcher.holder[both]
                slack += around[both]
            if slack < 0:
                yield -slack, a, b


def _furthest(below: Iterable[Priced]) -> List[Edge]:
    """Return for everybody the couples that are furthest below their prices."""
    heaps: Dict[int, List[Priced]] = {}
    for priced in below:
        for vertex in priced[1:]:
            heap = heaps.setdefault(vertex, [])
            if len(heap) < _MORE:
                heapq.heappush(heap, priced)
            elif priced > heap[0]:
                heapq.heapreplace(heap, priced)
    return sorted({(a, b) for heap in heaps.values() for _, a, b in heap})


def _paired(relaxation: Relaxation, over: int) -> Matcher:
    """Return the best pairing over the couples known, with its dual values."""
    near = [
        {other: 2 * (over - cost) for other, cost in costs.items() if other != vertex}
        for vertex, costs in enumerate(relaxation.near)
    ]
    matcher = Matcher(near, [over - price for price in relaxation.prices()])
    for a, b in relaxation.pairs():
        matcher.mate[a], matcher.mate[b] = b, a
    matcher.run()
    return matcher
