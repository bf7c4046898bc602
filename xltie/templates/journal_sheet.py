"""The Journal sheet: empty in a new workbook, a line for every round that is paired."""

from __future__ import annotations

from openpyxl.worksheet.worksheet import Worksheet

from xltie.sheets.journal import HEADINGS
from xltie.sheets.own_formulas import TOP
from xltie.templates import styles

_WIDTHS = (18, 8, 34, 22, 16, 60)


def journal_sheet(sheet: Worksheet) -> None:
    """Write the headings below which the button and the command write what they paired."""
    note = "What was paired, with which seed; the button and xltie pair write it."
    styles.title(sheet, "Journal", note)
    styles.header(sheet, HEADINGS, _WIDTHS)
    sheet.freeze_panes = f"A{TOP + 1}"
    styles.printing(sheet, landscape=True)
