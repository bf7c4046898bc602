"""A player as the Dutch system sees one before a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import FrozenSet, NamedTuple, Tuple

from xltie.core.messages import Message, say
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
