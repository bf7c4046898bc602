"""A workbook file as grids: every sheet with the values that it holds."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from pathlib import Path

from xltie.book.headless.package import Package
from xltie.book.headless.scan import SheetScan
from xltie.book.headless.workbook import load
from xltie.cells import Grid, Scalar
from xltie.errors import InputError, LockedWorkbook, Place

_ENCODINGS = ("utf-8-sig", "cp949", "cp1252")


def workbook_grids(data: bytes) -> dict[str, Grid]:
    """Return the sheets of an .xlsx or .xlsm file in their order, formulas as their stored values.

    Raises:
        WorkbookRefused: not a workbook that can be read.
    """
    book = load(Package(data))
    return {
        sheet.name: _grid(sheet.name, sheet.scan, book.strings)
        for sheet in book.sheets
        if sheet.part
    }


def _grid(name: str, scan: SheetScan, strings: object) -> Grid:
    cells: dict[tuple[int, int], Scalar] = dict(scan.values)
    for formula in scan.formulas:
        cells[formula.position] = formula.stored(strings)  # type: ignore[arg-type]
    height = max((row for row, _ in cells), default=0)
    width = max((column for _, column in cells), default=0)
    rows: list[list[Scalar]] = [[None] * width for _ in range(height)]
    for (row, column), value in cells.items():
        rows[row - 1][column - 1] = value
    return Grid(rows, name)


def text_grid(data: bytes, name: str) -> Grid:
    """Return a text table (comma, semicolon or tab between the cells) as a grid.

    Raises:
        InputError: a line that cannot be read.
    """
    text = decoded(data)
    lines = ["" if line.lstrip().startswith("#") else line for line in text.splitlines()]
    sample = "\n".join(lines[:20])
    delimiter = max(",;\t|", key=sample.count)
    try:
        rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter))
    except csv.Error as error:
        raise InputError.of(str(error), Place(file=name)) from None
    width = max(map(len, rows), default=0)
    return Grid([[cell or None for cell in row] + [None] * (width - len(row)) for row in rows])


def decoded(data: bytes) -> str:
    """Return text in the first encoding that fits: UTF-8, Korean, Western European."""
    for encoding in _ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def read_bytes(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        InputError: it cannot be read, and why.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError.of(error.strerror or str(error), Place(file=str(path))) from None


def write_new(path: Path, data: bytes) -> None:
    """Write a file in one step: all of it or nothing.

    Raises:
        LockedWorkbook: the folder cannot be written to.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=".xltie-", suffix=path.suffix, dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise LockedWorkbook(error.strerror or str(error), Place(file=str(path))) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
