"""Cells rewritten, and edits made to bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from xltie.core.cells import Scalar
from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.scan import Cell, SheetScan, Span
from xltie.recompute.ooxml.stored_values import encode

_QUOTED = rb"\s*=\s*(?:\"[^\"]*\"|'[^']*')"
_TYPE = re.compile(rb"\st" + _QUOTED)
_RICH_VALUE = re.compile(rb"\svm" + _QUOTED)
_ARRAY_FLAG = re.compile(rb"\scm" + _QUOTED)
_AREA = re.compile(rb"(\sref\s*=\s*)(?:\"[^\"]*\"|'[^']*')")

_SAID = rb"[\w:.]+=\"[^\"<&]*\""
_BLANK = re.compile(
    rb"(<c(?: (?!t=|vm=)%b)*)(><f(?: %b)*>[^<]*</f>)(?:<v></v>|<v ?/>)?</c>" % (_SAID, _SAID)
)
"""A cell with a formula of its own, that says of its value nothing."""

_BLANKS = b" \t\n"
"""What XML takes for blanks."""

PLACE = itemgetter(0, 1)
"""By where an edit or a difference stands."""


@dataclass(slots=True)
class Update:
    """A formula cell, its old value and the new one; ``rows`` are all values that an array fills.

    With ``as_value`` the formula goes and its value stays.
    """

    cell: Cell
    old: Scalar
    value: Scalar
    area: Bounds
    rows: list[list[Scalar]] | None = None
    dynamic: bool = False
    as_value: bool = False


class Edit(NamedTuple):
    """Bytes to replace, from and up to, and what comes there."""

    start: int
    end: int
    content: bytes


class Difference(NamedTuple):
    """A cell whose value is new."""

    row: int
    column: int
    old: Scalar
    new: Scalar


def render(
    scan: SheetScan,
    cell: Cell,
    value: Scalar,
    *,
    area: Bounds | None = None,
    as_value: bool = False,
) -> bytes:
    """Return a ``<c>`` element with a new value, all else in it as it was.

    ``area`` is the new ``ref`` of its array formula; ``as_value`` leaves the formula out.
    """
    data = scan.data
    kind, content = encode(value)
    prefix = scan.prefix.encode("utf-8")
    written = b"" if content is None else _written(scan, content)
    tag = data[cell.start : cell.tag_end]
    if cell.end == cell.tag_end:
        return _start_tag(tag, kind) + written + b"</" + prefix + b"c>"
    edits = _inside(cell, written, as_value=as_value)
    if area is not None and cell.formula is not None and not as_value:
        start = cell.formula.start
        end = data.index(b">", start)
        edits.append(Edit(start, end, _with_area(data[start:end], area)))
    head = _start_tag(tag, kind, as_value=as_value)
    return head + splice(data, edits, cell.tag_end, cell.end)


def edited(scan: SheetScan, cell: Cell, value: Scalar) -> Edit:
    """Return the edit that puts a new value into a formula cell, the smallest that does."""
    kind, content = encode(value)
    there, attributes = cell.value, cell.attributes
    alike = kind == (attributes["t"].encode("utf-8") if "t" in attributes else None)
    usual = cell.inline is None and "vm" not in attributes
    if there is None or content is None or not (alike and usual):
        return Edit(cell.start, cell.end, render(scan, cell, value))
    return Edit(there.start, there.end, _written(scan, content))


def new_value(scan: SheetScan, start: int, value: Scalar) -> Edit:
    """Return the edit that puts a new value into the formula cell that begins at an offset."""
    found = _into_blank(scan.data, start, value) if scan.usual else None
    return found or edited(scan, scan.cell_at(start), value)


def _into_blank(data: bytes, start: int, value: Scalar) -> Edit | None:
    """Return the edit of a cell that holds its formula and as yet no value, None for any other."""
    found = _BLANK.match(data, start)
    kind, content = encode(value)
    if found is None or content is None:
        return None
    after, end = found.end(2), found.end() - len(b"</c>")
    written = _element(b"", content)
    if kind is None:
        return Edit(after, end, written)
    return Edit(found.end(1), end, b' t="%b"%b%b' % (kind, found[2], written))


def _written(scan: SheetScan, content: bytes) -> bytes:
    """Return a ``<v>`` element."""
    return _element(scan.prefix.encode("utf-8"), content)


def _element(prefix: bytes, content: bytes) -> bytes:
    # as Excel writes them: without the word, programs take blanks at an end away
    space = b' xml:space="preserve"' if content != content.strip(_BLANKS) else b""
    return b"<%bv%b>%b</%bv>" % (prefix, space, content, prefix)


def _inside(cell: Cell, written: bytes, *, as_value: bool) -> list[Edit]:
    """Return the edits that put a value into a cell that has content."""
    edits: list[Edit] = []
    if cell.value is not None:
        edits.append(Edit(cell.value.start, cell.value.end, written))
    else:
        at = cell.formula.end if cell.formula is not None else cell.tag_end
        edits.append(Edit(at, at, written))
    for span in (cell.inline, cell.formula if as_value else None):
        if isinstance(span, Span):
            edits.append(Edit(span.start, span.end, b""))
    return edits


def _start_tag(tag: bytes, kind: bytes | None, *, as_value: bool = False) -> bytes:
    """Return a start tag with another ``t`` and without the rich value of the old result."""
    tag = _RICH_VALUE.sub(b"", _TYPE.sub(b"", tag))
    if as_value:
        tag = _ARRAY_FLAG.sub(b"", tag)
    body = tag[: -2 if tag.endswith(b"/>") else -1].rstrip()
    attribute = b' t="' + kind + b'"' if kind else b""
    return body + attribute + b">"


def _with_area(formula_tag: bytes, area: Bounds) -> bytes:
    text = str(area).encode("ascii")
    return _AREA.sub(lambda match: match[1] + b'"' + text + b'"', formula_tag, count=1)


def splice(data: bytes, edits: list[Edit], start: int = 0, end: int | None = None) -> bytes:
    """Return ``data`` (or a part of it) with the edits made, which may not overlap."""
    pieces: list[bytes] = []
    position = start
    for begin, stop, content in sorted(edits, key=PLACE):
        if begin < position:
            raise UnsupportedWorkbook(say("a worksheet with cells nested inside each other"))
        pieces.append(data[position:begin])
        pieces.append(content)
        position = stop
    pieces.append(data[position:end])
    return b"".join(pieces)
