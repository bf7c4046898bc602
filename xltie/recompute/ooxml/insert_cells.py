"""Cells and rows put into a worksheet part where there are none yet."""

from __future__ import annotations

import re

from xltie.core.cells import Scalar, cell_name
from xltie.recompute.ooxml.references import Bounds, area_text, parse_area
from xltie.recompute.ooxml.render import Edit
from xltie.recompute.ooxml.scan import Row, SheetScan
from xltie.recompute.ooxml.stored_values import encode

_HEIGHT = re.compile(rb"\sht\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_FIXED = re.compile(rb"\scustomHeight\s*=\s*[\"'](?:1|true)[\"']")
_SPANS = re.compile(rb"\sspans\s*=\s*(?:\"[^\"]*\"|'[^']*')")


def new_cell(prefix: str, row: int, column: int, value: Scalar) -> bytes:
    """Return a ``<c>`` element that holds a computed value."""
    kind, content = encode(value)
    start = prefix.encode("utf-8")
    place = cell_name(row, column).encode("ascii")
    return b"".join(
        [
            b"<" + start + b'c r="' + place + b'"',
            b' t="' + kind + b'">' if kind else b">",
            b"<" + start + b"v>" + (content or b"") + b"</" + start + b"v>",
            b"</" + start + b"c>",
        ]
    )


class CellInserts:
    """Collects new cells as bytes and finds their places among the rows and cells of a sheet.

    Needs a scan that keeps rows and cells.
    """

    def __init__(self, scan: SheetScan) -> None:
        self.scan = scan
        self.prefix = scan.prefix.encode("utf-8")
        self.missing: dict[int, dict[int, bytes]] = {}
        self.heights: dict[int, int] = {}
        """Points that rows of several lines need; LibreOffice does not find out by itself."""

    def add(self, row: int, column: int, content: bytes) -> None:
        """Put a ``<c>`` element where the sheet has no cell."""
        self.missing.setdefault(row, {})[column] = content

    def finish(self) -> list[Edit]:
        """Return the edits that put everything in."""
        edits: list[Edit] = []
        for number in self.heights.keys() & self.scan.rows.keys() - self.missing.keys():
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
        height = f' ht="{self.heights[number]}"' if number in self.heights else ""
        head = b"<" + self.prefix + f'row r="{number}"{height}>'.encode("ascii")
        return head + _joined(self.missing[number]) + b"</" + self.prefix + b"row>"

    def _tag(self, row: Row, number: int) -> bytes:
        """Return the tag of a row with the height that it needs, unless a person gave it one."""
        old = self.scan.data[row.start : row.tag_end]
        if number not in self.heights or _FIXED.search(old):
            return old
        end = -2 if old.endswith(b"/>") else -1
        tag = _HEIGHT.sub(b"", old[:end].rstrip())
        return tag + f' ht="{self.heights[number]}"'.encode("ascii") + old[end:]

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
