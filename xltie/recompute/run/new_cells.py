"""The part of a sheet that cells are written into, if it may be changed."""

from __future__ import annotations

import re

from xltie.core.errors import Place, UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.choose_scan import scan_with_cells
from xltie.recompute.ooxml.scan import SheetScan
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
