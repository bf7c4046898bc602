"""An open Calc document as the commands see it (``Host``)."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import uno

from xltie.core.cells import Grid, Scalar, Value, number_of, to_cell
from xltie.core.errors import DomainError, Place
from xltie.core.laid_cells import LaidLines, Position
from xltie.core.messages import Message, say
from xltie.hosts.common.open_workbook import language_of
from xltie.hosts.libreoffice.built_in import NAMES
from xltie.hosts.libreoffice.lay_lines import (
    changes_for,
    extend_below,
    print_down_to,
    table_around,
)
from xltie.hosts.libreoffice.sheets import (
    computing_later,
    correct_formulas,
    correct_named_formulas,
    formulas_of,
    needs_correction,
    respelled,
)
from xltie.hosts.libreoffice.values import read_range


def opened_file(path: Path, *, is_seen: bool) -> Any:
    """Return a file as a document; unseen its formulas are left as they are."""
    context = uno.getComponentContext()
    desktop = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context
    )
    hidden = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    hidden.Name, hidden.Value = "Hidden", not is_seen
    return desktop.loadComponentFromURL(uno.systemPathToFileUrl(str(path)), "_blank", 0, (hidden,))


def take_sheet(document: Any, source: Any, name: str) -> None:
    """Put a sheet of another document behind all sheets of this one.

    Calc lets the formulas of a sheet that comes refer to the file it came from. They are entered
    again as they stand there: here are sheets and names of the same names. Names that came along
    go.
    """
    names = document.NamedRanges
    known = set(names.ElementNames)
    document.Sheets.importSheet(source, name, document.Sheets.Count)
    for other in set(names.ElementNames) - known:
        names.removeByName(other)
    original, target = source.Sheets.getByName(name), document.Sheets.getByName(name)
    cursor = original.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    area = (0, 0, end.EndColumn, end.EndRow)
    formulas = original.getCellRangeByPosition(*area).getFormulaArray()
    target.getCellRangeByPosition(*area).setFormulaArray(formulas)


SheetCell = Tuple[str, Position]
"""A sheet and a place on it."""
_TABLE = re.compile(r"(\w+)\[(?:\[?#(All|Data)\]?)?\]", re.IGNORECASE)
_ON_A_SHEET = re.compile(r"\$?('(?:[^']|'')+'|\w+)\.(.+)")
_MOST = 50
"""Changes that become one: of more than a hundred in a step Calc undoes the last ones only."""
_CONSTANTS: Mapping[str, Scalar] = {"TRUE": True, "TRUE()": True, "FALSE": False, "FALSE()": False}


class CalcDocument:
    """An open document; ``indicator`` is the program's status line, None where it has none.

    All changes are one step to undo, called ``step``; without a change there is none. What is typed
    comes into the cells when something is read again, or the step ends: Calc would compute after
    every cell.
    """

    def __init__(self, document: Any, indicator: Any = None, step: str = "") -> None:
        self.document = document
        self._indicator = indicator
        self._steps = 0
        self._step = step
        self._is_changing = False
        self._typed: Dict[SheetCell, Scalar] = {}

    def _enter_step(self) -> None:
        if self._step and not self._is_changing:
            self.document.getUndoManager().enterUndoContext(self._step)
            self._is_changing = True

    def _enter_typed(self) -> None:
        """Enter what was typed; Calc computes nothing meanwhile."""
        if not self._typed:
            return
        typed, self._typed = self._typed, {}
        with computing_later(self.document):
            self._make([partial(self._enter_cell, *cell) for cell in typed.items()])

    def _enter_cell(self, where: SheetCell, value: Scalar) -> None:
        sheet, (row, column) = where
        cell = self._sheet(sheet).getCellByPosition(column - 1, row - 1)
        if isinstance(value, (int, float)):
            cell.setValue(float(value))
        else:
            cell.setString("" if value is None else str(value))

    def _make(self, changes: Sequence[Callable[[], None]]) -> None:
        """Make changes as one, made of changes that are made of changes."""
        steps = self.document.getUndoManager() if self._is_changing else None
        if steps is not None:
            steps.enterUndoContext(self._step)
        try:
            if len(changes) > _MOST:
                size = -(-len(changes) // _MOST)
                for start in range(0, len(changes), size):
                    self._make(changes[start : start + size])
                return
            for change in changes:
                change()
        finally:
            if steps is not None:
                steps.leaveUndoContext()

    def leave_step(self) -> None:
        """End the step to undo, if there was any change."""
        self._enter_typed()
        if self._is_changing:
            self.document.getUndoManager().leaveUndoContext()
            self._is_changing = False

    def sheets(self) -> Sequence[str]:
        """Return the names of the sheets in their order."""
        return tuple(self.document.Sheets.ElementNames)

    def _sheet(self, name: str) -> Any:
        return self.document.Sheets.getByName(name)

    def grid(self, sheet: str) -> Grid:
        """Return the values of the used cells from A1."""
        self._enter_typed()
        target = self._sheet(sheet)
        cursor = target.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.RangeAddress
        return read_range(target.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow))

    def formulas(self, sheet: str) -> Mapping[Position, str]:
        """Return the formulas by position, array formulas without their braces."""
        self._enter_typed()
        found: Dict[Position, str] = {}
        for row, column, formula in formulas_of(self._sheet(sheet)):
            text = formula.strip("{}") if formula.startswith("{") else formula
            found[row + 1, column + 1] = respelled(text, NAMES, own_prefix=True)
        return found

    def file(self) -> Optional[Path]:
        """Return the file of the document, None where it was never saved.

        Raises:
            DomainError: the document is not in a folder of this machine.
        """
        url = self.document.getURL()
        if not url:
            return None
        if not url.startswith("file:"):
            raise DomainError.say("the document is not on this machine: save it in a folder here")
        return Path(uno.fileUrlToSystemPath(url))

    def save_copy(self, folder: Path) -> Path:
        """Write the document as it is now into a folder, as a workbook, and return the file."""
        self._enter_typed()
        source = Path(uno.fileUrlToSystemPath(self.document.getURL()))
        path = folder / f"{source.stem}.xlsx"
        kind = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
        kind.Name, kind.Value = "FilterName", "Calc MS Excel 2007 XML"
        self.document.storeToURL(uno.systemPathToFileUrl(str(path)), (kind,))
        return path

    def take_sheets(self, path: Path) -> List[str]:
        """Put the sheets of a copy that the document lacks behind its own; return their names.

        They cannot be taken back one by one: adding a sheet is nothing that Calc undoes.
        """
        copy = opened_file(path, is_seen=False)
        try:
            there = set(self.sheets())
            wanted = [name for name in copy.Sheets.ElementNames if name not in there]
            for name in wanted:
                take_sheet(self.document, copy, name)
        finally:
            copy.close(True)
        return wanted

    def evaluate(self, sheet: str, position: Position, expression: str) -> Value:
        """Return the value of a constant, a reference, a name or a table.

        Raises:
            DomainError: the expression is something else.
        """
        self._enter_typed()
        text = expression.strip()
        if text.upper() in _CONSTANTS:
            return _CONSTANTS[text.upper()]
        if text.startswith('"') and text.endswith('"') and len(text) > 1:
            return text[1:-1].replace('""', '"')
        number = number_of(text)
        if number is not None:
            return to_cell(number)
        cells = self._reference(sheet, text)
        if cells is None:
            raise DomainError.say("{text} is not a value or a range of cells", text=text)
        grid = read_range(cells)
        return grid.rows[0][0] if grid.height == grid.width == 1 else grid

    def _reference(self, sheet: str, text: str) -> Optional[Any]:
        table = _TABLE.fullmatch(text)
        if table is not None:
            return self._table(table[1], is_data=(table[2] or "").lower() != "all")
        there = _ON_A_SHEET.fullmatch(text)
        name, cells = (there[1], there[2]) if there else (sheet, text)
        if name.startswith("'"):
            name = name[1:-1].replace("''", "'")
        try:
            return self._sheet(name).getCellRangeByName(cells)
        except Exception:  # LibreOffice raises a plain RuntimeException for what is no reference
            return self._name(text)

    def _name(self, text: str) -> Optional[Any]:
        """Return the cells that a name of the document means, on whatever sheet they are."""
        names = self.document.NamedRanges
        found = next((name for name in names.ElementNames if name.lower() == text.lower()), None)
        return None if found is None else names.getByName(found).getReferredCells()

    def _table(self, name: str, is_data: bool) -> Optional[Any]:
        ranges = self.document.DatabaseRanges
        found = next(
            (known for known in ranges.ElementNames if known.lower() == name.lower()), None
        )
        if found is None:
            return None
        database_range = ranges.getByName(found)
        area = database_range.DataArea
        start = area.StartRow + (1 if is_data and database_range.ContainsHeader else 0)
        return self.document.Sheets.getByIndex(area.Sheet).getCellRangeByPosition(
            area.StartColumn, start, area.EndColumn, area.EndRow
        )

    def recalculate(self) -> None:
        """Correct formulas written by other programs and recompute the document."""
        self._enter_typed()
        correct_named_formulas(self.document, NAMES)
        if needs_correction(self.document, NAMES):
            self._enter_step()
            correct_formulas(self.document, NAMES)
        self.document.calculateAll()

    def write(self, sheet: str, position: Position, value: Scalar) -> None:
        """Type a value into a cell.

        Raises:
            DomainError: the cell is protected; Calc itself would let a program type into it.
        """
        target = self._sheet(sheet)
        cell = target.getCellByPosition(position[1] - 1, position[0] - 1)
        if target.isProtected() and cell.CellProtection.IsLocked:
            place = Place(sheet, *position)
            raise DomainError.say("the sheet is protected; unprotect it first", place)
        self._enter_step()
        self._typed[sheet, position] = value

    def table_bottom(self, sheet: str, inside: Position) -> int:
        """Return the last row of the table around a cell, 0 where there is none."""
        found = table_around(self.document, self._sheet(sheet), inside)
        return 0 if found is None else found.DataArea.EndRow + 1

    def extend(self, sheet: str, inside: Position, model: int, last: int) -> None:
        """Give blank cells below a table its last row's styles and formulas; the table grows."""
        target = self._sheet(sheet)
        table = table_around(self.document, target, inside)
        self._enter_step()
        self._enter_typed()
        extend_below(target, table, model - 1, last - 1)

    def lay(self, laid: LaidLines) -> None:
        """Put lines on a sheet: contents and styles, folds, the printed range.

        Raises:
            DomainError: the sheet is protected.
        """
        target = self._sheet(laid.sheet)
        if not laid.cells:
            self._print_down_to(target, laid.printed)
            return
        if target.isProtected():
            said = say("the sheet is protected; unprotect it first")
            raise DomainError(said, Place(laid.sheet))
        self._enter_step()
        self._enter_typed()
        with computing_later(self.document):
            self._make(changes_for(self.document, target, laid))

    def _print_down_to(self, sheet: Any, last: Optional[Position]) -> None:
        """Set a printed range as no step to undo: it follows the players."""
        steps = self.document.getUndoManager()
        steps.lock()
        try:
            if last is not None:
                print_down_to(sheet, last)
        finally:
            steps.unlock()

    def say(self, message: Message) -> None:
        """Show a message in the status bar, one step further."""
        if self._indicator is None:
            return
        text = language_of(self).say(message)
        if self._steps == 0:
            self._indicator.start(text, 3)
        self._steps += 1
        self._indicator.setText(text)
        self._indicator.setValue(self._steps)
