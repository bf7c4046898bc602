"""Scanning a worksheet part, the fast way where its markup allows it."""

from __future__ import annotations

import re
from typing import Any, Sequence

from xltie.core.cells import Scalar, cell_name
from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.deadline import ROWS, Deadline
from xltie.recompute.ooxml.fast_scan import fast_cells
from xltie.recompute.ooxml.markup import new_parser, parse
from xltie.recompute.ooxml.references import Bounds, parse_area, parse_cell, said_by
from xltie.recompute.ooxml.scan import Cell, Row, SheetScan, Span, runs_of
from xltie.recompute.ooxml.stored_values import decode, unescape

MAIN_NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
_START_TAG = re.compile(rb"<[^\s/>]+(?:\s+[^\s=/>]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*/?>")
_ELEMENTS = (
    "c",
    "f",
    "v",
    "is",
    "t",
    "rPh",
    "row",
    "dimension",
    "mergeCell",
)


class ExpatScanner:
    """Handlers of one pass; only byte offsets and texts are kept, no tree is built."""

    def __init__(
        self,
        data: bytes,
        part: str,
        strings: Sequence[str],
        *,
        keep_cells: bool,
        deadline: Deadline | None = None,
    ) -> None:
        self.data = data
        self.deadline = deadline
        self.part = part
        self.strings = strings
        self.scan = SheetScan(data)
        self.formulas: list[Cell] = []
        self.keep_cells = keep_cells
        self.row = self.column = 0
        self.depth = 0
        self.phonetic = 0
        self.inside = False
        self.attributes: dict[str, str] = {}
        self.offset = 0
        self.cell: Cell | None = None
        self.open: tuple[str, Span] | None = None
        self.text: str | None = None
        self.value_text: str | None = None
        self.kept: str | None = None
        self.current_row: Row | None = None
        self.parser: Any = new_parser()
        self.parser.StartElementHandler = self.root
        self.parser.CharacterDataHandler = self.characters

    def finish(self) -> SheetScan:
        """Return what the part holds."""
        scan = self.scan
        scan.runs, scan.odd = runs_of(self.formulas, self.strings)
        scan.cell_at = {cell.start: cell for cell in self.formulas}.__getitem__
        return scan

    def tag_end(self, offset: int) -> int:
        """Return the end of the start tag at an offset."""
        match = _START_TAG.match(self.data, offset)
        if match is None:
            message = say("{part}: a start tag that cannot be read", part=self.part)
            raise UnsupportedWorkbook(message)
        return match.end()

    def place(self, text: str) -> tuple[int, int]:
        """Return the row and column of a cell's name."""
        try:
            return parse_cell(text)
        except ValueError as error:
            message = say("{part}: {error}", part=self.part, error=said_by(error))
            raise UnsupportedWorkbook(message) from None

    def area(self, text: str) -> Bounds:
        """Return the cells of an area's name."""
        try:
            return parse_area(text)
        except ValueError as error:
            message = say("{part}: {error}", part=self.part, error=said_by(error))
            raise UnsupportedWorkbook(message) from None

    def close(self, tag_end: int) -> int:
        """Return the end of the element that ends now, given the end of its start tag."""
        if self.data[tag_end - 2 : tag_end] == b"/>":
            return tag_end
        return self.data.index(b">", self.parser.CurrentByteIndex) + 1

    def root(self, name: str, attributes: dict[str, str]) -> None:
        """Check the first element and learn the names of the others."""
        prefix, colon, base = name.rpartition(":")
        namespace = attributes.get(f"xmlns:{prefix}" if colon else "xmlns", "")
        if base != "worksheet" or namespace not in MAIN_NAMESPACES:
            message = say("{part}: not a worksheet", part=self.part)
            raise UnsupportedWorkbook(message)
        self.scan.prefix = start = prefix + colon
        self.names = {start + base: base for base in _ELEMENTS}
        self.cell_name = start + "c"
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take note of an element that opens."""
        if self.inside:
            self.depth += 1
            self.start_in_cell(self.names.get(name, ""), attributes)
        elif name == self.cell_name:
            place = attributes.get("r")
            if place is None:
                self.column += 1
            else:
                self.row, self.column = self.place(place)
            self.inside = True
            self.attributes = attributes
            self.offset = self.parser.CurrentByteIndex
            if self.keep_cells:
                self.make_cell()
        else:
            self.start_outside(self.names.get(name, ""), attributes)

    def make_cell(self) -> Cell:
        """Return the open cell, with its offsets."""
        if self.cell is None:
            end = self.tag_end(self.offset)
            self.cell = Cell(self.row, self.column, self.offset, end, end, self.attributes)
        return self.cell

    def start_in_cell(self, name: str, attributes: dict[str, str]) -> None:
        """Take note of what opens inside a cell."""
        if self.depth == 1 and name in ("f", "v", "is"):
            if name == "f":
                self.formula_opens(attributes)
            if name == "is":
                self.kept = ""
            else:
                self.text = ""
            if self.cell is not None:
                offset = self.parser.CurrentByteIndex
                self.open = (name, Span(offset, self.tag_end(offset)))
        elif self.kept is not None:
            if name == "t" and not self.phonetic:
                self.text = ""
            elif name == "rPh":
                self.phonetic += 1

    def formula_opens(self, attributes: dict[str, str]) -> None:
        """Keep the cell; a value before the formula, which no program writes, has no offsets."""
        if self.cell is None and (self.value_text is not None or self.kept is not None):
            name = cell_name(self.row, self.column)
            message = say(
                "{part}: the value of {name} comes before its formula", part=self.part, name=name
            )
            raise UnsupportedWorkbook(message)
        self.make_cell().formula_attributes = attributes

    def start_outside(self, name: str, attributes: dict[str, str]) -> None:
        """Take note of rows and of what is said about the sheet."""
        if name == "row":
            number = attributes.get("r", "")
            self.row = int(number) if number.isdecimal() else self.row + 1
            self.column = 0
            if self.row % ROWS == 0 and self.deadline is not None:
                self.deadline.check()
            if attributes.get("hidden") in ("1", "true"):
                self.scan.hidden.add(self.row)
            if self.keep_cells:
                offset = self.parser.CurrentByteIndex
                end = self.tag_end(offset)
                self.current_row = self.scan.rows[self.row] = Row(self.row, offset, end, end)
        elif name == "dimension":
            offset = self.parser.CurrentByteIndex
            self.scan.dimension = (offset, self.tag_end(offset), attributes.get("ref", ""))
        elif name == "mergeCell":
            self.scan.merged.append(self.area(attributes.get("ref", "A1")))

    def characters(self, text: str) -> None:
        """Collect the text of an element that matters."""
        if self.text is not None:
            self.text += text

    def end(self, name: str) -> None:
        """Take note of an element that ends."""
        if not self.inside:
            if self.current_row is not None and self.names.get(name) == "row":
                self.current_row.end = self.close(self.current_row.tag_end)
                self.current_row = None
        elif self.depth == 0:
            self.end_cell()
        else:
            self.end_in_cell(self.names.get(name, ""))
            self.depth -= 1

    def end_in_cell(self, name: str) -> None:
        """Keep what a formula, a value or an inline text held."""
        if self.depth == 1 and name in ("f", "v", "is"):
            text = self.text if name != "is" else self.kept
            self.text = None
            if name == "v":
                self.value_text = text
            if self.open is not None and self.cell is not None:
                span = self.open[1]
                span.end, span.text = self.close(span.end), text or ""
                setattr(self.cell, {"f": "formula", "v": "value", "is": "inline"}[name], span)
                self.open = None
        elif self.kept is not None:
            if name == "t" and self.text is not None:
                self.kept += self.text
                self.text = None
            elif name == "rPh":
                self.phonetic -= 1

    def end_cell(self) -> None:
        """Keep a cell: its bytes where it has a formula, else its value."""
        cell = self.cell
        if cell is not None:
            cell.end = self.close(cell.tag_end)
            if self.keep_cells:
                self.scan.cells[cell.position] = cell
                if self.current_row is not None:
                    self.current_row.cells.append(cell)
        if cell is not None and (cell.computes or (cell.formula and not self.keep_cells)):
            self.formulas.append(cell)
        else:
            kind = self.attributes.get("t")
            value: Scalar
            if self.kept is not None:
                value = unescape(self.kept)
            else:
                value = decode(kind, self.value_text, self.strings)
            if value is not None:
                self.scan.columns.setdefault(self.column, {})[self.row] = value
        self.inside = False
        self.cell = self.kept = self.value_text = self.open = self.text = None
        self.phonetic = 0


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
