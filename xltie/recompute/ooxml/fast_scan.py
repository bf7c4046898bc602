"""The fast way through a worksheet part that is written as spreadsheet programs write it.

One regular expression has to account for every byte between ``<sheetData>`` and ``</sheetData>``;
where it does not (white space, comments, arrays, anything unusual) the answer is None and expat
reads the sheet. Both ways give the same scan.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache, partial
from typing import DefaultDict, Dict, Optional, Sequence

from xltie.core.cells import Scalar, column_number
from xltie.recompute.ooxml.markup import Unusual, text_of_xml
from xltie.recompute.ooxml.package import NO_DEADLINE, Deadline
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW
from xltie.recompute.ooxml.scan import Cell, Run, SheetScan, Span, new_run
from xltie.recompute.ooxml.stored_values import decode, unescape

AT_ONCE = 1 << 20
"""So many bytes are taken apart at once: all of a large sheet would fill the memory."""
_ATTRIBUTES = rb'(?: [\w:.]+="[^"<&]*")*'
_VALUE = rb"<v(?: xml:space=\"preserve\")?>"
_FOUND = re.compile(
    rb"(<c r=\"([A-Z]{1,3})([1-9][0-9]{0,6})\"(%(a)s)(?:/>|>"
    rb"(?:<f(?:>([^<]+)</f>|((?: [\w:.]+=\"[^\"<&]*\")+)(?:/>|>([^<]*)</f>)))?"
    rb"(?:%(v)s([^<]+)</v>|(<v></v>|<v ?/>)|<is><t%(a)s>([^<]+)</t></is>)?"
    rb"</c>)"
    rb"|(?:</row>)?<row(%(a)s)/?>|</row>)" % {b"a": _ATTRIBUTES, b"v": _VALUE}
)
"""All of a cell or of a tag of a row, then the parts of it; the bytes in their order."""
_CELL = re.compile(
    rb"<c r=\"(?P<column>[A-Z]{1,3})(?P<row>[1-9][0-9]{0,6})\"(?P<attributes>%(a)s)>"
    rb"<f(?P<options>%(a)s)(?:/>|>(?P<formula>[^<]*)</f>)"
    rb"(?:%(v)s(?P<value>[^<]*)</v>|<v ?/>|<is><t%(a)s>(?P<inline>[^<]*)</t></is>)?"
    rb"</c>" % {b"a": _ATTRIBUTES, b"v": _VALUE}
)
_OWN, _OPTIONS, _FORMULA = (_CELL.groupindex[name] for name in ("attributes", "options", "formula"))
_USUAL = frozenset({None, "str", "b", "e"})
"""The types of what formulas give."""
_ATTRIBUTE = re.compile(rb' ([\w:.]+)="([^"]*)"')
_CARRIAGE_RETURN = b"\r"
"""What XML reads as the end of a line; comments and all else between elements match nothing."""


def fast_cells(
    scan: SheetScan,
    start: int,
    end: int,
    strings: Sequence[str],
    deadline: Deadline = NO_DEADLINE,
) -> bool:
    """Fill a scan with the cells between two offsets; False where expat has to read them."""
    if scan.data.find(_CARRIAGE_RETURN, start, end) >= 0:
        return False
    try:
        return _FastScan(scan, strings).run(start, end, deadline)
    except ValueError:
        scan.hidden.clear()
        return False


class _FastScan:
    def __init__(self, scan: SheetScan, strings: Sequence[str]) -> None:
        self.scan = scan
        self.strings = strings
        self.known = _Attributes()
        self.kinds = _Kinds(self.known)
        self.values: DefaultDict[bytes, dict[int, Scalar]] = defaultdict(dict)
        self.running: dict[bytes, Run] = {}
        self.runs: list[Run] = []
        self.odd: list[Cell] = []
        self.row = 0
        self.inside = False

    def run(self, position: int, end: int, deadline: Deadline) -> bool:
        data = self.scan.data
        while position < end:
            close = data.find(b"</row>", position + AT_ONCE, end)
            stop = end if close < 0 else close + len(b"</row>")
            # whatever lies between what is found makes the bytes too few
            if self.take(position, stop) != stop:
                return False
            position = stop
            deadline.check()
        if self.inside:
            return False
        self.scan.runs, self.scan.odd, self.scan.usual = self.runs, self.odd, True
        self.scan.columns = {_column(letters): cells for letters, cells in self.values.items()}
        self.scan.cell_at = partial(cell_at, data, known=self.known)
        return True

    def take(self, at: int, stop: int) -> int:
        """Take in what is found between two offsets; return where the last of it ends."""
        values, running, kinds = self.values, self.running, self.kinds
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
            if formula or options:
                kind = kinds[style]
                if not value or (kind is not None and (kind != "str" or b"&" in value)):
                    stored = self.stored(kind, value, blank, inline)
                else:
                    stored = float(value) if kind is None else unescape(value.decode())
                text = formula or self.with_options(here, letters, options, shared, stored)
                run = running.get(letters)
                if not text:
                    continue
                if (
                    run is not None
                    and row == run.last + 1
                    and (digits.join(run.parts) if run.joining else run.moved(row)) == text
                ):
                    run.last = row
                else:
                    run = self.begin(letters, text)
                run.starts.append(here)
                run.stored.append(stored)
            elif value:
                kind = kinds[style]
                found = float(value) if kind is None else self.value(kind, value)
                if found is not None:
                    values[letters][row] = found
            elif inline or (blank and kinds[style] == "str"):
                values[letters][row] = unescape(text_of_xml(inline))
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
            attributes, row = self.known[b' r="0"' + rest], int(start)
        else:
            attributes = self.known[line]
            number = attributes.get("r", "")
            row = int(number) if number.isdecimal() else self.row + 1
        if attributes.get("hidden") in ("1", "true"):
            self.scan.hidden.add(row)
        return row

    def value(self, kind: str, text: bytes) -> Scalar:
        if kind == "s" and text.isdigit():
            index = int(text)
            return self.strings[index] if index < len(self.strings) else None
        return decode(kind, text_of_xml(text), self.strings)

    def stored(self, kind: str | None, text: bytes, blank: bytes, inline: bytes) -> Scalar:
        """Return the value that is stored with a formula."""
        if inline or kind not in _USUAL:
            raise Unusual
        if kind == "str" and (text or blank):
            return unescape(text_of_xml(text))
        return decode(kind, text_of_xml(text), self.strings) if text else None

    def begin(self, letters: bytes, formula: bytes, shared: str = "") -> Run:
        """Begin a run at a cell of this row."""
        before = self.running.get(letters)
        if before is not None and before.last >= self.row:
            raise Unusual
        run = new_run(_column(letters), self.row, formula, text_of_xml(formula), shared)
        self.running[letters] = run
        self.runs.append(run)
        return run

    def with_options(
        self, here: int, letters: bytes, options: bytes, formula: bytes, stored: Scalar
    ) -> bytes:
        """Take in a formula that has attributes; return its text where they change nothing."""
        attributes = self.known[options]
        kind = attributes.get("t", "normal")
        if kind == "normal" and formula:
            return formula
        shared = attributes.get("si", "") if kind == "shared" else ""
        if not shared:
            self.odd.append(cell_at(self.scan.data, here, self.known))
            return b""
        run = self.running.get(letters)
        if run is not None and run.shared == shared and self.row == run.last + 1 and not formula:
            run.last = self.row
        else:
            run = self.begin(letters, formula, shared)
        run.starts.append(here)
        run.stored.append(stored)
        return b""


class _Attributes(Dict[bytes, Dict[str, str]]):
    """Attributes as dictionaries, which cells with the same ones share."""

    def __missing__(self, text: bytes) -> dict[str, str]:
        pairs = _ATTRIBUTE.findall(text)
        found = {name.decode("ascii"): value.decode("utf-8") for name, value in pairs}
        if len(found) != len(pairs):
            raise Unusual
        self[text] = found
        return found


class _Kinds(Dict[bytes, Optional[str]]):
    """The types of values by the attributes of their cells, None for numbers."""

    def __init__(self, known: _Attributes) -> None:
        super().__init__()
        self.known = known

    def __missing__(self, text: bytes) -> str | None:
        kind = self.known[text].get("t")
        self[text] = kind if kind != "n" else None
        return self[text]


@lru_cache(maxsize=1024)
def _column(letters: bytes) -> int:
    number = column_number(letters.decode("ascii"))
    if number > LAST_COLUMN:
        raise Unusual
    return number


def cell_at(data: bytes, start: int, known: _Attributes | None = None) -> Cell:
    """Return the formula cell whose bytes begin at an offset, which were read the fast way."""
    match = _CELL.match(data, start)
    if match is None:
        raise Unusual
    attributes = known if known is not None else _Attributes()
    letters, digits, own, options, formula, value, inline = match.groups()
    end = match.end()
    tag_end, last = match.end(_OWN) + 1, end - len("</c>")
    if formula is None:
        stop = match.end(_OPTIONS) + len("/>")
        span = Span(tag_end, stop)
    else:
        stop = match.end(_FORMULA) + len("</f>")
        span = Span(tag_end, stop, text_of_xml(formula))
    cell = Cell(
        int(digits), _column(letters), start, tag_end, end, attributes[own], span,
        attributes[options],
    )  # fmt: skip
    if inline is not None:
        cell.inline = Span(stop, last, text_of_xml(inline))
    elif last > stop:
        cell.value = Span(stop, last, text_of_xml(value) if value else "")
    return cell
