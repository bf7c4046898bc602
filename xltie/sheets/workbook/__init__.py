"""A whole workbook, or a table of text: which sheet holds what, and what was not computed."""

from __future__ import annotations

from xltie.sheets.workbook.text_table import text_grid, text_grids
from xltie.sheets.workbook.tournament import (
    games_sheet,
    only_sheet,
    players_sheet,
    provisional_tournament,
    read_tournament,
    settings_sheet,
    teams_sheet,
    uncomputed_formulas,
)
