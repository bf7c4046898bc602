"""An open workbook in Excel: its sheets as grids, and changed cells back into it."""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Iterator, Sequence

from xltie.core.cells import Grid, Scalar, Value, cell_name, column_name
from xltie.core.errors import Place, XltieError
from xltie.core.laid_cells import LaidLines, Position
from xltie.core.messages import NOTHING, Message
from xltie.functions.registry import NAMESPACE
from xltie.hosts.common.open_workbook import language_of
from xltie.hosts.excel.values import grid_of, outgoing, scalar

_NAMESPACE = re.compile(rf"(?<![\w.]){NAMESPACE}\.(?=\w+\()", re.IGNORECASE)
_MANY = 2_000_000
"""Cells beyond which a used range is a mistake: a format or a blank far below the data."""


class Book:
    """An ``xlwings.Book`` as the commands of every host see a workbook."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.app = book.app

    def sheets(self) -> list[str]:
        """Return the names of the sheets in order."""
        return [sheet.name for sheet in self.book.sheets]

    def grid(self, sheet: str) -> Grid:
        """Return the values of a sheet, from A1 to its last used cell."""
        cells = self._used(sheet).options(ndim=2, err_to_str=True).value
        return grid_of(cells, (sheet, 1, 1))

    def _used(self, name: str) -> Any:
        sheet = self.book.sheets[name]
        last = sheet.used_range.last_cell
        if last.row * last.column > _MANY:
            raise XltieError.say(
                "the sheet {name} is used down to {cell}; delete the blank rows and columns, "
                "and save",
                name=name,
                cell=cell_name(last.row, last.column),
            )
        return sheet.range((1, 1), (last.row, last.column))

    def formulas(self, sheet: str) -> dict[Position, str]:
        """Return the formulas of a sheet, our functions by their bare names."""
        return {
            (row, column): _NAMESPACE.sub("", text)
            for row, line in enumerate(_table(self._used(sheet).formula), 1)
            for column, text in enumerate(line, 1)
            if isinstance(text, str) and text.startswith("=")
        }

    def evaluate(self, sheet: str, position: Position, expression: str) -> Value:
        """Return the value of a part of a formula.

        Raises:
            XltieError: Excel cannot evaluate it, or this is not Excel for Windows.
        """
        api = getattr(self.book.sheets[sheet], "api", None)
        if api is None:
            raise XltieError.say("part of a formula can be computed only in Excel for Windows")
        found = api.Evaluate(expression)
        if hasattr(found, "Worksheet"):  # a range; its values would be those of whole columns
            origin = (found.Worksheet.Name, found.Row, found.Column)
            values = _clipped(found).Value2
            return grid_of(values, origin) if isinstance(values, tuple) else scalar(values)
        return grid_of(found) if isinstance(found, tuple) else scalar(found)

    def recalculate(self) -> None:
        """Recompute all formulas, including those that Excel considers current."""
        api = getattr(self.app, "api", None)
        if api is not None:
            api.CalculateFull()
        else:
            self.app.calculate()

    def selected(self) -> tuple[str, Position] | None:
        """Return the sheet and the position of the selected cell, None where none is."""
        chosen = self.app.selection
        return None if chosen is None else (chosen.sheet.name, (chosen.row, chosen.column))

    def write(self, sheet: str, position: Position, value: Scalar) -> None:
        """Type a value into a cell."""
        self.book.sheets[sheet].range(position, position).value = [_typed(outgoing(value))]

    def table_bottom(self, sheet: str, inside: Position) -> int:
        """Return the last row of the table around a cell, 0 where there is none."""
        found = self._table_around(sheet, inside)
        return 0 if found is None else int(found.range.last_cell.row)

    def _table_around(self, sheet: str, inside: Position) -> Any:
        for table in getattr(self.book.sheets[sheet], "tables", ()):
            area = table.range
            if (
                area.row <= inside[0] <= area.last_cell.row
                and area.column <= inside[1] <= area.last_cell.column
            ):
                return table
        return None

    def extend(self, sheet: str, inside: Position, model: int, last: int) -> None:
        """Let the table around a cell reach down to a row: Excel gives it styles and formulas."""
        table = self._table_around(sheet, inside)
        if table is not None:
            area = table.range
            corners = (area.row, area.column), (last, area.last_cell.column)
            table.resize(self.book.sheets[sheet].range(*corners))

    def lay(self, laid: LaidLines) -> None:
        """Put lines on a sheet: contents and styles, folds, the printed range.

        Raises:
            XltieError: the sheet is protected.
        """
        sheet = self.book.sheets[laid.sheet]
        api = getattr(sheet, "api", None)
        if not laid.cells:
            _print_down_to(api, laid.printed)
            return
        if api is not None and api.ProtectContents:
            raise XltieError.say("the sheet is protected; unprotect it first", Place(laid.sheet))
        for run in laid.runs():
            corners = (run.row, run.column), (run.row + len(run.cells) - 1, run.column)
            area = sheet.range(*corners)
            if api is not None:
                area.api.Style = run.cells[0].style
            if run.cells[0].formula:
                area.formula = [[f"={cell.formula}"] for cell in run.cells]
            else:
                area.value = [[_typed(outgoing(cell.value))] for cell in run.cells]
        for position, value in laid.texts.items():
            self.write(laid.sheet, position, value)
        if api is not None:
            _set_rows(api, laid)

    def show(self, sheet: str, cell: Position, top: int = 0) -> None:
        """Show a sheet with the cursor in a cell; Excel brings it into sight by itself."""
        target = self.book.sheets[sheet]
        with suppress(AttributeError, NotImplementedError):
            target.activate()
            target.range(cell).select()

    def fill(self, name: str, rows: Sequence[Sequence[Any]]) -> int:
        """Make a sheet contain exactly these rows; return how many cells changed.

        The sheet is added if need be. Only cells with another value are touched, each run of them
        in one step.
        """
        sheet = self._sheet(name)
        before = self.grid(name).rows
        height = max(len(rows), len(before))
        width = max(len(row) for row in (*rows, *before))
        changed = 0
        for number in range(height):
            old = [_at(before, number, column) for column in range(width)]
            new = [_at(rows, number, column) for column in range(width)]
            for start, end in _runs(old, new):
                changed += end - start
                target = sheet.range((number + 1, start + 1), (number + 1, end))
                target.value = [_typed(cell) for cell in new[start:end]]
        return changed

    def _sheet(self, name: str) -> Any:
        if name in self.sheets():
            return self.book.sheets[name]
        before = self.book.sheets.active
        made = self.book.sheets.add(name, after=self.book.sheets[self.sheets()[-1]])
        before.activate()
        return made

    def file(self) -> Path | None:
        """Return the file of the workbook, None where it was never saved.

        Raises:
            XltieError: the workbook is in the cloud and in no folder of this PC.
        """
        api = self.book.api
        if not api.Path:
            return None
        if "://" not in api.FullName:
            return Path(api.FullName)
        try:
            return Path(self.book.fullname)  # the folder of this PC that OneDrive keeps alike
        except Exception:  # xlwings raises errors of several kinds
            raise XltieError.say(
                "the workbook is in the cloud: save it in a folder of this PC"
            ) from None

    def shown_sheet(self) -> str:
        """Return the name of the sheet that is in front."""
        return str(self.book.sheets.active.name)

    def take_sheets(self, path: Path) -> list[str]:
        """Put the sheets of a copy that the workbook lacks behind its own; return their names."""
        other = path.with_name(f"xltie-{path.name}")  # Excel opens no two files of one name
        path.rename(other)
        copy = self.app.books.open(str(other), update_links=False, read_only=True)
        try:
            there = set(self.sheets())
            wanted = [sheet.name for sheet in copy.sheets if sheet.name not in there]
            for name in wanted:
                self._take(copy.sheets[name])
            self._unlink(other.name)
        finally:
            copy.close()
        return wanted

    def _take(self, source: Any) -> None:
        """Put a sheet of another workbook behind all sheets of this one.

        Excel lets the formulas of a sheet that comes refer to the file it came from. They are
        entered again as they stand there: here are sheets and names of the same names. Names that
        came along go, but for the sheet's own.
        """
        known = {name.Name for name in self.book.api.Names}
        known |= {name.Name for name in source.api.Names}
        target = source.copy(after=self.book.sheets[self.sheets()[-1]])
        for name in [name for name in self.book.api.Names if name.Name not in known]:
            name.Delete()
        last = source.used_range.last_cell
        formulas = _table(source.range((1, 1), (last.row, last.column)).formula)
        for column, line in enumerate(zip(*formulas, strict=True), 1):
            is_formula = [isinstance(text, str) and text.startswith("=") for text in line]
            for start, end in _runs(is_formula, [False] * len(line)):
                area = target.range((start + 1, column), (end, column))
                area.formula = [[text] for text in line[start:end]]

    def _unlink(self, name: str) -> None:
        """Let what still refers to a file, as lists of choices do, refer to this workbook."""
        api = self.book.api
        for link in api.LinkSources(1) or ():  # xlExcelLinks
            if str(link).replace("/", "\\").rpartition("\\")[2] == name:
                api.ChangeLink(link, api.FullName, 1)

    def save_copy(self, folder: Path) -> Path:
        """Write the workbook as it is now into a folder and return the file."""
        copy = folder / str(self.book.api.Name)
        self.save_copy_as(copy)
        return copy

    def save_copy_as(self, copy: Path) -> None:
        """Write the workbook as it is now into a file."""
        self.book.api.SaveCopyAs(str(copy))

    def say(self, message: Message) -> None:
        """Show progress in the status bar; nothing to say gives it back to Excel."""
        with suppress(AttributeError, NotImplementedError):
            self.app.status_bar = language_of(self).say(message) or False

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Suspend screen updates, events and Excel's questions, and restore them in any case."""
        names = ("screen_updating", "enable_events", "display_alerts")
        before = {}
        for name in names:
            with suppress(AttributeError, NotImplementedError):
                before[name] = getattr(self.app, name)
                setattr(self.app, name, False)
        try:
            yield
        finally:
            for name, value in before.items():
                with suppress(AttributeError, NotImplementedError):
                    setattr(self.app, name, value)
            self.say(NOTHING)


