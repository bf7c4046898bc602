"""Workbooks made for tests, changed byte by byte where a writer cannot, and read back."""

from __future__ import annotations

import io
import warnings
import zipfile
from typing import Any, Callable

import openpyxl
import xlsxwriter

from xltie.core.cells import CellError, Grid
from xltie.core.errors import DomainError, Fault, InputError, Place, UndefinedValue, UnknownPlayer
from xltie.recompute import Report, recompute

SHEET1 = "xl/worksheets/sheet1.xml"


def total(grid: Grid) -> float:
    return float(sum(cell for cell in grid.flat() if isinstance(cell, (int, float))))


def place(grid: Grid) -> str:
    return f"{grid.place(0, 0)} {grid.height}x{grid.width}"


def score(player: Any, games: Grid, extra: Any = None) -> Any:
    """Count the wins of a player, indexing the table once."""
    index = games.cached("index", lambda grid: [line[:2] for line in grid.rows[1:]])
    if isinstance(player, Grid):
        return [[score(cell, games)] for cell in player.flat()]
    if all(player not in line for line in index):
        message = f"no player {player}"
        raise UnknownPlayer(message)
    return sum(line[1] for line in index if line[0] == player and isinstance(line[1], float))


def faulty(games: Grid) -> None:
    raise InputError(
        [
            Fault("the score is not a number", games.place(2, 1)),
            Fault("no such player", games.place(1, 0)),
        ]
    )


def fails(error: Exception) -> Any:
    raise error


FUNCTIONS: dict[str, Callable[..., object]] = {
    "BQ": lambda number, *_: number * 10,
    "SCORE": score,
    "TOTAL": total,
    "PLACE": place,
    "ROWS2": lambda count: [[row + 1.0, f"r{row + 1}"] for row in range(int(count))],
    "GRIDBACK": lambda grid: grid,
    "KINDS": lambda *values: " ".join(type(value).__name__ for value in values),
    "CODES": lambda grid: " ".join(
        cell.code for cell in grid.flat() if isinstance(cell, CellError)
    ),
    "NOTHING": lambda: None,
    "TRUTH": lambda: True,
    "NOTANUMBER": lambda: float("nan"),
    "TEXTY": lambda: ' a<b&"c"\r\n_x0041_\x07☃',
    "FAULTY": faulty,
    "DOMAIN": lambda *_: fails(DomainError("the cut is negative")),
    "UNDEFINED": lambda *_: fails(UndefinedValue("no opponents")),
    "BROKEN": lambda *_: fails(ZeroDivisionError("division by zero")),
    "NOWHERE": lambda *_: fails(InputError.of("nothing to read", Place())),
}


def build(fill: Callable[[Any], object], **options: Any) -> bytes:
    """Return a workbook that XlsxWriter wrote; ``fill`` gets it open."""
    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream, {"in_memory": True, **options})
    fill(workbook)
    workbook.close()
    return stream.getvalue()


def sheet(formulas: dict[str, Any], **options: Any) -> bytes:
    """Return a workbook of one sheet; texts with ``=`` are formulas with the value 0."""

    def fill(workbook: Any) -> None:
        worksheet = workbook.add_worksheet()
        for cell, content in formulas.items():
            if isinstance(content, tuple):
                worksheet.write_formula(cell, content[0], None, content[1])
            elif isinstance(content, str) and content.startswith("="):
                worksheet.write_formula(cell, content)
            else:
                worksheet.write(cell, content)

    return build(fill, **options)


def part(data: bytes, name: str = SHEET1) -> bytes:
    """Return a part of a workbook."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return package.read(name)


def edit(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """Return a workbook in which one part was changed, which must have an effect."""
    return repack(data, {name: change(part(data, name))})


def repack(data: bytes, parts: dict[str, bytes]) -> bytes:
    """Return a workbook with parts replaced or added."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for entry in old.infolist():
            content = parts.get(entry.filename, old.read(entry))
            new.writestr(entry, content, zipfile.ZIP_DEFLATED)
        for name in parts.keys() - set(old.namelist()):
            new.writestr(name, parts[name])
    return stream.getvalue()


def load(data: bytes, **options: Any) -> Any:
    """Return a workbook that openpyxl read; it warns of what it cannot keep."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return openpyxl.load_workbook(io.BytesIO(data), **options)


def values(data: bytes, index: int = 0) -> dict[str, Any]:
    """Return the values that openpyxl reads on a sheet, by cell."""
    workbook = load(data, data_only=True)
    cells = (cell for line in workbook.worksheets[index].iter_rows() for cell in line)
    return {cell.coordinate: cell.value for cell in cells if cell.value is not None}


def run(formulas: dict[str, Any], **options: Any) -> tuple[dict[str, Any], Report]:
    """Recompute a sheet; return what openpyxl reads afterwards, and the report."""
    data, report = recompute(sheet(formulas), FUNCTIONS, **options)
    return values(data), report
