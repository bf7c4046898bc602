"""The relaxed problem: everybody gets one partner and is one's partner, but maybe not the same.

An assignment with prices, by the shortest augmenting ways. Where two are each other's partners,
that is a pair; circles of even length split into pairs, those of odd length leave one player over.
Few are: so the search for the best complete pairing starts near its end. The prices also prove
which couples cannot matter: those that cost more than the prices of both.
"""

from __future__ import annotations

import heapq
from typing import Dict, Iterable, List, Tuple

Near = List[Dict[int, int]]
"""For each vertex its neighbours and the costs, the same in both directions.

To be one's own partner is to be over; it costs more than anything else.
"""

_NOBODY = -1


class Relaxation:
    """The cheapest assignment of everybody to another one, over the edges known so far.

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
