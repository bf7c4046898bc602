"""Typing into a workbook file: input cells, copied and laid lines, a table that grows with them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Mapping

from xltie.core.cells import Scalar, column_name
from xltie.core.errors import Place, UnsupportedWorkbook
from xltie.core.formula_lexer import UnreadableFormula, tokens
from xltie.core.laid_cells import LaidLines
from xltie.core.records import dataclass, field, replace
from xltie.recompute.lowering.template import Site, source_of, written_at
from xltie.recompute.ooxml.calculation_settings import (
    with_full_calculation,
    without_calculation_chain,
)
from xltie.recompute.ooxml.insert_cells import CellInserts, cells_of
from xltie.recompute.ooxml.markup import attributes_of, elements
from xltie.recompute.ooxml.render import Edit, splice
from xltie.recompute.ooxml.scan import Cell, Position, SheetScan
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.recompute.run.grow_table import grown_areas, grown_table, table_at

_COLUMNS = re.compile(rb"<((?:\w+:)?)cols>(.*?)</\1cols>", re.DOTALL)
_COLUMN = re.compile(rb"<(?:\w+:)?col\b([^>]*?)/?>")


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
    for one in typed:
        book = file.book if has_grown else replace(book, package=file.package)
        if isinstance(one, LaidLines):
            file = file.changed(_laid_parts(book, one))
            has_grown = bool(one.cells)  # below the rows that were read
        else:
            file = file.changed(_changed_parts(book, one))
            has_grown = one.last_row > 0  # then its table is not as it was read
    return file.changed(with_full_calculation(replace(book, package=file.package)))


def _changed_parts(book: Workbook, cell_edits: CellEdits) -> dict[str, bytes | None]:
    part, scan = cells_of(book, cell_edits.sheet)
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


def set_formulas(
    file: WorkbookFile, formulas: Mapping[str, Mapping[Position, str]]
) -> WorkbookFile:
    """Return a workbook with formulas put into cells, which keep their style.

    ``formulas`` are by sheet, row and column from 1, without the sign of equality. Their values
    are not computed here.

    Raises:
        WorkbookRefused: there is no such sheet, or it cannot be changed safely.
    """
    changed: dict[str, bytes | None] = {}
    for name, cells in formulas.items():
        part, scan = cells_of(file.book, name, is_protected_too=True)
        inserts = CellInserts(scan)
        for position, formula in cells.items():
            inserts.write(position, None, formula)
        changed[part] = splice(scan.data, inserts.finish())
    if formulas:
        changed.update(without_calculation_chain(file.book))
    return file.changed(changed)


# -- cells ---------------------------------------------------------------------------------------


def _byte_edits(scan: SheetScan, cell_edits: CellEdits) -> tuple[list[Edit], bool]:
    """Return the edits of all cells, and whether formulas came with copied lines."""
    inserts = CellInserts(scan)
    head = scan.data[: max(scan.data.find(b"sheetData"), 0)]
    columns = [attributes_of(match[1]) for match in _COLUMN.finditer(head)]
    contents: dict[Position, tuple[str, str, Scalar]] = {}
    for row, model in cell_edits.like.items():
        line = scan.rows.get(model)
        for cell in line.cells if line is not None else ():
            style = cell.attributes.get("s", "")
            contents[row, cell.column] = style, _copied(scan, cell, row), None
    for position, value in cell_edits.values.items():
        there = scan.cells.get(position)
        if there is not None and there.formula is not None:
            place = Place(cell_edits.sheet, *position)
            raise UnsupportedWorkbook.say(
                "the cell holds a formula where a value must be written", place
            )
        style = contents.get(position, ("", "", None))[0] or _styled(columns, position[1])["style"]
        contents[position] = there.attributes.get("s", "") if there else style, "", value
    for position, (style, formula, value) in contents.items():
        lines = _lines(value, _styled(columns, position[1])) if cell_edits.wraps else 0
        if lines > 1 or (lines and position[0] in scan.rows):
            inserts.heighten(position[0], 15 * lines)
        there = scan.cells.get(position)
        if there is None or not there.filled or position in cell_edits.values:
            inserts.write(position, value, formula, style)
    return inserts.finish(), any(formula for _, formula, _ in contents.values())


def _styled(columns: Iterable[Mapping[str, str]], number: int) -> Mapping[str, str]:
    """Return what the sheet says of a column that has a style for new cells."""
    for said in columns:
        if "style" in said and int(said["min"]) <= number <= int(said["max"]):
            return said
    return {"style": ""}


def _lines(value: Scalar, column: Mapping[str, str]) -> int:
    """Return how many lines a text takes at most in a column of its width, counted in letters."""
    width = int(float(column.get("width", "0")))
    return -(-len(value) // max(width - 6, 1)) if isinstance(value, str) and width else 1


def _copied(scan: SheetScan, cell: Cell, row: int) -> str:
    """Return a line's formula as it reads in another row, nothing where it has none of its own."""
    said = cell.formula_attributes
    if cell.formula is None or said.get("t") in ("array", "dataTable"):
        return ""
    origin = cell.formula.text, cell.column, cell.row
    if said.get("t") == "shared" and not cell.formula.text:
        origin = scan.shared.get(said.get("si", ""), origin)
    text, of_column, of_row = origin
    try:
        source = source_of(tokens(text), Site("", of_row, of_column))
    except (UnreadableFormula, ValueError):
        return ""
    return written_at(source, row, cell.column)


# -- laid lines ----------------------------------------------------------------------------------

