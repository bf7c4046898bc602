"""What the Settings say, by the label of their lines."""

from __future__ import annotations

from typing import Dict, Mapping, Optional

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid, Scalar, text_of
from xltie.games import PRESETS, Preset


def settings_rows(grids: Mapping[str, Grid]) -> Dict[str, int]:
    """Return the row of every label of the Settings."""
    grid = grids.get("Settings") or Grid(())
    found: Dict[str, int] = {}
    for number, line in enumerate(grid.rows, 1):
        found.setdefault(in_english("setting", text_of(line[0])), number)
    return found


def setting_in_row(grids: Mapping[str, Grid], row: int) -> Scalar:
    """Return what stands in a line of the Settings."""
    lines = grids["Settings"].rows
    return lines[row - 1][1] if 0 < row <= len(lines) else None


def game_named(grids: Mapping[str, Grid]) -> Optional[Preset]:
    """Return the game that the Settings name."""
    if "Settings" not in grids:
        return None
    game = setting_in_row(grids, settings_rows(grids).get("Game", 0))
    return PRESETS.get(in_english("choice", text_of(game)).lower())
