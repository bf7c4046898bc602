"""Carry-over, bonuses and penalties of a contestant, in the unit of a method.

One standard penalty is 10 % of the top of a board, 2 IMPs, or 0.25 standard deviations; so a
penalty in one unit means the same in another, and one session can be ranked by several methods. A
percentage of the session is one of as many tops as there were boards.
"""

from __future__ import annotations

import re
from enum import Enum
from fractions import Fraction
from typing import Dict, List, NamedTuple, Tuple

from xltie.core.errors import DomainError
from xltie.core.messages import Message, say
from xltie.event import Contestant
from xltie.event.bridge import CORRECTIONS


class Unit(Enum):
    """What a method counts in."""

    MATCHPOINTS = "mp"
    PERCENT = "%"
    IMPS = "imp"
    DEVIATIONS = "z"
    VICTORY = "vp"


class Correction(NamedTuple):
    """What is added to a total. In a percentage, ``in_points`` tells matchpoints from percent."""

    value: Fraction
    why: Message
    in_points: bool = False


STANDARD = {Unit.IMPS: Fraction(2), Unit.DEVIATIONS: Fraction(1, 4), Unit.VICTORY: Fraction(1, 2)}
"""One standard penalty; that of matchpoints is a tenth of the top."""

_AMOUNT = (
    r"(?P<sign>[+-]?)\s*(?P<size>\d+(?:[.,]\d+)?)\s*(?P<unit>%\s*(?:of\s+)?(?:a\s+)?top|[a-z%]*)"
)
_SHARES = r"(\d{1,3})\s*%?\s*[-–/:]\s*(\d{1,3})\s*%?"
"""60/40: what the sides of a board get instead of 50, so 10 % of its top."""
_UNITS: Dict[str, str] = {
    "": "", "mp": "mp", "mps": "mp", "matchpoints": "mp", "imp": "imp", "imps": "imp", "z": "z",
    "sd": "z", "vp": "vp", "vps": "vp", "%": "%", "pp": "standard", "standard": "standard",
}  # fmt: skip


def read_amount(text: str) -> Tuple[Fraction, str]:
    """Return an amount and its unit: ``2 IMP``, ``0.25 z``, ``10% top``, ``60/40`` or ``1 PP``.

    Raises:
        DomainError: it cannot be understood.
    """
    word = text.strip().replace("−", "-")
    shares = re.fullmatch(_SHARES, word)
    if shares and int(shares[1]) + int(shares[2]) == 100:
        return abs(Fraction(int(shares[1])) - 50), "top"
    found = re.fullmatch(_AMOUNT, word, re.IGNORECASE)
    unit = "" if found is None else found["unit"].lower()
    if found is None or not (unit in _UNITS or "top" in unit):
        raise DomainError.say(
            "{value!r} is not an amount such as 2 IMP, 0.25 z, 10% top, 60/40 or 1 PP", value=text
        )
    size = Fraction(found["size"].replace(",", "."))
    return (-size if found["sign"] == "-" else size), ("top" if "top" in unit else _UNITS[unit])


def corrections(who: Contestant, unit: Unit, top: Fraction, boards: int) -> List[Correction]:
    """Return what is added to a contestant's total in a unit.

    ``top`` is that of a board, ``boards`` the number of boards played.

    Raises:
        DomainError: an amount that cannot be understood.
    """
    found = [Correction(who.start, say("carry-over"))] if who.start else []
    for title, text in who.more:
        name = title.strip().lower()
        if name in CORRECTIONS and text.strip():
            amount, given = read_amount(text)
            if name.startswith("penalt"):
                amount = -abs(amount)
                given = "top" if given == "%" else given
            why = _named(name, text)
            found.append(_converted(amount, given, unit, top, boards, why))
    return found


def _named(column: str, amount: str) -> Message:
    """Return what a correction is, by its column."""
    if column == "bonus":
        return say("bonus {amount}", amount=amount)
    if column == "correction":
        return say("correction {amount}", amount=amount)
    if column == "penalties":
        return say("penalties {amount}", amount=amount)
    return say("penalty {amount}", amount=amount)


def _converted(
    amount: Fraction, given: str, unit: Unit, top: Fraction, boards: int, why: Message
) -> Correction:
    if given in ("", unit.value):
        return Correction(amount, why)
    if given == "mp" and unit is Unit.PERCENT:
        return Correction(amount, why, in_points=True)
    sizes = {
        "standard": Fraction(1),
        "top": Fraction(10),
        "%": Fraction(10, boards) if boards else Fraction(0),
        "mp": top / 10,
        "imp": STANDARD[Unit.IMPS],
        "z": STANDARD[Unit.DEVIATIONS],
        "vp": STANDARD[Unit.VICTORY],
    }
    standard = amount / sizes[given] if sizes[given] else Fraction(0)
    if unit in (Unit.MATCHPOINTS, Unit.PERCENT):
        return Correction(standard * top / 10, why, in_points=True)
    return Correction(standard * STANDARD[unit], why)
