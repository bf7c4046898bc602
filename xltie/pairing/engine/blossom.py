"""Maximum-weight matching in a general graph, exact for whole numbers of any size.

Edmonds' primal-dual method, one alternating tree at a time: it grows from a free vertex over edges
without slack, circles of odd length shrink into blossoms, and the dual values move until an edge
reaches another free vertex, or until a vertex may stay free as its own value is 0. What happens
next is taken from a heap, and a value is only brought up to date where it is needed, so that a
tree costs what it touches. Weights are kept doubled; then all dual values stay whole numbers.
"""

from __future__ import annotations

import heapq
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

Edge = Tuple[int, int]

NOBODY = -1


class Blossoms:
    """A matching, and the circles of odd length that count as one vertex.

    Blossoms are numbers above the vertices: ``petals`` in a circle from the one that is matched
    outside, ``joins`` the edges between one petal and the next, ``extra`` their dual value.
    ``holder`` is the next larger blossom, ``top`` the outermost one around a vertex, ``base`` the
    vertex by which a blossom is matched outside, ``link`` the edge by which the tree reached it.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.mate = [NOBODY] * size
        self.top, self.base = list(range(size)), list(range(size))
        self.holder: List[int] = [NOBODY] * size
        self.link: List[Edge] = [(NOBODY, NOBODY)] * size
        self.petals: Dict[int, List[int]] = {}
        self.joins: Dict[int, List[Edge]] = {}
        self.extra: Dict[int, int] = {}

    def around(self, vertex: int) -> Dict[int, int]:
        """Return the blossoms around a vertex with the dual values from there outwards."""
        chain, at = [], self.holder[vertex]
        while at != NOBODY:
            chain.append(at)
            at = self.holder[at]
        total, found = 0, {}
        for at in reversed(chain):
            total += self.extra[at]
            found[at] = total
        return found

    def leaves(self, at: int) -> Iterator[int]:
        """Yield the vertices of a blossom."""
        if at < self.size:
            yield at
        else:
            for petal in self.petals[at]:
                yield from self.leaves(petal)

    def turn_to(self, at: int, vertex: int) -> None:
        """Make a vertex the base of a blossom: the others are matched around the circle."""
        self.base[at] = vertex
        if at < self.size:
            return
        petal = vertex
        while self.holder[petal] != at:
            petal = self.holder[petal]
        self.turn_to(petal, vertex)
        petals, joins = self.petals[at], self.joins[at]
        index, count = petals.index(petal), len(petals)
        pairs = range(0, index, 2) if index % 2 == 0 else range(index + 1, count, 2)
        for first in pairs:
            a, b = joins[first]
            self.turn_to(petals[first], a)
            self.turn_to(petals[(first + 1) % count], b)
            self.mate[a], self.mate[b] = b, a
        self.petals[at] = petals[index:] + petals[:index]
        self.joins[at] = joins[index:] + joins[:index]

    def ways(self, a: int, b: int) -> Tuple[int, List[int], List[int]]:
        """Return where two outer blossoms' ways to the root meet, and the ways up to there."""
        ways: Tuple[List[int], List[int]] = ([a], [b])
        seen = {a: 0, b: 1}
        side = 0
        while True:
            mate = self.mate[self.base[ways[side][-1]]]
            if mate != NOBODY:
                inner = self.top[mate]
                above = self.top[self.link[inner][0]]
                ways[side].extend((inner, above))
                if seen.get(above, side) != side:
                    other = ways[1 - side]
                    del other[other.index(above) :], ways[side][-1]
                    return above, ways[0], ways[1]
                seen[above] = side
            if self.mate[self.base[ways[1 - side][-1]]] != NOBODY:
                side = 1 - side

    def edges_up(self, way: Sequence[int]) -> List[Edge]:
        """Return the edges from each blossom of a way to the next one."""
        found = []
        for index, at in enumerate(way):
            if index % 2 == 0:
                found.append((self.base[at], self.mate[self.base[at]]))
            else:
                above, below = self.link[at]
                found.append((below, above))
        return found


_FREE, _OUTER, _INNER = 0, 1, 2
_SIGN = (0, -1, 1)


