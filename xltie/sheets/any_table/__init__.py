"""Tables that somebody already has: read by their structure, or refused with the cell."""

from __future__ import annotations

from xltie.sheets.any_table.asked import on_a_sheet
from xltie.sheets.any_table.read import is_ours, read_sheets
from xltie.sheets.any_table.reading import OF_THE_TABLE, Reading
from xltie.sheets.any_table.rounds_apart import sheets_beside
