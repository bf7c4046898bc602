"""The sheet Rounds of an event, of games or of matches, new and as it stands in a workbook."""

from __future__ import annotations

from typing import Optional

from xltie.core.cells import Grid
from xltie.event import Event, TeamEvent
from xltie.games import PRESETS, TEAM_PRESETS, preset
from xltie.sheets.forms.form import Form, FormOnSheet, on_sheet
from xltie.sheets.forms.of_games import NEEDED, games_form
from xltie.sheets.forms.of_matches import matches_form


def rounds_form(event: Event, *, has_results: bool = True) -> Form:
    """Return the form of the games of an event; ``has_results`` as :func:`games_form` has it."""
    if isinstance(event, TeamEvent):
        return matches_form(event)
    is_mcmahon = event.format == "mcmahon"
    return games_form(preset(event.game), is_mcmahon=is_mcmahon, has_results=has_results)


def rounds_on(event: Event, grid: Grid, header: int) -> Optional[FormOnSheet]:
    """Return the games of an event on their sheet; None if it is another table.

    ``header`` is the row of the headings, from 1.
    """
    if event.game not in (TEAM_PRESETS if isinstance(event, TeamEvent) else PRESETS):
        return None
    return on_sheet(rounds_form(event), grid, header, NEEDED)
