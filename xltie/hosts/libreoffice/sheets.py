"""The formulas of an open document, and correction of the xltie functions in them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator, List, Sequence, Tuple

from xltie.hosts.libreoffice.spellings import (
    is_resolved,
    is_unresolved,
    respelled,
    with_whole_tables,
)

FORMULA = 16
"""com.sun.star.sheet.CellFlags.FORMULA"""

Found = Tuple[int, int, str]
"""Row and column from 0, and a formula; an array formula stands in braces."""


def is_spreadsheet(document: Any) -> bool:
    """Tell whether a document is one of Calc's."""
    return bool(document.supportsService("com.sun.star.sheet.SpreadsheetDocument"))


def formulas_of(sheet: Any) -> Iterator[Found]:
    """Yield every formula of a sheet, an array formula in each of its cells."""
    for area in sheet.queryContentCells(FORMULA).RangeAddresses:
        cells = sheet.getCellRangeByPosition(
            area.StartColumn, area.StartRow, area.EndColumn, area.EndRow
        )
        for row, line in enumerate(cells.getFormulaArray(), area.StartRow):
            for column, formula in enumerate(line, area.StartColumn):
                yield row, column, formula


def uses_our_functions(document: Any) -> bool:
    """Tell whether Calc has found one of our functions in a document."""
    return any(
        is_resolved(formula) for sheet in document.Sheets for _, _, formula in formulas_of(sheet)
    )


def _unresolved(document: Any, names: Sequence[str]) -> Iterator[Tuple[Any, Found]]:
    for sheet in document.Sheets:
        for found in formulas_of(sheet):
            if is_unresolved(found[2], names):
                yield sheet, found


def needs_correction(document: Any, names: Sequence[str]) -> bool:
    """Tell whether there is a formula whose function Calc did not find."""
    return next(_unresolved(document, names), None) is not None


def correct_formulas(document: Any, names: Sequence[str]) -> int:
    """Enter every formula again whose function Calc did not find, and return how many.

    Protected cells are left as they are. Calc computes nothing meanwhile.
    """
    todo = [
        (sheet, unresolved)
        for sheet in document.Sheets
        if (unresolved := [f for f in formulas_of(sheet) if is_unresolved(f[2], names)])
    ]
    if not todo:
        return 0
    with computing_later(document):
        return sum(_entered_all(sheet, found, names) for sheet, found in todo)


@contextmanager
def computing_later(document: Any) -> Iterator[None]:
    """Let Calc compute nothing while cells are entered, and everything once afterwards."""
    automatic = document.isAutomaticCalculationEnabled()
    document.enableAutomaticCalculation(False)
    try:
        yield
    finally:
        document.enableAutomaticCalculation(automatic)


def _entered_all(sheet: Any, found: Sequence[Found], names: Sequence[str]) -> int:
    """Enter formulas of a sheet again: those that stand below each other in one step.

    A formula that is entered alone costs Calc as much as the column around it is long.
    """
    if sheet.isProtected():
        return sum(_entered(sheet, part, names) for part in found)
    count = 0
    for run in _runs(found):
        if len(run) == 1 or run[0][2].startswith("{"):
            count += sum(_entered(sheet, cell, names) for cell in run)
            continue
        (first, column, _), last = run[0], run[-1][0]
        cells = sheet.getCellRangeByPosition(column, first, column, last)
        cells.setFormulaArray(tuple((_corrected(cell[2], names),) for cell in run))
        count += len(run)
    return count


def _runs(found: Sequence[Found]) -> Iterator[List[Found]]:
    """Yield the formulas that stand below each other, array formulas apart from others."""
    run: List[Found] = []
    for cell in sorted(found, key=lambda cell: (cell[1], cell[0])):
        if (
            run
            and (cell[0], cell[1]) == (run[-1][0] + 1, run[-1][1])
            and (cell[2].startswith("{") == run[-1][2].startswith("{"))
        ):
            run.append(cell)
            continue
        if run:
            yield run
        run = [cell]
    if run:
        yield run


def _corrected(formula: str, names: Sequence[str]) -> str:
    return with_whole_tables(respelled(formula, names))


def _entered(sheet: Any, found: Found, names: Sequence[str]) -> int:
    row, column, formula = found
    cell = sheet.getCellByPosition(column, row)
    if sheet.isProtected() and cell.CellProtection.IsLocked:
        return 0
    if not formula.startswith("{"):
        cell.setFormula(_corrected(formula, names))
        return 1
    cursor = sheet.createCursorByRange(cell)
    cursor.collapseToCurrentArray()
    first = cursor.RangeAddress
    if (first.StartRow, first.StartColumn) != (row, column):
        return 0  # the first cell of an array stands for all
    cursor.setArrayFormula(_corrected(formula[1:-1], names))
    return 1


def correct_named_formulas(document: Any, names: Sequence[str]) -> int:
    """Do the same for named expressions, of the document and of every sheet."""
    holders: List[Any] = [document, *document.Sheets]
    count = 0
    for holder in holders:
        for name in holder.NamedRanges.ElementNames:
            named = holder.NamedRanges.getByName(name)
            if is_unresolved(named.Content, names):
                named.setContent(respelled(named.Content, names))
                count += 1
    return count
