"""A largest matching of a graph given as bit sets: Edmonds' search after a greedy start."""

from __future__ import annotations

from collections import deque
from typing import Deque, Dict, List, Mapping, Optional, Sequence, Set, Union

from xltie.pairing.systems.dutch.field import Place, bits, places_in

Neighbours = Union[Sequence[int], Mapping[Place, int]]
"""For each place those next to it, as bits."""


def largest_matching(places: Sequence[Place], neighbours: Neighbours) -> Dict[Place, Place]:
    """Return everybody's partner in a largest matching of the graph that these places span."""
    mate: Dict[Place, Place] = {}
    free = bits(places)
    left: List[Place] = []
    for place in places:
        if not free >> place & 1:
            continue
        free &= ~(1 << place)
        partners = neighbours[place] & free
        if partners:
            lowest = partners & -partners
            free ^= lowest
            other = lowest.bit_length() - 1
            mate[place], mate[other] = other, place
        else:
            left.append(place)
    for place in left:
        if place not in mate:
            _Search(place, places, neighbours, mate).augment()
    return mate


class _Search:
    """The search for an augmenting way from one free place; circles of odd length shrink."""

    def __init__(
        self, root: Place, places: Sequence[Place], neighbours: Neighbours, mate: Dict[Place, Place]
    ) -> None:
        self.root, self.places, self.neighbours, self.mate = root, places, neighbours, mate
        self.inside = bits(places)
        self.base = {place: place for place in places}
        self.parent: Dict[Place, Place] = {}
        self.outer = {root}
        self.queue: Deque[Place] = deque([root])

    def augment(self) -> bool:
        """Enlarge the matching by one pair; False where that is impossible."""
        while self.queue:
            here = self.queue.popleft()
            for there in places_in(self.neighbours[here] & self.inside):
                if self.base[here] == self.base[there] or self.mate.get(here) == there:
                    continue
                if there == self.root or self.mate.get(there, self.root) in self.parent:
                    self._shrink(here, there)
                elif there not in self.parent:
                    self.parent[there] = here
                    if there not in self.mate:
                        self._flip(there)
                        return True
                    self.outer.add(self.mate[there])
                    self.queue.append(self.mate[there])
        return False

    def _flip(self, end: Place) -> None:
        """Exchange the matched and the free edges of the way from the root to a free place."""
        at: Optional[Place] = end
        while at is not None:
            before = self.parent[at]
            following = self.mate.get(before)
            self.mate[at], self.mate[before] = before, at
            at = following

    def _shrink(self, one: Place, other: Place) -> None:
        """Make one vertex of the circle that an edge between two outer places closes."""
        stem = self._meeting(one, other)
        circle: Set[Place] = set()
        for start, end in ((one, other), (other, one)):
            at, child = start, end
            while self.base[at] != stem:
                circle |= {self.base[at], self.base[self.mate[at]]}
                self.parent[at] = child
                child = self.mate[at]
                at = self.parent[child]
        for place in self.places:
            if self.base[place] in circle:
                self.base[place] = stem
                if place not in self.outer:
                    self.outer.add(place)
                    self.queue.append(place)

    def _meeting(self, one: Place, other: Place) -> Place:
        """Return where the ways of two outer places to the root meet."""
        way: Set[Place] = set()
        at = self.base[one]
        way.add(at)
        while at in self.mate:
            at = self.base[self.parent[self.mate[at]]]
            way.add(at)
        at = self.base[other]
        while at not in way:
            at = self.base[self.parent[self.mate[at]]]
        return at
