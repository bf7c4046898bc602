"""Numbers on the sheet of players: of names that have none, and those that a round is paired by."""

from __future__ import annotations

from datetime import datetime
from typing import Dict, List, Mapping, Tuple

from xltie.core.cells import Grid, Scalar, text_of
from xltie.event import PAIRED_AS, starting_ranks
from xltie.sheets.read import given_numbers
from xltie.sheets.round.journal import Entry, journal_entry, why_entries
from xltie.sheets.round.planned_round import PlannedRound
from xltie.sheets.tables import english_heading, players_header
from xltie.sheets.workbook import players_sheet, teams_sheet


def paired_entries(sheets: Mapping[str, Grid], plan: PlannedRound, now: datetime) -> List[Entry]:
    """Return what a round that is written now puts on other sheets: how, reasons, numbers."""
    return [
        *journal_entry(sheets, plan, now),
        *why_entries(sheets, plan),
        *number_entries(sheets),
        *paired_as_entries(sheets, plan),
    ]


def number_entries(sheets: Mapping[str, Grid]) -> List[Entry]:
    """Return the numbers to write down beside names that have none, by sheet."""
    listed = (players_sheet(sheets), teams_sheet(sheets))
    found = []
    for name, grid in sheets.items():
        if any(grid is one for one in listed):
            numbers = given_numbers(grid)
            if numbers:
                found.append(Entry(name, {**numbers}, wraps=False))
    return found


def paired_as_entries(sheets: Mapping[str, Grid], plan: PlannedRound) -> List[Entry]:
    """Return the pairing numbers that change with a round, where the players have that column."""
    grid = players_sheet(sheets)
    header = None if grid is None else players_header(grid)
    if grid is None or header is None:
        return []
    titles = [english_heading(title) for title in header.texts]
    if PAIRED_AS not in titles:
        return []
    column, numbers = titles.index(PAIRED_AS), starting_ranks(plan.event_index.event)
    given = {row: str(number) for (row, _), number in given_numbers(grid).items()}
    cells: Dict[Tuple[int, int], Scalar] = {}
    for index in grid.below(header.row):
        line, row = grid.rows[index], grid.row + index
        who = " ".join(text_of(header.get(line, "id")).split()) or given.get(row, "")
        number = numbers.get(who or header.name(line))
        if number is not None and text_of(line[column]) != str(number):
            cells[row, grid.column + column] = number
    name = next(name for name, sheet in sheets.items() if sheet is grid)
    return [Entry(name, cells, wraps=False)] if cells else []
