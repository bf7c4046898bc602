"""How a template looks: few colours, readable in print and on a projector."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from typing import Any
from weakref import WeakKeyDictionary

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.styles import (
    Alignment,
    Border,
    Font,
    NamedStyle,
    PatternFill,
    Protection,
    Side,
)
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.core.csv_table import would_run
from xltie.core.laid_cells import STYLE
from xltie.core.text_width import display_width
from xltie.sheets.forms import GOLD, GREEN, HAIR, HEADER_ROW, INK, PALE, RULE, WHITE, YELLOW

FONT = "Arial"


def _font(size: float, *, bold: bool = False, color: str | None = None) -> Font:
    """Return a font; a cell without a fill has no colour of its own, for the reader's dark page."""
    return Font(name=FONT, size=size, bold=bold, color=color)


def _fill(color: str) -> PatternFill:
    return PatternFill("solid", fgColor=color, bgColor=color)


TITLE = _font(18, bold=True)
HEADER = _font(11, bold=True, color=WHITE)
BODY = _font(11)
STRONG = _font(11, bold=True)
ON_YELLOW = _font(11, bold=True, color=INK)
HEADER_FILL, INPUT_FILL, PALE_FILL = map(_fill, (GREEN, YELLOW, PALE))
UNLOCKED, LOCKED = Protection(locked=False), Protection(locked=True)
THIN = Side(style="hair", color=HAIR)
LINE = Border(bottom=THIN)
CENTRE = Alignment(horizontal="center", vertical="center")
CENTRE_SHRUNK = Alignment(horizontal="center", vertical="center", shrink_to_fit=True)
WRAP_LEFT = Alignment(horizontal="left", wrap_text=True, vertical="top")


# -- named styles: a club changes one of them and all cells of a kind follow -----------------------

_INDENTED = Alignment(horizontal="left", vertical="center", indent=1)
_SHRUNK = Alignment(horizontal="left", vertical="center", indent=1, shrink_to_fit=True)
_HEADED = Alignment(horizontal="center", vertical="center", wrap_text=True)
_HEADED_LEFT = Alignment(horizontal="left", vertical="center", indent=1, wrap_text=True)
_WRAPPED = Alignment(horizontal="left", vertical="center", wrap_text=True, indent=1)
_GOLD = Side(style="thin", color=GOLD)
_BESIDE = Border(bottom=THIN, left=_GOLD, right=_GOLD)
_TYPED_HEAD = Border(bottom=Side(style="medium", color=GOLD), left=_GOLD, right=_GOLD, top=_GOLD)

LOOKS: Mapping[str, Mapping[str, Any]] = {
    "Title": {"font": TITLE, "alignment": _INDENTED},
    "Title type": {"font": _font(18, bold=True, color=INK), "fill": INPUT_FILL,
                   "alignment": _INDENTED},
    "Facts": {"font": _font(13, bold=True), "alignment": _INDENTED},
    "Notice": {"font": ON_YELLOW, "fill": PALE_FILL, "alignment": _INDENTED},
    "Beside": {"font": _font(10), "alignment": _INDENTED},
    "Head": {"font": HEADER, "fill": HEADER_FILL, "alignment": _HEADED},
    "Head left": {"font": HEADER, "fill": HEADER_FILL, "alignment": _HEADED_LEFT},
    "Head type": {"font": ON_YELLOW, "fill": INPUT_FILL, "border": _TYPED_HEAD,
                  "alignment": _HEADED},
    "Head type left": {"font": ON_YELLOW, "fill": INPUT_FILL, "border": _TYPED_HEAD,
                       "alignment": _HEADED_LEFT},
    "Name": {"font": _font(12), "border": LINE, "alignment": _SHRUNK},
    "Text": {"font": BODY, "border": LINE, "alignment": _SHRUNK},
    "Wrap top": {"font": BODY, "border": LINE, "alignment": WRAP_LEFT},
    "Wrap": {"font": BODY, "border": LINE, "alignment": _WRAPPED},
    "Number": {"font": BODY, "border": LINE, "alignment": CENTRE_SHRUNK},
    "Small": {"font": _font(9), "border": LINE, "alignment": CENTRE},
    "Place": {"font": _font(12, bold=True), "border": LINE, "alignment": CENTRE},
    "Score": {"font": BODY, "border": LINE, "alignment": CENTRE_SHRUNK, "number_format": "0.0##"},
    "Fine score": {"font": BODY, "border": LINE, "alignment": CENTRE_SHRUNK,
                   "number_format": "0.00##"},
    "Points": {"font": _font(12, bold=True), "border": LINE, "alignment": CENTRE,
               "number_format": "0.0##"},
    "Percent": {"font": _font(12, bold=True), "border": LINE, "alignment": CENTRE,
                "number_format": "0.00"},
    "Result": {"font": _font(12, bold=True), "border": _BESIDE, "alignment": CENTRE,
               "number_format": "@", "protection": UNLOCKED},
    "Discs": {"font": _font(12, bold=True), "border": _BESIDE, "alignment": CENTRE,
              "protection": UNLOCKED},
    "Value": {"font": STRONG, "border": _BESIDE, "alignment": _WRAPPED},
}  # fmt: skip
"""How cells look, by what they hold."""
_OF_ROUNDS = ("Small", "Place", "Name", "Text", "Number", "Score", "Result", "Discs")
_STRONG = Side(style="thick", color=RULE)