def maximum_matching(size: int, weights: Mapping[Edge, int]) -> List[Optional[int]]:
    """Return the partner of every vertex 0 .. size - 1 in a matching of greatest weight.

    ``weights`` gives the edges by their two vertices; all weights are positive whole numbers.
    """
    near: List[Dict[int, int]] = [{} for _ in range(size)]
    for (a, b), weight in weights.items():
        near[a][b] = near[b][a] = 2 * weight
    matcher = Matcher(near, [max(around.values(), default=0) // 2 for around in near])
    matcher.run()
    return [None if mate == NOBODY else mate for mate in matcher.mate]


class Matcher(Blossoms):
    """A matching and its dual values.

    ``near`` holds for each vertex its neighbours and the doubled weights, ``dual`` values of at
    least 0 whose sum at both ends of an edge is at least that; ``since`` says when one was last
    brought up to date. ``reached`` says when a vertex outside the tree is reached first, ``end``
    when the tree ends at the latest: nothing that would happen later matters.
    """

    def __init__(self, near: Sequence[Dict[int, int]], dual: Sequence[int]) -> None:
        size = len(near)
        super().__init__(size)
        self.near = near
        self.dual, self.since = list(dual), [0] * size
        self.kind = [_FREE] * size
        self.begun: Dict[int, int] = {}
        self.now = 0
        self.events: List[Tuple[int, int, int]] = []
        self.touched: List[int] = []
        self.reached: Dict[int, int] = {}
        self.end = 0

    def match_tight(self) -> None:
        """Match free neighbours without slack, one after the other."""
        for a, around in enumerate(self.near):
            if self.mate[a] != NOBODY:
                continue
            for b, weight in around.items():
                if self.mate[b] == NOBODY and self.dual[a] + self.dual[b] == weight:
                    self.mate[a], self.mate[b] = b, a
                    break

    def run(self) -> None:
        """Match until nobody is free whose dual value is above 0."""
        self.match_tight()
        for vertex in range(self.size):
            if self.mate[vertex] == NOBODY and self.dual[vertex]:
                self._grow_from(vertex)

    # -- a tree --------------------------------------------------------------------------------

    def _grow_from(self, root: int) -> None:
        """Match a free vertex, or let another one be free."""
        self.now, self.events, self.touched = 0, [], []
        self.reached, self.end = {}, self.dual[root]
        self._make_outer(self.top[root])
        done = False
        while not done:
            self.now, a, b = heapq.heappop(self.events)
            if b == NOBODY:
                self._expand_if_due(a)
            elif a == b:
                done = self._let_free(a)
            else:
                done = self._follow(a, b)
        for at in self.touched:
            if self.holder[at] == NOBODY and self.kind[at] != _FREE:
                self._settle(at)
                self.kind[at] = _FREE

    def _settle(self, at: int) -> None:
        """Bring the dual values of an outermost blossom up to date."""
        sign = _SIGN[self.kind[at]]
        for vertex in self.leaves(at):
            self.dual[vertex] += sign * (self.now - self.since[vertex])
            self.since[vertex] = self.now
        if at >= self.size:
            self.extra[at] -= 2 * sign * (self.now - self.begun[at])
            self.begun[at] = self.now

    def _value(self, vertex: int) -> int:
        sign = _SIGN[self.kind[self.top[vertex]]]
        return self.dual[vertex] + sign * (self.now - self.since[vertex])

    def _turn(self, at: int, kind: int) -> None:
        self._settle(at)
        self.kind[at] = kind
        self.touched.append(at)

    def _make_outer(self, at: int) -> None:
        self._turn(at, _OUTER)
        for vertex in list(self.leaves(at)):
            self._scan(vertex)

    def _make_inner(self, at: int, link: Edge) -> None:
        self._turn(at, _INNER)
        self.link[at] = link
        if at >= self.size:
            heapq.heappush(self.events, (self.now + self.extra[at] // 2, at, NOBODY))

    def _scan(self, vertex: int) -> None:
        """Note when the edges of a vertex that became outer will have no slack."""
        now, top, kind, dual, since = self.now, self.top, self.kind, self.dual, self.since
        events, inside, reached, end = self.events, top[vertex], self.reached, self.end
        at_zero = dual[vertex] + now
        if at_zero <= end:
            end = at_zero
            heapq.heappush(events, (end, vertex, vertex))
        for other, weight in self.near[vertex].items():
            at = top[other]
            if at == inside:
                continue
            its = kind[at]
            if its == _FREE:
                when = at_zero + dual[other] - weight
                if when >= end or reached.get(other, when + 1) <= when:
                    continue
                reached[other] = when
                heapq.heappush(events, (when, vertex, other))
                if self.mate[self.base[at]] == NOBODY:
                    end = when
            elif its == _OUTER:
                slack = at_zero + dual[other] + since[other] - weight - 2 * now
                when = now + slack // 2
                if when < end:
                    heapq.heappush(events, (when, vertex, other))
        self.end = end

    def _follow(self, a: int, b: int) -> bool:
        """Follow an edge if it has no slack now; True where it reached a free vertex."""
        at = self.top[b]
        if at == self.top[a] or self.kind[self.top[a]] != _OUTER or self.kind[at] == _INNER:
            return False
        if self._value(a) + self._value(b) != self.near[a][b]:
            return False
        if self.kind[at] == _OUTER:
            self._shrink(a, b)
            return False
        mate = self.mate[self.base[at]]
        if mate == NOBODY:
            self.turn_to(at, b)
            self.mate[b] = a
            self._flip(a, b)
            return True
        self._make_inner(at, (a, b))
        self._make_outer(self.top[mate])
        return False

    def _let_free(self, vertex: int) -> bool:
        """Leave a vertex free if its dual value is 0, and match the root instead."""
        if self._value(vertex):
            return False
        self._flip(vertex, NOBODY)
        return True

    def _flip(self, a: int, b: int) -> None:
        """Match a vertex of the tree with another, and exchange the edges up to the root."""
        while True:
            at = self.top[a]
            before = self.mate[self.base[at]]
            self.turn_to(at, a)
            self.mate[a] = b
            if before == NOBODY:
                return
            inner = self.top[before]
            above, below = self.link[inner]
            self.turn_to(inner, below)
            self.mate[below] = above
            a, b = above, below

    # -- blossoms ------------------------------------------------------------------------------

    def _shrink(self, a: int, b: int) -> None:
        """Make a blossom of the circle that an edge between two outer blossoms closes."""
        stem, left, right = self.ways(self.top[a], self.top[b])
        petals = [stem, *reversed(left), *right]
        joins = [(x, y) for y, x in reversed(self.edges_up(left))]
        joins += [(a, b), *self.edges_up(right)]
        blossom = len(self.kind)
        self.kind.append(_OUTER)
        self.base.append(self.base[stem])
        self.holder.append(NOBODY)
        self.link.append((NOBODY, NOBODY))
        self.petals[blossom], self.joins[blossom] = petals, joins
        self.extra[blossom], self.begun[blossom] = 0, self.now
        entered: List[int] = []
        for petal in petals:
            self._settle(petal)
            self.holder[petal] = blossom
            if self.kind[petal] == _INNER:
                entered.extend(self.leaves(petal))
            for vertex in self.leaves(petal):
                self.top[vertex] = blossom
        self.touched.append(blossom)
        for vertex in entered:
            self._scan(vertex)

    def _expand_if_due(self, at: int) -> None:
        """Take an inner blossom without dual value apart; some of its petals join the tree."""
        if self.kind[at] != _INNER or self.holder[at] != NOBODY or at not in self.petals:
            return
        self._settle(at)
        if self.extra[at]:
            return
        petals, joins = self.petals.pop(at), self.joins.pop(at)
        self.kind[at] = _FREE
        for petal in petals:
            self.holder[petal], self.kind[petal] = NOBODY, _FREE
            if petal >= self.size:
                self.begun[petal] = self.now
            for vertex in self.leaves(petal):
                self.top[vertex] = petal
        self._join_tree(petals, joins, self.link[at])

    def _join_tree(self, petals: List[int], joins: List[Edge], entry: Edge) -> None:
        """Let the petals on the even way from the entry to the base join the tree."""
        count = len(petals)
        index = petals.index(self.top[entry[1]])
        step = -1 if index % 2 == 0 else 1
        in_tree = {petals[index]}
        link, outer = entry, []
        self._make_inner(petals[index], link)
        while index % count:
            outer.append(petals[(index + step) % count])
            if step < 0:
                below, above = joins[index - 2]
            else:
                above, below = joins[(index + 1) % count]
            index += 2 * step
            self._make_inner(petals[index % count], (above, below))
            in_tree |= {outer[-1], petals[index % count]}
        for at in outer:
            self._make_outer(at)
        for petal in petals:
            if petal not in in_tree:
                self._note_reached(petal)

    def _note_reached(self, at: int) -> None:
        """Note when edges from outer vertices to a blossom that left the tree have no slack."""
        for vertex in self.leaves(at):
            value = self.dual[vertex]
            self.reached.pop(vertex, None)
            for other, weight in self.near[vertex].items():
                if self.kind[self.top[other]] == _OUTER:
                    slack = value + self._value(other) - weight
                    heapq.heappush(self.events, (self.now + slack, other, vertex))
