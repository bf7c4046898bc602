"""How a template looks: few colours, readable in print and on a projector."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any
from weakref import WeakKeyDictionary

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.formatting.rule import FormulaRule, Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.sheets.formulas import HEADER_ROW, XLFN_PREFIX, event_name_formula, name_cell

INK = "1F2933"
ACCENT = "1F6F54"
PALE = "E6F1EC"
INPUT = "FFF9E5"
WARN = "F8D7DA"
GREY = "7B8794"

TITLE = Font(name="Calibri", size=16, bold=True, color=ACCENT)
NOTE = Font(name="Calibri", size=10, italic=True, color=GREY)
ALARM = Font(name="Calibri", size=11, bold=True, color="B42318")
HEADER = Font(name="Calibri", size=11, bold=True, color="FFFFFF")
BODY = Font(name="Calibri", size=11, color=INK)
STRONG = Font(name="Calibri", size=11, bold=True, color=INK)
HEADER_FILL = PatternFill("solid", fgColor=ACCENT)
INPUT_FILL = PatternFill("solid", fgColor=INPUT)
PALE_FILL = PatternFill("solid", fgColor=PALE)
WARN_FILL = PatternFill("solid", bgColor=WARN, fgColor=WARN)
UNLOCKED, LOCKED = Protection(locked=False), Protection(locked=True)
OVERWRITTEN_FILL = PatternFill("solid", bgColor="FFD8A8", fgColor="FFD8A8")
THIN = Side(style="thin", color="D5DCE1")
LINE = Border(bottom=THIN)
CENTRE = Alignment(horizontal="center", vertical="center")
LEFT = Alignment(horizontal="left", vertical="center")
WRAP = Alignment(wrap_text=True, vertical="top")
WRAP_LEFT = Alignment(horizontal="left", wrap_text=True, vertical="top")


_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML file can hold."""


def put(sheet: Worksheet, row: int, column: int, value: Any = None, **look: Any) -> Cell:
    """Write a cell in the body style but for the ``font``, ``fill`` and so on; return it."""
    cell: Cell = sheet.cell(row, column)  # type: ignore[assignment]
    cell.value = value
    _dress(cell, look)
    return cell


_LOOKS: WeakKeyDictionary[Workbook, dict[tuple[tuple[str, int], ...], tuple[Any, Any]]] = (
    WeakKeyDictionary()
)
"""The styles made in each workbook, by what they were made of."""


def _dress(cell: Any, look: Mapping[str, Any]) -> None:
    """Give a cell its look: openpyxl compares every part with all it has, so each is made once."""
    made = _LOOKS.setdefault(cell.parent.parent, {})
    key = tuple((name, id(part)) for name, part in look.items())
    if key not in made:
        for name, part in {"font": BODY, "border": LINE, **look}.items():
            if name == "font" and part is not BODY:
                cell.font = BODY  # which keeps the numbers that the fonts have always had
            setattr(cell, name, part)
        # The parts are kept, so that their ids cannot be given to others.
        made[key] = copy(cell._style), look
        return
    cell._style = copy(made[key][0])


def typed(sheet: Worksheet, row: int, column: int, value: object, **look: Any) -> Cell:
    """Write what a person gives; a text that looks like a formula or an error stays a text.

    The cell stays open where somebody protects the sheet.
    """
    cell = put(sheet, row, column, _legal(value), protection=UNLOCKED, **look)
    _keep_text(cell, value)
    return cell


def typed_like(look: Cell, row: int, value: object) -> Cell:
    """Write what a person gives into the column of a cell whose look it takes, which is quicker."""
    sheet: Any = look.parent
    cell: Cell = sheet.cell(row, look.column)
    if value is not None:
        cell.value = _legal(value)
    cell._style = copy(look._style)  # type: ignore[attr-defined]
    _keep_text(cell, value)
    return cell


def _legal(value: object) -> Any:
    """Return a value without the characters that no workbook may hold."""
    return _ILLEGAL.sub("", value) if isinstance(value, str) else value


def _keep_text(cell: Cell, value: object) -> None:
    if isinstance(value, str) and cell.data_type != "s":
        cell.data_type = "s"
        cell.quotePrefix = True


def open_below(sheet: Worksheet, columns: Sequence[str]) -> None:
    """Leave columns open for lines below those prepared where somebody protects the sheet."""
    for letters in columns:
        sheet.column_dimensions[letters].protection = UNLOCKED


def mark(
    test: str, fill: PatternFill | None = None, font: Font | None = None, number: str = ""
) -> Rule:
    """Return a conditional format for the cells for which a formula is true."""
    rule: Rule = FormulaRule(formula=[test], fill=fill, font=font)  # type: ignore[no-untyped-call]
    if number:
        shown = NumberFormat(numFmtId=164, formatCode=number)
        rule.dxf = DifferentialStyle(numFmt=shown, fill=fill, font=font)
    return rule