def _set_rows(sheet: Any, laid: LaidLines) -> None:
    """Set the heights of new rows, fold earlier ones, and the printed range of a sheet of Excel."""
    sheet.Range(f"{laid.rows[0]}:{laid.rows[-1]}").RowHeight = laid.height
    row, height = laid.head
    if row:
        sheet.Range(f"{row}:{row}").RowHeight = height
    for at, width in laid.widths.items():
        sheet.Columns(at).ColumnWidth = width
    if laid.folded:
        rows = sheet.Range(f"{laid.folded[0]}:{laid.folded[-1]}")
        sheet.Outline.SummaryRow = 0  # xlSummaryAbove
        rows.OutlineLevel = 2
        rows.Hidden = True
    _print_down_to(sheet, laid.printed)


def _print_down_to(sheet: Any, last: tuple[int, int] | None) -> None:
    """Let a sheet of Excel be printed from its first cell to the row and column of a last one."""
    if sheet is not None and last is not None:
        row, column = last
        sheet.PageSetup.PrintArea = f"$A$1:${column_name(column)}${row}"


def _table(found: Any) -> Sequence[Sequence[Any]]:
    """Return formulas as rows; Excel gives a single one as a text."""
    if isinstance(found, (tuple, list)):
        return found if isinstance(found[0], (tuple, list)) else (found,)
    return ((found,),)


