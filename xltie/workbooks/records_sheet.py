"""The sheet that keeps the lines of a tournament file, so that none is lost in a workbook."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any, Dict, Tuple

from openpyxl.styles import Font

from xltie.core.cells import Grid, text_of
from xltie.event import Contestant
from xltie.games.preset import Preset
from xltie.workbooks import styles

_ENDS: Mapping[str, str] = {"LF": "\n", "CRLF": "\r\n", "CR": "\r", "": ""}
_NAMES: Mapping[str, str] = {end: name for name, end in _ENDS.items()}
_HEADER = ("Line", "End", "Written as", "Encoding")
_BASIS = "Places by"
_FONT = Font(name="Courier New", size=10)
_PAGE = 132
"""Letters across a page on its side."""
_NARROWEST, _WIDEST = 60, 255
"""Widths of the column of the lines; the second is the most that a sheet may have."""
Records = Tuple[Tuple[str, str], ...]


def add_records(book: Any, title: str, records: Records, encoding: str, basis: str = "") -> None:
    """Add a sheet with the lines of a file, each with how it ends, to an openpyxl workbook.

    ``basis`` is what the places of the file rest on, to be compared when it is written again.
    """
    sheet = book.create_sheet(title)
    sheet.append((*_HEADER, _BASIS) if basis else _HEADER)
    if basis:
        sheet.cell(2, len(_HEADER) + 1, basis)
    longest = max((len(line) for line, _ in records), default=0)
    width = max(_NARROWEST, min(longest + 4, _WIDEST))
    sheet.column_dimensions["A"].width = width
    look = sheet.cell(2, 1)
    look.font, look.number_format = _FONT, "@"  # such a file has its columns by counted letters
    for row, (line, end) in enumerate(records, 2):
        plain = line.isprintable() and not line.startswith("'")
        cell = sheet.cell(row, 1)
        cell.value = line if plain else line.encode("unicode_escape").decode("ascii")
        cell.data_type = "s"
        cell._style = copy(look._style)  # quicker than to give it font and format anew
        sheet.cell(row, 2, _name_of(end) or None)
        if not plain:
            sheet.cell(row, 3, "escaped")
    sheet.cell(2, 4, encoding or "utf-8")
    sheet.print_area = f"A1:A{len(records) + 1}"
    styles.paper(sheet, is_landscape=True, repeats=False)
    # LibreOffice fits several columns to a page, but not one that is broader than it
    sheet.sheet_properties.pageSetUpPr.fitToPage = False
    sheet.page_setup.scale = max(10, min(100, 100 * _PAGE // width))


def _name_of(end: str) -> str:
    """Return a line end in letters: LF, CRLF FF for one with a page break after it."""
    pages = end.count("\f")
    return _NAMES[end.rstrip("\f")] + " FF" * pages


def _end_of(name: str) -> str:
    first, *pages = name.split(" ")
    return _ENDS.get(first, "\n") + "\f" * pages.count("FF")


def read_records(sheets: Mapping[str, Grid], title: str) -> Tuple[Records, str]:
    """Return the lines of a file and its encoding from a workbook; nothing where it has none."""
    grid = {name.casefold(): grid for name, grid in sheets.items()}.get(title.casefold())
    if grid is None or not grid.height or text_of(grid.rows[0][0]) != _HEADER[0]:
        return (), ""
    found = []
    encoding = "utf-8"
    for row in grid.rows[1:]:
        cells: Dict[str, str] = {
            name: str(cell) for name, cell in zip(_HEADER, row) if cell is not None
        }
        line = cells.get("Line", "")
        if cells.get("Written as") == "escaped":
            line = line.encode("ascii").decode("unicode_escape")
        found.append((line, _end_of(cells.get("End", ""))))
        encoding = cells.get("Encoding", encoding)
    return tuple(found), encoding


def read_basis(sheets: Mapping[str, Grid], title: str) -> str:
    """Return what the places rested on when the lines were read; "" where that was not kept."""
    grid = {name.casefold(): grid for name, grid in sheets.items()}.get(title.casefold())
    if grid is None or grid.height < 2 or grid.width <= len(_HEADER):
        return ""
    return text_of(grid.rows[1][len(_HEADER)]) if grid.rows[0][len(_HEADER)] == _BASIS else ""


_KEYS = (
    "format", "rulebook", "criteria", "absent", "bye", "rounding", "unplayed", "basis", "limits",
)  # fmt: skip


def criteria_fingerprint(
    preset: Preset, said: Mapping[str, object], contestants: Iterable[Contestant]
) -> str:
    """Return the settings that places rest on, and a check sum of the start scores, as a text.

    It is kept beside the lines of a file: where another one comes out when the file is written
    again, the old lines no longer say what the workbook shows.
    """
    usual = {setting.key: setting.default for setting in preset.settings}
    values = {key: str(said.get(key, usual.get(key, ""))) for key in _KEYS}
    starts = ";".join(f"{contestant.id}:{contestant.start}" for contestant in contestants)
    told = "; ".join(f"{key}={' '.join(text.split())}" for key, text in values.items() if text)
    return f"{told}; starts={zlib.crc32(starts.encode()):08x}"
