"""The players of a workbook, filled in from a rating list."""

from __future__ import annotations

from xltie.sheets.players.fill_players import (
    Filling,
    ListCells,
    PlayerChange,
    filling,
    list_cells,
    remembered_list,
)
