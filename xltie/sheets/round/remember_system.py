"""The system named for a round typed into Settings, so that the button and the check go by it."""

from __future__ import annotations

from typing import List, Mapping

from xltie.core.cells import Grid
from xltie.event import Event
from xltie.pairing.catalogue import System, system_of
from xltie.settings.declared import PAIRING
from xltie.sheets.round.journal import Entry
from xltie.sheets.settings import cells_saying
from xltie.sheets.tables import sheet_of


def system_entry(
    sheets: Mapping[str, Grid], event: Event, system: System, *, always: bool = False
) -> List[Entry]:
    """Return the cell *Pairing* with a system that was named; none where it is the event's already.

    What the event would take by itself is written too, if ``always``. There is no cell where no
    sheet of settings has a line for it.
    """
    grid = sheet_of(sheets, "Settings")
    said = event.settings.text(PAIRING) if always else system_of(event).name
    if system.name == said or grid is None:
        return []
    cells = cells_saying(grid, {PAIRING.key: system.name})
    return [Entry(grid.sheet, cells, wraps=False)] if cells else []
