"""The shape in which a formula shows an answer: no blanks, and as large as its area."""

from __future__ import annotations

from typing import Any

from xltie.core.cells import CellError, Grid


def filled(answer: Any) -> Any:
    """Return a result with blanks as empty text, which is what hosts show for them."""
    if isinstance(answer, Grid):
        answer = answer.rows
    if isinstance(answer, (list, tuple)):
        return [
            [filled(cell) for cell in (line if isinstance(line, (list, tuple)) else (line,))]
            for line in answer
        ]
    return "" if answer is None else answer


def fit(height: float, width: float, value: Any = None) -> Any:
    """Return an answer in the shape of the area that an array formula was entered over."""
    rows = value if isinstance(value, list) else [[value]]
    columns = len(rows[0]) if rows else 0

    def at(row: int, column: int) -> Any:
        row = 0 if len(rows) == 1 else row
        column = 0 if columns == 1 else column
        if row < len(rows) and column < columns:
            return rows[row][column]
        return CellError("#N/A")

    return [[at(row, column) for column in range(int(width))] for row in range(int(height))]
