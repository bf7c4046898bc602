"""The name of the event at the head of the printed sheets, and the formula that shows it."""

from __future__ import annotations

from typing import Mapping, Optional, Tuple

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid, text_of

_FIRST = "Standings"
"""The one sheet that has always had the event's name."""
_LAST = ("Journal", "Why", "Help")
"""Sheets that have it in workbooks in which another one of them has it."""


def name_cell(sheet: str) -> Tuple[int, int]:
    """Return row and column of the event's name; Help is only two columns wide."""
    return (1, 2) if sheet == "Help" else (1, 4)


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

    ``row`` is that of the event's name on the Settings, which have no other. Only workbooks in
    which another sheet of its kind shows it have it, each under the title that it was made with.
    """
    text = event_name_formula(f"Settings!$B${row}")
    if sheet == _FIRST:
        return text
    lines = grids[sheet].rows if sheet in grids else ()
    is_ours = bool(lines) and bool(lines[0]) and in_english("sheet", text_of(lines[0][0])) == sheet
    others = (own for own in formulas if own not in (_FIRST, sheet))
    alike = (own for own in others if (own in _LAST) == (sheet in _LAST))
    is_shown = any(formulas[own].get(name_cell(own)) == text for own in alike)
    return text if is_ours and is_shown and sheet != "Settings" else ""
