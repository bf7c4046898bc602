"""Sheets below each other as one grid."""

from __future__ import annotations

from typing import List, Sequence, Tuple

from xltie.core.cells import Grid
from xltie.core.errors import Place


class Pile(Grid):
    """Sheets below each other, each under a title; every cell keeps its place."""

    __slots__ = ("_starts",)

    def __init__(self, sheets: Sequence[Tuple[str, Grid]]) -> None:
        rows: List[Sequence[object]] = []
        self._starts: List[Tuple[int, Grid]] = []
        for title, grid in sheets:
            rows.append((title,))
            self._starts.append((len(rows), grid))
            rows.extend(grid.rows)
        super().__init__(rows)  # type: ignore[arg-type]

    def place(self, row: int, column: int) -> Place:
        """Return the place of a cell in its own sheet; a title has that of the first cell below."""
        start, grid = next(
            (start for start in reversed(self._starts) if start[0] <= row), self._starts[0]
        )
        return grid.place(max(row - start, 0), column)
