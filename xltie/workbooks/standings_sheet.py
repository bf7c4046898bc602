"""The Standings, which update by themselves."""

from __future__ import annotations

from openpyxl.worksheet.worksheet import Worksheet

from xltie.sheets.forms import HEADER_ROW, standings_form
from xltie.workbooks.layout import Layout
from xltie.workbooks.paint import end_table, paint_head, paint_line


def standings_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write the standings, best first: each line looks up its player and that player's values."""
    table = standings_form(layout.event)
    paint_head(sheet, table)
    for row in range(HEADER_ROW + 1, HEADER_ROW + layout.lines + 1):
        paint_line(sheet, table, row, {})
    end_table(sheet, table, HEADER_ROW + layout.lines)
