"""Lines laid on a sheet of a workbook file: cells with looks, folded rows, the printed range."""

from __future__ import annotations

import re

from xltie.core.cells import column_name
from xltie.core.laid_cells import LaidLines
from xltie.recompute.ooxml.cell_styles import style_numbers
from xltie.recompute.ooxml.insert_cells import CellInserts, new_cell
from xltie.recompute.ooxml.render import Edit, splice
from xltie.recompute.ooxml.scan import SheetScan
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.new_cells import cells_of, refuse_protected
from xltie.recompute.run.to_values import without_calculation_chain


def laid_parts(book: Workbook, laid: LaidLines) -> dict[str, bytes | None]:
    """Return the parts of a workbook that are others once lines are laid on one of its sheets.

    Formulas are not computed here.

    Raises:
        WorkbookRefused: there is no such sheet, or it cannot be changed safely.
    """
    part, scan = cells_of(book, laid.sheet)
    refuse_protected(scan, laid.sheet)
    changed: dict[str, bytes | None] = dict(without_calculation_chain(book))
    styles = book.related("styles")
    numbers: dict[str, str] = {}
    if styles:
        names = sorted({cell.style for cell in laid.cells.values()})
        changed[styles], numbers = style_numbers(book.package.read(styles), names)
    changed[part] = splice(scan.data, _edits(scan, laid, numbers))
    if laid.printed is not None:
        old = changed.get(book.part) or book.package.read(book.part)
        index = book.sheet_index(laid.sheet)
        changed[book.part] = _with_print_range(old, index, laid.printed)
    return changed


def _edits(scan: SheetScan, laid: LaidLines, numbers: dict[str, str]) -> list[Edit]:
    inserts = CellInserts(scan)
    for position, cell in laid.cells.items():
        style, formula = numbers.get(cell.style, ""), cell.formula or None
        content = new_cell(
            scan.prefix, *position, cell.value, style=style, formula=formula, typed=True
        )
        inserts.put(*position, content)
    for position, value in laid.texts.items():
        there = scan.cells.get(position)
        if there is not None and there.formula is None:
            style = there.attributes.get("s", "")
            content = new_cell(scan.prefix, *position, value, style=style, typed=True)
            inserts.put(*position, content)
    lines = {"ht": f"{laid.height:g}", "customHeight": "1", "outlineLevel": "", "hidden": ""}
    inserts.attributes.update(dict.fromkeys(laid.rows, lines))
    fold = {"outlineLevel": "1", "hidden": "1"}
    inserts.attributes.update({row: fold for row in laid.folded if row in scan.rows})
    if laid.folded:
        inserts.attributes[min(laid.folded) - 1] = {"collapsed": "1"}
    return [*inserts.finish(), *_widths(scan, laid)]


_COLUMNS = re.compile(rb"<((?:\w+:)?)cols>(.*?)</\1cols>", re.DOTALL)
_COLUMN = re.compile(rb"<(?:\w+:)?col\b([^>]*?)/?>")
_SAID = re.compile(rb"([\w:]+)\s*=\s*[\"']([^\"']*)[\"']")
_MOST_COLUMNS = 100


def _widths(scan: SheetScan, laid: LaidLines) -> list[Edit]:
    """Return what gives columns their widths; one that reaches to the end of the sheet stays."""
    found = _COLUMNS.search(scan.data) if laid.widths else None
    if found is None:
        return []
    columns: dict[int, dict[bytes, bytes]] = {}
    for match in _COLUMN.finditer(found[2]):
        said = dict(_SAID.findall(match[1]))
        first, last = int(said.pop(b"min")), int(said.pop(b"max"))
        if last > _MOST_COLUMNS:
            return []
        columns.update({at: dict(said) for at in range(first, last + 1)})
    for at, width in laid.widths.items():
        said = columns.setdefault(at, {})
        said[b"width"], said[b"customWidth"] = b"%g" % width, b"1"
    prefix = found[1]
    content = b"".join(
        b'<%scol min="%d" max="%d"%s/>'
        % (
            prefix,
            at,
            at,
            b"".join(b' %s="%s"' % attribute for attribute in sorted(columns[at].items())),
        )
        for at in sorted(columns)
    )
    return [Edit(*found.span(2), content)]


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
