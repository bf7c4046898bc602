"""Vertices, the blossoms that hold them, and who is matched with whom."""

from __future__ import annotations

from typing import Dict, Iterator, List, Sequence, Tuple

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
