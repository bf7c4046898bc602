"""The kinds of settings: what a text is read as, and what is said where it is none."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple, Optional, Tuple, Union

from xltie.core.cells import number_of
from xltie.core.dates import HOW_TO_WRITE, date_of_days, read_date
from xltie.core.go_ranks import HOW_TO_WRITE as A_RANK
from xltie.core.go_ranks import rank_number
from xltie.core.messages import NOTHING, Message, choices, say
from xltie.settings.setting import Kind

TEXT: Kind[str] = Kind(lambda text: text, "")
"""Any text, as it is typed."""


def one_of(
    *words: str, what: Message = NOTHING, blank: str = "", by_letter: bool = False
) -> Kind[str]:
    """Return the kind of one word of a list, in any case; ``by_letter`` its first letter too."""
    refusal = what or say("choose from {names}", names=choices(words))

    def read(text: str) -> Union[str, Message]:
        found = text.strip().lower()
        meant = {word[:1]: word for word in words}.get(found, found) if by_letter else found
        return meant if meant in words else refusal

    return Kind(read, blank, words)


def several(*words: str) -> Kind[Tuple[str, ...]]:
    """Return the kind of several words of a list."""

    def read(text: str) -> Union[Tuple[str, ...], Message]:
        found = tuple(part.lower() for part in re.split(r"[\s,;]+", text) if part)
        if not set(found) <= set(words):
            return say("choose from {names}", names=choices(words))
        return found

    return Kind(read, ())


def yes_or_no(*also_yes: str) -> Kind[bool]:
    """Return the kind of yes or no; ``also_yes`` are other words for yes."""

    def read(text: str) -> Union[bool, Message]:
        found = text.strip().lower()
        if found in ("yes", "true", "1", *also_yes):
            return True
        return False if found in ("no", "false", "0") else say("write yes or no")

    return Kind(read, False)


def digits(what: Message, least: int = 0, most: Optional[int] = None) -> Kind[Optional[int]]:
    """Return the kind of a whole number in plain digits, within bounds."""

    def read(text: str) -> Union[int, Message]:
        found = int(text) if text.strip().isdecimal() else -1
        return found if least <= found and (most is None or found <= most) else what

    return Kind(read, None)


def number(what: Message, least: Optional[int] = None) -> Kind[Optional[Fraction]]:
    """Return the kind of a number, from the least one on."""

    def read(text: str) -> Union[Fraction, Message]:
        found = number_of(text)
        return what if found is None or (least is not None and found < least) else found

    return Kind(read, None)


def whole(what: Message, least: int = 0) -> Kind[int]:
    """Return the kind of a whole number, from the least one on; 0 where nothing is said."""

    def read(text: str) -> Union[int, Message]:
        found = number_of(text)
        if found is None or found.denominator != 1 or found < least:
            return what
        return int(found)

    return Kind(read, 0)


def rounds(most: int) -> Kind[int]:
    """Return the kind of a number of rounds: 1 to the most that any event has."""
    count = whole(say("it must be a whole number"))

    def read(text: str) -> Union[int, Message]:
        found = count.read(text)
        if found == 0:
            return say("it must be a whole number from 1")
        if isinstance(found, int) and found > most:
            return say("no event has over {most} rounds", most=most)
        return found

    return Kind(read, 0)


def _rank(text: str) -> Union[int, Message]:
    found = rank_number(text.strip())
    return say("it is not a rank; {how}", how=A_RANK) if found is None else found


def _ranks(text: str) -> Union[Tuple[int, ...], Message]:
    found = [rank_number(part) for part in re.split(r"[\s;,/]+", text) if part]
    if None in found:
        return say("write ranks, such as 1d;10k")
    return tuple(rank for rank in found if rank is not None)


def _date(text: str) -> Union[str, Message]:
    return read_date(text) or HOW_TO_WRITE


def _day(text: str) -> Union[str, Message]:
    plain = text.strip()
    found = read_date(plain) or (date_of_days(int(plain)) if plain.isdecimal() else "")
    return found or HOW_TO_WRITE


def _days(text: str) -> Union[Tuple[str, ...], Message]:
    found = [_day(part) for part in re.split(r"[,;\n]", text) if part.strip()]
    days = tuple(day for day in found if isinstance(day, str))
    return days if len(days) == len(found) else HOW_TO_WRITE


def _komi(text: str) -> Union[Fraction, Message]:
    found = number_of(text.strip().replace(",", "."))
    return say("it must be a number, such as 6.5") if found is None else found


def _stones(text: str) -> Union[int, Message]:
    plain = text.strip()
    return int(plain) if re.fullmatch(r"-?\d", plain) else say("it must be a number of stones")


class Acceleration(NamedTuple):
    """How the first rounds are accelerated: so many with virtual points, or as Baku has it."""

    rounds: int = 0
    is_baku: bool = False


class SecondMeetings(NamedTuple):
    """Whether players may meet again: as a last resort, or once so many rounds lie between."""

    is_last_resort: bool = False
    after: int = 0


def _second_meetings(text: str) -> Union[SecondMeetings, Message]:
    plain = text.strip().lower()
    if plain in ("yes", "true", "1", "allowed"):
        return SecondMeetings(is_last_resort=True)
    if plain in ("no", "false", "0"):
        return SecondMeetings()
    if plain.isdecimal():
        return SecondMeetings(after=int(plain))
    return say("write yes or no, or how many rounds must lie between")


def _acceleration(text: str) -> Union[Acceleration, Message]:
    plain = text.strip().lower()
    if plain == "baku":
        return Acceleration(is_baku=True)
    if plain.isdecimal():
        return Acceleration(int(plain))
    return say("write how many rounds, or Baku")


_SYSTEM_NAMES = {
    "berger": "round-robin",
    "knockout": "knock-out",
    "seed002": "swiss",
    "dutch": "fide-dutch",
    "fide-burstein": "burstein",
    "fide-dubov": "dubov",
    "papp": "othello",
    # one system since all that they said follows from the event
    **dict.fromkeys(("mcmahon", "opengotha-swiss", "swiss-go"), "opengotha"),
}
"""Other names of pairing systems."""


def system_name(text: str) -> str:
    """Return the name of a pairing system as it is listed, whichever of its names was typed.

    >>> system_name("FIDE Dutch"), system_name("Berger"), system_name("lots of luck")
    ('fide-dutch', 'round-robin', 'lots-of-luck')
    """
    name = text.strip().lower().replace("_", "-").replace(" ", "-")
    return _SYSTEM_NAMES.get(name, name)


SYSTEM: Kind[str] = Kind(system_name, "")
"""A pairing system, by its first name."""
RANK: Kind[Optional[int]] = Kind(_rank, None)
"""A rank of Go."""
RANKS: Kind[Tuple[int, ...]] = Kind(_ranks, ())
"""Ranks of Go."""
DATE: Kind[str] = Kind(_date, "")
"""A date, as ISO text."""
DAY: Kind[str] = Kind(_day, "")
"""A date, or a spreadsheet's count of days."""
DAYS: Kind[Tuple[str, ...]] = Kind(_days, ())
"""Dates, as ISO texts."""
DECIMAL: Kind[Optional[Fraction]] = Kind(_komi, None)
"""A number with a point or a comma."""
STONES: Kind[Optional[int]] = Kind(_stones, None)
"""A number of stones, of one digit."""
SECOND_MEETINGS: Kind[SecondMeetings] = Kind(_second_meetings, SecondMeetings())
"""Whether players may meet again."""
ACCELERATION: Kind[Acceleration] = Kind(_acceleration, Acceleration())
"""How many rounds are accelerated, or Baku."""
