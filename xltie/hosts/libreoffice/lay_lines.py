"""Lines laid on a sheet of an open document, and tables that grow with lines below them."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, List, Optional, Tuple

import uno

from xltie.core.laid_cells import LaidCell, LaidLines, Position
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


_POINT = 2540 / 72
"""Hundredths of a millimetre."""
_DIGIT, _PADDING, _PIXEL = 7, 5, 2540 / 96
"""Pixels of a digit and beside a cell, and what a pixel is in hundredths of a millimetre."""


def changes_for(document: Any, sheet: Any, laid: LaidLines) -> List[Callable[[], None]]:
    """Return what puts contents and styles into cells, folds rows, and sets the printed range.

    Each is a change that Calc can undo by itself.
    """
    styles = document.StyleFamilies.getByName("CellStyles")
    changes: List[Callable[[], None]] = []
    for run in laid.runs():
        area = sheet.getCellRangeByPosition(
            run.column - 1, run.row - 1, run.column - 1, run.row + len(run.cells) - 2
        )
        if styles.hasByName(run.cells[0].style):
            changes.append(partial(setattr, area, "CellStyle", run.cells[0].style))
        changes += [
            partial(_enter, area.getCellByPosition(0, at), cell)
            for at, cell in enumerate(run.cells)
        ]
    for (row, column), value in laid.texts.items():
        cell = sheet.getCellByPosition(column - 1, row - 1)
        changes.append(partial(cell.setString, str(value)))
    lines = sheet.getCellRangeByPosition(0, laid.rows[0] - 1, 0, laid.rows[-1] - 1)
    changes.append(partial(setattr, lines.Rows, "Height", round(laid.height * _POINT)))
    row, height = laid.head
    if row:
        head = sheet.Rows.getByIndex(row - 1)
        changes.append(partial(setattr, head, "Height", round(height * _POINT)))
    for at, width in laid.widths.items():
        wide = round((width * _DIGIT + _PADDING) * _PIXEL)
        changes.append(partial(setattr, sheet.Columns.getByIndex(at - 1), "Width", wide))
    if laid.folded and _is_seen(document):
        changes.append(partial(_fold, sheet, laid.folded[0] - 1, laid.folded[-1] - 1))
    if laid.printed is not None:
        changes.append(partial(print_down_to, sheet, laid.printed))
    return changes


def print_down_to(sheet: Any, last: Position) -> None:
    """Let a sheet be printed from its first cell to the row and column of a last one, from 1.

    Calc keeps the range of an .xlsx file as a name as well, and saves it beside the new one: Excel
    takes a file with two of them for damaged.
    """
    row, column = last
    printed = sheet.getCellRangeByPosition(0, 0, column - 1, row - 1).RangeAddress
    if sheet.getPrintAreas() != (printed,):
        sheet.setPrintAreas((printed,))
        for name in [one for one in sheet.NamedRanges.ElementNames if one.endswith("Print_Area")]:
            sheet.NamedRanges.removeByName(name)


def _is_seen(document: Any) -> bool:
    """Tell whether the document is in a window.

    Without one nobody sees a fold, and LibreOffice 7.4 crashes where it is undone: the undoing of
    an outline asks for the view that is active.
    """
    controller = document.getCurrentController()
    window = controller and controller.getFrame().getContainerWindow()
    return bool(window and window.isVisible())


def _enter(cell: Any, laid: LaidCell) -> None:
    if laid.formula:
        cell.setFormula(f"={_of_calc(laid.formula)}")
    elif isinstance(laid.value, (int, float)):
        cell.setValue(float(laid.value))
    else:
        cell.setString("" if laid.value is None else str(laid.value))


def _of_calc(formula: str) -> str:
    """Return a formula with the signs that Calc's own grammar has between arguments."""
    parts = formula.split('"')
    parts[::2] = [part.replace(",", ";").replace("!", ".") for part in parts[::2]]
    return '"'.join(parts)


def _fold(sheet: Any, first: int, last: int) -> None:
    """Group the rows that are not folded yet and close the group, which joins the one above it."""
    rows = sheet.Rows
    start = next((row for row in range(first, last + 1) if rows.getByIndex(row).IsVisible), None)
    if start is None:
        return
    area = sheet.getCellRangeByPosition(0, start, 0, last).RangeAddress
    sheet.group(area, uno.Enum("com.sun.star.table.TableOrientation", "ROWS"))
    sheet.hideDetail(area)
