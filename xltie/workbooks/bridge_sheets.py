"""The sheets of a bridge session: Boards, the frequencies of a board, the scorecard of a pair."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.event import BoardResult, Contestant
from xltie.ranking.cells import id_cell
from xltie.sheets.forms import Form, board_cells, form_of_boards
from xltie.sheets.formulas import HEADER_ROW
from xltie.workbooks import styles
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


def frequency_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write a sheet that shows the frequency table of the board typed at its top."""
    styles.title(
        sheet,
        "Frequencies",
        "Type a board number to see each score, how often it occurred and its value.",
    )
    _question(sheet, "Board", 1)
    methods = DataValidation(type="list", formula1='"mp,butler,cross,z"', showErrorMessage=True)
    methods.add("D3")
    sheet["D3"].protection = styles.UNLOCKED
    sheet.add_data_validation(methods)
    sheet["C3"], sheet["D3"] = "Method", "mp"
    sheet["C3"].font = styles.STRONG
    sheet["D3"].fill = styles.INPUT_FILL
    _answer(
        sheet,
        layout,
        "FREQUENCIES(Event,,$B$3,$D$3)",
        layout.players + 4,
        (14, 10, 12, 12, 12),
        "0.##",
    )


def scorecard_sheet(sheet: Worksheet, layout: Layout, names: Sequence[Contestant] = ()) -> None:
    """Write a sheet that shows where the score of the pair typed at its top comes from."""
    styles.title(sheet, "Scorecard", "Type a pair to see what it scored on each board, and why.")
    _question(sheet, "Pair", id_cell(names[0].id) if names else 1)
    sheet["C3"], sheet["D3"] = "Criterion", f"=Standings!$D${HEADER_ROW}"
    sheet["C3"].font = styles.STRONG
    sheet["D3"].fill, sheet["D3"].protection = styles.INPUT_FILL, styles.UNLOCKED
    widths = (10, 12, 12, 10, 84)
    _answer(sheet, layout, "EXPLAIN($D$3,$B$3,Event)", layout.rounds + 6, widths, "0.00")


def _question(sheet: Worksheet, label: str, value: object) -> None:
    styles.put(sheet, 3, 1, label).font = styles.STRONG
    styles.typed(sheet, 3, 2, value).fill = styles.INPUT_FILL


def _answer(
    sheet: Worksheet,
    layout: Layout,
    formula: str,
    lines: int,
    widths: tuple[float, ...],
    numbers: str,
) -> None:
    """Write the rows that a formula answers, cell by cell; lines beyond the last stay blank.

    An array formula would show nothing where the functions are not there.
    """
    for column, width in enumerate(widths, 1):
        sheet.column_dimensions[column_name(column)].width = width
        for row in range(HEADER_ROW, HEADER_ROW + lines + 1):
            value = f'=IFERROR(INDEX({formula},ROW()-{HEADER_ROW - 1},{column}),"")'
            cell = styles.put(sheet, row, column, value)
            cell.alignment = styles.LEFT if width > 20 else styles.CENTRE
            cell.number_format = "General" if column == 1 else numbers
            if row == HEADER_ROW:
                cell.font, cell.fill, cell.alignment = (
                    styles.HEADER, styles.HEADER_FILL, styles.CENTRE,
                )  # fmt: skip
    sheet.freeze_panes = f"A{HEADER_ROW + 1}"
    styles.printing(sheet, is_named=True)
