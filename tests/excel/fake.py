"""A stand-in for Excel: its formulas are computed by the headless engine, and every call of ours
goes the way that Excel's does, with Excel's values, through xlwings.
"""

from __future__ import annotations

import io
import re
from types import SimpleNamespace
from typing import Any, Callable

import openpyxl

from tests.books import workbook_grids
from tests.excel.com import call_at
from xltie.core.cells import CellError, Grid, cell_name
from xltie.hosts.excel.values import ERROR_NUMBERS
from xltie.recompute import recompute
from xltie.recompute.ooxml.references import Bounds, parse_area
from xltie.sheets.functions import REGISTRY

MANY = 100_000
"""Rows that nobody uses; a whole column has ten times as many."""
_NUMBERS = {code: number for number, code in ERROR_NUMBERS.items()}


def as_excel_sends(value: Any) -> Any:
    """A cell or a range as COM hands it over: ``Value2``."""
    if isinstance(value, Grid):
        rows = tuple(tuple(as_excel_sends(cell) for cell in row) for row in value.rows)
        return rows[0][0] if value.height == value.width == 1 else rows
    if isinstance(value, CellError):
        return _NUMBERS[value.code]
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def as_wrapper_shows(told: Any) -> Any:
    """What the VBA wrapper makes of an answer."""
    if isinstance(told, (list, tuple)):
        return tuple(tuple(as_wrapper_shows(cell) for cell in row) for row in told)
    if isinstance(told, str):
        code, _, text = told.partition("\t")
        if code in _NUMBERS:
            return CellError(code, text)
    return told


def functions() -> dict[str, Callable[..., Any]]:
    """Every function by name, called as from a cell of Excel."""

    def caller(name: str) -> Callable[..., Any]:
        def call(*cells: Any) -> Any:
            places = "".join(
                f"{index}\t{cell.sheet}\t{cell.row}\t{cell.column}\n"
                for index, cell in enumerate(cells)
                if isinstance(cell, Grid)
            )
            return as_wrapper_shows(call_at(name, places, *map(as_excel_sends, cells)))

        return call

    return {
        name: caller(entry.vba_name or entry.name)
        for entry in REGISTRY.values()
        for name in entry.names
    }


class FakeRange:
    def __init__(self, sheet: FakeSheet, first: tuple[int, int], last: tuple[int, int]) -> None:
        self.sheet = sheet
        self.row, self.column = first
        self._last = last

    @property
    def last_cell(self) -> FakeRange:
        return FakeRange(self.sheet, self._last, self._last)

    def select(self) -> None:
        self.sheet.book.app.selection = self

    @property
    def address(self) -> str:
        return cell_name(self.row, self.column)

    def options(self, **_: Any) -> FakeRange:
        return self

    def _places(self) -> list[list[tuple[int, int]]]:
        columns = range(self.column, self._last[1] + 1)
        return [[(row, column) for column in columns] for row in range(self.row, self._last[0] + 1)]

    @property
    def value(self) -> list[list[Any]]:
        shown = self.sheet.shown
        return [[shown.get(place) for place in row] for row in self._places()]

    @value.setter
    def value(self, cells: list[Any]) -> None:
        rows = cells if isinstance(cells[0], list) else [cells]
        for places, row in zip(self._places(), rows, strict=True):
            for place, cell in zip(places, row, strict=True):
                self.sheet.book.written.append((self.sheet.name, cell_name(*place), cell))
                self.sheet.cells.cell(*place).value = self.sheet.shown[place] = _as_excel_takes(
                    cell
                )

    @property
    def api(self) -> SimpleNamespace:
        """Excel's own range: a style that is set here is seen by nobody."""
        return SimpleNamespace()

    @property
    def formula(self) -> Any:
        rows = tuple(
            tuple(_formula(self.sheet.cells.cell(*place).value) for place in row)
            for row in self._places()
        )
        return rows[0][0] if len(rows) == len(rows[0]) == 1 else rows

    @formula.setter
    def formula(self, rows: list[list[str]]) -> None:
        for places, row in zip(self._places(), rows, strict=True):
            for place, text in zip(places, row, strict=True):
                self.sheet.cells.cell(*place).value = text


class FakeArea:
    """A ``Range`` of Excel's own, as ``Evaluate`` gives it."""

    def __init__(self, sheet: FakeSheet, bounds: Bounds) -> None:
        self.sheet, self.bounds = sheet, bounds
        self.Row, self.Column = bounds.top, bounds.left
        self.Rows = SimpleNamespace(Count=bounds.bottom - bounds.top + 1)
        self.Columns = SimpleNamespace(Count=bounds.right - bounds.left + 1)

    @property
    def Worksheet(self) -> Any:  # noqa: N802
        last = self.sheet.used_range.last_cell
        used = FakeArea(self.sheet, Bounds(1, 1, last.row, last.column))
        return SimpleNamespace(Name=self.sheet.name, UsedRange=used)

    def Resize(self, rows: int, columns: int) -> FakeArea:  # noqa: N802
        end = self.Row + rows - 1, self.Column + columns - 1
        return FakeArea(self.sheet, Bounds(self.Row, self.Column, *end))

    @property
    def Value2(self) -> Any:  # noqa: N802
        assert self.Rows.Count < MANY, "Excel would hand over millions of cells"
        last = self.bounds.bottom, self.bounds.right
        cells = FakeRange(self.sheet, (self.Row, self.Column), last).value
        rows = tuple(tuple(map(as_excel_sends, row)) for row in cells)
        return rows[0][0] if len(rows) == len(rows[0]) == 1 else rows


