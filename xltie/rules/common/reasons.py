"""Why a term has its value, as data: what is said alike, and how several reasons stand together.

Pages say once what many terms share, so they take a reason apart again.
"""

from __future__ import annotations

from typing import Callable, Iterable, Mapping, NamedTuple, Optional, Tuple

from xltie.core.messages import NOTHING, Message, Said, joined, say
from xltie.event import Id, RoundRecord

_MARK = "; "
CUT_LOWEST = say("cut as the lowest")
CUT_LOWEST_SCORE = say("cut, as this opponent has the lowest score")
CUT_HIGHEST = say("cut as the highest")
BELOW_LIMIT = say("below the limit, does not count")
CUT_MISSED = say("cut first: missed by choice (16.5)")
CUTS = frozenset({CUT_LOWEST, CUT_LOWEST_SCORE, CUT_HIGHEST, CUT_MISSED, BELOW_LIMIT})
"""Why a term does not count."""


class Reason(NamedTuple):
    """The parts of a reason; ``worth`` is the product that it begins with, if it does."""

    worth: Message
    parts: Tuple[Message, ...]


def together(parts: Iterable[Message]) -> Message:
    """Return several reasons as one, without those that say nothing."""
    kept = tuple(filter(None, parts))
    return kept[0] if len(kept) == 1 else joined(kept, _MARK)


def product_of(worth: Message, whose: Message) -> Message:
    """Return the reason of a term that is a product: its factors, and whose score is one."""
    return say("{worth}, {whose}", worth=worth, whose=whose)


def taken_apart(why: Message) -> Reason:
    """Return what a reason was put together from."""
    values = tuple(value for _, value in why.values if isinstance(value, Message))
    if len(values) > 1 and why == joined(values, _MARK):
        found = [taken_apart(value) for value in values]
        return Reason(found[0].worth, tuple(part for reason in found for part in reason.parts))
    if len(values) == 2 and why == product_of(*values):
        return Reason(values[0], taken_apart(values[1]).parts)
    return Reason(NOTHING, (why,))


def names(message: Message, what: Said) -> bool:
    """Tell whether a message has a value, or a part of it has."""
    return any(
        value == what or (isinstance(value, Message) and names(value, what))
        for _, value in message.values
    )


def ended(record: RoundRecord) -> Message:
    """Return how a round ended for a player: the outcome of a game, else why there was none."""
    side = record.own
    return side.outcome.message if record.is_played and side.outcome else side.status.message


Whose = Callable[[Optional[Id]], Message]
"""Says of an opponent whose score a term is."""

# -- what is said of one opponent, and of all of them ----------------------------------------------


def score_of(opponent: Optional[Id]) -> Message:
    """Return that a term is the score of an opponent."""
    return say("score of {opponent}", opponent=opponent)


def mms_of(opponent: Optional[Id]) -> Message:
    """Return that a term is the McMahon score of an opponent."""
    return say("MMS of {opponent}", opponent=opponent)


def sos_of(opponent: Optional[Id]) -> Message:
    """Return that a term is the SOS of an opponent."""
    return say("SOS of {opponent}", opponent=opponent)


def buchholz_of(opponent: Optional[Id]) -> Message:
    """Return that a term is the Buchholz of an opponent."""
    return say("Buchholz of {opponent}", opponent=opponent)


OF_OPPONENTS: Mapping[Whose, Message] = {
    score_of: say("score of the opponent"),
    mms_of: say("MMS of the opponent"),
    sos_of: say("SOS of the opponent"),
    buchholz_of: say("Buchholz of the opponent"),
}
"""What terms say of their opponents, and how it is said of all of them at once."""
