"""How long the games of a Go event last, and the class that the European rating gives them.

Sources: EGF tournament classes as listed by Sensei's Library (EGFTournamentClass) and computed by
OpenGotha 3.51; the adjusted time is that of the EGF's decision of October 2010.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple, Optional, Tuple, Union

from xltie.core.messages import Message, say
from xltie.settings.setting import Kind

SYSTEMS = {
    "none": "Sudden death",
    "byo-yomi": "Standard byo-yomi",
    "canadian": "Canadian byo-yomi",
    "fischer": "Fischer",
}
"""How a setting names the time after the basic time, and how EGD files do."""

CLASSES = ("A", "B", "C", "D", "X")
"""The classes of the European rating; X is too fast for any."""
_OVERTIME = r"(byo-yomi|fischer) (\d{1,3})|canadian (\d{1,4})/(\d{1,3})|none"
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


def thinking_time(minutes: str, overtime: str) -> Optional[ThinkingTime]:
    """Return the time that two settings name (``60``, ``canadian 300/15``), None if they do not."""
    match = re.fullmatch(_OVERTIME, overtime.strip().casefold() or "none")
    if match is None or not minutes.strip().isdecimal():
        return None
    basic = int(minutes)
    if match[1]:
        return ThinkingTime(basic, match[1], int(match[2]))
    if match[3]:
        return ThinkingTime(basic, "canadian", int(match[3]), max(1, int(match[4])))
    return ThinkingTime(basic, "none")


def _overtime(text: str) -> Union[str, Message]:
    if thinking_time("60", text) is None:
        return say("write none, byo-yomi 30, canadian 300/15 or fischer 10")
    return text.strip()


OVERTIME: Kind[str] = Kind(_overtime, "")
"""The kind of a setting that names the time after the basic time."""