def _as_excel_takes(typed: Any) -> Any:
    """What becomes of a value that is typed: an apostrophe keeps a text from being a date."""
    if not isinstance(typed, str):
        return typed
    if typed.startswith("'"):
        return typed[1:]
    return 46023.0 if re.fullmatch(r"\d+[-/]\d+", typed) else typed


def _formula(value: Any) -> Any:
    return getattr(value, "text", value) if value is not None else ""


class FakeSheet:
    def __init__(self, book: FakeBook, name: str) -> None:
        self.book, self.name = book, name
        self.shown: dict[tuple[int, int], Any] = {}

    @property
    def cells(self) -> Any:
        return self.book.file[self.name]

    @property
    def api(self) -> FakeSheet:
        return self

    ProtectContents = False

    def Range(self, rows: str) -> SimpleNamespace:  # noqa: N802
        """Rows whose height, level and fold are set, and seen by nobody."""
        return SimpleNamespace()

    def Columns(self, at: int) -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace()

    @property
    def Outline(self) -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace()

    @property
    def PageSetup(self) -> SimpleNamespace:  # noqa: N802
        return SimpleNamespace()

    def Evaluate(self, expression: str) -> Any:  # noqa: N802
        """References and texts, which is what arguments are made of."""
        if expression.startswith('"'):
            return expression.strip('"')
        name, _, area = expression.replace("$", "").rpartition("!")
        if re.fullmatch("[A-Z]+:[A-Z]+", area):
            area = area.replace(":", "1:") + "1048576"
        try:
            return FakeArea(self.book.sheets[name.strip("'")] if name else self, parse_area(area))
        except ValueError:
            return float(expression) if expression.isdigit() else _NUMBERS["#NAME?"]

    @property
    def used_range(self) -> FakeRange:
        filled = [*self.shown, *((c.row, c.column) for c in self.cells._cells.values()), (1, 1)]
        return FakeRange(self, (1, 1), (max(r for r, _ in filled), max(c for _, c in filled)))

    def range(self, first: tuple[int, int], last: tuple[int, int] | None = None) -> FakeRange:
        return FakeRange(self, first, last or first)

    def activate(self) -> None:
        self.book.sheets.active = self

    @property
    def Names(self) -> list[Any]:  # noqa: N802
        return []

    def copy(self, after: FakeSheet) -> FakeSheet:
        """Put the sheet into another workbook: what it refers to stays in the file it is from."""
        made = after.book.sheets.add(self.name, after)
        for line in self.cells.iter_rows():
            for cell in line:
                value = getattr(cell.value, "text", cell.value)
                if isinstance(value, str) and value.startswith("="):
                    value = re.sub(r"([A-Za-z]+)!", rf"[{self.book.name}]\1!", value)
                made.cells[cell.coordinate].value = value
        names = after.book.api.Names
        stray = SimpleNamespace(Name=f"{self.name}!Event")
        stray.Delete = lambda: names.remove(stray)
        names.append(stray)
        return made


class FakeSheets(list[FakeSheet]):
    active: FakeSheet

    def __getitem__(self, name: Any) -> Any:
        return next(sheet for sheet in self if sheet.name == name)

    def add(self, name: str, after: FakeSheet) -> FakeSheet:
        book = after.book
        book.file.create_sheet(name)
        self.append(FakeSheet(book, name))
        self.active = self[name]
        return self.active


class FakeApp:
    def __init__(self, book: FakeBook) -> None:
        self.book, self.api = book, self
        self.screen_updating = self.enable_events = self.display_alerts = True
        self.selection: Any = None
        self.said: list[Any] = []
        self.broken = False

    @property
    def status_bar(self) -> Any:
        return self.said[-1] if self.said else False

    @status_bar.setter
    def status_bar(self, text: Any) -> None:
        self.said.append(text)

    def CalculateFull(self) -> None:  # noqa: N802
        if self.broken:
            raise OSError("Excel is gone")
        self.book.calculate()


class FakeBook:
    """An ``xlwings.Book`` as far as the commands use one."""

    name = "Book1"

    def __init__(self, data: bytes) -> None:
        self.api = SimpleNamespace(Path="", Names=[])
        self.file = openpyxl.load_workbook(io.BytesIO(data))
        self.sheets = FakeSheets(FakeSheet(self, name) for name in self.file.sheetnames)
        self.sheets.active = next(iter(self.sheets))
        self.app = FakeApp(self)
        self.written: list[tuple[str, str, Any]] = []
        self._show(data)

    def calculate(self) -> None:
        out = io.BytesIO()
        self.file.save(out)
        self._show(recompute(out.getvalue(), functions())[0])

    def _show(self, data: bytes) -> None:
        for name, grid in workbook_grids(data).items():
            self.sheets[name].shown = {
                (row, column): str(cell) if isinstance(cell, CellError) else cell
                for row, line in enumerate(grid.rows, 1)
                for column, cell in enumerate(line, 1)
                if cell is not None
            }

    def close(self) -> None:
        self.sheets.clear()

    def select(self, sheet: str, row: int, column: int) -> None:
        self.app.selection = FakeRange(self.sheets[sheet], (row, column), (row, column))
