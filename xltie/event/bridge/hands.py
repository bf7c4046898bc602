"""The cards of the deals of a session, as hand records print them."""

from __future__ import annotations

import re
from typing import List, Sequence

from xltie.core.errors import DomainError
from xltie.core.messages import say
from xltie.event.board_results import Hands
from xltie.event.bridge.contracts import SEATS

_RANKS = "AKQJT98765432"
_IN_ALL = 4
_CARDS = 13


def hands_of(first: str, said: Sequence[str]) -> Hands:
    """Return the hands of a deal, named clockwise from a seat; one that is missing is the rest.

    Raises:
        DomainError: that is no deal: a card twice, a letter that is no card, or not 13 in a hand.
    """
    told = [_in_order(hand) for hand in said]
    held = [f"{suit}{rank}" for hand in told for suit, ranks in zip("SHDC", hand) for rank in ranks]
    if len(set(held)) < len(held):
        twice = next(card for card in held if held.count(card) > 1)
        raise DomainError(say("the card {card} is in this deal a second time", card=twice))
    known = [hand for hand in told if any(hand)]
    if any(sum(map(len, hand)) != _CARDS for hand in known) or first not in tuple(SEATS):
        raise DomainError(say("this is no deal of 13 cards for each seat"))
    texts = [".".join(hand) if any(hand) else "" for hand in told] + [""] * (len(SEATS) - len(told))
    if len(known) == len(SEATS) - 1:
        rest = ["".join(r for r in _RANKS if f"{suit}{r}" not in held) for suit in "SHDC"]
        texts[texts.index("")] = ".".join(rest)
    turn = -SEATS.index(first) % len(SEATS)
    north, east, south, west = (*texts[turn:], *texts[:turn])
    return north, east, south, west


def _in_order(hand: str) -> List[str]:
    """Return the four suits of a hand, each from its highest card; all "" where it is not known."""
    suits = [suit.strip("- ") for suit in hand.upper().replace("10", "T").split(".")]
    suits += [""] * (_IN_ALL - len(suits))
    if len(suits) > _IN_ALL or re.search(f"[^{_RANKS}]", "".join(suits)):
        raise DomainError(say("{text!r} is no hand such as AK3.QT.J32.98765", text=hand))
    return ["".join(sorted(suit, key=_RANKS.index)) for suit in suits]


def points_of_hand(hand: str) -> int:
    """Return the high-card points of a hand: 4, 3, 2 and 1 for ace, king, queen and jack.

    >>> points_of_hand("AK3.QT.J32.98765")
    10
    """
    return sum("JQKA".find(card) + 1 for card in hand)
