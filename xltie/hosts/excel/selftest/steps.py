"""What is done in Excel, a step each: from words and numbers to facts, nothing is judged here.

A step opens what it needs and closes it again without saving. ``excel`` is Excel's Application over
COM; files are paths. Errors of COM are left to the caller.
"""

from __future__ import annotations

import time
from contextlib import contextmanager, suppress
from typing import Any, Callable, Dict, Iterator, List, Mapping, Sequence, Tuple

from xltie.hosts.excel.selftest.calls import SHEET
from xltie.hosts.excel.values import ERROR_NUMBERS

Facts = Dict[str, Any]
_PLAIN = (bool, int, float, str, type(None))
_INTERNATIONAL = {"country": 1, "decimal": 3, "thousands": 4, "list": 5}
_UI_LANGUAGE = 2


def versions(excel: Any, _: Any) -> Facts:
    """Tell what Excel this is."""
    asked: Mapping[str, Callable[[], Any]] = {
        "version": lambda: excel.Version,
        "build": lambda: excel.Build,
        "system": lambda: excel.OperatingSystem,
        "engine": lambda: excel.CalculationVersion,
        "language": lambda: excel.LanguageSettings.LanguageID(_UI_LANGUAGE),
        **{
            name: (lambda number=number: excel.International(number))  # type: ignore[misc]
            for name, number in _INTERNATIONAL.items()
        },
    }
    facts: Facts = {}
    for name, ask in asked.items():
        with suppress(Exception):
            facts[name] = _plain(ask())
    return facts


def opened(excel: Any, _: Any, file: str, copy: str) -> Facts:
    """Open a file as a person does, look, and let Excel save a copy."""
    with _open(excel, file) as book:
        facts = _looked_at(book)
        book.SaveCopyAs(copy)
    return facts


def typed(excel: Any, _: Any, file: str, add_in: str, calls: List[Any], copy: str) -> Facts:
    """Enter formulas into a workbook of tables, with the add-in or in a workbook of macros."""
    with _open(excel, add_in), _open(excel, file) as book:
        sheet = book.Worksheets(SHEET)
        for row, formula in calls:
            _enter(sheet.Cells(row, 1), f"={formula}")
        excel.CalculateFull()
        facts = {"values": _column(sheet, calls)}
        book.SaveCopyAs(copy)
    return facts


def loaded(excel: Any, _: Any, file: str, add_in: str, calls: List[Any], copy: str) -> Facts:
    """Open a workbook of formulas: their values at once, computed, and entered again."""
    with _open(excel, add_in), _open(excel, file) as book:
        sheet = book.Worksheets(SHEET)
        facts: Facts = {"opened": _column(sheet, calls)}
        excel.CalculateFull()
        facts["computed"] = _column(sheet, calls)
        for row, _formula in calls:
            cell = sheet.Cells(row, 1)
            _enter(cell, cell.Formula)
        excel.CalculateFull()
        facts["entered"] = _column(sheet, calls)
        book.SaveCopyAs(copy)
    return facts


def button(excel: Any, driver: Any, file: str, add_in: str, macro: str) -> Facts:
    """Press a button of the ribbon: its macro, by name."""
    with _open(excel, add_in) as holder, _open(excel, file) as book:
        before = _values(book)
        book.Activate()
        excel.Run(f"'{(holder or book).Name}'!{macro}", driver.nothing())
        after = _values(book)
        said = _plain(excel.StatusBar)
        calculates = _plain(excel.Calculation)
    return {"said": said, "changed": _differing(before, after), "calculation": calculates}


def performed(excel: Any, driver: Any, file: str, command: str) -> Facts:
    """Let Python do what a button does after a yes, without the question."""
    with _open(excel, file) as book:
        before = _values(book)
        said = driver.server().Perform(command, book)
        return {"said": _plain(said), "changed": _differing(before, _values(book))}


def clash(excel: Any, _: Any, file: str, add_in: str, formula: str, copy: str) -> Facts:
    """Enter a formula into an event, save it, open what was saved."""
    with _open(excel, add_in), _open(excel, file) as book:
        cell = book.Worksheets(book.Worksheets.Count).Cells(200, 30)
        _enter(cell, formula)
        first = _plain(cell.Value2)
        book.SaveCopyAs(copy)
    with _open(excel, add_in), _open(excel, copy) as book:
        cell = book.Worksheets(book.Worksheets.Count).Cells(200, 30)
        return {**_looked_at(book), "first": first, "again": _plain(cell.Value2)}


