"""A workbook file as grids: every sheet with the values that it holds."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from xltie.core.cells import Grid, Scalar
from xltie.core.errors import LockedWorkbook, Place, WorkbookRefused
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.scan import SheetScan
from xltie.recompute.ooxml.workbook import load


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


def read_bytes(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        WorkbookRefused: it cannot be read, and why.
    """
    place = Place(file=str(path))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise WorkbookRefused("no such file", place) from None
    except OSError as error:
        raise WorkbookRefused(f"cannot be read ({error.strerror or error})", place) from None


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
