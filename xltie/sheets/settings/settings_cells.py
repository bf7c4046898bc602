"""Cells of a Settings sheet that say something: the line of a setting, or the next free one."""

from __future__ import annotations

from typing import Dict, Mapping, Optional, Tuple

from xltie.core.catalogues import translated
from xltie.core.cells import Grid, Scalar, is_blank
from xltie.settings.declared import BY_KEY
from xltie.sheets.settings.settings_sheet import settings_of


def cells_saying(
    grid: Optional[Grid], values: Mapping[str, Scalar]
) -> Dict[Tuple[int, int], Scalar]:
    """Return the cells, by row and column from 1, that make a sheet say these values, by key.

    A setting without a line gets the next free one below the last, with its label; none where the
    sheet has no free lines: two that are blank, of which one stays so.
    """
    cells: Dict[Tuple[int, int], Scalar] = {}
    if grid is None:
        return cells
    sheet = settings_of(grid)
    last = max(
        ((place.row or 0, place.column or 0) for place in sheet.places.values()), default=(0, 0)
    )
    for key, value in values.items():
        place = sheet.places.get(key)
        if place is not None and place.row and place.column:
            cells[place.row, place.column] = value
        elif value not in (None, "") and all(_is_free(grid, last[0] + more) for more in (1, 2)):
            last = last[0] + 1, last[1]
            cells[last[0], last[1] - 1] = translated("setting", BY_KEY[key].label, sheet.labelled)
            cells[last] = value
    return cells


def _is_free(grid: Grid, row: int) -> bool:
    """Tell whether a line inside a sheet holds nothing."""
    at = row - grid.row
    return 0 < at < grid.height and all(is_blank(cell) for cell in grid.rows[at])
