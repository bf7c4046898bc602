"""Typing into a workbook file: input cells, copied lines and a table that grows with them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Mapping, NamedTuple

from xltie.core.cells import Scalar
from xltie.core.errors import Place, UnsupportedWorkbook
from xltie.core.formula_lexer import UnreadableFormula, tokens
from xltie.core.laid_cells import LaidLines
from xltie.core.messages import say
from xltie.recompute.lowering.template import Site, source_of, written_at
from xltie.recompute.ooxml.calculation_settings import (
    with_full_calculation,
    without_calculation_chain,
)
from xltie.recompute.ooxml.insert_cells import CellInserts, cells_of, new_cell, refuse_protected
from xltie.recompute.ooxml.render import Edit, splice
from xltie.recompute.ooxml.scan import Cell, Position, SheetScan
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.recompute.run.grow_table import grown_areas, grown_table, table_at
from xltie.recompute.run.lay_lines import laid_parts

_COLUMN = re.compile(rb"<(?:\w+:)?col\s([^>]*)>")
_ATTRIBUTE = re.compile(rb"(\w+)\s*=\s*[\"']([\d.]+)[\"']")


@dataclass(frozen=True)
class CellEdits:
    """What to type on a sheet: values by cell (row and column, from 1).

    ``like`` names for each new row the row whose styles and formulas it takes over. ``last_row``
    is the row down to which the table around ``inside`` has to reach, 0 where it stays as it is;
    lines that stand below it down to ``typed_to`` become lines of the table. New rows are as high
    as their texts need where the columns break them, if ``wraps``.
    """

    sheet: str
    values: Mapping[Position, Scalar]
    like: Mapping[int, int] = field(default_factory=dict)
    inside: Position = (0, 0)
    last_row: int = 0
    typed_to: int = 0
    wraps: bool = False


def edit_workbook(file: WorkbookFile, *typed: CellEdits | LaidLines) -> WorkbookFile:
    """Return a workbook with values typed into it and lines laid, every other byte as it was.

    Formulas that depend on them are not computed here: the workbook asks for that.

    Raises:
        WorkbookRefused: a cell that holds a formula, a table that cannot grow, a sheet that cannot
            be changed safely.
    """
    book, has_grown = file.book, False
    for cell_edits in typed:
        book = file.book if has_grown else replace(book, package=file.package)
        if isinstance(cell_edits, LaidLines):
            file = file.changed(laid_parts(book, cell_edits))
            has_grown = True  # below the rows that were read
            continue
        file = file.changed(_changed_parts(book, cell_edits))
        has_grown = cell_edits.last_row > 0  # then its table is not as it was read
    return file.changed(with_full_calculation(replace(book, package=file.package)))


def _changed_parts(book: Workbook, cell_edits: CellEdits) -> dict[str, bytes | None]:
    part, scan = cells_of(book, cell_edits.sheet)
    refuse_protected(scan, cell_edits.sheet)
    edits, has_formulas = _byte_edits(scan, cell_edits)
    changed: dict[str, bytes | None] = {}
    table = table_at(book, cell_edits.sheet, cell_edits.inside)
    if table is not None and cell_edits.last_row > table.area.bottom:
        last_row, typed_to = cell_edits.last_row, cell_edits.typed_to
        changed.update(grown_table(book, part, scan, table, last_row, typed_to))
        edits += grown_areas(scan, table.area.bottom, last_row)
    changed[part] = splice(scan.data, edits)
    if has_formulas:
        changed.update(without_calculation_chain(book))
    return changed


# -- cells ---------------------------------------------------------------------------------------


def _byte_edits(scan: SheetScan, cell_edits: CellEdits) -> tuple[list[Edit], bool]:
    """Return the edits of all cells, and whether formulas came with copied lines."""
    inserts = CellInserts(scan)
    columns = _column_styles(scan)
    contents: dict[Position, tuple[str, str | None, Scalar]] = {}
    for row, model in cell_edits.like.items():
        line = scan.rows.get(model)
        for cell in line.cells if line is not None else ():
            contents[row, cell.column] = (
                cell.attributes.get("s", ""),
                _copied(scan, cell, row),
                None,
            )
    for position, value in cell_edits.values.items():
        there = scan.cells.get(position)
        if there is not None and there.formula is not None:
            place = Place(cell_edits.sheet, *position)
            raise UnsupportedWorkbook(
                say("the cell holds a formula where a value must be written"), place
            )
        column_style = next((column.style for column in columns if column.holds(position[1])), "")
        style = contents.get(position, ("", None, None))[0] or column_style
        contents[position] = (there.attributes.get("s", "") if there else style, None, value)
    for (row, column), (style, formula, value) in contents.items():
        content = new_cell(
            scan.prefix, row, column, value, style=style, formula=formula, typed=True
        )
        there = scan.cells.get((row, column))
        lines = _lines(value, columns, column) if cell_edits.wraps else 0
        if lines > 1 or (lines and row in scan.rows):
            inserts.heighten(row, 15 * lines)
        if there is None or not there.filled or (row, column) in cell_edits.values:
            inserts.put(row, column, content)
    has_formulas = any(formula for _, formula, _ in contents.values())
    return inserts.finish(), has_formulas


class _Columns(NamedTuple):
    """Columns with a style for new cells, and their width in letters."""

    first: int
    last: int
    style: str
    width: float

    def holds(self, column: int) -> bool:
        return self.first <= column <= self.last


def _lines(value: Scalar, columns: list[_Columns], column: int) -> int:
    """Return how many lines a text takes at most in a column of its width, counted in letters."""
    width = next((span.width for span in columns if span.holds(column)), 0.0)
    return -(-len(value) // max(int(width) - 6, 1)) if isinstance(value, str) and width else 1


def _column_styles(scan: SheetScan) -> list[_Columns]:
    """Return the columns that the sheet gives a style to."""
    head = scan.data[: max(scan.data.find(b"sheetData"), 0)]
    found = []
    for column in _COLUMN.finditer(head):
        own = {name: text.decode() for name, text in _ATTRIBUTE.findall(column[1])}
        if b"style" in own:
            width = float(own.get(b"width", 0))
            found.append(_Columns(int(own[b"min"]), int(own[b"max"]), own[b"style"], width))
    return found


def _copied(scan: SheetScan, cell: Cell, row: int) -> str | None:
    """Return a line's formula as it reads in another row, None where it has none of its own."""
    said = cell.formula_attributes
    if cell.formula is None or said.get("t") in ("array", "dataTable"):
        return None
    origin = cell.formula.text, cell.column, cell.row
    if said.get("t") == "shared" and not cell.formula.text:
        origin = scan.shared.get(said.get("si", ""), origin)
    text, of_column, of_row = origin
    try:
        source = source_of(tokens(text), Site("", of_row, of_column))
    except (UnreadableFormula, ValueError):
        return None
    return written_at(source, row, cell.column)


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
