"""Maximum-weight matching in a general graph, exact for whole numbers of any size.

Edmonds' primal-dual method in O(n^3): a forest of alternating trees grows from the free vertices
over edges without slack, odd circles shrink into blossoms, and the dual values move until an edge
joins two trees. Dual values are kept doubled, so that everything stays a whole number. For hosts
without a matching library: about a hundred players in a second or two, more with patience.
"""

from __future__ import annotations

from collections import deque
from typing import Deque, Dict, List, Mapping, Optional, Tuple

Edge = Tuple[int, int]

_FREE, _OUTER, _INNER = -1, 0, 1


def maximum_matching(size: int, weights: Mapping[Edge, int]) -> List[Optional[int]]:
    """Return the partner of every vertex 0 .. size - 1 in a matching of greatest weight.

    ``weights`` gives the edges by their two vertices; all weights are positive whole numbers.
    """
    return _Matcher(size, weights).run()


class _Matcher:
    """Vertices are 1 .. size, blossoms the numbers above; 0 is nobody.

    ``top`` is the outermost blossom around a vertex, ``link`` the edge by which a vertex was
    reached, ``best`` the vertex with the tightest edge from the outer vertices. ``ends`` are the
    real vertices of the edge between two vertices or blossoms.
    """

    def __init__(self, size: int, weights: Mapping[Edge, int]) -> None:
        self.size = size
        self.last = size
        room = 2 * size + 1
        self.doubled: List[List[int]] = [[0] * (size + 1) for _ in range(size + 1)]
        for (a, b), weight in weights.items():
            self.doubled[a + 1][b + 1] = self.doubled[b + 1][a + 1] = 2 * weight
        self.ends: List[Dict[int, Edge]] = [{} for _ in range(room)]
        for a, b in weights:
            self.ends[a + 1][b + 1] = (a + 1, b + 1)
            self.ends[b + 1][a + 1] = (b + 1, a + 1)
        greatest = max(weights.values(), default=0)
        self.dual = [greatest] * (size + 1) + [0] * size
        self.mate = [0] * room
        self.top = [*range(size + 1), *([0] * size)]
        self.kind, self.link, self.best = [_FREE] * room, [0] * room, [0] * room
        self.petals: List[List[int]] = [[] for _ in range(room)]
        self.petal_of: List[Dict[int, int]] = [{} for _ in range(room)]
        self.seen, self.stamp = [0] * room, 0
        self.queue: Deque[int] = deque()

    def run(self) -> List[Optional[int]]:
        while self._stage():
            pass
        return [self.mate[v] - 1 if self.mate[v] else None for v in range(1, self.size + 1)]

    # -- edges and blossoms --------------------------------------------------------------------

    def _slack(self, edge: Edge) -> int:
        a, b = edge
        return self.dual[a] + self.dual[b] - self.doubled[a][b]

    def _consider(self, vertex: int, at: int) -> None:
        """Keep an edge from an outer vertex if it is the tightest one known to a blossom."""
        known = self.best[at]
        if not known or self._slack(self.ends[vertex][at]) < self._slack(self.ends[known][at]):
            self.best[at] = vertex

    def _find_best(self, at: int) -> None:
        self.best[at] = 0
        for vertex in range(1, self.size + 1):
            top = self.top[vertex]
            if top != at and self.kind[top] == _OUTER and at in self.ends[vertex]:
                self._consider(vertex, at)

    def _enqueue(self, at: int) -> None:
        if at <= self.size:
            self.queue.append(at)
            return
        for petal in self.petals[at]:
            self._enqueue(petal)

    def _set_top(self, at: int, top: int) -> None:
        self.top[at] = top
        if at > self.size:
            for petal in self.petals[at]:
                self._set_top(petal, top)

    def _even_way(self, blossom: int, petal: int) -> int:
        """Return the position of a petal, the circle turned so that the way to it is even."""
        petals = self.petals[blossom]
        position = petals.index(petal)
        if position % 2 == 0:
            return position
        petals[1:] = petals[:0:-1]
        return len(petals) - position

    def _marry(self, at: int, to: int) -> None:
        edge = self.ends[at][to]
        self.mate[at] = edge[1]
        if at <= self.size:
            return
        petal = self.petal_of[at][edge[0]]
        position = self._even_way(at, petal)
        petals = self.petals[at]
        for index in range(position):
            self._marry(petals[index], petals[index ^ 1])
        self._marry(petal, to)
        self.petals[at] = petals[position:] + petals[:position]

    def _augment(self, at: int, to: int) -> None:
        while True:
            before = self.top[self.mate[at]]
            self._marry(at, to)
            if not before:
                return
            above = self.top[self.link[before]]
            self._marry(before, above)
            at, to = above, before

    def _meeting(self, a: int, b: int) -> int:
        """Return where the ways of two outer blossoms to their roots meet, 0 for two trees."""
        self.stamp += 1
        while a or b:
            if a:
                if self.seen[a] == self.stamp:
                    return a
                self.seen[a] = self.stamp
                a = self.top[self.mate[a]]
                if a:
                    a = self.top[self.link[a]]
            a, b = b, a
        return 0

    def _shrink(self, a: int, root: int, b: int) -> None:
        """Make a blossom of the circle that an edge between two outer blossoms closes."""
        blossom = self.size + 1
        while blossom <= self.last and self.top[blossom]:
            blossom += 1
        self.last = max(self.last, blossom)
        self.dual[blossom], self.kind[blossom] = 0, _OUTER
        self.mate[blossom] = self.mate[root]
        self.petals[blossom] = [root, *self._way(a, root)[::-1], *self._way(b, root)]
        for petal in self.petals[blossom][1:]:
            if self.kind[petal] == _INNER:
                self._enqueue(petal)
        self._set_top(blossom, blossom)
        self._gather_edges(blossom)
        self._find_best(blossom)

    def _way(self, at: int, root: int) -> List[int]:
        """Return the blossoms from one up to the root of a circle, without the root."""
        way = []
        while at != root:
            married = self.top[self.mate[at]]
            way += [at, married]
            at = self.top[self.link[married]]
        return way

    def _gather_edges(self, blossom: int) -> None:
        """Give a blossom the tightest of its petals' edges to everything else."""
        own: Dict[int, Edge] = {}
        slack: Dict[int, int] = {}
        inside: Dict[int, int] = {}
        for petal in self.petals[blossom]:
            for other, edge in self.ends[petal].items():
                tightness = self._slack(edge)
                if other not in slack or tightness < slack[other]:
                    own[other], slack[other] = edge, tightness
            vertices = [petal] if petal <= self.size else self.petal_of[petal]
            inside.update(dict.fromkeys(vertices, petal))
        for other in range(1, self.last + 1):
            self.ends[other].pop(blossom, None)
        for other, (a, b) in own.items():
            self.ends[other][blossom] = (b, a)
        self.ends[blossom] = own
        self.petal_of[blossom] = inside

    def _expand(self, blossom: int) -> None:
        """Take an inner blossom without dual value apart; its petals join the tree."""
        for petal in self.petals[blossom]:
            self._set_top(petal, petal)
        first = self.petal_of[blossom][self.ends[blossom][self.link[blossom]][0]]
        position = self._even_way(blossom, first)
        petals = self.petals[blossom]
        for index in range(0, position, 2):
            inner, outer = petals[index], petals[index + 1]
            self.link[inner] = self.ends[outer][inner][0]
            self.kind[inner], self.kind[outer] = _INNER, _OUTER
            self.best[inner] = 0
            self._find_best(outer)
            self._enqueue(outer)
        self.kind[first], self.link[first] = _INNER, self.link[blossom]
        for petal in petals[position + 1 :]:
            self.kind[petal] = _FREE
            self._find_best(petal)
        self.top[blossom] = 0

    # -- a stage -------------------------------------------------------------------------------

    def _reach(self, edge: Edge) -> bool:
        """Follow an edge without slack; True where it joined two trees."""
        a, b = self.top[edge[0]], self.top[edge[1]]
        if self.kind[b] == _FREE:
            self.link[b], self.kind[b] = edge[0], _INNER
            married = self.top[self.mate[b]]
            self.best[b] = self.best[married] = 0
            self.kind[married] = _OUTER
            self._enqueue(married)
            return False
        if self.kind[b] == _INNER:
            return False
        root = self._meeting(a, b)
        if root:
            self._shrink(a, root, b)
            return False
        self._augment(a, b)
        self._augment(b, a)
        return True

    def _stage(self) -> bool:
        """Enlarge the matching by one edge; False where that gains nothing more."""
        for at in range(1, self.last + 1):
            self.kind[at], self.best[at] = _FREE, 0
        self.queue.clear()
        for at in self._tops():
            if not self.mate[at]:
                self.link[at], self.kind[at] = 0, _OUTER
                self._enqueue(at)
        if not self.queue:
            return False
        while True:
            if self._scan():
                return True
            if not self._move_duals():
                return False
            for at in self._tops():
                vertex = self.best[at]
                if not vertex or self.top[at] != at or self.top[vertex] == at:
                    continue
                edge = self.ends[vertex][at]
                if self._slack(edge) == 0 and self._reach(edge):
                    return True
            for at in range(self.size + 1, self.last + 1):
                if self.top[at] == at and self.kind[at] == _INNER and self.dual[at] == 0:
                    self._expand(at)

    def _tops(self) -> List[int]:
        return [at for at in range(1, self.last + 1) if self.top[at] == at]

    def _scan(self) -> bool:
        """Grow the trees over edges without slack, keep the tightest of the others."""
        dual, top, kind, best = self.dual, self.top, self.kind, self.best
        while self.queue:
            vertex = self.queue.popleft()
            if kind[top[vertex]] == _INNER:
                continue
            own, weights = dual[vertex], self.doubled[vertex]
            for other in range(1, self.size + 1):
                weight = weights[other]
                at = top[other]
                if not weight or at == top[vertex]:
                    continue
                slack = own + dual[other] - weight
                if slack == 0:
                    if self._reach((vertex, other)):
                        return True
                    continue
                known = best[at]
                if not known or slack < self._slack(self.ends[known][at]):
                    self._consider(vertex, at)
        return False

    def _move_duals(self) -> bool:
        """Move the dual values until something happens; False where free vertices reach 0."""
        blossoms = [at for at in range(self.size + 1, self.last + 1) if self.top[at] == at]
        steps = [self.dual[at] // 2 for at in blossoms if self.kind[at] == _INNER]
        for at in self._tops():
            if self.best[at] and self.kind[at] != _INNER:
                slack = self._slack(self.ends[self.best[at]][at])
                steps.append(slack if self.kind[at] == _FREE else slack // 2)
        outer = [v for v in range(1, self.size + 1) if self.kind[self.top[v]] == _OUTER]
        lowest = min(self.dual[vertex] for vertex in outer)
        step = min([lowest, *steps])
        if step == lowest:
            return False
        sign = {_OUTER: -1, _INNER: 1, _FREE: 0}
        for vertex in range(1, self.size + 1):
            self.dual[vertex] += step * sign[self.kind[self.top[vertex]]]
        for at in blossoms:
            self.dual[at] -= 2 * step * sign[self.kind[at]]
        self.queue.clear()
        return True
