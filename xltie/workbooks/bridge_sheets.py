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


def _validation(sheet: Worksheet, form: Form, last: int) -> None:
    first = HEADER_ROW + 1
    seats = DataValidation(
        type="list", formula1='"N,E,S,W"', allow_blank=True, showErrorMessage=True,
        errorTitle="Declarer", error="Type N, E, S or W.",
    )  # fmt: skip
    by = form.letters("declarer")
    seats.add(f"{by}{first}:{by}{last}")
    sheet.add_data_validation(seats)
    doubled = DataValidation(
        type="list", formula1='"X,XX"', allow_blank=True, showErrorMessage=True,
        errorTitle="Doubled", error="Type X, XX or nothing.",
    )  # fmt: skip
    risk = form.letters("doubled")
    doubled.add(f"{risk}{first}:{risk}{last}")
    sheet.add_data_validation(doubled)
    there = {column.key for column in form.columns}
    for key in (key for key in ("ns", "ew", "north", "south", "east", "west") if key in there):
        letter = form.letters(key)
        pairs = DataValidation(
            type="custom", formula1=f"COUNTIF(Players!$A:$A,{letter}{first})>0",
            errorStyle="warning", errorTitle="Unknown",
            error="This number is not on the Players sheet.", showErrorMessage=True,
            allow_blank=True,
        )  # fmt: skip
        pairs.add(f"{letter}{first}:{letter}{last}")
        sheet.add_data_validation(pairs)
