"""Tables of an open document that grow with the lines below them. Rows count from 0 here."""

from __future__ import annotations

from typing import Any, Optional, Tuple

from xltie.hosts.libreoffice.sheets import FORMULA

CONSTANTS = 1 | 2 | 4
"""com.sun.star.sheet.CellFlags: VALUE, DATETIME and STRING"""


def table_around(document: Any, sheet: Any, inside: Tuple[int, int]) -> Optional[Any]:
    """Return the database range around a cell (row and column from 1), None where there is none."""
    row, column = inside[0] - 1, inside[1] - 1
    number = sheet.RangeAddress.Sheet
    for name in document.DatabaseRanges.ElementNames:
        found = document.DatabaseRanges.getByName(name)
        area = found.DataArea
        if (
            area.Sheet == number
            and area.StartRow <= row <= area.EndRow
            and area.StartColumn <= column <= area.EndColumn
        ):
            return found
    return None


def extend_below(sheet: Any, table: Optional[Any], model: int, last: int) -> None:
    """Copy the styles and formulas of a row into the blank cells below it, down to the last row.

    What a person typed there stays, and the table reaches down to the last row afterwards.
    """
    left, right = _columns(sheet, table, model)
    below = sheet.getCellRangeByPosition(left, model + 1, right, last)
    typed = {
        row
        for area in below.queryContentCells(CONSTANTS | FORMULA).RangeAddresses
        for row in range(area.StartRow, area.EndRow + 1)
    }
    for row in sorted(typed):
        for column in range(left, right + 1):
            if sheet.getCellByPosition(column, row).Type.value == "EMPTY":
                _copy(sheet, (column, model, column, model), (column, row), 1)
    start = model + 1
    for end in (*sorted(typed), last + 1):
        if end > start:
            _copy(sheet, (left, model, right, model), (left, start), end - start)
        start = end + 1
    if table is not None:
        area = table.DataArea
        area.EndRow = last
        table.DataArea = area


def _copy(
    sheet: Any, model: Tuple[int, int, int, int], target: Tuple[int, int], height: int
) -> None:
    """Copy a row without its typed values into the rows from a cell on, twice as many each time."""
    left, _, right, _ = model
    column, row = target
    sheet.copyRange(
        sheet.getCellByPosition(column, row).CellAddress,
        sheet.getCellRangeByPosition(*model).RangeAddress,
    )
    sheet.getCellRangeByPosition(left, row, right, row).clearContents(CONSTANTS)
    done = 1
    while done < height:
        more = min(done, height - done)
        source = sheet.getCellRangeByPosition(left, row, right, row + more - 1)
        sheet.copyRange(
            sheet.getCellByPosition(column, row + done).CellAddress, source.RangeAddress
        )
        done += more


def _columns(sheet: Any, table: Optional[Any], model: int) -> Tuple[int, int]:
    if table is not None:
        return table.DataArea.StartColumn, table.DataArea.EndColumn
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    return 0, cursor.RangeAddress.EndColumn
