"""Can everybody be paired? The completion test (criteria C4 and C5) and who may stay free (C2).

It looks for a largest matching of a graph given as bit sets: Edmonds' search after a greedy start.
"""

from __future__ import annotations

from collections import deque
from typing import Callable, Deque, Dict, Iterable, List, Mapping, Optional, Sequence, Set, Union

from xltie.pairing.brackets.field import Field, Slot, bits, slots_in

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


class Completion:
    """The completion test of a round.

    In an odd field exactly one player stays free: ``bye_score`` is the lowest score of somebody who
    can (criterion C5), ``resting`` are the players with it who may have the bye, as bits.
    ``is_possible`` is False where no pairing keeps the absolute criteria.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self.bye_score: Optional[int] = None
        self.resting = 0
        everybody = range(len(field))
        if len(field) % 2 == 0:
            self.is_possible = self.is_perfect(everybody)
            return
        players = field.players
        self.is_possible = False
        for score in sorted({player.score for player in players if player.may_rest}):
            self.resting = bits(
                at for at, player in enumerate(players) if player.may_rest and player.score == score
            )
            if self.is_perfect(everybody, with_bye=True):
                self.bye_score, self.is_possible = score, True
                return

    def is_perfect(
        self, slots: Iterable[Slot], with_bye: bool = False, only: Optional[Dict[Slot, int]] = None
    ) -> bool:
        """Tell whether these players can all be paired among themselves.

        ``with_bye`` leaves one of them, who may, without an opponent; ``only`` restricts whom
        some of them may meet.
        """
        vertices = list(slots)
        open_to = self.field.open_to
        neighbours = {at: open_to[at] for at in vertices}
        neighbours.update(only or {})
        if with_bye:
            bye = len(self.field)
            free = bits(vertices) & self.resting
            neighbours.update((at, neighbours[at] | 1 << bye) for at in slots_in(free))
            neighbours[bye] = free
            vertices.append(bye)
        if len(vertices) % 2:
            return False
        return len(largest_matching(vertices, neighbours)) == len(vertices)

    def lets_rest(self, resting: Slot) -> bool:
        """Tell whether everybody but one can be paired."""
        return self.is_perfect(at for at in range(len(self.field)) if at != resting)

    def is_complete(self, slots: Iterable[Slot]) -> bool:
        """Tell whether these players can be paired, with the bye where their number is odd."""
        listed = list(slots)
        return self.is_perfect(listed, with_bye=len(listed) % 2 == 1)


def bye_of(field: Field, rank: Callable[[Slot], int]) -> Optional[Slot]:
    """Return who has the bye where it is given before anybody is paired; None where nobody can.

    It goes to one who may have it and lets all others be paired: with the lowest score, then the
    most games played, then the last by ``rank`` (C.04.4.1 and C.04.4.2, 3.1; C.04.6, 3.4).
    """
    players = field.players
    able = [at for at, player in enumerate(players) if player.may_rest]
    able.sort(key=lambda at: (players[at].score, -players[at].games, -rank(at)))
    completion = Completion(field)
    return next((at for at in able if completion.lets_rest(at)), None)
