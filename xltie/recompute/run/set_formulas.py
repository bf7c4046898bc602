"""Formulas put into a workbook file, every other byte as it was."""

from __future__ import annotations

from typing import Mapping

from xltie.recompute.ooxml.calculation_settings import without_calculation_chain
from xltie.recompute.ooxml.insert_cells import CellInserts, new_cell
from xltie.recompute.ooxml.render import splice
from xltie.recompute.ooxml.scan import Position, SheetScan
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.recompute.run.new_cells import cells_of


def set_formulas(
    file: WorkbookFile, formulas: Mapping[str, Mapping[Position, str]]
) -> WorkbookFile:
    """Return a workbook with formulas put into cells, which keep their style.

    ``formulas`` are by sheet, row and column from 1, without the sign of equality. Their values
    are not computed here.

    Raises:
        WorkbookRefused: there is no such sheet, or it cannot be changed safely.
    """
    book = file.book
    changed: dict[str, bytes | None] = {}
    for name, cells in formulas.items():
        part, scan = cells_of(book, name)
        changed[part] = _with_cells(scan, cells)
    if formulas:
        changed.update(without_calculation_chain(book))
    return file.changed(changed)


def _with_cells(scan: SheetScan, formulas: Mapping[Position, str]) -> bytes:
    inserts = CellInserts(scan)
    for (row, column), formula in formulas.items():
        there = scan.cells.get((row, column))
        style = there.attributes.get("s", "") if there else ""
        content = new_cell(scan.prefix, row, column, None, style=style, formula=formula)
        inserts.put(row, column, content)
    return splice(scan.data, inserts.finish())
