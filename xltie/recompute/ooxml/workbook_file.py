"""The file of a workbook, opened and read once, whatever is asked of it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Mapping

from xltie.core.cells import Grid, Scalar, column_number
from xltie.core.errors import Place, WorkbookRefused
from xltie.core.messages import say
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.scan import Position, SheetScan
from xltie.recompute.ooxml.workbook import Workbook, load

SheetFormulas = dict[Position, "str | None"]
"""The formulas of a sheet; None for one that shares the text of another cell."""


def contents_of(
    book: Workbook, new: Mapping[str, Mapping[Position, Scalar]] = {}
) -> tuple[dict[str, Grid], dict[str, SheetFormulas]]:
    """Return the sheets of a workbook and their formulas; ``new`` values of formulas by sheet."""
    return _grids(book, new), {sheet.name: sheet.scan.formulas for sheet in book.sheets}


def _grids(book: Workbook, new: Mapping[str, Mapping[Position, Scalar]]) -> dict[str, Grid]:
    found = {
        sheet.name: _grid(sheet.name, sheet.scan, new.get(sheet.name, {}))
        for sheet in book.sheets
        if sheet.part
    }
    for grid in found.values():
        grid.date1904 = book.date1904
    for (name, scope), text in book.names.items():
        sheet = _SHEET.match(text)
        named = sheet and found.get((sheet[1] or sheet[2]).replace("''", "'"))
        if named and scope is None:
            named.roles[name] = _last_column(text)
    return found


def _last_column(text: str) -> int:
    """Return the last column of a range as a defined name writes it, 0 for what is none."""
    end = _END.search(text)
    return column_number(end[1]) if end else 0


_END = re.compile(r"\$?([A-Z]{1,3})\$?\d+$")
_MOST_CELLS = 100_000_000
"""Cells of a grid, blank ones with them: about a gigabyte."""
_SHEET = re.compile(r"(?:'((?:[^']|'')+)'|([^'!:(,]+))!")
"""The sheet that a defined name begins with."""


def _grid(name: str, scan: SheetScan, new: Mapping[Position, Scalar]) -> Grid:
    ends = [run.last for run in scan.runs]
    ends += [max(cells, default=0) for cells in scan.columns.values()]
    height = max(ends + [row for row, _ in new], default=0)
    columns: dict[int, list[Scalar]] = {
        number: list(map(cells.get, range(1, height + 1)))
        for number, cells in scan.columns.items()
        if cells
    }

    def column(number: int) -> list[Scalar]:
        return columns.setdefault(number, [None] * height)

    for run in scan.runs:
        column(run.column)[run.first - 1 : run.last] = run.stored
    for (row, number), value in new.items():
        column(number)[row - 1] = value
    blank: list[Scalar] = [None] * height
    width = max(columns, default=0)
    if height * width > _MOST_CELLS:
        far = say("stands so far from the others that nothing can be read; delete it")
        raise WorkbookRefused(far, Place(name, height, width))
    return Grid(zip(*[columns.get(number, blank) for number in range(1, width + 1)]), name)


class WorkbookFile:
    """What is known of a file: its package, what it says, its grids, formulas and changed parts.

    Nothing is opened before it is asked for; each step raises the ``WorkbookRefused`` that says why
    the file is no workbook that can be read.
    """

    def __init__(self, data: bytes, package: Package | None = None) -> None:
        self._data = data
        self._package = package

    @cached_property
    def data(self) -> bytes:
        """The bytes of the file, with the parts that were changed."""
        return self._data if self._package is None else self._package.rewrite({})

    @cached_property
    def package(self) -> Package:
        """The parts of the file."""
        return Package(self._data) if self._package is None else self._package

    @cached_property
    def book(self) -> Workbook:
        """What the parts say."""
        return load(self.package)

    @cached_property
    def contents(self) -> tuple[dict[str, Grid], dict[str, SheetFormulas]]:
        """The grids of the sheets and their formulas."""
        return contents_of(self.book)

    @property
    def grids(self) -> dict[str, Grid]:
        """The sheets in their order, formulas as their stored values."""
        return self.contents[0]

    @property
    def formulas(self) -> dict[str, SheetFormulas]:
        """The formulas of every sheet."""
        return self.contents[1]

    def changed(self, parts: Mapping[str, bytes | None]) -> WorkbookFile:
        """Return the file with some parts replaced, or left out for None."""
        return WorkbookFile(self._data, self.package.changed(parts))
