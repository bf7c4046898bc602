"""What every system says alike: who meets whom, who rests, and the colours that somebody had."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Iterable

from xltie.core.messages import Message, joined, say, word
from xltie.event import Id
from xltie.pairing.brackets.criteria import Verdict
from xltie.pairing.catalogue import Round
from xltie.pairing.state import BLACK, WHITE

_LETTERS = {WHITE: word("colour", "W"), BLACK: word("colour", "B")}

HAVE_MET = say("they have met")
MUST_NOT_MEET = say("the settings forbid that they meet")
NOBODY_LEFT = say("not everybody else could be paired any more")
EVEN_PLAYERS = say("the number of players is even")
SAME_COLOUR = say("both must have the same colour")
BARRED_BYE = say("there was a bye, or a win without a game, before")
BYE_REASONS = tuple(
    Verdict("", article, reason)
    for article, reason in (
        ("3.1.3", say("another player has a lower score")),
        ("3.1.2", say("not everybody else could be paired")),
        ("3.1.4", say("another player has played more games")),
        ("3.1.5", say("another player comes later in the order")),
    )
)
"""Why another player has the bye where it is given first (C.04.4.1 and C.04.4.2)."""


def why_apart(
    drawn: Round,
    one: Id,
    other: Id,
    why_not: Callable[[Id, Id], Message],
    why_no_bye: Callable[[Id], Message],
) -> Message:
    """Say why two do not meet in a drawn round, or one has no bye, for which "" stands.

    The reasons are asked for only where they really do not.
    """
    assert drawn.state is not None, "a timetable has no reasons"
    names = {entry.who: entry.display_name for entry in drawn.state.entries}
    couple = tuple(filter(None, (one, other)))
    for who in couple:
        if who not in names:
            return say("{who} is not paired in this round", who=who)
    is_drawn = any(set(couple) == set(board.players) for board in drawn.boards)
    first, second = names[one], names.get(other, "")
    if not other and is_drawn:
        return say("{who} has the bye", who=first)
    if not other:
        return say("{who} has no bye: {why}", who=first, why=why_no_bye(one))
    if is_drawn:
        return say("{one} and {other} do meet in this round", one=first, other=second)
    why = why_not(one, other)
    return say("{one} and {other} do not meet: {why}", one=first, other=second, why=why)


def does_not_meet(who: str, first: str, why: Message) -> Message:
    """Say why somebody does not meet the first opponent in order."""
    return say("{who} does not meet {first}: {why}", who=who, first=first, why=why)


def has_bye_with(who: str, points: Fraction) -> Message:
    """Say with how many points somebody rests."""
    return say("{who} has the bye with {points}", who=who, points=points)


def with_colours(who: str, colours: Iterable[int]) -> Message:
    """Return a name with the colours of the games before, +1 for White."""
    letters = joined((_LETTERS[colour] for colour in colours), " ")
    if not letters:
        return say("{who} (no colour yet)", who=who)
    return say("{who} (had {colours})", who=who, colours=letters)


def colours_of_table(white: Message, black: Message, why: Message) -> Message:
    """Say who has which colour at a table, and what decides."""
    return say("White {white}, Black {black}: {why}", white=white, black=black, why=why)
