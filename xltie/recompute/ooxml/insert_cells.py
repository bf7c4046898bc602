"""Cells and rows put into a worksheet part where there are none yet."""

from __future__ import annotations

import re
from collections.abc import Mapping

from xltie.core.cells import Scalar, cell_name
from xltie.core.errors import Place, UnsupportedWorkbook
from xltie.recompute.ooxml.read_sheet import scan_sheet
from xltie.recompute.ooxml.references import Bounds, area_text, parse_area
from xltie.recompute.ooxml.render import (
    Edit,
)
from xltie.recompute.ooxml.scan import Position, Row, SheetScan
from xltie.recompute.ooxml.stored_values import encode, escape
from xltie.recompute.ooxml.workbook import Workbook

_FIXED = re.compile(rb"\scustomHeight\s*=\s*[\"'](?:1|true)[\"']")
_SPANS = re.compile(rb"\sspans\s*=\s*(?:\"[^\"]*\"|'[^']*')")


def new_cell(
    prefix: str,
    row: int,
    column: int,
    value: Scalar,
    *,
    style: str = "",
    formula: str = "",
    typed: bool = False,
) -> bytes:
    """Return a ``<c>`` element: a formula, a value, or a style alone.

    A text that is ``typed`` is written in place, as no formula gives it.
    """
    start = prefix.encode("utf-8")
    kind, content = encode(value)
    inner = b"" if content is None else b"<%bv>%b</%bv>" % (start, content, start)
    if formula:
        kind, inner = None, b"<%bf>%b</%bf>" % (start, escape(formula), start)
    elif isinstance(value, str) and typed:
        text = b'<%bt xml:space="preserve">%b</%bt>' % (start, content or b"", start)
        kind, inner = b"inlineStr", b"<%bis>%b</%bis>" % (start, text, start)
    said = b' r="%b"' % cell_name(row, column).encode("ascii")
    said += b' s="%b"' % style.encode("ascii") if style else b""
    said += b' t="%b"' % kind if kind else b""
    end = b">%b</%bc>" % (inner, start) if inner else b"/>"
    return b"<%bc%b%b" % (start, said, end)


