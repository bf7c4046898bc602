"""The cards of a USEBIO file: a ``HAND`` for every seat, in the ``BOARD`` or in a ``HANDSET``."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Sequence, Tuple

from xltie.core.cells import number_of
from xltie.core.messages import say
from xltie.event import Deal, HandRecord
from xltie.event.bridge import SEATS
from xltie.exchange.common.bridge_session import hand_record
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml import Node

_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_NAMES = ("North", "East", "South", "West")


class Scope(NamedTuple):
    """A part of the file within which boards have numbers of their own."""

    node: Node
    section: str
    """What stands before the numbers of its pairs, "" where the file has one section."""
    session: int
    """0 where the file has one session."""


def board_of(board: Node, notes: Notes) -> int:
    """Return the number of a board, 0 after a fault was noted."""
    said = board.value("BOARD_NUMBER") or board.attributes.get("BOARD_NUMBER", "")
    number = number_of(said) or 0
    if number < 1 or number != int(number):
        notes.fault(say("the number of this board is {number!r}", number=said), board.place)
        return 0
    return int(number)


def hand_records(root: Node, scopes: Sequence[Scope], notes: Notes) -> Tuple[HandRecord, ...]:
    """Return the cards of all boards; those that stand in no session are of the first."""
    found: Dict[Deal, HandRecord] = {}
    first = min((scope.session for scope in scopes), default=0)
    parts = [(scope.node, scope.session) for scope in scopes]
    parts += [(handset, first) for handset in root.all("HANDSET")]
    for part, session in parts:
        for board in part.all("BOARD"):
            seats = {
                hand.value("DIRECTION").upper()[:1]: hand for hand in board.children_of("HAND")
            }
            number = board_of(board, notes) if seats else 0
            hands = [_hand(seats[seat]) if seat in seats else "" for seat in SEATS]
            if number and (session, number) not in found:
                for record in hand_record(session, number, SEATS[0], hands, notes, board.place):
                    found[record.deal] = record
    return tuple(found.values())


def _hand(hand: Node) -> str:
    return ".".join(hand.value(suit) for suit in _SUITS)


def hand_elements(record: HandRecord) -> List[str]:
    """Return the elements that hold the cards of a board."""
    found = []
    for name, hand in zip(_NAMES, record.hands):
        if hand:
            suits = zip(_SUITS, hand.split("."))
            held = "".join(f"<{suit}>{cards}</{suit}>" for suit, cards in suits)
            found.append(f"<HAND><DIRECTION>{name}</DIRECTION>{held}</HAND>")
    return found
