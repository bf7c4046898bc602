"""The sheet Rounds: empty in a new workbook, with the games or matches that an event has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openpyxl.worksheet.properties import Outline
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.laid_cells import LaidCell, LaidLines, Position
from xltie.event import Event, EventIndex
from xltie.sheets.forms import FIRST, Form
from xltie.sheets.formulas import FOLDED
from xltie.sheets.round import Seated, line_cells
from xltie.workbooks import styles
from xltie.workbooks.paint import end_table, paint_head, paint_laid


def rounds_sheet(sheet: Worksheet, form: Form, event: Event, lines: Sequence[Seated]) -> None:
    """Write the Rounds sheet with lines of the event, round by round; earlier ones are folded."""
    paint_head(sheet, form)
    sheet.sheet_format.outlineLevelRow = 1
    sheet.sheet_properties.outlinePr = Outline(summaryBelow=False)
    beside = sheet.cell(2, form.whole.printed + 1, f"={FOLDED}")
    styles.look(beside, "Beside")
    laid = _laid(sheet.title, form, event, lines)
    paint_laid(sheet, laid)
    end_table(sheet, form, max(laid.rows, default=FIRST))


def games_of(event: Event) -> Iterator[Seated]:
    """Yield the lines of all rounds: games first, then who had no opponent."""
    before, table = 0, 0
    for match in sorted(event.matches, key=lambda match: (match.round, match.b is None)):
        table = 1 if match.round != before else table + 1
        before = match.round
        has_counts = event.traits.tally_sum is not None
        yield Seated.of(match, table, event.traits.first, has_counts=has_counts)


def _laid(title: str, form: Form, event: Event, lines: Sequence[Seated]) -> LaidLines:
    """Return lines as they are laid down, a strong line above each round but the first."""
    event_index = EventIndex(event)
    cells: dict[Position, LaidCell] = {}
    folded: list[int] = []
    before, last = 0, max((line.round for line in lines), default=0)
    for row, line in enumerate(lines, FIRST):
        begins = 0 < before != line.round
        cells.update(line_cells(form.whole, row, line, event_index, begins=begins))
        before = line.round
        if line.round < last:
            folded.append(row)
    return LaidLines(title, cells, form.height, folded=tuple(folded))
