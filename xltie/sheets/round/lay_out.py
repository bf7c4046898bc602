"""The columns of the Standings laid out anew: the event goes by other criteria than they show."""

from __future__ import annotations

from typing import Mapping, Optional

from xltie.core.cells import Grid, text_of
from xltie.core.laid_cells import LaidLines
from xltie.event import Event
from xltie.ranking import columns_of
from xltie.sheets.forms import HEADER_ROW, standings_lines
from xltie.sheets.tables import english_heading, sheet_of

_SPARE = 8
"""Lines more than there are players."""


def standings_anew(
    sheets: Mapping[str, Grid], event: Event, *, always: bool = False
) -> Optional[LaidLines]:
    """Return the Standings with the columns that the event goes by, and lines for all its players.

    None where they are as they should be, unless ``always``, and where there are none of our form.
    """
    grid = sheet_of(sheets, "Standings")
    if grid is None or grid.height < HEADER_ROW:
        return None
    headings = [text_of(cell) for cell in grid.rows[HEADER_ROW - 1]]
    last = next(
        (at for at, text in enumerate(headings) if english_heading(text) == "Decided by"), None
    )
    if last is None or [english_heading(text) for text in headings[:3]] != ["Place", "Name", "No"]:
        return None
    there = grid.height - HEADER_ROW
    players = len(event.contestants)
    if not always and headings[3:last] == columns_of(event) and players <= there:
        return None
    lines = max(there, players + _SPARE)
    return standings_lines(event, grid.sheet, lines, last + 1)
