"""Numbers of players that were typed by name alone: the next round is paired with them."""

from __future__ import annotations

from datetime import datetime
from typing import List, Mapping

from xltie.core.cells import Grid
from xltie.sheets.read import given_numbers
from xltie.sheets.round.journal import Entry, journal_entry, why_entries
from xltie.sheets.round.planned_round import PlannedRound
from xltie.sheets.workbook import players_sheet, teams_sheet


def paired_entries(sheets: Mapping[str, Grid], plan: PlannedRound, now: datetime) -> List[Entry]:
    """Return what a round that is written now puts on other sheets: how, reasons, numbers."""
    return [
        *journal_entry(sheets, plan, now),
        *why_entries(sheets, plan),
        *number_entries(sheets),
    ]


def number_entries(sheets: Mapping[str, Grid]) -> List[Entry]:
    """Return the numbers to write down beside names that have none, by sheet."""
    listed = (players_sheet(sheets), teams_sheet(sheets))
    found = []
    for name, grid in sheets.items():
        if any(grid is own for own in listed):
            numbers = given_numbers(grid)
            if numbers:
                found.append(Entry(name, {**numbers}, wraps=False))
    return found
