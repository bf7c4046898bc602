"""Everybody who is to be paired, and who may meet whom: criteria C1 to C3 (article 2.1)."""

from __future__ import annotations

from copy import copy
from itertools import combinations, groupby
from typing import Dict, FrozenSet, Iterable, Iterator, List, Mapping, NamedTuple, Sequence, Tuple

from xltie.core.messages import Message, say
from xltie.core.records import dataclass, replace
from xltie.event import Id

DOWN, UP = 1, -1
"""Floats of an earlier round (article 1.4): to a lower, or to a higher scoregroup."""

NO_WISH, MILD, STRONG, ABSOLUTE = range(4)
"""How strong a colour preference is (article 1.7)."""


class Preference(NamedTuple):
    """A colour preference: +1 for White, -1 for Black, 0 for none.

    ``imbalance`` is the difference between the games with either colour, ``repeated`` the colour
    of the last two games where it was the same one, 0 otherwise.
    """

    wish: int
    strength: int
    imbalance: int
    repeated: int


def preference(colours: Tuple[int, ...]) -> Preference:
    """Return the preference that the colours of the games played lead to (article 1.7)."""
    difference = sum(colours)
    imbalance = abs(difference)
    lacking = -1 if difference > 0 else 1
    last = colours[-1] if colours else 0
    repeated = last if len(colours) > 1 and colours[-2] == last else 0
    if imbalance > 1:
        return Preference(lacking, ABSOLUTE, imbalance, repeated)
    if repeated:
        return Preference(-repeated, ABSOLUTE, imbalance, repeated)
    if imbalance:
        return Preference(lacking, STRONG, imbalance, 0)
    return Preference(-last, MILD if last else NO_WISH, 0, 0)


@dataclass(frozen=True)
class Player:
    """A player to be paired.

    ``number`` is the pairing number (TPN) among those who take part, ``score`` the points before
    the round with the virtual points of this round, in the units of the event index. ``colours``
    are those of the games played (+1 for White), ``floats`` those of the last round and of the one
    before. ``games`` counts the games played; ``may_rest`` tells whether the player may have the
    pairing-allocated bye (criterion C2).
    """

    who: Id
    number: int
    score: int
    colours: Tuple[int, ...]
    met: FrozenSet[Id]
    floats: Tuple[int, int]
    may_rest: bool
    wishes: Preference
    games: int

    @property
    def is_absolute(self) -> bool:
        """Tell whether the colour preference is absolute."""
        return self.wishes.strength == ABSOLUTE


# -- who gets which colour (article 5.2) -----------------------------------------------------------


def white_first(high: Player, low: Player, initial: int) -> Tuple[Player, Player, Message]:
    """Return White and Black of a pair, and what of article 5.2 decides.

    ``high`` has the higher score, or the smaller number; ``initial`` is the initial colour, +1
    for White.
    """
    chosen, colour, why = _decided(high, low, initial)
    other = low if chosen is high else high
    return (chosen, other, why) if colour == 1 else (other, chosen, why)


def _decided(high: Player, low: Player, initial: int) -> Tuple[Player, int, Message]:
    """Return a player, the colour that this player gets, and the reason."""
    one, other = high.wishes, low.wishes
    if one.wish != other.wish:
        chosen = high if one.wish else low
        return chosen, chosen.wishes.wish, say("both preferences are granted (5.2.1)")
    if not one.wish:
        colour = initial if high.number % 2 else -initial
        return high, colour, say("the initial colour goes by pairing numbers (5.2.5)")
    stronger = (one.strength, one.imbalance), (other.strength, other.imbalance)
    if stronger[0] != stronger[1]:
        chosen = high if stronger[0] > stronger[1] else low
        return chosen, chosen.wishes.wish, say("the stronger preference is granted (5.2.2)")
    for own, opposite in zip(reversed(high.colours), reversed(low.colours)):
        if own != opposite:
            why = say("both change from when they last had different colours (5.2.3)")
            return high, opposite, why
    return high, one.wish, say("the higher ranked player's preference is granted (5.2.4)")


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
    absolute = {
        at: player.wishes.wish
        for at, player in enumerate(players)
        if player.is_absolute and player.score <= top_score
    }
    of_colour = {1: 0, -1: 0}
    for at, colour in absolute.items():
        of_colour[colour] |= 1 << at
    found = []
    for at, player in enumerate(players):
        barred = 1 << at | bits(slot[who] for who in player.met if who in slot)
        if at in absolute:
            barred |= of_colour[absolute[at]]
        found.append(everybody & ~barred)
    return found
