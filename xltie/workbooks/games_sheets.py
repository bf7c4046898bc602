"""The sheet of games: Rounds, empty in a new workbook or with what was paired, or Boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.properties import Outline
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.laid_cells import LaidCell, LaidLines, Position
from xltie.event import BoardResult, Event, EventIndex
from xltie.sheets.forms import FIRST, FOLDED, HEADER_ROW, Form, board_cells, form_of_boards
from xltie.sheets.round import Seated, line_cells
from xltie.workbooks import styles
from xltie.workbooks.layout import Layout
from xltie.workbooks.paint import end_table, paint_head, paint_laid, paint_line


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


def boards_sheet(
    sheet: Worksheet, layout: Layout, board_results: Sequence[BoardResult] = ()
) -> None:
    """Write the Boards table: a line for every table at every board, the score as a formula.

    Results stand in the order in which they were played, where rounds are known; without results
    there are lines for every board, into which slips can be typed in any order.
    """
    form = form_of_boards(board_results)
    paint_head(sheet, form)
    headings = {column.key: column.heading for column in form.columns}
    before: object = None
    lines = _lines(layout, board_results)
    for row, cells in enumerate(lines, HEADER_ROW + 1):
        known = {headings[key]: value for key, value in cells.items()
                 if value is not None and key in headings}  # fmt: skip
        part = cells.get("round") or cells["board"]
        paint_line(sheet, form, row, known, begins=before not in (None, part))
        before = part
    last = HEADER_ROW + len(lines)
    _validation(sheet, form, last)
    end_table(sheet, form, last)


def _lines(layout: Layout, board_results: Sequence[BoardResult]) -> list[dict[str, object]]:
    """Return what every line holds by key; the number of its board where there are no results."""
    if board_results:
        in_order = sorted(board_results, key=lambda line: (line.session, line.round, line.board))
        return [dict(board_cells(line)) for line in in_order]
    tables = max(1, layout.players // 2) * (2 if layout.preset.has_teams else 1)
    return [{"board": board} for board in range(1, layout.rounds + 1) for _ in range(tables)]


_OFFERED = (
    ("declarer", "N,E,S,W", "Declarer", "Type N, E, S or W."),
    ("doubled", "X,XX", "Doubled", "Type X, XX or nothing."),
)
"""What is offered in a column, and what is said of anything else."""
_SEATS = ("ns", "ew", "north", "south", "east", "west")


def _validation(sheet: Worksheet, form: Form, last: int) -> None:
    first = HEADER_ROW + 1
    there = {column.key for column in form.columns}
    offered = [
        (key, DataValidation(type="list", formula1=f'"{words}"', errorTitle=title, error=error))
        for key, words, title, error in _OFFERED
    ]
    offered += [
        (key, DataValidation(
            type="custom", formula1=f"COUNTIF(Players!$A:$A,{form.letters(key)}{first})>0",
            errorStyle="warning", errorTitle="Unknown",
            error="This number is not on the Players sheet.",
        ))
        for key in _SEATS if key in there
    ]  # fmt: skip
    for key, rule in offered:
        rule.allow_blank = rule.showErrorMessage = True
        letter = form.letters(key)
        rule.add(f"{letter}{first}:{letter}{last}")
        sheet.add_data_validation(rule)