def _first(kind: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a look as it is on the first line of a round, under a strong line."""
    line = kind["border"]
    return {**kind, "border": Border(left=line.left, right=line.right, bottom=line.bottom,
                                     top=_STRONG)}  # fmt: skip


_OF_STANDINGS = (
    "Place", "Name", "Small", "Text", "Number", "Score", "Fine score", "Points", "Percent",
)  # fmt: skip
_LAID = {
    **LOOKS,
    **{f"{name} first": _first(LOOKS[name]) for name in _OF_ROUNDS},
    # where nobody stands there is no line: a mark draws it under whoever does
    **{f"{name} bare": {**LOOKS[name], "border": Border()} for name in _OF_STANDINGS},
}


def new_book() -> Workbook:
    """Return a workbook whose blank cells are written in our font."""
    book = Workbook()
    book.properties.creator = "xltie"
    normal: Any = book._named_styles["Normal"]  # type: ignore[attr-defined]
    normal.font = _font(10)
    for name, kind in _LAID.items():
        book.add_named_style(NamedStyle(name=STYLE.format(look=name), **kind))
    return book


def look(cell: Any, name: str, *, is_typed: bool = False, has_line: bool = True) -> None:
    """Give a cell a named style; what is ``is_typed`` stays open where a sheet is protected.

    A cell that ``has_line`` stands on one.
    """
    made = _NAMED.setdefault(cell.parent.parent, {})
    key = (name, is_typed, has_line)
    if key not in made:
        bare = "" if has_line else f"{name} bare"
        cell.style = STYLE.format(look=bare if bare in _LAID else name)
        if is_typed:
            cell.protection = UNLOCKED
        if not has_line:
            cell.border = Border()
        made[key] = copy(cell._style)
    cell._style = copy(made[key])


def new_cell(sheet: Any, row: int, column: int, name: str) -> Any:
    """Return an empty cell in a named style, in place of what may be there.

    It is made at once with its style: openpyxl would give it one first, and then copy this.
    """
    made = _NAMED.setdefault(sheet.parent, {}).get((name, False, True))
    cell = sheet._cells[row, column] = Cell(sheet, row, column, style_array=made)
    if made is None:
        look(cell, name)
    return cell


_NAMED: WeakKeyDictionary[Workbook, dict[tuple[str, bool, bool], Any]] = WeakKeyDictionary()


_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML file can hold."""


def type_into(cell: Any, value: object) -> None:
    """Put what a person gives into a cell; a text that looks like a formula stays a text."""
    if value is None or value == "":
        return
    cell.value = _ILLEGAL.sub("", value) if isinstance(value, str) else value
    if isinstance(value, str) and (cell.data_type != "s" or would_run(value)):
        cell.data_type = "s"  # a text that Excel would run when somebody enters its cell once more
        cell.quotePrefix = True


_USUAL, _TALL = 20, 32
"""Points of a line, and of one whose text needs a second one."""
_BOLD = 0.85
"""Bold letters that fit where one plain letter does."""


def heighten(sheet: Worksheet, row: int) -> None:
    """Make a line of the Settings as high as its value, in bold letters, and what it says of it."""
    is_long = any(
        sheet[f"{letter}{row}"].data_type != "f"
        and display_width(str(sheet[f"{letter}{row}"].value or ""))
        > room * sheet.column_dimensions[letter].width
        for letter, room in (("B", _BOLD), ("C", 1))
    )
    sheet.row_dimensions[row].height = _TALL if is_long else _USUAL


def paper(sheet: Worksheet, *, is_landscape: bool = False, repeats: bool = True) -> None:
    """Fit the sheet to the width of a page, its head on every page, and a line at the foot."""
    sheet.page_setup.orientation = "landscape" if is_landscape else "portrait"
    sheet.page_setup.paperSize = 9  # A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    if repeats:
        sheet.print_title_rows = f"1:{HEADER_ROW}"
    sheet.print_options.horizontalCentered = True
    sheet.oddFooter = HeaderFooterItem(
        left=_HeaderFooterPart("&A"), center=_HeaderFooterPart("&P / &N"),
        right=_HeaderFooterPart("&D &T"),
    )  # fmt: skip
    margins = sheet.page_margins
    margins.left = margins.right = margins.top = 0.5
    margins.bottom, margins.header, margins.footer = 0.6, 0.3, 0.3


def table(sheet: Worksheet, name: str, columns: int, last: int) -> None:
    """Make a table of the header row and the lines down to the last."""
    made = Table(displayName=name, ref=f"A{HEADER_ROW}:{column_name(columns)}{last}")
    made.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=False)
    sheet.add_table(made)


def without_filters(book: Workbook) -> None:
    """Take the filter buttons off the tables of a finished workbook; openpyxl sets them."""
    for sheet in book.worksheets:
        for made in sheet.tables.values():
            made._initialise_columns()
            made.autoFilter = None
            for cell, column in zip(sheet[made.ref][0], made.tableColumns, strict=True):
                column.name = str(cell.value)