def _clipped(area: Any) -> Any:
    """Return a range without the cells below and right of the used range of its sheet."""
    used = area.Worksheet.UsedRange
    rows = min(area.Rows.Count, max(1, used.Row + used.Rows.Count - area.Row))
    columns = min(area.Columns.Count, max(1, used.Column + used.Columns.Count - area.Column))
    return area.Resize(rows, columns)


def _typed(cell: Any) -> Any:
    """Return what makes Excel store a value as it is: typed as text, 1-2 would become a date."""
    if cell == "":
        return None
    if isinstance(cell, str) and (cell[0].isdecimal() or cell[0] in "=+-@'"):
        return f"'{cell}"
    return cell


def _at(rows: Sequence[Sequence[Any]], row: int, column: int) -> Any:
    if row < len(rows) and column < len(rows[row]):
        return rows[row][column]
    return None


def _runs(old: Sequence[Any], new: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """Yield from and up to which column a row differs."""
    start = None
    for column, (was, now) in enumerate(zip(old, new, strict=True)):
        if _same(was, now):
            if start is not None:
                yield start, column
            start = None
        elif start is None:
            start = column
    if start is not None:
        yield start, len(new)


def _same(was: Any, now: Any) -> bool:
    was, now = scalar(was), scalar(now)
    if was in (None, "") and now in (None, ""):
        return True
    # TRUE is not 1, but 1 and 1.0 are the same cell
    return isinstance(was, bool) == isinstance(now, bool) and bool(was == now)