_LIST = rb"<((?:\w+:)?)%s\b[^>]*>(.*?)</\1%s>"
_ENTRY = re.compile(rb"<((?:\w+:)?)xf\b[^>]*?(?:/>|>.*?</\1xf>)", re.DOTALL)
_TAG = re.compile(rb"^<(?:\w+:)?xf")
_COUNT = re.compile(rb"(\bcount\s*=\s*[\"'])\d+")
_OF_STYLE = re.compile(rb"\sxfId\s*=\s*[\"']\d+[\"']")
_MOST_COLUMNS = 100


def _laid_parts(book: Workbook, laid: LaidLines) -> dict[str, bytes | None]:
    """Return the parts of a workbook that are others once lines are laid on one of its sheets."""
    part, scan = cells_of(book, laid.sheet)
    changed: dict[str, bytes | None] = dict(without_calculation_chain(book))
    styles = book.related("styles")
    numbers: dict[str, str] = {}
    if styles:
        names = sorted({cell.style for cell in laid.cells.values()})
        changed[styles], numbers = _style_numbers(book.package.read(styles), styles, names)
    changed[part] = splice(scan.data, _laid_edits(scan, laid, numbers))
    if laid.printed is not None:
        old = changed.get(book.part) or book.package.read(book.part)
        index = book.sheet_index(laid.sheet)
        changed[book.part] = _with_print_range(old, index, laid.printed)
    return changed


def _style_numbers(styles: bytes, part: str, names: Iterable[str]) -> tuple[bytes, dict[str, str]]:
    """Return a part of styles that knows cells in the named styles, and the number of each.

    Styles that the workbook does not have are left out. What a style says later, its cells say too.
    """
    looks, cells = (
        re.search(_LIST % (name, name), styles, re.DOTALL) for name in (b"cellStyleXfs", b"cellXfs")
    )
    if looks is None or cells is None:
        return styles, {}
    bases, known = ([match[0] for match in _ENTRY.finditer(one[2])] for one in (looks, cells))
    listed = [said for tag, said, _ in elements(styles, part) if tag == "cellStyle"]
    places = {said.get("name", ""): int(said.get("xfId", "0")) for said in listed}
    numbers: dict[str, str] = {}
    for name in names:
        at = places.get(name, len(bases))
        if at < len(bases):
            entry = _TAG.sub(rb'\g<0> xfId="%d"' % at, _OF_STYLE.sub(b"", bases[at]))
            if entry not in known:
                known.append(entry)
            numbers[name] = str(known.index(entry))
    start, end = cells.span(2)
    head = _COUNT.sub(rb"\g<1>%d" % len(known), styles[cells.start() : start])
    return styles[: cells.start()] + head + b"".join(known) + styles[end:], numbers


def _laid_edits(scan: SheetScan, laid: LaidLines, numbers: dict[str, str]) -> list[Edit]:
    inserts = CellInserts(scan)
    for position, cell in laid.cells.items():
        inserts.write(position, cell.value, cell.formula, numbers.get(cell.style, ""))
    for position, value in laid.texts.items():
        there = scan.cells.get(position)
        if there is not None and there.formula is None:
            inserts.write(position, value)
    lines = {"ht": f"{laid.height:g}", "customHeight": "1", "outlineLevel": "", "hidden": ""}
    inserts.attributes.update(dict.fromkeys(laid.rows, lines))
    row, height = laid.head
    if row:
        inserts.attributes[row] = {"ht": f"{height:g}", "customHeight": "1"}
    fold = {"outlineLevel": "1", "hidden": "1"}
    inserts.attributes.update({row: fold for row in laid.folded if row in scan.rows})
    if laid.folded:
        inserts.attributes[min(laid.folded) - 1] = {"collapsed": "1"}
    return [*inserts.finish(), *_widths(scan, laid)]


def _widths(scan: SheetScan, laid: LaidLines) -> list[Edit]:
    """Return what gives columns their widths; one that reaches to the end of the sheet stays."""
    found = _COLUMNS.search(scan.data) if laid.widths else None
    if found is None:
        return []
    columns: dict[int, dict[str, str]] = {}
    for match in _COLUMN.finditer(found[2]):
        said = dict(attributes_of(match[1]))
        first, last = int(said.pop("min")), int(said.pop("max"))
        if last > _MOST_COLUMNS:
            return []
        columns.update({at: dict(said) for at in range(first, last + 1)})
    for at, width in laid.widths.items():
        columns.setdefault(at, {}).update(width=f"{width:g}", customWidth="1")
    content = ""
    for at, said in sorted(columns.items()):
        attributes = "".join(f' {name}="{value}"' for name, value in sorted(said.items()))
        content += f'<{found[1].decode()}col min="{at}" max="{at}"{attributes}/>'
    return [Edit(*found.span(2), content.encode("utf-8"))]


_PRINTED = re.compile(
    rb"(<(?:\w+:)?definedName\b[^>]*>)([^<]*!)\$A\$1:\$[A-Z]+\$\d+(</(?:\w+:)?definedName>)"
)


def _with_print_range(book: bytes, index: int | None, printed: tuple[int, int]) -> bytes:
    """Return the part of a workbook whose sheet of an index prints down to a row and a column.

    A range that a person made, which does not begin with the first cell, stays.
    """
    last = f"$A$1:${column_name(printed[1])}${printed[0]}".encode("ascii")

    def grown(match: re.Match[bytes]) -> bytes:
        is_its = b"Print_Area" in match[1] and b'localSheetId="%d"' % (index or 0) in match[1]
        return match[1] + match[2] + last + match[3] if is_its else match[0]

    return _PRINTED.sub(grown, book)
