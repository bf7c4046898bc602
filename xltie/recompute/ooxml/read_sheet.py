"""Reading a worksheet part, every byte of it accounted for.

One pattern takes what spreadsheet programs write between ``<sheetData>`` and ``</sheetData>``.
Where it leaves out a byte (white space, comments, arrays, anything unusual), the cells are read
mark by mark instead, as all that stands around them: expat has read the part before, so its marks
are well formed, there is no DTD, and what is between them is text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import partial
from typing import Dict, Optional, Sequence

from xltie.core.cells import Scalar, column_number
from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.markup import Unusual, attributes_of, new_parser, parse, text_of_xml
from xltie.recompute.ooxml.package import NO_DEADLINE, ROWS, Deadline
from xltie.recompute.ooxml.references import (
    LAST_COLUMN,
    LAST_ROW,
    parse_area,
    parse_cell,
    said_by,
)
from xltie.recompute.ooxml.scan import Cell, Formulas, Row, SheetScan, Span
from xltie.recompute.ooxml.stored_values import decode, unescape

MAIN_NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
AT_ONCE = 1 << 20
"""So many bytes are taken apart at once: all of a large sheet would fill the memory."""
_ENCODING = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([^\"']*)[\"']")
_ARRAY = (b'"array"', b"'array'")
_OPEN, _CLOSE = b"<sheetData>", b"</sheetData>"
_SAID = rb'(?: [\w:.]+="[^"<&]*")*'
_FOUND = re.compile(
    rb"(<c r=\"([A-Z]{1,3})([1-9][0-9]{0,6})\"(%(a)s)(?:/>|>"
    rb"(?:<f(?:>([^<]+)</f>|((?: [\w:.]+=\"[^\"<&]*\")+)(?:/>|>([^<]*)</f>)))?"
    rb"(?:<v(?: xml:space=\"preserve\")?>([^<]+)</v>|(<v></v>|<v ?/>)"
    rb"|<is><t%(a)s>([^<]+)</t></is>)?</c>)"
    rb"|(?:</row>)?<row(%(a)s)/?>|</row>)" % {b"a": _SAID}
)
"""All of a cell or of a tag of a row, then the parts of it; the bytes in their order."""
_TOKEN = re.compile(
    rb"(?P<text>[^<]+)|<!\[CDATA\[(?P<literal>.*?)\]\]>|<!--.*?-->|<\?.*?\?>"
    rb"|<(?P<close>/?)(?P<name>[^\s/>!?]+)"
    rb"(?P<said>(?:\s+[^\s=/>]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(?P<empty>/?)>",
    re.DOTALL,
)
_LINE_END = re.compile(rb"\r\n?")
_ELEMENTS = ("c", "f", "v", "is", "t", "rPh", "row", "dimension", "mergeCell")
_IN_CELL = {"f": "formula", "v": "value", "is": "inline"}


def scan_sheet(
    data: bytes,
    part: str,
    strings: Sequence[str],
    deadline: Deadline = NO_DEADLINE,
    *,
    keep_cells: bool = False,
) -> SheetScan:
    """Scan a worksheet part, until the time is up.

    With ``keep_cells`` every cell and row is kept with its bytes, so that any may change; so they
    are where there are arrays. Raises :class:`UnsupportedWorkbook` where the bytes could not be
    spliced safely, and ``NotAWorkbook`` where the XML is broken.
    """
    declared = _ENCODING.match(data[:200].removeprefix(BYTE_ORDER_MARK))
    encoding = declared[1].decode("ascii", "replace").lower() if declared else "utf-8"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or encoding not in ("utf-8", "us-ascii", "utf8"):
        message = say("{part}: a worksheet that is not written in UTF-8", part=part)
        raise UnsupportedWorkbook(message)
    keep_cells = keep_cells or any(mark in data for mark in _ARRAY)
    start, end = data.find(_OPEN) + len(_OPEN), data.rfind(_CLOSE)
    if not keep_cells and len(_OPEN) <= start <= end and _is_plain(data, start, end):
        scan = _by_marks(data[:start] + data[end:], part, strings, keep_cells, deadline)
        scan.data = data
        try:
            if not scan.prefix and _Usual(scan, strings).take_all(start, end, deadline):
                return scan
        except ValueError:
            pass  # it is for the other way to say what is wrong
    return _by_marks(data, part, strings, keep_cells, deadline)


def _is_plain(data: bytes, start: int, end: int) -> bool:
    """Tell whether no comment stands around the cells, and nothing in them that XML changes."""
    is_commented = b"<!" in data[:start] or b"<!" in data[end:]
    return not is_commented and data.find(b"\r", start, end) < 0


def _by_marks(
    data: bytes, part: str, strings: Sequence[str], keep_cells: bool, deadline: Deadline
) -> SheetScan:
    parse(new_parser(), data, part)
    marks = _Marks(SheetScan(data), strings, deadline, keep_cells=keep_cells)
    try:
        marks.read(part)
    except Unusual:
        message = say("{part}: a start tag that cannot be read", part=part)
        raise UnsupportedWorkbook(message) from None
    except ValueError as error:
        message = say("{part}: {error}", part=part, error=said_by(error))
        raise UnsupportedWorkbook(message) from None
    return marks.scan


class _Kinds(Dict[bytes, Optional[str]]):
    """The types of values by the attributes of their cells, None for numbers."""

    def __missing__(self, said: bytes) -> str | None:
        kind = attributes_of(said).get("t")
        self[said] = kind if kind != "n" else None
        return self[said]


class _Columns(Dict[bytes, int]):
    """The numbers of columns by their letters."""

    def __missing__(self, letters: bytes) -> int:
        number = self[letters] = column_number(letters.decode("ascii"))
        if number > LAST_COLUMN:
            raise Unusual
        return number


class _Usual:
    """What one pattern takes from a sheet as programs write it; ``ValueError`` at anything else."""

    def __init__(self, scan: SheetScan, strings: Sequence[str]) -> None:
        self.scan = scan
        self.strings = strings
        self.formulas = Formulas(scan)
        self.kinds, self.numbers = _Kinds(), _Columns()
        self.row = 0
        self.inside = False

    def take_all(self, position: int, end: int, deadline: Deadline) -> bool:
        """Take in all cells between two offsets; tell whether there was nothing else."""
        data = self.scan.data
        self.scan.columns = defaultdict(dict)
        while position < end:
            close = data.find(b"</row>", position + AT_ONCE, end)
            stop = end if close < 0 else close + len(b"</row>")
            # whatever lies between what is found makes the bytes too few
            if self.take(position, stop) != stop:
                return False
            position = stop
            deadline.check()
        self.scan.cell_at = partial(_cell_at, data, self.strings)
        return not self.inside

    def take(self, at: int, stop: int) -> int:
        """Take in what is found between two offsets; return where the last of it ends."""
        columns, running = self.scan.columns, self.formulas.running
        numbers, kinds = self.numbers, self.kinds
        written = b""
        row = self.row
        for (
            whole, letters, digits, style, formula, options, shared, value, blank, inline, line
        ) in _FOUND.findall(self.scan.data, at, stop):  # fmt: skip
            here = at
            at += len(whole)
            if not letters:
                row = self.turn(whole, line)
                continue
            if digits != written:
                written = self.in_row(digits)
            column, kind = numbers[letters], kinds[style]
            if value and kind is None:
                found: Scalar = float(value)
            elif value and kind == "str" and b"&" not in value:
                found = unescape(value.decode())
            else:
                found = self.value(kind, value, blank, inline)
            if not (formula or options):
                if found is not None:
                    columns[column][row] = found
                continue
            run = running.get(column)
            if (
                formula
                and run is not None
                and row == run.last + 1
                and (digits.join(run.parts) if run.joining else run.moved(row)) == formula
            ):
                run.last = row
                run.starts.append(here)
                run.stored.append(found)
            else:
                said = attributes_of(options)
                self.formulas.add(here, row, column, formula or shared, said, found)
        self.row = row
        return at

    def in_row(self, digits: bytes) -> bytes:
        """Check the row of a cell, which is the one that it stands in."""
        if not self.inside or int(digits) != self.row:
            raise Unusual
        return digits

    def turn(self, whole: bytes, line: bytes) -> int:
        """End a row, go on to another, or both; return its number."""
        if whole.startswith(b"</") is not self.inside:
            raise Unusual
        self.inside = whole != b"</row>" and not whole.endswith(b"/>")
        if whole != b"</row>":
            row = self.number(line)
            if row <= self.row or row > LAST_ROW:
                raise Unusual
            self.row = row
        return self.row

    def number(self, line: bytes) -> int:
        start, _, rest = line[4:].partition(b'"')
        if line.startswith(b' r="') and start.isdigit():
            # most rows differ by their numbers only, and what they share is looked at once
            attributes, row = attributes_of(b' r="0"' + rest), int(start)
        else:
            attributes = attributes_of(line)
            number = attributes.get("r", "")
            row = int(number) if number.isdecimal() else self.row + 1
        if attributes.get("hidden") in ("1", "true"):
            self.scan.hidden.add(row)
        return row

    def value(self, kind: str | None, text: bytes, blank: bytes, inline: bytes) -> Scalar:
        if inline or (kind == "str" and (text or blank)):
            return unescape(text_of_xml(inline or text))
        if kind == "s" and text.isdigit():
            index = int(text)
            return self.strings[index] if index < len(self.strings) else None
        return decode(kind, text_of_xml(text), self.strings) if text else None


def _cell_at(data: bytes, strings: Sequence[str], start: int) -> Cell:
    """Return the cell of a usual sheet whose bytes begin at an offset."""
    marks = _Marks(SheetScan(data), strings, NO_DEADLINE, keep_cells=True)
    marks.name_elements("")
    return marks.first_cell(start)


class _Marks:
    """One pass over the marks of a part; only offsets and texts are kept, no tree is built."""

    def __init__(
        self, scan: SheetScan, strings: Sequence[str], deadline: Deadline, *, keep_cells: bool
    ) -> None:
        self.scan = scan
        self.strings = strings
        self.deadline = deadline
        self.keep_cells = keep_cells
        self.found: dict[tuple[int, int], Cell] = {}
        self.names: dict[bytes, str] = {}
        self.row = self.column = self.depth = self.phonetic = 0
        self.line: Row | None = None
        self.cell: Cell | None = None
        self.span: Span | None = None
        self.collecting = False

    def read(self, part: str) -> None:
        """Fill the scan with what the part holds, which is named where it is no worksheet."""
        at = 0
        for token in _TOKEN.finditer(self.scan.data):
            if token.start() != at:
                raise Unusual
            at = token.end()
            self.take(token, part)
        formulas = Formulas(self.scan)
        for cell in sorted(self.found.values(), key=lambda cell: (cell.row, cell.column)):
            text = cell.formula.text if cell.formula is not None else ""
            written = text.replace("&", "&amp;").replace("<", "&lt;").encode("utf-8")
            stored = cell.stored(self.strings)
            formulas.add(
                cell.start, cell.row, cell.column, written, cell.formula_attributes, stored
            )
        self.scan.cell_at = {cell.start: cell for cell in self.found.values()}.__getitem__

    def first_cell(self, start: int) -> Cell:
        """Return the cell that begins at an offset."""
        for token in _TOKEN.finditer(self.scan.data, start):
            self.take(token, "")
            for cell in self.scan.cells.values():
                return cell
        raise Unusual

    def take(self, token: re.Match[bytes], part: str) -> None:
        """Take note of a mark, or of a text."""
        text, literal, close, name, said, empty = token.groups()
        if name is None:
            if self.collecting and self.span is not None:
                found = _LINE_END.sub(b"\n", text or literal or b"")
                self.span.text += text_of_xml(found) if text else found.decode("utf-8")
            return
        if not self.names:
            self.root(name, attributes_of(said), part)
            return
        base = self.names.get(name, "")
        if not close:
            self.start(base, said, *token.span())
        if close or empty:
            self.end(base, token.end())

    def root(self, name: bytes, attributes: dict[str, str], part: str) -> None:
        """Check the first element and learn the names of the others."""
        prefix, colon, base = name.decode("utf-8").rpartition(":")
        namespace = attributes.get(f"xmlns:{prefix}" if colon else "xmlns", "")
        if base != "worksheet" or namespace not in MAIN_NAMESPACES:
            raise UnsupportedWorkbook.say("{part}: not a worksheet", part=part)
        self.scan.prefix = prefix + colon
        self.name_elements(prefix + colon)

    def name_elements(self, prefix: str) -> None:
        """Have the elements named with a prefix."""
        self.names = {(prefix + one).encode("utf-8"): one for one in _ELEMENTS}

    def start(self, name: str, said: bytes, start: int, stop: int) -> None:
        """Take note of an element that opens."""
        if self.cell is not None:
            self.depth += 1
            self.start_in_cell(self.cell, name, said, Span(start, stop))
        elif name == "c":
            attributes = attributes_of(said)
            place = attributes.get("r")
            self.row, self.column = parse_cell(place) if place else (self.row, self.column + 1)
            self.cell = Cell(self.row, self.column, start, stop, stop, attributes)
        elif name == "row":
            self.start_row(attributes_of(said), start, stop)
        elif name == "dimension":
            self.scan.dimension = start, stop, attributes_of(said).get("ref", "")
        elif name == "mergeCell":
            self.scan.merged.append(parse_area(attributes_of(said).get("ref", "A1")))

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
                cell.formula_attributes = attributes_of(said)
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
        place = cell.row, cell.column
        if self.keep_cells:
            self.scan.cells[place] = cell
            if self.line is not None:
                self.line.cells.append(cell)
        if cell.computes or (cell.formula and not self.keep_cells):
            self.found[place] = cell
        elif (value := cell.stored(self.strings)) is not None:
            self.scan.columns.setdefault(cell.column, {})[cell.row] = value
        self.cell = None
        self.phonetic = 0