def mark_overwritten(sheet: Worksheet, cells: str) -> None:
    """Show at once where a value was typed over a formula."""
    first = cells.split(":", maxsplit=1)[0]
    overwritten = mark(f"NOT({XLFN_PREFIX}ISFORMULA({first}))", fill=OVERWRITTEN_FILL)
    sheet.conditional_formatting.add(cells, overwritten)


def hide_unknown(sheet: Worksheet, cells: str, paper: str = "FFFFFF") -> None:
    """Keep blank cells blank in a program without xltie.

    LibreOffice recomputes a formula whose stored value is an empty text when it opens a file,
    and without the extension such a cell becomes #NAME?; other values stay as they are stored.
    """
    first = cells.split(":", maxsplit=1)[0]
    unknown = f"IF(ISERROR({first}),ERROR.TYPE({first})=5,FALSE)"
    sheet.conditional_formatting.add(cells, mark(unknown, font=Font(color=paper)))


def title(sheet: Worksheet, heading: str, note: str) -> None:
    """Write a sheet's title, the event's name and one line of explanation."""
    sheet["A1"] = heading
    sheet["A1"].font = TITLE
    sheet["A2"] = note
    sheet["A2"].font = NOTE
    sheet.row_dimensions[1].height = 24
    sheet.sheet_view.showGridLines = False


def header(sheet: Worksheet, headings: tuple[str, ...], widths: tuple[float, ...]) -> None:
    """Write the header row and set the widths of the columns."""
    for column, (heading, width) in enumerate(zip(headings, widths, strict=True), 1):
        cell = sheet.cell(HEADER_ROW, column, heading)
        cell.font = HEADER
        cell.fill = HEADER_FILL
        # Of a heading that a formula makes the length is not known: it shrinks, never breaks.
        cell.alignment = Alignment(
            horizontal="center", vertical="center", wrap_text=heading != "",
            shrink_to_fit=heading == "",
        )  # fmt: skip
        sheet.column_dimensions[column_name(column)].width = width
    sheet.row_dimensions[HEADER_ROW].height = 30


_WIDE = 125
"""Letters across from which a sheet is too small to read on a page that stands upright."""
_ACROSS = 108
"""Letters across a page of A4 on its side; a wider sheet is printed smaller, with more lines."""
_LINES = 34
"""Lines of a sheet as wide as such a page, at most, its head among them."""


def _pages(sheet: Worksheet, lines: int) -> int:
    """Return the pages that so many lines below the head need, at least, on pages on their side.

    What is spare must begin no page, so it is rather printed a little smaller.
    """
    across = max(1.0, _width(sheet) / _ACROSS)
    return max(1, -(-lines // int(_LINES * across - HEADER_ROW - 2)))


def _width(sheet: Worksheet) -> float:
    return sum(dimension.width for dimension in sheet.column_dimensions.values())


def printing(
    sheet: Worksheet,
    *,
    landscape: bool = False,
    event: str = "",
    lines: int = 0,
    repeat: bool = True,
) -> None:
    """Fit the sheet to the width of a page, with its head on every page.

    ``event`` is the cell of the event's name, which becomes part of the head; of one that is not to
    ``repeat`` only that line stands on every page. Lines beyond
    ``lines`` are spare: they begin no page of their own. A broad sheet is landscape anyway.
    """
    landscape |= _width(sheet) > _WIDE
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.paperSize = 9  # A4
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = _pages(sheet, lines) if lines else 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    if event:
        name = sheet.cell(*name_cell(sheet.title), f"={event_name_formula(event)}")
        name.font = STRONG
    if repeat or event:
        sheet.print_title_rows = f"{1 if event else HEADER_ROW}:{HEADER_ROW if repeat else 1}"
    sheet.oddFooter = HeaderFooterItem(left=_HeaderFooterPart("&A"), right=_HeaderFooterPart("&P"))
    sheet.page_margins.left = sheet.page_margins.right = sheet.page_margins.top = 0.5
    sheet.page_margins.bottom = 0.75  # the footer stands in it
    sheet.page_margins.header = sheet.page_margins.footer = 0.3


def table(sheet: Worksheet, name: str, columns: int, last: int) -> None:
    """Make a table of the header row and the lines down to the last.

    The buttons of its filters stand at the bottom of the header row, the headings above them.
    """
    sheet.row_dimensions[HEADER_ROW].height = 46
    for column in range(1, columns + 1):
        sheet.cell(HEADER_ROW, column).alignment = Alignment("center", "top", wrap_text=True)
    made = Table(displayName=name, ref=f"A{HEADER_ROW}:{column_name(columns)}{last}")
    made.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=False)
    sheet.add_table(made)
