"""Tables that reach further down when lines are typed below them, and what ends with them."""

from __future__ import annotations

import re

from xltie.core.cell_names import cell_name, unquote_sheet
from xltie.core.errors import Place, UnsupportedWorkbook
from xltie.core.formula_lexer import tokens
from xltie.recompute.ooxml.markup import elements
from xltie.recompute.ooxml.references import Bounds, Table, area_text, parse_area
from xltie.recompute.ooxml.render import Edit
from xltie.recompute.ooxml.scan import Position, SheetScan
from xltie.recompute.ooxml.workbook import Workbook

_REF = re.compile(rb"(\bref\s*=\s*[\"'])([A-Z]+[0-9]+:[A-Z]+[0-9]+)([\"'])")
_SQREF = re.compile(rb"(\bsqref\s*=\s*[\"'])([^\"']*)([\"'])")


def table_at(book: Workbook, sheet: str, position: Position) -> Table | None:
    """Return the table that holds a cell, None where there is none."""
    for table in book.tables.values():
        if table.sheet.lower() == sheet.lower() and table.area.holds(*position):
            return table
    return None


def grown_table(
    book: Workbook, part: str, scan: SheetScan, table: Table, last_row: int, typed_to: int
) -> dict[str, bytes | None]:
    """Return the table's part with an area that reaches down to a row.

    Lines that stand below it down to ``typed_to`` become lines of the table.

    Raises:
        UnsupportedWorkbook: a totals row, or other cells below it.
    """
    area = table.area
    place = Place(table.sheet, area.top, area.left)
    if table.totals:
        raise UnsupportedWorkbook.say(
            "the table has a totals row below it; add empty rows to it in the spreadsheet", place
        )
    bottom = max(area.bottom, typed_to)
    for (row, column), cell in scan.cells.items():
        if not (bottom < row <= last_row and area.left <= column <= area.right):
            continue
        if cell.computes or cell.stored(book.strings) is not None:
            raise UnsupportedWorkbook.say(
                "the table cannot grow: {column} below it is in use",
                place,
                column=cell_name(row, column),
            )
    package = book.package
    wide = area_text(Bounds(area.top, area.left, last_row, area.right)).encode("ascii")
    for name in package.related(part, "table"):
        data = package.read(name)
        head = next(one.attributes for one in elements(data, name) if one.tag == "table")
        if (head.get("displayName") or head.get("name")) != table.name:
            continue
        return {name: _with_area(data, area_text(area).encode("ascii"), wide)}
    raise UnsupportedWorkbook.say("the part of the table is missing", place)


def _with_area(data: bytes, old: bytes, new: bytes) -> bytes:
    """Return a table part whose areas that were the whole table are the new whole."""
    return _REF.sub(lambda m: m[1] + (new if m[2] == old else m[2]) + m[3], data)


def grown_areas(scan: SheetScan, bottom: int, last_row: int) -> list[Edit]:
    """Let rules for colours and input that end with the table end with it again."""
    edits: list[Edit] = []
    start = max((row.end for row in scan.rows.values()), default=0)
    for match in _SQREF.finditer(scan.data, start):
        areas = match[2].decode("ascii", "replace").split()
        grown = " ".join(_grown(area, bottom, last_row) for area in areas)
        if grown != " ".join(areas):
            edits.append(Edit(match.start(2), match.end(2), grown.encode("ascii")))
    return edits


def _grown(text: str, bottom: int, last_row: int) -> str:
    try:
        area = parse_area(text)
    except ValueError:
        return text
    if area.bottom != bottom:
        return text
    return area_text(Bounds(area.top, area.left, last_row, area.right))


def formulas_that_end_at(book: Workbook, sheet: str, row: int) -> list[Place]:
    """Return the formulas that refer to a sheet down to a row and not further.

    Lines added below that row are not in what they compute.
    """
    found: list[Place] = []
    for one in book.sheets:
        for position, text in one.scan.formulas.items():
            if text and str(row) in text and _ends_at(text, one.name, sheet, row):
                found.append(Place(one.name, *position))
    return found


def _ends_at(formula: str, own: str, sheet: str, row: int) -> bool:
    try:
        areas = [token for token in tokens(formula) if token.kind == "area" and ":" in token.body]
        return any(
            (unquote_sheet(token.sheet[:-1]) if token.sheet else own).lower() == sheet.lower()
            and parse_area(token.body).bottom == row
            for token in areas
        )
    except ValueError:
        return False  # whole columns and rows grow by themselves
