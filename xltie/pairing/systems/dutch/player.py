"""A player as the Dutch system sees one before a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import FrozenSet, NamedTuple, Tuple

from xltie.event.model import Id

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