def wizard(excel: Any, _: Any, file: str, add_in: str) -> Facts:
    """Compute a function in states in which the function wizard may seem to be open.

    It is #N/A there where the bridge takes the state for the wizard.
    """
    with _open(excel, add_in), _open(excel, file) as book:
        sheet = book.Worksheets(SHEET)
        cell, number = sheet.Cells(1, 5), sheet.Cells(1, 6)
        number.Value2 = 9
        _enter(cell, "=ROUNDS(F1)")
        states: Mapping[str, Callable[[], Any]] = {
            "as it is": excel.CalculateFull,
            "replace all": lambda: sheet.Columns(6).Replace("9", "17"),
            "data table": lambda: _data_table(sheet),
            "window minimised": lambda: _minimised(excel),
            "protected sheet": lambda: _protected(excel, sheet),
        }
        return {name: _in_state(enter, cell) for name, enter in states.items()}


def timed(excel: Any, _: Any, file: str, add_in: str) -> Facts:
    """Time a full recalculation of an event, and a second one, in seconds."""
    with _open(excel, add_in), _open(excel, file) as book:
        seconds = []
        for _again in range(2):
            start = time.perf_counter()
            excel.CalculateFull()
            seconds.append(round(time.perf_counter() - start, 2))
        return {**_looked_at(book), "seconds": seconds}


STEPS: Mapping[str, Callable[..., Facts]] = {
    step.__name__: step
    for step in (versions, opened, typed, loaded, button, performed, clash, wizard, timed)
}


# -- in Excel ------------------------------------------------------------------------------------


@contextmanager
def _open(excel: Any, path: str) -> Iterator[Any]:
    """Open a file without asking about links, and close it unsaved; no file for no path."""
    if not path:
        yield None
        return
    book = excel.Workbooks.Open(path, 0)
    try:
        yield book
    finally:
        with suppress(Exception):
            book.Close(False)


def _enter(cell: Any, formula: str) -> None:
    try:
        cell.Formula2 = formula
    except AttributeError:  # an Excel before dynamic arrays
        cell.Formula = formula


def _looked_at(book: Any) -> Facts:
    """Tell what a person would see: the title of the window, and cells that are errors."""
    errors: Dict[str, int] = {}
    for values in _values(book).values():
        for row in values:
            for value in row:
                if isinstance(value, str) and value in _ERRORS:
                    errors[value] = errors.get(value, 0) + 1
    caption = ""
    with suppress(Exception):
        caption = str(book.Windows(1).Caption).replace(str(book.Name), "")
    return {"caption": caption.strip(" -"), "sheets": book.Worksheets.Count, "errors": errors}


_ERRORS = frozenset(ERROR_NUMBERS.values())


def _values(book: Any) -> Dict[str, Sequence[Tuple[Any, ...]]]:
    found: Dict[str, Sequence[Tuple[Any, ...]]] = {}
    for number in range(1, book.Worksheets.Count + 1):
        sheet = book.Worksheets(number)
        values = sheet.UsedRange.Value2
        rows = values if isinstance(values, (tuple, list)) else ((values,),)
        found[str(number)] = [tuple(map(_plain, row)) for row in rows]
    return found


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> int:
    """Return how many cells differ, or came or went."""
    count = 0
    for name in {**before, **after}:
        old, new = _cells(before.get(name, ())), _cells(after.get(name, ()))
        count += sum(old.get(place) != new.get(place) for place in {**old, **new})
    return count


def _cells(rows: Any) -> Dict[Tuple[int, int], Any]:
    return {(r, c): v for r, row in enumerate(rows) for c, v in enumerate(row) if v is not None}


def _column(sheet: Any, calls: List[Any]) -> List[Any]:
    return [_plain(sheet.Cells(row, 1).Value2) for row, _ in calls]


def _plain(value: Any) -> Any:
    """Return a value that travels as JSON; an error as its code."""
    if isinstance(value, int) and not isinstance(value, bool):
        return ERROR_NUMBERS.get(value, value)
    return value if isinstance(value, _PLAIN) else str(value)


def _in_state(enter: Callable[[], Any], cell: Any) -> Any:
    try:
        enter()
        return _plain(cell.Value2)
    except Exception as error:
        return f"not tried: {error}"


def _data_table(sheet: Any) -> None:
    sheet.Cells(2, 5).Value2, sheet.Cells(3, 5).Value2 = 5, 33
    sheet.Cells(1, 6).Value2 = 17
    sheet.Range("E1:F3").Table(None, sheet.Cells(1, 6))


def _minimised(excel: Any) -> None:
    was = excel.WindowState
    excel.WindowState = -4140  # xlMinimized
    try:
        excel.CalculateFull()
    finally:
        excel.WindowState = was


def _protected(excel: Any, sheet: Any) -> None:
    sheet.Protect()
    try:
        excel.CalculateFull()
    finally:
        sheet.Unprotect()
