"""The sheet Boards of a bridge session."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.event import BoardResult
from xltie.sheets.forms import HEADER_ROW, Form, board_cells, form_of_boards
from xltie.workbooks.layout import Layout
from xltie.workbooks.paint import end_table, paint_head, paint_line


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
