"""Lines laid on a sheet of an open document, as they are described for every program."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, List

import uno

from xltie.core.laid_cells import LaidCell, LaidLines

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
    for at, width in laid.widths.items():
        wide = round((width * _DIGIT + _PADDING) * _PIXEL)
        changes.append(partial(setattr, sheet.Columns.getByIndex(at - 1), "Width", wide))
    if laid.folded and _is_seen(document):
        changes.append(partial(_fold, sheet, laid.folded[0] - 1, laid.folded[-1] - 1))
    if laid.printed is not None:
        last, right = laid.printed
        printed = sheet.getCellRangeByPosition(0, 0, right - 1, last - 1).RangeAddress
        changes.append(partial(sheet.setPrintAreas, (printed,)))
    return changes


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
