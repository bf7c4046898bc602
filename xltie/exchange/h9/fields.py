"""The fields of a player as a line of an EGD file holds them, and what such a line cannot hold."""

from __future__ import annotations

import re
from typing import Iterator, List, NamedTuple, Sequence

from xltie.core.errors import Fault
from xltie.core.go_ranks import egd_rank
from xltie.core.messages import Message, say
from xltie.event.model import Contestant
from xltie.exchange.common.countries import country_code
from xltie.exchange.common.go_names import parted
from xltie.exchange.h9.lines import NO_GAME, read_result

NO_COUNTRY, NO_CLUB = "XX", "xxxx"
_PIN = re.compile(r"\d{8}")
_ENDS_A_LINE = re.compile(r"[;|#]+")
"""Marks after which a line says nothing more of the player, or nothing at all."""
_NOT_A_CLUB = re.compile(r"[+-]?\d+([.,]\d+)?[½¼¾?=]?'?|\d{1,2}[kdp]\??", re.IGNORECASE)
"""What would be read as a rank, a criterion or a result where a club stands."""


class Fields(NamedTuple):
    """Name, rank, country, club and PIN as a line holds them."""

    name: str
    rank: str
    country: str
    club: str
    pin: str


def fields_of(own: Contestant) -> Fields:
    """Return the fields of a player; what the EGD would not read is left out of them."""
    pin = pin_of(own)
    return Fields(
        _two_words(own.name) or own.id,
        egd_rank(own.grade or "30k"),
        country_code(own.country) or NO_COUNTRY,
        _club(own.club) or NO_CLUB,
        f"|{pin}" if _PIN.fullmatch(pin) else "",
    )


def pin_of(own: Contestant) -> str:
    """Return a player's PIN as it is typed, without the bar that a file sets before it."""
    return dict(own.more).get("PIN", "").strip().lstrip("|").strip()


def losses(players: Sequence[Contestant]) -> List[Fault]:
    """Return a warning for each field of the players that the file leaves out or says otherwise."""
    return [Fault(said, own.place) for own in players for said in _lost(own, fields_of(own))]


def _lost(own: Contestant, held: Fields) -> Iterator[Message]:
    who = own.name or own.id
    if own.country.strip() and held.country == NO_COUNTRY != own.country.strip():
        yield say(
            "{who}: the country {country!r} is written XX; write two letters such as KR",
            who=who,
            country=own.country,
        )
    if own.club.strip() and held.club == NO_CLUB != own.club.strip():
        yield say(
            "{who}: the club {club!r} is written xxxx; it would be read as another field",
            who=who,
            club=own.club,
        )
    if pin_of(own) and not held.pin:
        yield say(
            "{who}: the PIN {pin!r} is left out; it must have 8 digits", who=who, pin=pin_of(own)
        )
    if _ENDS_A_LINE.search(own.name):
        yield say(
            "{who}: the name is written {name!r}; a semicolon or bar would end it",
            who=who,
            name=held.name,
        )


def _two_words(name: str) -> str:
    """Return a name in the EGD's two words, surname and first name: ``van_den_Berg Jan``."""
    plain = _ENDS_A_LINE.sub("/", name).strip("/ ")
    return " ".join("_".join(part.split()) for part in parted(plain) if part)


def _club(club: str) -> str:
    text = "_".join(_ENDS_A_LINE.sub("/", club).split())
    is_result = text not in NO_GAME and read_result(text) is not None
    return "" if is_result or _NOT_A_CLUB.fullmatch(text) else text
