"""Cells of a worksheet part as they are written, and the part that they are written into."""

from __future__ import annotations

import re

from xltie.core.cells import Scalar, cell_name
from xltie.core.errors import Place, UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.choose_scan import scan_with_cells
from xltie.recompute.ooxml.scan import SheetScan
from xltie.recompute.ooxml.stored_values import LONGEST_TEXT, encode, escape
from xltie.recompute.ooxml.workbook import Workbook

_PROTECTED = re.compile(rb"<(?:\w+:)?sheetProtection\s[^>]*\bsheet\s*=\s*[\"'](?:1|true)[\"']")


def refuse_protected(scan: SheetScan, sheet: str) -> None:
    """Refuse to type into a sheet that is protected."""
    if _PROTECTED.search(scan.data):
        raise UnsupportedWorkbook(say("the sheet is protected; unprotect it first"), Place(sheet))


def cells_of(book: Workbook, sheet: str) -> tuple[str, SheetScan]:
    """Return the part of a sheet and what it holds, cell by cell.

    Raises:
        UnsupportedWorkbook: there is no such sheet.
    """
    index = book.sheet_index(sheet)
    if index is None:
        raise UnsupportedWorkbook(say("there is no sheet {sheet}", sheet=sheet))
    part = book.sheets[index].part
    return part, scan_with_cells(book.package.read(part), part, book.strings)


def cell_element(
    prefix: str, row: int, column: int, style: str, formula: str | None, value: Scalar
) -> bytes:
    """Return a ``<c>`` element: a formula, a text written in place, another value, or a style."""
    start = prefix.encode("utf-8")
    head = b"<" + start + b'c r="' + cell_name(row, column).encode("ascii") + b'"'
    if style:
        head += b' s="' + style.encode("ascii") + b'"'
    end = b"</" + start + b"c>"
    if formula is not None:
        return head + b"><" + start + b"f>" + escape(formula) + b"</" + start + b"f>" + end
    if isinstance(value, str):
        text = escape(value[:LONGEST_TEXT])
        inner = b"<" + start + b't xml:space="preserve">' + text + b"</" + start + b"t>"
        inner = b"<" + start + b"is>" + inner + b"</" + start + b"is>"
        return head + b' t="inlineStr">' + inner + end
    kind, content = encode(value)
    if content is None:
        return head + b"/>"
    head += b' t="' + kind + b'">' if kind else b">"
    return head + b"<" + start + b"v>" + content + b"</" + start + b"v>" + end