class CellInserts:
    """Collects new cells as bytes and finds their places among the rows and cells of a sheet.

    Needs a scan that keeps rows and cells.
    """

    def __init__(self, scan: SheetScan) -> None:
        self.scan = scan
        self.prefix = scan.prefix.encode("utf-8")
        self.edits: list[Edit] = []
        self.missing: dict[int, dict[int, bytes]] = {}
        self.attributes: dict[int, Mapping[str, str]] = {}
        """What the tags of rows are to say, such as their height; "" takes an attribute away."""

    def heighten(self, row: int, height: int) -> None:
        """Make a row at least so many points high, unless a person gave it a height.

        LibreOffice does not find out by itself what rows of several lines need.
        """
        there = self.scan.rows.get(row)
        if there is not None and _FIXED.search(self.scan.data[there.start : there.tag_end]):
            return
        before = float(self.attributes.get(row, {}).get("ht", "0"))
        self.attributes[row] = {"ht": f"{max(before, height):g}"}

    def put(self, row: int, column: int, content: bytes) -> None:
        """Put a ``<c>`` element in the place of a cell, or where the sheet has none."""
        there = self.scan.cells.get((row, column))
        if there is None:
            self.missing.setdefault(row, {})[column] = content
        else:
            self.edits.append(Edit(there.start, there.end, content))

    def write(
        self, position: Position, value: Scalar, formula: str = "", style: str | None = None
    ) -> None:
        """Put a value that is typed, or a formula, into a cell, in its own style if in no other."""
        there = self.scan.cells.get(position)
        if style is None:
            style = there.attributes.get("s", "") if there is not None else ""
        prefix = self.scan.prefix
        content = new_cell(prefix, *position, value, style=style, formula=formula, typed=True)
        self.put(*position, content)

    def finish(self) -> list[Edit]:
        """Return the edits that put everything in."""
        edits = self.edits
        for number in self.attributes.keys() & self.scan.rows.keys() - self.missing.keys():
            tall = self.scan.rows[number]
            edits.append(Edit(tall.start, tall.tag_end, self._tag(tall, number)))
        if not self.missing:
            return edits
        inserted: dict[int, bytes] = {}
        numbers = sorted(self.scan.rows)
        last = self.scan.rows[numbers[-1]].end
        for number in sorted(self.missing):
            row = self.scan.rows.get(number)
            if row is not None:
                self._fill_row(row, number, edits, inserted)
                continue
            following = next((other for other in numbers if other > number), None)
            at = last if following is None else self.scan.rows[following].start
            inserted[at] = inserted.get(at, b"") + self._new_row(number)
        edits += [Edit(at, at, content) for at, content in inserted.items()]
        self._widen_dimension(edits)
        return edits

    def _new_row(self, number: int) -> bytes:
        said = "".join(f' {k}="{v}"' for k, v in self.attributes.get(number, {}).items() if v)
        head = b"<" + self.prefix + f'row r="{number}"{said}>'.encode("ascii")
        return head + _joined(self.missing[number]) + b"</" + self.prefix + b"row>"

    def _tag(self, row: Row, number: int) -> bytes:
        """Return the tag of a row with what it is to say."""
        old = self.scan.data[row.start : row.tag_end]
        wanted = self.attributes.get(number)
        if not wanted:
            return old
        end = -2 if old.endswith(b"/>") else -1
        tag = old[:end].rstrip()
        for name, value in wanted.items():
            tag = re.sub(rb"\s%s\s*=\s*(?:\"[^\"]*\"|'[^']*')" % name.encode(), b"", tag)
            tag += f' {name}="{value}"'.encode("ascii") if value else b""
        return tag + old[end:]

    def _fill_row(
        self, row: Row, number: int, edits: list[Edit], inserted: dict[int, bytes]
    ) -> None:
        """Put cells into a row in the order of the columns; its ``spans`` would be wrong then."""
        cells = self.missing[number]
        old = self.scan.data[row.start : row.tag_end]
        tag = _SPANS.sub(b"", self._tag(row, number))
        if row.end == row.tag_end:
            tag = tag[:-2].rstrip() + b">" + _joined(cells)
            edits.append(Edit(row.start, row.end, tag + b"</" + self.prefix + b"row>"))
            return
        if tag != old:
            edits.append(Edit(row.start, row.tag_end, tag))
        there = sorted(row.cells, key=lambda cell: cell.column)
        for column in sorted(cells):
            following = next((cell for cell in there if cell.column > column), None)
            if following is not None:
                at = following.start
            else:
                at = there[-1].end if there else row.tag_end
            inserted[at] = inserted.get(at, b"") + cells[column]

    def _widen_dimension(self, edits: list[Edit]) -> None:
        """Let the stated used area of the sheet hold the new cells."""
        if self.scan.dimension is None or not self.scan.dimension[2]:
            return
        start, end, text = self.scan.dimension
        try:
            area = parse_area(text)
        except ValueError:
            return
        right = max(area.right, *(column for row in self.missing.values() for column in row))
        wide = Bounds(area.top, area.left, max(area.bottom, *self.missing), right)
        if wide != area:
            tag = self.scan.data[start:end].replace(
                text.encode("ascii"), area_text(wide).encode("ascii")
            )
            edits.append(Edit(start, end, tag))


def _joined(cells: dict[int, bytes]) -> bytes:
    return b"".join(cells[column] for column in sorted(cells))


_PROTECTED = re.compile(rb"<(?:\w+:)?sheetProtection\s[^>]*\bsheet\s*=\s*[\"'](?:1|true)[\"']")


def cells_of(
    book: Workbook, sheet: str, *, is_protected_too: bool = False
) -> tuple[str, SheetScan]:
    """Return the part of a sheet and what it holds, cell by cell.

    Raises:
        UnsupportedWorkbook: there is no such sheet, or it is protected.
    """
    index = book.sheet_index(sheet)
    if index is None:
        raise UnsupportedWorkbook.say("there is no sheet {sheet}", sheet=sheet)
    part = book.sheets[index].part
    scan = scan_sheet(book.package.read(part), part, book.strings, keep_cells=True)
    if not is_protected_too and _PROTECTED.search(scan.data):
        raise UnsupportedWorkbook.say("the sheet is protected; unprotect it first", Place(sheet))
    return part, scan
