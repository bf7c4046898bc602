"""A largest matching of a graph given as bit sets: Edmonds' search after a greedy start."""

from __future__ import annotations

from collections import deque
from typing import Deque, Dict, List, Mapping, Optional, Sequence, Set, Union

from xltie.pairing.brackets.field import Slot, bits, slots_in

Neighbours = Union[Sequence[int], Mapping[Slot, int]]
"""For each slot those next to it, as bits."""


def largest_matching(slots: Sequence[Slot], neighbours: Neighbours) -> Dict[Slot, Slot]:
    """Return everybody's partner in a largest matching of the graph that these slots span."""
    mate: Dict[Slot, Slot] = {}
    free = bits(slots)
    left: List[Slot] = []
    for slot in slots:
        if not free >> slot & 1:
            continue
        free &= ~(1 << slot)
        partners = neighbours[slot] & free
        if partners:
            lowest = partners & -partners
            free ^= lowest
            other = lowest.bit_length() - 1
            mate[slot], mate[other] = other, slot
        else:
            left.append(slot)
    for slot in left:
        if slot not in mate:
            _Search(slot, slots, neighbours, mate).augment()
    return mate


class _Search:
    """The search for an augmenting way from one free slot; circles of odd length shrink."""

    def __init__(
        self, root: Slot, slots: Sequence[Slot], neighbours: Neighbours, mate: Dict[Slot, Slot]
    ) -> None:
        self.root, self.slots, self.neighbours, self.mate = root, slots, neighbours, mate
        self.inside = bits(slots)
        self.base = {slot: slot for slot in slots}
        self.parent: Dict[Slot, Slot] = {}
        self.outer = {root}
        self.queue: Deque[Slot] = deque([root])

    def augment(self) -> bool:
        """Enlarge the matching by one pair; False where that is impossible."""
        while self.queue:
            here = self.queue.popleft()
            for there in slots_in(self.neighbours[here] & self.inside):
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

    def _flip(self, end: Slot) -> None:
        """Exchange the matched and the free edges of the way from the root to a free slot."""
        at: Optional[Slot] = end
        while at is not None:
            before = self.parent[at]
            following = self.mate.get(before)
            self.mate[at], self.mate[before] = before, at
            at = following

    def _shrink(self, one: Slot, other: Slot) -> None:
        """Make one vertex of the circle that an edge between two outer slots closes."""
        stem = self._meeting(one, other)
        circle: Set[Slot] = set()
        for start, end in ((one, other), (other, one)):
            at, child = start, end
            while self.base[at] != stem:
                circle |= {self.base[at], self.base[self.mate[at]]}
                self.parent[at] = child
                child = self.mate[at]
                at = self.parent[child]
        for slot in self.slots:
            if self.base[slot] in circle:
                self.base[slot] = stem
                if slot not in self.outer:
                    self.outer.add(slot)
                    self.queue.append(slot)

    def _meeting(self, one: Slot, other: Slot) -> Slot:
        """Return where the ways of two outer slots to the root meet."""
        way: Set[Slot] = set()
        at = self.base[one]
        way.add(at)
        while at in self.mate:
            at = self.base[self.parent[self.mate[at]]]
            way.add(at)
        at = self.base[other]
        while at not in way:
            at = self.base[self.parent[self.mate[at]]]
        return at
