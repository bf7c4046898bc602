"""Sheets to which pairing adds lines: found by name, their columns by the headings."""

from __future__ import annotations

from typing import Dict, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import Grid, Scalar, is_blank, text_of
from xltie.sheets.headers import normal, titles
from xltie.sheets.sheet_names import own_names


class Entry(NamedTuple):
    """Lines for a sheet: its name, what to type by row and column from 1, broken or not."""

    sheet: str
    cells: Dict[Tuple[int, int], Scalar]
    wraps: bool = True


class LogSheet(NamedTuple):
    """A sheet with headings: its name, its cells, the columns, the index of the first line."""

    name: str
    grid: Grid
    columns: Dict[str, int]
    start: int

    @property
    def first_free(self) -> int:
        """The row, from 1, below the last one that says anything."""
        grid = self.grid
        said = (
            number
            for number in range(self.start, grid.height)
            if any(not is_blank(cell) for cell in grid.rows[number])
        )
        return grid.row + 1 + max(said, default=self.start - 1)


def find_log(
    sheets: Mapping[str, Grid], name: str, headings: Sequence[str], needed: Sequence[str]
) -> Optional[LogSheet]:
    """Return the sheet of an English name with its columns by the headings; None without one."""
    found = own_names(sheets).get(name)
    if found is None:
        return None
    grid = sheets[found]
    wanted = {title: heading for heading in headings for title in titles(heading)}
    for number, line in enumerate(grid.rows):
        columns = {
            wanted[title]: column
            for column, cell in enumerate(line, grid.column)
            if (title := normal(text_of(cell))) in wanted
        }
        if set(needed) <= set(columns):
            return LogSheet(found, grid, columns, number + 1)
    return None
