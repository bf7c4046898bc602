"""A whole workbook, or a table of text: which sheet holds what, and what was not computed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from xltie.sheets.workbook.tournament import (
    games_sheet,
    language_in,
    only_sheet,
    players_sheet,
    provisional_tournament,
    read_tournament,
    settings_sheet,
    teams_sheet,
    uncomputed_formulas,
)

if TYPE_CHECKING:
    from xltie.sheets.workbook.text_table import text_grid, text_grids


def __getattr__(name: str) -> Any:
    """Import what reads tables of text when it is first used: workbooks do not need it."""
    if name not in ("text_grid", "text_grids"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.text_table"), name)
