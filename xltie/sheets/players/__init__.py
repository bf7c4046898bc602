"""The players of a workbook, filled in from a rating list."""

from __future__ import annotations

from xltie.sheets.players.fill_players import Filling, PlayerChange, filling
from xltie.sheets.players.remember_list import ListCell, list_cell, remembered_list

__all__ = ["Filling", "ListCell", "PlayerChange", "filling", "list_cell", "remembered_list"]
