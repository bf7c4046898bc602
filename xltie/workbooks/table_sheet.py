"""A sheet as data: its head, its columns, what a line of it holds and which rules mark it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.sheets.formulas import EVENT_NAME_FORMULA, HEADER_ROW, NOTICES
from xltie.workbooks import styles

FAULTS = "FaultRows"
"""Name of the cell that lists the faulty lines of every sheet."""
FIRST = HEADER_ROW + 1
LAST = 9999
_WIDE = 20
"""Letters from which the heading of a column stands at its left, as the texts below it."""


@dataclass(frozen=True)
class TableColumn:
    """A column: its heading, its width, and how its cells look.

    Each line holds the ``formula``, in which ``{row}`` is its row. People type what ``is_typed``,
    and may type what ``is_open``.
    """

    heading: str
    width: float
    look: str = "Number"
    is_typed: bool = False
    formula: str = ""
    number: str = ""
    is_open: bool = False


@dataclass(frozen=True)
class Mark:
    """A conditional format: the cells, the test of the first of them, and what it changes."""

    cells: str
    test: str
    is_bold: bool = False
    color: str = ""
    fill: str = ""
    line: str = ""
    stops: bool = False
    number: str = ""


@dataclass(frozen=True)
class TableSheet:
    """A sheet with a table: its columns, its marks and its paper.

    The second and third row hold what every sheet of the name has there, or the ``facts``. A line
    stands under each row that ``has_lines``; elsewhere a mark draws it.
    """

    columns: Sequence[TableColumn]
    marks: Sequence[Mark] = ()
    height: float = 20
    is_first: bool = False
    is_landscape: bool = False
    has_lines: bool = True
    facts: str = ""

    @property
    def last_column(self) -> str:
        """The letters of the last column."""
        return column_name(len(self.columns))

    def letter(self, heading: str) -> str:
        """Return the letters of a column."""
        return column_name([own.heading for own in self.columns].index(heading) + 1)


def faulty(sheet: str, last_column: str) -> Mark:
    """Return the mark of lines that the engine names as faulty; ``sheet`` is their letter."""
    test = f'ISNUMBER(SEARCH("|{sheet}"&ROW()&"|",{FAULTS}))'
    cells = f"A{FIRST}:{last_column}{LAST}"
    return Mark(cells, test, is_bold=True, color=styles.RED, fill=styles.ROSE, stops=True)


def paint_head(sheet: Worksheet, table: TableSheet, title: str = "") -> None:
    """Write the first four rows, set the widths, and lay down marks and paper."""
    sheet.sheet_view.showGridLines = False
    for at, column in enumerate(table.columns, 1):
        styles.look(sheet.cell(1, at), "Title type" if table.is_first else "Title",
                    is_typed=table.is_first)  # fmt: skip
        styles.look(sheet.cell(3, at), "Notice")
        _heading(sheet, at, column)
    if table.is_first:
        styles.type_into(sheet.cell(1, 1), title)
    else:
        sheet["A1"] = f"={EVENT_NAME_FORMULA}"
    values = sum(own.heading == "" for own in table.columns)
    shown, notice = (text.format(columns=values) for text in NOTICES[sheet.title])
    sheet["A2"], sheet["A3"] = table.facts or f"={shown}", f"={notice}"
    styles.look(sheet["A2"], "Facts")
    has_two = any("\n" in own.heading or len(own.heading) > own.width for own in table.columns)
    for row, height in ((1, 28), (2, 20), (3, 22), (HEADER_ROW, 32 if has_two else 24)):
        sheet.row_dimensions[row].height = height
    sheet.freeze_panes = f"A{FIRST}"
    wrong = Mark(
        f"A3:{table.last_column}3", f'LEN({FAULTS})>1', is_bold=True, color=styles.RED,
        fill=styles.ROSE,
    )  # fmt: skip
    for mark in (*table.marks, wrong):
        lay_mark(sheet, mark)
    styles.paper(sheet, is_landscape=table.is_landscape)


def _heading(sheet: Worksheet, at: int, column: TableColumn) -> None:
    cell = sheet.cell(HEADER_ROW, at, column.heading or None)
    name = "Head type" if column.is_typed else "Head"
    styles.look(cell, f"{name} left" if column.width >= _WIDE else name)
    sheet.column_dimensions[column_name(at)].width = column.width
    if column.is_typed or column.is_open:
        styles.open_below(sheet, [column_name(at)])


def lay_mark(sheet: Worksheet, mark: Mark) -> None:
    """Add a conditional format to a sheet."""
    font = Font(bold=mark.is_bold or None, color=mark.color or None)
    fill = PatternFill(bgColor=mark.fill, fill_type="solid") if mark.fill else None
    border = Border(bottom=Side(style="thin", color=mark.line)) if mark.line else None
    look = DifferentialStyle(
        font=font if mark.is_bold or mark.color else None, fill=fill, border=border
    )
    if mark.number:
        look.numFmt = NumberFormat(numFmtId=164, formatCode=mark.number)
    rule = Rule(type="expression", dxf=look, formula=[mark.test])
    rule.stopIfTrue = mark.stops or None
    sheet.conditional_formatting.add(mark.cells, rule)


def paint_line(
    sheet: Worksheet, table: TableSheet, row: int, values: Mapping[str, Any], begins: bool = False
) -> None:
    """Write a line of a table: values by heading, formulas where there are none.

    A line that ``begins`` a part of the table stands under a strong line.
    """
    for at, column in enumerate(table.columns, 1):
        cell = sheet.cell(row, at)
        is_open = column.is_typed or column.is_open
        styles.look(cell, column.look, is_typed=is_open, has_line=table.has_lines)
        value = values.get(column.heading)
        if value is None and column.formula:
            cell.value = column.formula.format(row=row)
        else:
            styles.type_into(cell, value)
        if column.number:
            cell.number_format = column.number
        if begins:
            own = cell.border
            cell.border = Border(left=own.left, right=own.right, bottom=own.bottom,
                                 top=Side(style="thick", color=styles.RULE))  # fmt: skip
    sheet.row_dimensions[row].height = table.height


def end_table(sheet: Worksheet, table: TableSheet, last: int) -> None:
    """Say what is printed: the table down to a row."""
    sheet.print_area = f"A1:{table.last_column}{max(last, FIRST)}"
