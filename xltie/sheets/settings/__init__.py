"""The Settings sheet: what it says, what is wrong there, and the language of a workbook."""

from __future__ import annotations

from xltie.sheets.settings.check_settings import checked_event, couple_faults, team_base
from xltie.sheets.settings.settings_sheet import (
    BETWEEN_WORDS,
    SettingsSheet,
    cells_saying,
    event_language,
    settings_language,
    settings_of,
    with_headings,
)
