"""The fast way through a worksheet part that is written as spreadsheet programs write it.

One regular expression has to account for every byte between ``<sheetData>`` and ``</sheetData>``;
where it does not (white space, comments, arrays, anything unusual) the answer is None and expat
reads the sheet. Both ways give the same scan.
"""

from __future__ import annotations

import re
from typing import Dict, Optional, Sequence

from xltie.core.cells import Scalar, column_number
from xltie.recompute.ooxml.deadline import ROWS, Deadline
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW
from xltie.recompute.ooxml.scan import Cell, SheetScan, Span
from xltie.recompute.ooxml.stored_values import decode, unescape

_ATTRIBUTES = rb'(?: [\w:.]+="[^"<&]*")*'
_ELEMENT = re.compile(
    rb"<c r=\"(?P<column>[A-Z]{1,3})(?P<row>[1-9][0-9]{0,6})\"(?P<attributes>%(a)s)"
    rb"(?:/>|>"
    rb"(?:<f(?P<options>%(a)s)(?:/>|>(?P<formula>[^<]*)</f>))?"
    rb"(?:<v>(?P<value>[^<]*)</v>|<v ?/>|<is><t(?P<keep>%(a)s)>(?P<inline>[^<]*)</t></is>)?"
    rb"</c>)"
    rb"|<row(?P<line>%(a)s)(?P<closed>/?)>|</row>" % {b"a": _ATTRIBUTES}
)
_OWN, _OPTIONS, _FORMULA = (
    _ELEMENT.groupindex[name] for name in ("attributes", "options", "formula")
)
_ATTRIBUTE = re.compile(rb' ([\w:.]+)="([^"]*)"')
_ENTITY = re.compile(r"&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));")
_LOOSE = re.compile(r"&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)")
_CARRIAGE_RETURN = b"\r"
"""What XML reads as the end of a line; comments and all else between elements match nothing."""
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_FREQUENT = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&"))
"""The last one last: what it leaves may look like another."""


class _Unusual(ValueError):
    """Something that only expat should judge."""


def fast_cells(
    scan: SheetScan,
    start: int,
    end: int,
    strings: Sequence[str],
    deadline: Optional[Deadline] = None,
) -> bool:
    """Fill a scan with the cells between two offsets; False where expat has to read them."""
    if scan.data.find(_CARRIAGE_RETURN, start, end) >= 0:
        return False
    try:
        return _FastScan(scan, strings, deadline).run(start, end)
    except ValueError:
        return False


class _FastScan:
    def __init__(
        self, scan: SheetScan, strings: Sequence[str], deadline: Optional[Deadline]
    ) -> None:
        self.scan = scan
        self.deadline = deadline
        self.strings = strings
        self.known = _Attributes()
        self.formulas: list[Cell] = []
        self.values: dict[tuple[int, int], Scalar] = {}
        self.hidden: set[int] = set()
        self.columns: dict[bytes, int] = {}
        self.kinds: dict[bytes, str | None] = {}

    def run(self, position: int, end: int) -> bool:
        data = self.scan.data
        values, kinds = self.values, self.kinds
        known, formulas = self.known, self.formulas
        columns = self.columns
        row = 0
        inside = False
        for match in _ELEMENT.finditer(data, position, end):
            start, stop = match.span()
            if start != position:
                return False
            position = stop
            letters, digits, attributes, options, formula, text, _, inline, line, closed = (
                match.groups()
            )
            if letters is None:
                if inside is not (line is None):
                    return False
                inside = line is not None and not closed
                if line is not None:
                    row = self.row(line, row)
                    if row % ROWS == 0 and self.deadline is not None:
                        self.deadline.check()
                continue
            row = int(digits)
            column = columns.get(letters) or self.column(letters)
            if not inside or row > LAST_ROW or column > LAST_COLUMN:
                return False
            if options is not None:
                cell = _formula_cell(match, row, column, formula, text, inline)
                cell.attributes, cell.formula_attributes = known[attributes], known[options]
                formulas.append(cell)
            elif inline is not None:
                values[row, column] = unescape(_text(inline))
            elif text is not None:
                kind = kinds[attributes] if attributes in kinds else self.kind(attributes)
                # nearly all cells are numbers
                value = float(text) if kind is None else self.value(kind, text)
                if value is not None:
                    values[row, column] = value
        if position != end or inside:
            return False
        scan = self.scan
        scan.formulas, scan.values, scan.hidden = self.formulas, values, self.hidden
        return True

    def kind(self, attributes: bytes) -> str | None:
        kind = self.known[attributes].get("t")
        self.kinds[attributes] = kind if kind != "n" else None
        return self.kinds[attributes]

    def value(self, kind: str, text: bytes) -> Scalar:
        if kind == "s" and text.isdigit():
            index = int(text)
            return self.strings[index] if index < len(self.strings) else None
        return decode(kind, _text(text), self.strings)

    def column(self, letters: bytes) -> int:
        number = self.columns[letters] = column_number(letters.decode("ascii"))
        return number

    def row(self, line: bytes, row: int) -> int:
        start, _, rest = line[4:].partition(b'"')
        if line.startswith(b' r="') and start.isdigit() and b"hidden" not in rest:
            # most rows differ by their numbers only, and what they share is looked at once
            self.known[b' r="0"' + rest]
            return int(start)
        attributes = self.known[line]
        number = attributes.get("r", "")
        row = int(number) if number.isdecimal() else row + 1
        if attributes.get("hidden") in ("1", "true"):
            self.hidden.add(row)
        return row


class _Attributes(Dict[bytes, Dict[str, str]]):
    """Attributes as dictionaries, which cells with the same ones share."""

    def __missing__(self, text: bytes) -> dict[str, str]:
        pairs = _ATTRIBUTE.findall(text)
        found = {name.decode("ascii"): value.decode("utf-8") for name, value in pairs}
        if len(found) != len(pairs):
            raise _Unusual
        self[text] = found
        return found


def _formula_cell(
    match: re.Match[bytes],
    row: int,
    column: int,
    formula: bytes | None,
    value: bytes | None,
    inline: bytes | None,
) -> Cell:
    """Return a formula cell with the exact offsets of what is in it, as yet without attributes."""
    start, end = match.span()
    tag_end, last = match.end(_OWN) + 1, end - len("</c>")
    if formula is None:
        stop = match.end(_OPTIONS) + len("/>")
        span = Span(tag_end, stop)
    else:
        stop = match.end(_FORMULA) + len("</f>")
        span = Span(tag_end, stop, _text(formula))
    if inline is not None:
        said = Span(stop, last, _text(inline))
        return Cell(row, column, start, tag_end, end, {}, span, {}, None, said)
    shown = Span(stop, last, _text(value) if value else "") if last > stop else None
    return Cell(row, column, start, tag_end, end, {}, span, {}, shown)


def _text(content: bytes) -> str:
    """Return the text that XML means."""
    text = content.decode("utf-8")
    if "&" not in text:
        return text
    marks = text.count("&")
    for entity, _ in _FREQUENT:
        marks -= text.count(entity)
    if not marks:
        for entity, character in _FREQUENT:
            text = text.replace(entity, character)
        return text
    if _LOOSE.search(text):
        raise _Unusual
    return _ENTITY.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    name, decimal, hexadecimal = match.groups()
    if name:
        return _NAMED[name]
    number = int(decimal) if decimal else int(hexadecimal, 16)
    if (number < 0x20 and number not in (9, 10, 13)) or 0xD800 <= number < 0xE000:
        raise _Unusual
    if number in (0xFFFE, 0xFFFF) or number > 0x10FFFF:
        raise _Unusual
    return chr(number)
