"""Scanning a worksheet part, the fast way where its markup allows it.

The careful way goes through all marks of the part, which expat has read before: so they are well
formed, there is no DTD, and what is between them is text.
"""

from __future__ import annotations

import re
from typing import Sequence

from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.fast_scan import fast_cells
from xltie.recompute.ooxml.markup import Unusual, new_parser, parse, text_of_xml
from xltie.recompute.ooxml.package import NO_DEADLINE, ROWS, Deadline
from xltie.recompute.ooxml.references import parse_area, parse_cell, said_by
from xltie.recompute.ooxml.scan import Cell, Row, SheetScan, Span, runs_of

MAIN_NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
_TOKEN = re.compile(
    rb"(?P<text>[^<]+)|<!\[CDATA\[(?P<literal>.*?)\]\]>|<!--.*?-->|<\?.*?\?>"
    rb"|<(?P<close>/?)(?P<name>[^\s/>!?]+)"
    rb"(?P<said>(?:\s+[^\s=/>]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(?P<empty>/?)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(rb"\s([^\s=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_BLANK = re.compile(rb"[\t\r\n]")
_LINE_END = re.compile(rb"\r\n?")
_ELEMENTS = ("c", "f", "v", "is", "t", "rPh", "row", "dimension", "mergeCell")
_IN_CELL = {"f": "formula", "v": "value", "is": "inline"}


def _attributes(said: bytes) -> dict[str, str]:
    return {
        name.decode("utf-8"): text_of_xml(double or single)
        for name, double, single in _ATTRIBUTE.findall(_BLANK.sub(b" ", said))
    }


class _Marks:
    """One pass over the marks of a part; only offsets and texts are kept, no tree is built."""

    def __init__(
        self, data: bytes, strings: Sequence[str], *, keep_cells: bool, deadline: Deadline
    ) -> None:
        self.strings = strings
        self.keep_cells = keep_cells
        self.deadline = deadline
        self.scan = SheetScan(data)
        self.formulas: list[Cell] = []
        self.names: dict[bytes, str] = {}
        self.row = self.column = self.depth = self.phonetic = 0
        self.line: Row | None = None
        self.cell: Cell | None = None
        self.span: Span | None = None
        self.collecting = False

    def read(self, part: str) -> SheetScan:
        """Return what the part holds, which is named where it is no worksheet."""
        at = 0
        for token in _TOKEN.finditer(self.scan.data):
            start, stop = token.span()
            if start != at:
                raise Unusual
            at = stop
            text, literal, close, name, said, empty = token.groups()
            if name is None:
                if self.collecting and self.span is not None:
                    found = _LINE_END.sub(b"\n", text or literal or b"")
                    self.span.text += text_of_xml(found) if text else found.decode("utf-8")
                continue
            if not self.names:
                self.root(name, _attributes(said), part)
                continue
            base = self.names.get(name, "")
            if not close:
                self.start(base, said, start, stop)
            if close or empty:
                self.end(base, stop)
        scan = self.scan
        scan.runs, scan.odd = runs_of(self.formulas, self.strings)
        scan.cell_at = {cell.start: cell for cell in self.formulas}.__getitem__
        return scan

    def root(self, name: bytes, attributes: dict[str, str], part: str) -> None:
        """Check the first element and learn the names of the others."""
        prefix, colon, base = name.decode("utf-8").rpartition(":")
        namespace = attributes.get(f"xmlns:{prefix}" if colon else "xmlns", "")
        if base != "worksheet" or namespace not in MAIN_NAMESPACES:
            raise UnsupportedWorkbook(say("{part}: not a worksheet", part=part))
        self.scan.prefix = prefix + colon
        self.names = {(prefix + colon + one).encode("utf-8"): one for one in _ELEMENTS}

    def start(self, name: str, said: bytes, start: int, stop: int) -> None:
        """Take note of an element that opens."""
        if self.cell is not None:
            self.depth += 1
            self.start_in_cell(self.cell, name, said, Span(start, stop))
        elif name == "c":
            attributes = _attributes(said)
            place = attributes.get("r")
            self.row, self.column = parse_cell(place) if place else (self.row, self.column + 1)
            self.cell = Cell(self.row, self.column, start, stop, stop, attributes)
        elif name == "row":
            self.start_row(_attributes(said), start, stop)
        elif name == "dimension":
            self.scan.dimension = start, stop, _attributes(said).get("ref", "")
        elif name == "mergeCell":
            self.scan.merged.append(parse_area(_attributes(said).get("ref", "A1")))

    def start_row(self, attributes: dict[str, str], start: int, end: int) -> None:
        """Take note of a row that opens."""
        number = attributes.get("r", "")
        self.row = int(number) if number.isdecimal() else self.row + 1
        self.column = 0
        if self.row % ROWS == 0:
            self.deadline.check()
        if attributes.get("hidden") in ("1", "true"):
            self.scan.hidden.add(self.row)
        if self.keep_cells:
            self.line = self.scan.rows[self.row] = Row(self.row, start, end, end)

    def start_in_cell(self, cell: Cell, name: str, said: bytes, span: Span) -> None:
        """Take note of what opens inside a cell."""
        if self.depth == 1 and name in _IN_CELL:
            self.span = span
            setattr(cell, _IN_CELL[name], span)
            self.collecting = name != "is"
            if name == "f":
                cell.formula_attributes = _attributes(said)
        elif name == "t":
            self.collecting = not self.phonetic
        elif name == "rPh":
            self.phonetic += 1

    def end(self, name: str, at: int) -> None:
        """Take note of an element that ends."""
        if self.cell is None:
            if self.line is not None and name == "row":
                self.line.end = at
                self.line = None
            return
        if not self.depth:
            self.end_cell(self.cell, at)
            return
        if self.depth == 1 and self.span is not None:
            self.span.end = at
            self.span, self.collecting = None, False
        elif name == "t":
            self.collecting = False
        elif name == "rPh":
            self.phonetic -= 1
        self.depth -= 1

    def end_cell(self, cell: Cell, at: int) -> None:
        """Keep a cell: its bytes where it has a formula, else its value."""
        cell.end = at
        if self.keep_cells:
            self.scan.cells[cell.position] = cell
            if self.line is not None:
                self.line.cells.append(cell)
        if cell.computes or (cell.formula and not self.keep_cells):
            self.formulas.append(cell)
        elif (value := cell.stored(self.strings)) is not None:
            self.scan.columns.setdefault(cell.column, {})[cell.row] = value
        self.cell = None
        self.phonetic = 0


_ENCODING = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([^\"']*)[\"']")
_ARRAY = (b'"array"', b"'array'")
_OPEN, _CLOSE = b"<sheetData>", b"</sheetData>"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def scan_sheet(
    data: bytes, part: str, strings: Sequence[str], deadline: Deadline = NO_DEADLINE
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
    deadline: Deadline = NO_DEADLINE,
) -> SheetScan:
    parse(new_parser(), data, part)
    try:
        return _Marks(data, strings, keep_cells=keep_cells, deadline=deadline).read(part)
    except Unusual:
        message = say("{part}: a start tag that cannot be read", part=part)
        raise UnsupportedWorkbook(message) from None
    except ValueError as error:
        message = say("{part}: {error}", part=part, error=said_by(error))
        raise UnsupportedWorkbook(message) from None


def _fast_scan(
    data: bytes, part: str, strings: Sequence[str], deadline: Deadline
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
