"""How a table of boards writes suits and seats: ``4C`` is clubs or hearts, ``O`` east or west."""

from __future__ import annotations

import re
from typing import List, Mapping, NamedTuple, Set

from xltie.core.cells import Grid, latin, text_of
from xltie.core.messages import say
from xltie.event.bridge import ENGLISH, LETTERS
from xltie.sheets.tables import Header, header_key

UNCERTAIN = say(
    "the letters of the suits can be read in two ways, and no score tells which: write ♣ ♦ ♥ ♠"
)
_SPOKEN = {
    "contrat": ("fr",), "contratto": ("it",), "contrato": ("es", "pt"), "kontrakt": ("de", "nl"),
    "contract": ("nl",),
}  # fmt: skip
"""Whose letters may stand under a heading of contracts, beside the English ones."""
_SUIT = re.compile(r"\s*[1-7]\s*(?!NT|SA|ST|UT|BA)([A-Z])(?=[^A-Z]|[XD]|$)", re.IGNORECASE)
_SIGNS = dict(zip("СЮВЗ北南东西東북남동서ØÖVZ", "NSEWNSEWENSEWEEWS"))
"""Seats in other alphabets, and letters that are none in English."""


class Notation(NamedTuple):
    """The letters of the suits from clubs on, and the seats of letters that say another."""

    letters: str = ENGLISH
    seats: Mapping[str, str] = _SIGNS

    def seat(self, text: str) -> str:
        """Return the seat that a text begins with, its first letter where it is none."""
        first = text[:1].upper()
        return self.seats.get(first) or latin(first)


def notations(grid: Grid, header: Header) -> List[Notation]:
    """Return the notations that a table may be in: one, where its headings or letters tell it."""
    lines = [grid.rows[number] for number in grid.below(header.row)]
    contracts = [text_of(header.get(line, "contract")) for line in lines]
    seen = {found[1].upper() for text in contracts if (found := _SUIT.match(text))}
    spoken = _SPOKEN.get(header_key(_heading(header, "contract")), ())
    if "nl" in spoken:  # or Danish, Norwegian, Swedish
        sides = _heading(header, "ns") + _heading(header, "ew")
        is_told = re.search(r"[ØÖ]|N\W?Z", sides.upper())
        spoken = ("nl",) if is_told else spoken[:-1]
    ways = [LETTERS[language] for language in (*spoken, "en")]
    fitting = [letters for letters in ways if seen <= set(letters)]
    meant = {tuple(sorted((letter, letters.index(letter)) for letter in seen)): letters
             for letters in reversed(fitting)}  # fmt: skip
    seats = _seats(header, {text_of(header.get(line, "declarer"))[:1].upper() for line in lines})
    return [Notation(letters, seats) for letters in meant.values()] or [Notation(ENGLISH, seats)]


def _heading(header: Header, field: str) -> str:
    return header.texts[header.columns[field]] if field in header.columns else ""


def _seats(header: Header, seen: Set[str]) -> Mapping[str, str]:
    """Return the seats of letters: O is west beside E (ouest, oeste, ovest), east beside W."""
    sides = _heading(header, "ew").upper()
    west = "E" in seen or ("O" in sides and "E" in sides)
    east = "W" in seen or "Z" in seen or ("O" in sides and "W" in sides)
    if _heading(header, "ns").upper()[:1] == "K":
        return dict(zip("KGDB", "NSEW"))  # kuzey, güney, doğu, batı
    if "O" in seen and west != east:
        return {**_SIGNS, "O": "W" if west else "E"}
    return _SIGNS
