"""The sheet Rounds of games: empty in a new workbook, with the games of an event that has some."""

from __future__ import annotations

from openpyxl.worksheet.properties import Outline
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.laid_cells import LaidCell, LaidLines, Position
from xltie.event import Event, EventIndex
from xltie.sheets.forms import FIRST, Form
from xltie.sheets.formulas import FOLDED
from xltie.sheets.round import Seated, line_cells
from xltie.workbooks import styles
from xltie.workbooks.paint import end_table, paint_head, paint_laid


def rounds_sheet(sheet: Worksheet, form: Form, event: Event) -> None:
    """Write the Rounds sheet, with the games of the event; earlier rounds are folded."""
    paint_head(sheet, form)
    sheet.sheet_format.outlineLevelRow = 1
    sheet.sheet_properties.outlinePr = Outline(summaryBelow=False)
    beside = sheet.cell(2, len(form.columns) + 1, f"={FOLDED}")
    styles.look(beside, "Beside")
    laid = _laid(sheet.title, form, event)
    paint_laid(sheet, laid)
    end_table(sheet, form, max(laid.rows, default=FIRST))


def _laid(title: str, form: Form, event: Event) -> LaidLines:
    """Return the lines of all rounds: games first, then who had no opponent."""
    event_index = EventIndex(event)
    matches = sorted(event.matches, key=lambda match: (match.round, match.b is None))
    cells: dict[Position, LaidCell] = {}
    folded: list[int] = []
    before, table, last = 0, 0, max((match.round for match in matches), default=0)
    for row, match in enumerate(matches, FIRST):
        table = 1 if match.round != before else table + 1
        seated = Seated.of(match, table, event.traits.first)
        begins = 0 < before != match.round
        cells.update(line_cells(form.whole, row, seated, event_index, begins=begins))
        before = match.round
        if match.round < last:
            folded.append(row)
    return LaidLines(title, cells, form.height, folded=tuple(folded))
