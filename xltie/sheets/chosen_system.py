"""The system named for a round typed into Settings, so that the button and the check go by it."""

from __future__ import annotations

from typing import List, Mapping

from xltie.core.cells import Grid
from xltie.event.model import Event
from xltie.pairing.round_settings import system_of
from xltie.pairing.systems.catalogue import System
from xltie.sheets.log_sheet import Entry
from xltie.sheets.settings_sheet import settings_of
from xltie.sheets.sheet_names import sheet_of


def system_entry(sheets: Mapping[str, Grid], event: Event, system: System) -> List[Entry]:
    """Return the cell *Pairing* with a system that was named; none where it is the event's already.

    There is none either where no sheet of settings has such a line.
    """
    grid = sheet_of(sheets, "Settings")
    place = settings_of(grid).places.get("pairing")
    if system.name == system_of(event).name or grid is None or place is None:
        return []
    assert place.row and place.column, "the places of settings are cells"
    return [Entry(grid.sheet, {(place.row, place.column): system.name}, wraps=False)]
