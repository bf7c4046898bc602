"""The name of the event at the head of the printed sheets, and the formula that shows it."""

from __future__ import annotations

from typing import Mapping, Optional, Tuple

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid, text_of

NAME_CELL = (1, 4)
"""Row and column of the event's name."""
_WITHOUT = ("Settings", "Journal", "Why", "Help")
_FIRST = "Standings"
"""The one sheet that has always had the event's name."""


def event_name_formula(setting: str) -> str:
    """Return the formula of the event's name from the cell of that setting."""
    return f'{setting}&""'


def head_of(
    sheet: str,
    row: int,
    formulas: Mapping[str, Mapping[Tuple[int, int], Optional[str]]],
    grids: Mapping[str, Grid],
) -> str:
    """Return the formula that belongs at the head of a sheet, "" where none does.

    ``row`` is that of the event's name on the Settings. Only workbooks in which another sheet shows
    it have it on all that are printed, each under the title that it was made with.
    """
    text = event_name_formula(f"Settings!$B${row}")
    if sheet == _FIRST:
        return text
    lines = grids[sheet].rows if sheet in grids else ()
    is_ours = bool(lines) and bool(lines[0]) and in_english("sheet", text_of(lines[0][0])) == sheet
    others = (own for own in formulas if own not in (_FIRST, sheet))
    is_shown = any(formulas[own].get(NAME_CELL) == text for own in others)
    return text if is_ours and is_shown and sheet not in _WITHOUT else ""
