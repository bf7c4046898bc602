"""How long the games of a Go event last, and the class that the European rating gives them.

Sources: EGF tournament classes as listed by Sensei's Library (EGFTournamentClass) and computed by
OpenGotha 3.51; the adjusted time is that of the EGF's decision of October 2010.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Mapping, NamedTuple, Optional, Tuple

from xltie.core.dates import date_of_days, read_date
from xltie.core.errors import InputError
from xltie.core.messages import say

SYSTEMS = {
    "none": "Sudden death",
    "byo-yomi": "Standard byo-yomi",
    "canadian": "Canadian byo-yomi",
    "fischer": "Fischer",
}
"""How a setting names the time after the basic time, and how EGD files do."""

CLASSES = ("A", "B", "C", "D", "X")
"""The classes of the European rating; X is too fast for any."""
_OVERTIME = re.compile(r"(byo-yomi|fischer) (\d{1,3})|canadian (\d{1,4})/(\d{1,3})|none")
_CLASSES: Tuple[Tuple[str, int, int, int], ...] = (
    ("A", 60, 45, 75),
    ("B", 40, 30, 50),
    ("C", 25, 20, 30),
)
"""Class, least basic minutes, least basic minutes with Fischer time, least adjusted minutes."""


class ThinkingTime(NamedTuple):
    """Basic minutes, the system after them, its seconds, and the moves of a Canadian period."""

    minutes: int
    system: str
    seconds: int = 0
    moves: int = 1

    @property
    def adjusted(self) -> Fraction:
        """Return the adjusted time in minutes, which decides the class."""
        more = {
            "byo-yomi": Fraction(45 * self.seconds),
            "canadian": Fraction(60 * self.seconds, self.moves),
            "fischer": Fraction(120 * self.seconds),
        }.get(self.system, Fraction(0))
        return self.minutes + more / 60

    @property
    def overtime(self) -> str:
        """Return the time after the basic time as a setting holds it: ``byo-yomi 30``."""
        after = f" {self.seconds}" if self.system != "none" else ""
        return self.system + after + (f"/{self.moves}" if self.system == "canadian" else "")

    def egf_class(self, is_internet: bool = False) -> str:
        """Return the class of the European rating: A to D, X where games are too fast for any."""
        classes = (("D", 40, 30, 50),) if is_internet else _CLASSES
        for name, basic, with_fischer, adjusted in classes:
            least = with_fischer if self.system == "fischer" else basic
            if self.minutes >= least and self.adjusted >= adjusted:
                return name
        return "X"


def time_in(settings: Mapping[str, str]) -> Optional[ThinkingTime]:
    """Return the time that the settings of an event name, None where they name none.

    Raises:
        InputError: it cannot be understood: no class is made from a guess.
    """
    minutes, overtime = settings.get("time", ""), settings.get("overtime", "")
    found = thinking_time(minutes, overtime)
    if found is None and (minutes or overtime):
        raise InputError.of(
            say(
                "the time {minutes!r} and overtime {overtime!r} are not understood; write minutes "
                "such as 60, and none, byo-yomi 30, canadian 300/15 or fischer 10",
                minutes=minutes,
                overtime=overtime,
            )
        )
    return found


def last_day(settings: Mapping[str, str], first: str) -> str:
    """Return the last day of an event, the first where the settings name none.

    Raises:
        InputError: it is not a date, or one before the first day.
    """
    text = settings.get("last_day", "")
    found = read_date(text) or (date_of_days(int(text)) if text.isdecimal() else "")
    if text and not found:
        raise InputError.of(
            say("the last day is {date!r}; write a date such as 2026-11-21", date=text)
        )
    if found and found < first:
        raise InputError.of(
            say("the last day is {last}, before the start date {first}", last=found, first=first)
        )
    return found or first


def thinking_time(minutes: str, overtime: str) -> Optional[ThinkingTime]:
    """Return the time that two settings name (``60``, ``canadian 300/15``), None if they do not."""
    match = _OVERTIME.fullmatch(overtime.strip().casefold() or "none")
    if match is None or not minutes.strip().isdecimal():
        return None
    own = int(minutes)
    if match[1]:
        return ThinkingTime(own, match[1], int(match[2]))
    if match[3]:
        return ThinkingTime(own, "canadian", int(match[3]), max(1, int(match[4])))
    return ThinkingTime(own, "none")
