"""Lines laid on a sheet of an open document, as they are described for every program."""

from __future__ import annotations

from typing import Any, List

import uno

from xltie.core.laid_cells import LaidLines, LaidRun

_POINT = 2540 / 72
"""Hundredths of a millimetre."""
_DIGIT, _PADDING, _PIXEL = 7, 5, 2540 / 96
"""Pixels of a digit and beside a cell, and what a pixel is in hundredths of a millimetre."""


def lay_lines(document: Any, sheet: Any, laid: LaidLines) -> None:
    """Put contents and styles into cells, fold rows, and set the printed range."""
    styles = document.StyleFamilies.getByName("CellStyles")
    for run in laid.runs():
        area = sheet.getCellRangeByPosition(
            run.column - 1, run.row - 1, run.column - 1, run.row + len(run.cells) - 2
        )
        if styles.hasByName(run.cells[0].style):
            area.CellStyle = run.cells[0].style
        _fill(area, run)
    for (row, column), value in laid.texts.items():
        sheet.getCellByPosition(column - 1, row - 1).setString(str(value))
    undo = document.getUndoManager()
    undo.lock()
    try:
        _set_sizes(sheet, laid)
    finally:
        undo.unlock()


def _set_sizes(sheet: Any, laid: LaidLines) -> None:
    """Set heights and widths, fold rows, and set the printed range: what needs no undoing."""
    lines = sheet.getCellRangeByPosition(0, laid.rows[0] - 1, 0, laid.rows[-1] - 1)
    lines.Rows.Height = round(laid.height * _POINT)
    for at, width in laid.widths.items():
        sheet.Columns.getByIndex(at - 1).Width = round((width * _DIGIT + _PADDING) * _PIXEL)
    if laid.folded:
        _fold(sheet, laid.folded[0] - 1, laid.folded[-1] - 1)
    if laid.printed is not None:
        last, right = laid.printed
        area = sheet.getCellRangeByPosition(0, 0, right - 1, last - 1).RangeAddress
        sheet.setPrintAreas((area,))


def _fill(area: Any, run: LaidRun) -> None:
    if run.cells[0].formula:
        area.setFormulaArray(tuple((f"={_of_calc(cell.formula)}",) for cell in run.cells))
        return
    values: List[Any] = ["" if cell.value is None else cell.value for cell in run.cells]
    area.setDataArray(
        tuple((float(own) if isinstance(own, (int, float)) else str(own),) for own in values)
    )


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
