"""Formulas and defined names put into a workbook file, every other byte as it was."""

from __future__ import annotations

import re
from typing import Mapping

from xltie.core.cells import Scalar
from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.choose_scan import scan_with_cells
from xltie.recompute.ooxml.insert_cells import CellInserts
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.render import Edit, splice
from xltie.recompute.ooxml.scan import Position, SheetScan
from xltie.recompute.ooxml.stored_values import escape
from xltie.recompute.ooxml.workbook import Workbook, load
from xltie.recompute.run.edit import cell_element
from xltie.recompute.run.to_values import without_calculation_chain

_NAMES = re.compile(rb"<(\w+:)?definedNames\s*(/>|>)")
_BEFORE = re.compile(rb"<(?:\w+:)?(?:calcPr|oleSize|customWorkbookViews|pivotCaches|extLst)\b")


def set_formulas(
    data: bytes,
    formulas: Mapping[str, Mapping[Position, str]],
    names: Mapping[str, str] = {},
    texts: Mapping[str, Mapping[Position, str]] = {},
) -> bytes:
    """Return a workbook with formulas, texts and defined names, cells in the style that they have.

    ``formulas`` and ``texts`` are by sheet, row and column from 1; formulas without the sign of
    equality. Their values are not computed here. A text "" empties its cell.

    Raises:
        WorkbookRefused: there is no such sheet, or it cannot be changed safely.
    """
    package = Package(data)
    book = load(package)
    changed: dict[str, bytes | None] = {}
    for name in dict.fromkeys((*formulas, *texts)):
        index = book.sheet_index(name)
        if index is None:
            raise UnsupportedWorkbook(say("there is no sheet {sheet}", sheet=name))
        part = book.sheets[index].part
        scan = scan_with_cells(package.read(part), part, book.strings)
        contents: dict[Position, tuple[str | None, Scalar]] = {
            at: (None, text or None) for at, text in texts.get(name, {}).items()
        }
        contents.update({at: (text, None) for at, text in formulas.get(name, {}).items()})
        changed[part] = _with_cells(scan, contents)
    if names:
        changed[book.part] = _with_names(package, book, names)
    if formulas:
        changed.update(without_calculation_chain(book))
    return package.rewrite(changed)


def _with_cells(scan: SheetScan, contents: Mapping[Position, tuple[str | None, Scalar]]) -> bytes:
    edits: list[Edit] = []
    inserts = CellInserts(scan)
    for (row, column), (formula, value) in contents.items():
        there = scan.cells.get((row, column))
        style = there.attributes.get("s", "") if there else ""
        content = cell_element(scan.prefix, row, column, style, formula, value)
        if there is None:
            inserts.add(row, column, content)
        else:
            edits.append(Edit(there.start, there.end, content))
    return splice(scan.data, edits + inserts.finish())


def _with_names(package: Package, book: Workbook, names: Mapping[str, str]) -> bytes:
    """Return the workbook's own part with further defined names.

    Raises:
        UnsupportedWorkbook: there is no place for them.
    """
    data = package.read(book.part)
    there = _NAMES.search(data)
    before = _BEFORE.search(data)
    at = there or before
    if at is None:
        raise UnsupportedWorkbook(say("the workbook has no place for defined names"))
    prefix = (there[1] or b"") if there else re.match(rb"<(\w+:)?", at[0])[1] or b""  # type: ignore[index]
    lines = b"".join(
        b'<%sdefinedName name="%s">%s</%sdefinedName>'
        % (prefix, escape(name), escape(text), prefix)
        for name, text in names.items()
    )
    whole = b"<%sdefinedNames>%s</%sdefinedNames>" % (prefix, lines, prefix)
    if there is None:
        return data[: at.start()] + whole + data[at.start() :]
    if there[2] == b"/>":
        return data[: there.start()] + whole + data[there.end() :]
    return data[: there.end()] + lines + data[there.end() :]
