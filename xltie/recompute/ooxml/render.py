"""Cells rewritten, and edits made to bytes."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import NamedTuple

from xltie.core.cells import Scalar
from xltie.core.errors import UnsupportedWorkbook
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.scan import Cell, SheetScan, Span
from xltie.recompute.ooxml.stored_values import encode

_QUOTED = rb"\s*=\s*(?:\"[^\"]*\"|'[^']*')"
_TYPE = re.compile(rb"\st\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_RICH_VALUE = re.compile(rb"\svm" + _QUOTED)
_ARRAY_FLAG = re.compile(rb"\scm" + _QUOTED)
_AREA = re.compile(rb"(\sref\s*=\s*)(?:\"[^\"]*\"|'[^']*')")

_SAID = rb"[\w:.]+=\"[^\"<&]*\""
_USUAL = re.compile(
    rb"(<c(?: (?!t=|vm=)%b)*)( t=\"[^\"<&]*\")?((?: (?!t=|vm=)%b)*)>"
    rb"(<f(?: %b)*(?:/>|>[^<]*</f>))(?:<v(?: xml:space=\"preserve\")?>[^<]*</v>|<v ?/>)?</c>"
    % (_SAID, _SAID, _SAID)
)
"""A cell with a formula and its value, as programs write it."""

_BLANKS = b" \t\n"
"""What XML takes for blanks."""


class Edit(NamedTuple):
    """Bytes to replace, from and up to, and what comes there."""

    start: int
    end: int
    content: bytes


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


def new_value(scan: SheetScan, start: int, value: Scalar) -> Edit:
    """Return the edit that puts a new value into the formula cell that begins at an offset."""
    found = _USUAL.match(scan.data, start)
    kind, content = encode(value)
    if found is None or content is None:
        cell = scan.cell_at(start)
        return Edit(start, cell.end, render(scan, cell, value))
    before, there, after, formula = found.groups(b"")
    said = b"" if kind is None else b' t="%b"' % kind
    tag = before + (said + after if there == said else after + said)
    return Edit(start, found.end(), b"%b>%b%b</c>" % (tag, formula, _element(b"", content)))


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
    tag = _RICH_VALUE.sub(b"", tag)
    if as_value:
        tag = _ARRAY_FLAG.sub(b"", tag)
    there = _TYPE.search(tag)
    if tag.endswith(b"/>") or kind != (there and (there[1] or there[2])):
        body = _TYPE.sub(b"", tag)[: -2 if tag.endswith(b"/>") else -1].rstrip()
        tag = body + (b' t="%b">' % kind if kind else b">")
    return tag


def _with_area(formula_tag: bytes, area: Bounds) -> bytes:
    text = str(area).encode("ascii")
    return _AREA.sub(lambda match: match[1] + b'"' + text + b'"', formula_tag, count=1)


def splice(data: bytes, edits: list[Edit], start: int = 0, end: int | None = None) -> bytes:
    """Return ``data`` (or a part of it) with the edits made, which may not overlap."""
    pieces: list[bytes] = []
    position = start
    for begin, stop, content in sorted(edits, key=itemgetter(0, 1)):
        if begin < position:
            raise UnsupportedWorkbook.say("a worksheet with cells nested inside each other")
        pieces.append(data[position:begin])
        pieces.append(content)
        position = stop
    pieces.append(data[position:end])
    return b"".join(pieces)
