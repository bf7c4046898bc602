"""What every system says alike: who meets whom, who rests, and the colours that somebody had."""

from __future__ import annotations

from fractions import Fraction
from typing import Iterable

from xltie.core.messages import Message, joined, say, word
from xltie.pairing.engine.state import BLACK, WHITE

_LETTERS = {WHITE: word("colour", "W"), BLACK: word("colour", "B")}

HAVE_MET = say("they have met")
MUST_NOT_MEET = say("the settings forbid that they meet")
NOBODY_LEFT = say("not everybody else could be paired any more")
EVEN_PLAYERS = say("the number of players is even")


def do_meet(one: str, other: str) -> Message:
    """Say of two that they meet."""
    return say("{one} and {other} do meet in this round", one=one, other=other)


def do_not_meet(one: str, other: str, why: Message) -> Message:
    """Say why two do not meet."""
    return say("{one} and {other} do not meet: {why}", one=one, other=other, why=why)


def does_not_meet(who: str, first: str, why: Message) -> Message:
    """Say why somebody does not meet the first opponent in order."""
    return say("{who} does not meet {first}: {why}", who=who, first=first, why=why)


def not_paired(who: str) -> Message:
    """Say of somebody that the round has no pair for them."""
    return say("{who} is not paired in this round", who=who)


def has_bye(who: str) -> Message:
    """Say of somebody that they rest."""
    return say("{who} has the bye", who=who)


def has_bye_with(who: str, points: Fraction) -> Message:
    """Say with how many points somebody rests."""
    return say("{who} has the bye with {points}", who=who, points=points)


def has_no_bye(who: str, why: Message) -> Message:
    """Say why somebody does not rest."""
    return say("{who} has no bye: {why}", who=who, why=why)


def with_colours(who: str, colours: Iterable[int]) -> Message:
    """Return a name with the colours of the games before, +1 for White."""
    letters = joined((_LETTERS[colour] for colour in colours), " ")
    if not letters:
        return say("{who} (no colour yet)", who=who)
    return say("{who} (had {colours})", who=who, colours=letters)


def colours_of_table(white: Message, black: Message, why: Message) -> Message:
    """Say who has which colour at a table, and what decides."""
    return say("White {white}, Black {black}: {why}", white=white, black=black, why=why)
