"""Everybody who is to be paired, and who may meet whom: criteria C1 to C3 (article 2.1)."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from itertools import combinations, groupby
from typing import Dict, FrozenSet, Iterable, Iterator, List, Mapping, Sequence, Tuple

from xltie.event import Id
from xltie.pairing.brackets.player import Player

Slot = int
"""A player's slot in the order of the field, from 0."""
Couple = Tuple[Slot, Slot]


def bits(slots: Iterable[Slot]) -> int:
    """Return slots as a set of bits."""
    found = 0
    for slot in slots:
        found |= 1 << slot
    return found


def slots_in(mask: int) -> Iterator[Slot]:
    """Yield the slots in a set of bits, in order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def open_couples(open_to: Sequence[int], slots: Iterable[Slot]) -> Iterator[Couple]:
    """Yield the couples of some slots that may meet, in the order of the slots."""
    for one, other in combinations(slots, 2):
        if open_to[one] >> other & 1:
            yield one, other


class Field:
    """The players in the order of article 1.2, and ``open_to``: whom each may meet, as bits.

    ``top_score`` is the score above which a player is a topscorer (article 1.8), None before the
    last round.
    """

    def __init__(
        self,
        players: Iterable[Player],
        forbidden: Iterable[FrozenSet[Id]] = (),
        top_score: float = float("inf"),
    ) -> None:
        self.players: List[Player] = sorted(
            players, key=lambda player: (-player.score, player.number)
        )
        self.slot: Dict[Id, Slot] = {p.who: at for at, p in enumerate(self.players)}
        self.open_to = _open_to(self.players, self.slot, top_score)
        for couple in forbidden:
            known = [self.slot[who] for who in couple if who in self.slot]
            if len(known) == 2:
                one, other = known
                self.open_to[one] &= ~(1 << other)
                self.open_to[other] &= ~(1 << one)

    def __len__(self) -> int:
        return len(self.players)

    def limited(self, only: Mapping[Slot, int]) -> Field:
        """Return the field in which some players must meet one of those given, as bits."""
        found = copy(self)
        found.players = [
            replace(player, may_rest=False) if at in only else player
            for at, player in enumerate(self.players)
        ]
        found.open_to = list(self.open_to)
        for at, mask in only.items():
            for other in slots_in(found.open_to[at] & ~mask):
                found.open_to[other] &= ~(1 << at)
            found.open_to[at] &= mask
        return found

    def with_couple(self, one: Slot, other: Slot) -> Field:
        """Return the field in which two must meet."""
        return self.limited({one: 1 << other, other: 1 << one})

    def without(self, slot: Slot) -> Field:
        """Return the field without one of the players; those after it move up."""
        found = copy(self)
        found.players = self.players[:slot] + self.players[slot + 1 :]
        found.slot = {p.who: at for at, p in enumerate(found.players)}
        before = (1 << slot) - 1
        found.open_to = [
            mask & before | mask >> slot + 1 << slot
            for at, mask in enumerate(self.open_to)
            if at != slot
        ]
        return found

    def scoregroups(self, slots: Iterable[Slot]) -> List[List[Slot]]:
        """Return slots, given in order, by their scores, the highest first."""
        score_of = self.players
        groups = groupby(slots, key=lambda slot: score_of[slot].score)
        return [list(group) for _, group in groups]


def _open_to(players: Sequence[Player], slot: Dict[Id, Slot], top_score: float) -> List[int]:
    """Return whom everybody may meet: not again (C1), not with a clash of absolute colours (C3).

    C3 lets the clash pass where one of the two is a topscorer.
    """
    everybody = (1 << len(players)) - 1
    clashing = {
        colour: bits(
            at
            for at, player in enumerate(players)
            if player.is_absolute and player.wishes.wish == colour and player.score <= top_score
        )
        for colour in (1, -1)
    }
    found = []
    for at, player in enumerate(players):
        barred = 1 << at | bits(slot[who] for who in player.met if who in slot)
        if player.is_absolute and player.score <= top_score:
            barred |= clashing[player.wishes.wish]
        found.append(everybody & ~barred)
    return found
