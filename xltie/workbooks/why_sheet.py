"""The sheet Why: empty when it is made, with lines for every round that is paired after it."""

from __future__ import annotations

from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.sheets.formulas import HEADER_ROW
from xltie.sheets.round import WHY, WHY_HEADINGS
from xltie.workbooks import styles
from xltie.workbooks.layout import Layout

_WHY_WIDTHS = (7, 7, 28, 20, 24, 30, 46)
"""What decided is in sight on a screen of 1366 pixels."""


def why_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write the headings below which they write why every table was paired as it was."""
    note = "Why each table was paired so: bracket, floats, colours, and what decided."
    styles.title(sheet, WHY, note)
    styles.header(sheet, WHY_HEADINGS, _WHY_WIDTHS)
    _wrap_below(sheet, len(WHY_HEADINGS))
    sheet.freeze_panes = f"A{HEADER_ROW + 1}"
    styles.printing(sheet, landscape=True, is_named=True)


def _wrap_below(sheet: Worksheet, columns: int) -> None:
    """Let lines that are written later break within their columns; all writers take it over."""
    for column in range(1, columns + 1):
        dimension = sheet.column_dimensions[column_name(column)]
        dimension.alignment, dimension.font = styles.WRAP_LEFT, styles.BODY
