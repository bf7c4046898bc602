"""The fields of a player as a line of an EGD file holds them, and what such a line cannot hold."""

from __future__ import annotations

import re
from typing import Iterator, List, NamedTuple, Sequence

from xltie.core.errors import Fault
from xltie.core.go_names import parted
from xltie.core.go_ranks import egd_rank
from xltie.core.messages import Message, say
from xltie.event import Contestant
from xltie.exchange.common.countries import country_code
from xltie.exchange.h9.lines import NO_GAME, read_result

NO_COUNTRY, NO_CLUB = "XX", "xxxx"
_PIN = re.compile(r"\d{8}")
_ENDS_A_LINE = re.compile(r"[;|#]+")
"""Marks after which a line says nothing more of the player, or nothing at all."""
_NOT_A_CLUB = re.compile(r"[+-]?\d+([.,]\d+)?[½¼¾?=]?'?|\d{1,2}[kdp]\??", re.IGNORECASE)
"""What would be read as a rank, a criterion or a result where a club stands."""


class Fields(NamedTuple):
    """Name, grade, country, club and PIN as a line holds them."""

    name: str
    grade: str
    country: str
    club: str
    pin: str


def fields_of(contestant: Contestant) -> Fields:
    """Return the fields of a player; what the EGD would not read is left out of them."""
    pin = pin_of(contestant)
    return Fields(
        _two_words(contestant.name) or contestant.id,
        egd_rank(contestant.grade or "30k"),
        country_code(contestant.country) or NO_COUNTRY,
        _club(contestant.club) or NO_CLUB,
        f"|{pin}" if _PIN.fullmatch(pin) else "",
    )


def pin_of(contestant: Contestant) -> str:
    """Return a player's PIN as it is typed, without the bar that a file sets before it."""
    return dict(contestant.more).get("PIN", "").strip().lstrip("|").strip()


def losses(players: Sequence[Contestant]) -> List[Fault]:
    """Return a warning for each field of the players that the file leaves out or says otherwise."""
    return [
        Fault(said, player.place) for player in players for said in _lost(player, fields_of(player))
    ]


def _lost(contestant: Contestant, held: Fields) -> Iterator[Message]:
    who = contestant.name or contestant.id
    if contestant.country.strip() and held.country == NO_COUNTRY != contestant.country.strip():
        yield say(
            "{who}: the country {country!r} is written XX; write two letters such as KR",
            who=who,
            country=contestant.country,
        )
    if contestant.club.strip() and held.club == NO_CLUB != contestant.club.strip():
        yield say(
            "{who}: the club {club!r} is written xxxx; it would be read as another field",
            who=who,
            club=contestant.club,
        )
    if pin_of(contestant) and not held.pin:
        yield say(
            "{who}: the PIN {pin!r} is left out; it must have 8 digits",
            who=who,
            pin=pin_of(contestant),
        )
    if _ENDS_A_LINE.search(contestant.name):
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
