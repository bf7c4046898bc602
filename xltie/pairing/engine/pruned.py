"""The cheapest complete pairing among few couples, with the proof that no other couple matters.

Of the many couples of a large field a pairing uses neighbours. So only the cheapest couples of
everybody are looked at first. The dual values of their best pairing are prices: a couple that
costs more than its prices allow cannot be part of a better pairing; one that costs less is added,
and the search is repeated. In the end no couple is left that could matter: the pairing is the best
of all, as if all couples had been looked at from the start.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from typing import Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.pairing.engine.blossom import NOBODY, Edge, Matcher, maximum_matching


class CostRows(Mapping[Edge, int]):
    """What couples cost, by their places ``a < b``: ``rows[a][b - a - 1]``, None for no couple.

    A dictionary of the same couples takes four times the memory.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.rows: List[List[Optional[int]]] = [[None] * (size - a - 1) for a in range(size)]

    @staticmethod
    def of(size: int, costs: Mapping[Edge, int]) -> CostRows:
        """Return costs as rows; rows are returned as they are."""
        if isinstance(costs, CostRows) and costs.size == size:
            return costs
        found = CostRows(size)
        for edge, cost in costs.items():
            found.put(edge, cost)
        return found

    def put(self, edge: Edge, cost: int) -> None:
        """Set the cost of a couple."""
        a, b = edge
        self.rows[a][b - a - 1] = cost

    def around(self, vertex: int, missing: int) -> List[int]:
        """Return what a vertex costs with each one, ``missing`` where they are no couple."""
        before = [self.rows[a][vertex - a - 1] for a in range(vertex)]
        costs = [*before, None, *self.rows[vertex]]
        return [missing if cost is None else cost for cost in costs]

    def greatest(self) -> int:
        """Return the greatest cost, 0 where there is no couple."""
        return max((cost for row in self.rows for cost in row if cost is not None), default=0)

    def __getitem__(self, edge: Edge) -> int:
        a, b = edge
        cost = self.rows[a][b - a - 1] if 0 <= a < b < self.size else None
        if cost is None:
            raise KeyError(edge)
        return cost

    def __iter__(self) -> Iterator[Edge]:
        for a, row in enumerate(self.rows):
            for b, cost in enumerate(row, a + 1):
                if cost is not None:
                    yield a, b

    def __len__(self) -> int:
        return sum(cost is not None for row in self.rows for cost in row)


Near = List[Dict[int, int]]
"""For each vertex its neighbours and the costs, the same in both directions.

To be one's own partner is to be over; it costs more than anything else.
"""

_NOBODY = -1


class Relaxation:
    """The relaxed problem: everybody gets one partner and is one's partner, maybe not the same.

    It is the cheapest assignment over the edges known so far, by the shortest augmenting ways.
    Where two are each other's partners, that is a pair; circles of even length split into pairs,
    those of odd length leave one player over. Few are: so the search for the best complete pairing
    starts near its end.

    ``row`` and ``column`` are the prices: their sum is at most the cost of an edge, in both
    directions, and is the cost where somebody is assigned.
    """

    def __init__(self, near: Near) -> None:
        self.near = near
        size = len(near)
        self.column = [min(costs.values()) // 2 for costs in near]
        self.row = [self._lowest(vertex) for vertex in range(size)]
        self.to, self.of = [_NOBODY] * size, [_NOBODY] * size

    def _lowest(self, vertex: int) -> int:
        column = self.column
        return min(cost - column[other] for other, cost in self.near[vertex].items())

    def add(self, edges: Iterable[Tuple[int, int, int]]) -> None:
        """Add edges with their costs; who had a dearer assignment gives it up."""
        ends = set()
        for a, b, cost in edges:
            self.near[a][b] = self.near[b][a] = cost
            ends |= {a, b}
        for vertex in ends:
            lowest = self._lowest(vertex)
            if lowest < self.row[vertex]:
                self.row[vertex] = lowest
                if self.to[vertex] != _NOBODY:
                    self.of[self.to[vertex]] = self.to[vertex] = _NOBODY

    def solve(self) -> None:
        """Assign everybody."""
        for vertex, costs in enumerate(self.near):
            if self.to[vertex] == _NOBODY:
                for other, cost in costs.items():
                    if self.of[other] == _NOBODY and cost == self.row[vertex] + self.column[other]:
                        self.to[vertex], self.of[other] = other, vertex
                        break
        for vertex in range(len(self.near)):
            if self.to[vertex] == _NOBODY:
                self._assign(vertex)

    def _assign(self, root: int) -> None:
        """Assign one more by the shortest way (Dijkstra on what edges cost above the prices)."""
        column, of = self.column, self.of
        far: Dict[int, int] = {}
        before: Dict[int, int] = {}
        done: List[int] = []
        closed = set()
        heap: List[Tuple[int, int]] = []
        at, reach = root, 0
        while True:
            offset = reach - self.row[at]
            for other, cost in self.near[at].items():
                if other in closed:
                    continue
                way = cost + offset - column[other]
                if other not in far or way < far[other]:
                    far[other], before[other] = way, at
                    heapq.heappush(heap, (way, other))
            while heap and (heap[0][1] in closed or heap[0][0] > far[heap[0][1]]):
                heapq.heappop(heap)
            reach, end = heapq.heappop(heap)
            if of[end] == _NOBODY:
                break
            closed.add(end)
            done.append(end)
            at = of[end]
        self._move_prices(root, reach, done, far)
        while True:
            vertex = before[end]
            of[end], self.to[vertex], end = vertex, end, self.to[vertex]
            if vertex == root:
                return

    def _move_prices(self, root: int, reach: int, done: List[int], far: Dict[int, int]) -> None:
        self.row[root] += reach
        for end in done:
            self.row[self.of[end]] += reach - far[end]
            self.column[end] -= reach - far[end]

    def prices(self) -> List[int]:
        """Return a price for everybody; no edge costs less than half of two prices together."""
        return [row + column for row, column in zip(self.row, self.column)]

    def pairs(self) -> List[Tuple[int, int]]:
        """Return pairs that cost exactly half of their prices: as many as the circles allow."""
        found = []
        seen = set()
        for start in range(len(self.to)):
            circle: List[int] = []
            at = start
            while at not in seen:
                seen.add(at)
                circle.append(at)
                at = self.to[at]
            found += list(zip(circle[::2], circle[1::2]))
        return found


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
        ascending = sorted(around)
        at, step = 0, _FIRST
        while at < len(order) and ascending[at] < over:
            for other in order[at : at + step]:
                cost = around[other]
                if cost < over:
                    near[vertex][other] = near[other][vertex] = cost
            at, step = _longer(ascending, at + step), _OF_LENGTH
    return near


def _longer(ascending: Sequence[int], start: int) -> int:
    """Return where, in costs that ascend, the first one of the next length stands.

    After the cheapest couples of all it is the place of the next one.
    """
    if start <= _FIRST or start >= len(ascending):
        return start
    return bisect_left(ascending, 1 << ascending[start - 1].bit_length(), start)


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


_LARGE = 60
"""From so many players on it is enough to look at few couples."""


def cheapest_perfect(vertices: int, costs: Mapping[Edge, int]) -> List[Optional[int]]:
    """Return everybody's partner, with as many pairs as possible and the least total cost.

    Who cannot be paired has None.
    """
    if vertices >= _LARGE:
        return cheapest_by_few(vertices, costs)
    # a pair more always outweighs what all pairs cost
    base = (max(costs.values(), default=0) + 1) * (vertices + 1)
    return maximum_matching(vertices, {edge: base - cost for edge, cost in costs.items()})
