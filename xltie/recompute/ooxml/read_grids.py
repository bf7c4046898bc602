"""A workbook file as grids: every sheet with the values that it holds."""

from __future__ import annotations

import re
from typing import Mapping, Sequence

from xltie.core.cells import Grid, Scalar
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.scan import Position, SheetScan
from xltie.recompute.ooxml.workbook import Workbook, load

SheetFormulas = dict[Position, "str | None"]
"""The formulas of a sheet; None for one that shares the text of another cell."""


def workbook_grids(data: bytes) -> dict[str, Grid]:
    """Return the sheets of an .xlsx or .xlsm file in their order, formulas as their stored values.

    Raises:
        WorkbookRefused: not a workbook that can be read.
    """
    return grids_and_formulas(data)[0]


def grids_and_formulas(data: bytes) -> tuple[dict[str, Grid], dict[str, SheetFormulas]]:
    """Return the sheets as :func:`workbook_grids` does, and the formulas of every sheet.

    Raises:
        WorkbookRefused: not a workbook that can be read.
    """
    return contents_of(load(Package(data)))


def contents_of(
    book: Workbook, new: Mapping[str, Mapping[Position, Scalar]] = {}
) -> tuple[dict[str, Grid], dict[str, SheetFormulas]]:
    """Return the sheets of a workbook and their formulas; ``new`` values of formulas by sheet."""
    formulas = {
        sheet.name: {
            cell.position: (cell.formula.text or None) if cell.formula else None
            for cell in sheet.scan.formulas
        }
        for sheet in book.sheets
    }
    return _grids(book, new), formulas


def _grids(book: Workbook, new: Mapping[str, Mapping[Position, Scalar]]) -> dict[str, Grid]:
    found = {
        sheet.name: _grid(sheet.name, sheet.scan, book.strings, new.get(sheet.name, {}))
        for sheet in book.sheets
        if sheet.part
    }
    for grid in found.values():
        grid.date1904 = book.date1904
    for (name, scope), text in book.names.items():
        sheet = _SHEET.match(text)
        named = sheet and found.get((sheet[1] or sheet[2]).replace("''", "'"))
        if named and scope is None:
            named.roles |= {name}
    return found


_SHEET = re.compile(r"(?:'((?:[^']|'')+)'|([^'!:(,]+))!")
"""The sheet that a defined name begins with."""


def _grid(
    name: str, scan: SheetScan, strings: Sequence[str], new: Mapping[Position, Scalar]
) -> Grid:
    cells: dict[Position, Scalar] = {**scan.values, **new}
    for formula in scan.formulas:
        if formula.position not in new:
            cells[formula.position] = formula.stored(strings)
    height = max((row for row, _ in cells), default=0)
    width = max((column for _, column in cells), default=0)
    rows: list[list[Scalar]] = [[None] * width for _ in range(height)]
    for (row, column), value in cells.items():
        rows[row - 1][column - 1] = value
    return Grid(rows, name)
