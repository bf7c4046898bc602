"""The name of the event at the head of the printed sheets, and the formula that shows it."""

from __future__ import annotations

from typing import Mapping, Tuple

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid, text_of


def name_cell(sheet: str) -> Tuple[int, int]:
    """Return row and column of the event's name; Help is only two columns wide."""
    return (1, 2) if sheet == "Help" else (1, 4)


def event_name_formula(setting: str) -> str:
    """Return the formula of the event's name from the cell of that setting."""
    return f'{setting}&""'


def head_of(sheet: str, row: int, grids: Mapping[str, Grid]) -> str:
    """Return the formula that belongs at the head of a sheet, "" where none does.

    ``row`` is that of the event's name on the Settings, which have no other. The sheets that we
    make show their name as the title; Standings are known by their formulas.
    """
    lines = grids[sheet].rows if sheet in grids else ()
    title = text_of(lines[0][0]) if lines and lines[0] else ""
    is_ours = sheet == "Standings" or in_english("sheet", title) == sheet
    return event_name_formula(f"Settings!$B${row}") if is_ours and sheet != "Settings" else ""
