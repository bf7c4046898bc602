"""Scanning a worksheet part, the fast way where its markup allows it."""

from __future__ import annotations

import re
from typing import Sequence

from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.deadline import Deadline
from xltie.recompute.ooxml.expat_scan import ExpatScanner
from xltie.recompute.ooxml.fast_scan import fast_cells
from xltie.recompute.ooxml.markup import parse
from xltie.recompute.ooxml.references import said_by
from xltie.recompute.ooxml.scan import SheetScan

_ENCODING = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([^\"']*)[\"']")
_ARRAY = (b'"array"', b"'array'")
_OPEN, _CLOSE = b"<sheetData>", b"</sheetData>"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def scan_sheet(
    data: bytes, part: str, strings: Sequence[str], deadline: Deadline | None = None
) -> SheetScan:
    """Scan a worksheet part, until the time is up.

    Raises :class:`UnsupportedWorkbook` where the bytes could not be spliced safely, and
    ``NotAWorkbook`` where the XML is broken.
    """
    declared = _ENCODING.match(data[:200].removeprefix(BYTE_ORDER_MARK))
    encoding = declared[1].decode("ascii", "replace").lower() if declared else "utf-8"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or encoding not in ("utf-8", "us-ascii", "utf8"):
        message = say("{part}: a worksheet that is not written in UTF-8", part=part)
        raise UnsupportedWorkbook(message)
    keep_cells = any(mark in data for mark in _ARRAY)
    if not keep_cells:
        scan = _fast_scan(data, part, strings, deadline)
        if scan is not None:
            return scan
    return _careful_scan(data, part, strings, keep_cells=keep_cells, deadline=deadline)


def scan_with_cells(data: bytes, part: str, strings: Sequence[str]) -> SheetScan:
    """Scan a worksheet part and keep every cell and row with its bytes, so that any may change.

    Raises what :func:`scan_sheet` raises.
    """
    return _careful_scan(data, part, strings, keep_cells=True)


def _careful_scan(
    data: bytes,
    part: str,
    strings: Sequence[str],
    *,
    keep_cells: bool,
    deadline: Deadline | None = None,
) -> SheetScan:
    scanner = ExpatScanner(data, part, strings, keep_cells=keep_cells, deadline=deadline)
    try:
        parse(scanner.parser, data, part)
    except ValueError as error:
        message = say("{part}: {error}", part=part, error=said_by(error))
        raise UnsupportedWorkbook(message) from None
    finally:
        del scanner.parser  # whose handlers know the scanner: a circle would outlive the workbook
    return scanner.finish()


def _fast_scan(
    data: bytes, part: str, strings: Sequence[str], deadline: Deadline | None
) -> SheetScan | None:
    """Read the cells by the fast way and all around them with expat, or return None."""
    start = data.find(_OPEN) + len(_OPEN)
    end = data.rfind(_CLOSE)
    if start < len(_OPEN) or end < start or b"<!" in data[:start] or b"<!" in data[end:]:
        return None
    around = _careful_scan(data[:start] + data[end:], part, strings, keep_cells=False)
    around.data = data
    fast = not around.prefix and fast_cells(around, start, end, strings, deadline)
    return around if fast else None
