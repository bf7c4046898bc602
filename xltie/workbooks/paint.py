"""Draws a sheet of our form into a new workbook: its head, its lines, its marks, its paper."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.core.laid_cells import LaidLines
from xltie.core.text_width import display_width
from xltie.sheets.forms import (
    FIRST,
    HEADER_ROW,
    LAST,
    RED,
    ROSE,
    RULE,
    Column,
    Form,
    Mark,
    head_formulas,
)
from xltie.workbooks import styles

FAULTS = "FaultyLines"
"""Name of the cell that lists the faulty lines of every sheet."""
_OWN_FORMAT = 164
"""The least number that a format of a workbook's own may have (ECMA-376, part 1, 18.8.30)."""
_WIDE = 20
"""Letters from which the heading of a column stands at its left, as the texts below it."""


def paint_head(sheet: Worksheet, table: Form, title: str = "") -> None:
    """Write the first four rows, set the widths, and lay down marks and paper."""
    sheet.sheet_view.showGridLines = False
    for at, column in enumerate(table.columns, 1):
        styles.look(sheet.cell(1, at), "Title type" if table.is_first else "Title",
                    is_typed=table.is_first)  # fmt: skip
        styles.look(sheet.cell(3, at), "Notice")
        _heading(sheet, at, column)
    if table.is_first:
        styles.type_into(sheet.cell(1, 1), title)
    sheet["A2"] = table.facts
    styles.look(sheet["A2"], "Facts")
    _above(sheet, table)
    for (row, at), formula in head_formulas(table.whole, sheet.title).items():
        sheet.cell(row, at, f"={formula}")
    for row, height in ((1, 28), (2, 20), (3, 22), (HEADER_ROW, table.head)):
        sheet.row_dimensions[row].height = height
    sheet.freeze_panes = f"{column_name(table.frozen + 1)}{FIRST}"
    wrong = Mark(
        f"A3:{table.last_column}3", f'LEN({FAULTS})>1', is_bold=True, color=RED,
        fill=ROSE,
    )  # fmt: skip
    for mark in (*table.marks, *(() if table.above else (wrong,))):
        lay_mark(sheet, mark)
    styles.paper(sheet, is_landscape=table.is_landscape)


def _above(sheet: Worksheet, table: Form) -> None:
    """Write what stands above the headings: labels, and cells to choose in."""
    for column, value, is_typed, choices in table.above:
        cell: Any = sheet.cell(3, column)
        text = value[1:] if isinstance(value, str) and value.startswith("=") else ""
        cell.value = f"={table.whole.written(text)}" if text else value
        if is_typed:
            styles.look(cell, "Head type left", is_typed=True)
        if choices:
            offered = DataValidation(
                type="list", formula1=choices, allow_blank=True,
                showErrorMessage=choices.startswith('"'),
            )  # fmt: skip
            offered.add(cell)
            sheet.add_data_validation(offered)


def _heading(sheet: Worksheet, at: int, column: Column) -> None:
    text = column.text
    cell = sheet.cell(HEADER_ROW, at, text or None)
    name = "Head type" if column.is_typed else "Head"
    if text:
        styles.look(cell, f"{name} left" if column.width >= _WIDE else name)
    dimension = sheet.column_dimensions[column_name(at)]
    dimension.width = column.width
    # what is typed below the last line looks like the others, and 1-0 is no date
    below: Any = sheet.cell(LAST, at)
    styles.look(below, column.look, is_typed=column.is_typed or column.is_open, has_line=False)
    setattr(dimension, "_style", copy(below._style))  # noqa: B010
    del sheet._cells[LAST, at]


def lay_mark(sheet: Worksheet, mark: Mark) -> None:
    """Add a conditional format to a sheet."""
    font = Font(bold=mark.is_bold or None, color=mark.color or None)
    fill = PatternFill(bgColor=mark.fill, fill_type="solid") if mark.fill else None
    border = Border(bottom=Side(style="thin", color=mark.line)) if mark.line else None
    number = NumberFormat(numFmtId=_OWN_FORMAT, formatCode=mark.number) if mark.number else None
    look = DifferentialStyle(
        font=font if mark.is_bold or mark.color else None, numFmt=number, fill=fill, border=border
    )
    rule = Rule(type="expression", dxf=look, formula=[mark.test])
    rule.stopIfTrue = mark.stops or None
    sheet.conditional_formatting.add(mark.cells, rule)


def paint_line(
    sheet: Worksheet, table: Form, row: int, values: Mapping[str, Any], begins: bool = False
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
            made = table.whole.formula(column, row) if column.key else column.formula
            cell.value = f"={made}" if column.key else made.format(row=row)
        else:
            styles.type_into(cell, value)
        if column.number:
            cell.number_format = column.number
        if begins:
            own = cell.border
            cell.border = Border(left=own.left, right=own.right, bottom=own.bottom,
                                 top=Side(style="thick", color=RULE))  # fmt: skip
    sheet.row_dimensions[row].height = table.height or needed(sheet, row)


def needed(sheet: Worksheet, row: int) -> float:
    """Return the height of a row whose longest text is broken into as many lines as it needs."""
    widths = (
        sheet.column_dimensions[column_name(at)].width for at in range(1, len(sheet[row]) + 1)
    )
    lines = (
        -(-display_width(str(cell.value)) // int(_FITS * width))
        for cell, width in zip(sheet[row], widths, strict=True)
        if cell.data_type == "s"
    )
    return _LINE * max(lines, default=1)


_FITS, _LINE = 0.85, 15
"""Letters that fit where one of the width of a digit does, and the points of a line."""


def paint_laid(sheet: Worksheet, laid: LaidLines) -> None:
    """Write lines that are described once for new workbooks, files and programs."""
    for (row, column), cell in laid.cells.items():
        target = styles.new_cell(sheet, row, column, cell.look)
        if cell.formula:
            target.value = f"={cell.formula}"
        else:
            styles.type_into(target, cell.value)
    for row in laid.rows:
        sheet.row_dimensions[row].height = laid.height
    for row in laid.folded:
        sheet.row_dimensions[row].outlineLevel = 1
        sheet.row_dimensions[row].hidden = True
    if laid.folded:
        sheet.row_dimensions[min(laid.folded) - 1].collapsed = True


def end_table(sheet: Worksheet, table: Form, last: int) -> None:
    """Say what is printed: the table down to a row."""
    printed = max(at for at, column in enumerate(table.columns, 1) if column.is_printed)
    sheet.print_area = f"A1:{column_name(printed)}{max(last, FIRST)}"
