"""The parts of a new workbook's file: all of them by openpyxl but the rows of the sheets.

Rows are nearly all of a large workbook, and openpyxl takes three times as long for them, more than
four where lxml is not installed. What a cell holds and how it looks is openpyxl's all the same.
"""

from __future__ import annotations

import io
import math
import posixpath
import re
import zipfile
from collections.abc import Mapping
from typing import Any, BinaryIO

from openpyxl import Workbook
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter

from xltie.core.cells import column_name

_SPECIAL = re.compile("[&<>\r]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_NO_ROWS = re.compile(rb"<sheetData\s*(?:/>|></sheetData>)")


class _Unusual(Exception):
    """A cell that only openpyxl should write."""


def parts_of(book: Workbook) -> dict[str, bytes]:
    """Return the content of every file in the archive of a workbook, by its name."""
    saved = io.BytesIO()
    with zipfile.ZipFile(saved, "w") as archive:
        writer = _BookWriter(book, archive)
        writer.save()
    parts = parts_in(saved)
    for name, rows in writer.rows.items():
        before, after = _NO_ROWS.split(parts[name])
        parts[name] = b"".join((before, b"<sheetData>", rows, b"</sheetData>", after))
    return parts


def parts_in(file: BinaryIO) -> dict[str, bytes]:
    """Return the content of every file in an archive, by its name."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive(parts: Mapping[str, bytes], packed: int = zipfile.ZIP_STORED) -> bytes:
    """Return files as an archive, without the time at which it was made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in parts.items():
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = packed
            made.writestr(entry, data)
    return out.getvalue()


LETTER_COUNTRIES = (
    "US", "CA", "MX", "PR", "PH", "CO", "CL", "VE", "GT", "CR", "SV", "NI", "PA", "DO",
    "United States", "Canada", "Mexico", "Philippines", "Colombia", "Chile",
)  # fmt: skip
"""Countries that print on Letter (Unicode CLDR, territories with the paper size US-Letter)."""
_A4, _LETTER = b'paperSize="9"', b'paperSize="1"'


def uses_letter(locale: str) -> bool:
    """Tell whether Letter is the paper of a place such as ``en_US.UTF-8``."""
    country = locale.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[2]
    return country in LETTER_COUNTRIES


def on_letter(data: bytes) -> bytes:
    """Return a workbook that is printed on Letter in place of A4."""
    parts = parts_in(io.BytesIO(data))
    changed = {
        name: part.replace(_A4, _LETTER) if name.startswith("xl/worksheets/") else part
        for name, part in parts.items()
    }
    return archive(changed, zipfile.ZIP_DEFLATED)


class _BookWriter(ExcelWriter):
    """Writes a workbook without its rows, and has them beside it."""

    def __init__(self, book: Workbook, archive: zipfile.ZipFile) -> None:
        super().__init__(book, archive)
        self.rows: dict[str, bytes] = {}

    def write_worksheet(self, ws: Any) -> None:
        """Write a sheet as openpyxl does, but for its rows."""
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts, ws._drawing.images = ws._charts, ws._images
        writer = _SheetWriter(ws)
        writer.write()
        ws._rels = writer._rels  # type: ignore[attr-defined]
        part = ws.path.removeprefix("/")
        if writer.written is not None:
            self.rows[part] = writer.written
        self._archive.write(writer.out, part)  # type: ignore[attr-defined]
        self.manifest.append(ws)
        writer.cleanup()


class _SheetWriter(WorksheetWriter):
    """Writes a sheet without its rows, and has them beside it; with them if they are unusual."""

    written: bytes | None = None

    def write_rows(self) -> None:
        """Write that there are rows."""
        try:
            self.written = _rows(self.ws)
        except _Unusual:
            super().write_rows()
            return
        stream: Any = self.xf.send(True)
        with stream.element("sheetData"):
            pass
        self.xf.send(None)


def _rows(sheet: Any) -> bytes:
    """Return the rows of a sheet with their cells."""
    heights = sheet.row_dimensions
    rows: dict[int, list[str]] = {number: [] for number in heights}
    styles: dict[bytes, str] = {}
    for (row, column), cell in sorted(sheet._cells.items()):
        look = cell._style.tobytes() if cell.has_style else b""
        style = styles.get(look)
        if style is None:
            style = styles[look] = f' s="{cell.style_id}"' if look else ""
        element = _element(cell, f'<c r="{column_name(column)}{row}"{style}', bool(style))
        rows.setdefault(row, []).append(element)
    lines = []
    for row in sorted(rows):
        more = "".join(f' {key}="{value}"' for key, value in dict(heights.get(row, {})).items())
        lines.append(f'<row r="{row}"{more}>{"".join(rows[row])}</row>')
    return "".join(lines).encode("utf-8")


def _element(cell: Any, start: str, has_style: bool) -> str:
    """Return the element of a cell; ``start`` is its place and its style. "" where neither is.

    Raises:
        _Unusual: a date, a rich text, an array, a link, a comment.
    """
    value, kind = cell._value, cell.data_type
    if cell.hyperlink is not None or cell._comment is not None:
        raise _Unusual
    if value is None or value == "":
        return f"{start}/>" if has_style else ""
    if kind == "n" and isinstance(value, (int, float)) and math.isfinite(value):
        return f"{start}><v>{value:.16g}</v></c>"
    if kind == "b":
        return f'{start} t="b"><v>{value:d}</v></c>'
    return _text_element(value, kind, start)


def _text_element(value: object, kind: str, start: str) -> str:
    if not isinstance(value, str) or kind not in ("f", "s"):
        raise _Unusual
    if kind == "f":
        return f"{start}><f>{_escaped(value[1:])}</f><v/></c>"
    space = ' xml:space="preserve"' if value != value.strip() else ""
    return f'{start} t="inlineStr"><is><t{space}>{_escaped(value)}</t></is></c>'


def _escaped(text: str) -> str:
    if not _SPECIAL.search(text):
        return text
    return _SPECIAL.sub(lambda match: _ENTITIES[match[0]], text)


_STYLES = "xl/styles.xml"
_FONT = re.compile(rb"(<font>)(.*?)(</font>)", re.DOTALL)
_CHILD = re.compile(rb"<(\w+)\b[^<>]*/>")
_ORDER = (
    "b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz", "color",
    "name", "family", "charset", "scheme",
)  # fmt: skip
"""The children of a font in the order of the schema (ECMA-376, part 1, 18.8.22)."""
_TARGET = re.compile(rb'(\sTarget=")(/[^"]*)(")')
_DRAWING = re.compile(rb"<(/?)(?=\w+[\s/>])(?!/?a:|/?c:)")
_DRAWN = b"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"


def as_excel_writes(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the parts with fonts in order, relative targets and prefixes of drawings.

    Excel opens both; other readers are stricter: Microsoft's own validator asks for the order of
    the schema, and programs that know only files of Excel expect its targets and prefixes.
    """
    return {name: _as_excel_writes(name, data) for name, data in parts.items()}


def _as_excel_writes(name: str, data: bytes) -> bytes:
    if name == _STYLES:
        return _FONT.sub(lambda font: font[1] + _in_order(font[2]) + font[3], data)
    if name.endswith(".rels"):
        folder = posixpath.dirname(posixpath.dirname(name))
        return _TARGET.sub(lambda found: found[1] + _relative(found[2], folder) + found[3], data)
    if name.startswith("xl/drawings/drawing"):
        return _DRAWING.sub(rb"<\1xdr:", data).replace(b'xmlns="' + _DRAWN, b'xmlns:xdr="' + _DRAWN)
    return data


def _in_order(children: bytes) -> bytes:
    found = sorted(_CHILD.finditer(children), key=lambda child: _ORDER.index(child[1].decode()))
    return b"".join(child[0] for child in found)


def _relative(target: bytes, folder: str) -> bytes:
    return posixpath.relpath(target.decode("utf-8"), f"/{folder}").encode("utf-8")
