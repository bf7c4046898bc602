"""Texts of formulas: relative to their own cell, of the event's name, of the event's number."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Mapping

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid, column_name, column_number, text_of
from xltie.sheets.forms import HEADER_ROW, kept, named

_REFERENCE = re.compile(r"(?<![A-Za-z0-9_.$])(\$?)([A-Z]{1,3})(\$?)([1-9]\d*)(?![A-Za-z0-9_(.])")
_OFFSET = re.compile(r"\x01(\$?)(-?\d+),(\$?)(-?\d+)\x02")


@lru_cache(maxsize=65536)
def relative(formula: str, row: int, column: int) -> str:
    """Return a formula with its references as distances from its own cell; ``$`` ones stay."""

    def offset(match: re.Match[str]) -> str:
        across = column_number(match[2]) - (0 if match[1] else column)
        down = int(match[4]) - (0 if match[3] else row)
        return f"\x01{match[1]}{across},{match[3]}{down}\x02"

    return _outside_texts(_REFERENCE, offset, formula)


def read_at(pattern: str, row: int, column: int) -> str:
    """Return the formula that a pattern of :func:`relative` is in a cell."""

    def reference(match: re.Match[str]) -> str:
        across = int(match[2]) + (0 if match[1] else column)
        down = int(match[4]) + (0 if match[3] else row)
        return f"{match[1]}{column_name(across)}{match[3]}{down}"

    return _OFFSET.sub(reference, pattern)


def _outside_texts(wanted: re.Pattern[str], change: object, formula: str) -> str:
    """Replace in a formula what does not stand in quotes."""
    parts = formula.split('"')
    parts[::2] = [wanted.sub(change, part) for part in parts[::2]]  # type: ignore[call-overload]
    return '"'.join(parts)


# -- the name of the event at the head of the printed sheets, and the formula that shows it --------


EVENT_NAME_FORMULA = 'EventName&""'
"""The formula of the event's name, which is typed above the list of those who play."""


def has_title(sheet: str, grids: Mapping[str, Grid]) -> bool:
    """Tell whether a sheet shows its own name at the top, as those had that were added before."""
    lines = grids[sheet].rows if sheet in grids else ()
    title = text_of(lines[0][0]) if lines and lines[0] else ""
    return in_english("sheet", title) == sheet


def key_formula(first: int, last: int) -> str:
    """Return the formula of the number, from the rows of the first and last part of the text.

    An xltie that does not know the function yet is only slower: an error would be Event's.
    """
    parts = f"B{first}" if first == last else f"B{first}:B{last}"
    return f"IFERROR(EVENTKEY({parts}),0)"


# -- formulas of sheets ---------------------------------------------------------------------------

PRIZE_LINES = 10
"""Players that the sheet of the boards shows of each board."""


def team_event_formula(part: int, parts: int) -> str:
    """Return the formula of a part of the event as text, from 1, where teams play matches."""
    return f"TEAMEVENT(AllPlayers,AllGames,AllRoster,{part},{parts},AllSettings)"


def prize_formula(part: int) -> str:
    """Return the formula of a part, from 1, of the lines that a board has, which it names first."""
    line = f"MOD(ROW()-{HEADER_ROW + 1},{PRIZE_LINES})+2"
    return kept(f"INDEX(BOARDPRIZES(Event,,$A{{row}},$B$3,$D$3),{line},{part})")


ASKED_NAME = named("no").format(no="$B$", row=3)
"""The name of whom a sheet is asked about."""
FOLDED = kept("NOTICE(Event,5)")
"""Beside the table of games: where the earlier rounds are."""
_BEGUN_TO = 20000
"""Row down to which games are looked for."""


def begun_formula() -> str:
    """Return the formula of the last round that is paired."""
    return f"MAX(Rounds!$A${HEADER_ROW + 1}:$A${_BEGUN_TO})"


def event_formula(part: int) -> str:
    """Return the formula of a part of the event as text, from 1."""
    more = f",{part}" if part > 1 else ""
    return f"EVENTTEXT(AllPlayers,AllGames,AllSettings{more})"
