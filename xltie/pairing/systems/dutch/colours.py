"""Who gets which colour (article 5.2)."""

from __future__ import annotations

from typing import Tuple

from xltie.core.messages import Message, say
from xltie.pairing.systems.dutch.player import Player


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
