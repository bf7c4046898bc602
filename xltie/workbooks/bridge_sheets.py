"""The sheets of a bridge session: Boards, the frequencies of a board, the scorecard of a pair."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.core.errors import DomainError
from xltie.event import NOT_PLAYED, BoardResult, Contestant, Result, Weighted, one_score
from xltie.event.bridge import SEATS, possible_scores, read_contract, vulnerable_at
from xltie.ranking.cells import id_cell
from xltie.sheets.forms import INK, LAST, YELLOW, Column, Form, Mark, faulty
from xltie.sheets.formulas import HEADER_ROW
from xltie.workbooks import styles
from xltie.workbooks.layout import Layout
from xltie.workbooks.paint import end_table, paint_head, paint_line

_WIDTHS = {
    "Board": 8, "Contract": 11, "By": 6, "Lead": 7, "Tricks": 8, "Score": 9, "NS adjusted": 13,
    "EW adjusted": 13, "Group": 8,
}  # fmt: skip


def boards_sheet(
    sheet: Worksheet, layout: Layout, board_results: Sequence[BoardResult] = ()
) -> None:
    """Write the Boards table: a line for every table at every board, the score as a formula."""
    headings = _headings(board_results, layout.preset.has_teams)
    table = boards_table(headings)
    paint_head(sheet, table)
    lines = _lines(layout, board_results)
    before = 0
    for row, (board, board_result) in enumerate(lines, HEADER_ROW + 1):
        known = {"Board": board, **(_cells(board_result) if board_result else {})}
        filled = {heading: value for heading, value in known.items() if value is not None}
        paint_line(sheet, table, row, filled, begins=bool(before) and board != before)
        before = board
    last = HEADER_ROW + len(lines)
    styles.table(sheet, "Boards", len(headings), last)
    _validation(sheet, headings, last)
    end_table(sheet, table, last)


_LOOKS = {"Board": "Place", "Contract": "Result", "Tricks": "Result", "NS adjusted": "Result",
          "EW adjusted": "Result", "By": "Discs", "Score": "Discs"}  # fmt: skip


def boards_table(headings: Sequence[str]) -> Form:
    """Return the Boards sheet: a line for each table at each board."""
    columns = [
        Column(
            heading, _WIDTHS.get(heading, 9), _LOOKS.get(heading, "Number"),
            is_typed=heading != "Board",
            formula=_score("{row}", headings) if heading == "Score" else "",
        )
        for heading in headings
    ]  # fmt: skip
    row = HEADER_ROW + 1
    away, contract, score = (
        f"${_letter(headings, own)}{row}"
        for own in ("EW" if "EW" in headings else "West", "Contract", "Score")
    )
    cells = f"{contract[1:]}:{_letter(headings, 'Tricks')}{LAST}"
    marks = (
        faulty("R", column_name(len(headings))),
        Mark(cells, f'AND({away}<>"",{contract}="",{score}="")', color=INK,
             fill=YELLOW),
    )  # fmt: skip
    return Form(columns, marks, height=21)


def _headings(board_results: Sequence[BoardResult], has_teams: bool) -> tuple[str, ...]:
    """Return the columns: those of an individual have four seats, those of rounds their round."""
    alone = any(
        len(board_result.ns) > 1 or len(board_result.ew) > 1 for board_result in board_results
    )
    seats = ("North", "South", "East", "West") if alone else ("NS", "EW")
    rounds = (
        ("Round", "Table")
        if has_teams
        else ("Round",)
        if any(board_result.round for board_result in board_results)
        else ()
    )
    vulnerable = (
        ("Vulnerable",) if any(board_result.vulnerable for board_result in board_results) else ()
    )
    return ("Board", *rounds, *vulnerable, *seats, *list(_WIDTHS)[1:])


def _letter(headings: Sequence[str], heading: str) -> str:
    return column_name(headings.index(heading) + 1)


def _lines(
    layout: Layout, board_results: Sequence[BoardResult]
) -> list[tuple[int, BoardResult | None]]:
    """Return the number and result of every line; prepared lines where there are no results."""
    if board_results:
        return [
            (board_result.board, board_result)
            for board_result in sorted(board_results, key=lambda line: line.board)
        ]
    tables = max(1, layout.players // 2) * (2 if layout.preset.has_teams else 1)
    return [(board, None) for board in range(1, layout.rounds + 1) for _ in range(tables)]


def _cells(board_result: BoardResult) -> dict[str, object]:
    """Return what a board result fills in; the score only where the contract does not make it."""
    texts = {
        "Round": board_result.round,
        "Contract": board_result.contract,
        "By": board_result.declarer,
        "Lead": board_result.lead,
        "Group": board_result.group,
        "Vulnerable": board_result.vulnerable,
    }
    cells: dict[str, object] = {heading: text or None for heading, text in texts.items()}
    cells["Table"] = id_cell(board_result.table) if board_result.table else None
    cells["Tricks"] = board_result.tricks
    for sides, who in (
        (("NS", "North", "South"), board_result.ns),
        (("EW", "East", "West"), board_result.ew),
    ):
        cells[sides[0]] = id_cell(who[0]) if len(who) == 1 else None
        cells.update(dict(zip(sides[1:], map(id_cell, who), strict=False)))
    ns, ew = board_result.ns_result, board_result.ew_result
    if NOT_PLAYED in (ns, ew):
        cells["Contract"] = "NP"
        return cells
    score = one_score(ns, ew)
    if isinstance(score, Weighted):
        cells["Score"] = str(score)
    elif score is not None:
        cells.update(_scored(board_result, score) if ns is not None else {"Score": int(score)})
    else:
        cells.update({"NS adjusted": _award(ns), "EW adjusted": _award(ew)})
    return cells


def _scored(board_result: BoardResult, ns: Fraction) -> dict[str, object]:
    """Return nothing where the contract makes the score, else the score as typed or assigned."""
    try:
        contract = read_contract(board_result.contract)
    except DomainError:
        return {"Score": int(ns)}
    declarer = board_result.declarer if board_result.declarer in tuple(SEATS) else ""
    made = possible_scores(
        contract,
        declarer,
        board_result.tricks,
        vulnerable_at(board_result.board, board_result.vulnerable),
    )
    if ns not in made:
        return {"NS adjusted": _award(ns), "EW adjusted": _award(-ns)}
    is_whole = contract.level == 0 or (declarer and board_result.tricks is not None)
    return {} if is_whole else {"Score": int(ns)}


def _award(result: Result) -> str | None:
    if isinstance(result, Fraction):
        return f"{int(result):+d}"
    return None if result is None else str(result)


def _score(row: object, headings: Sequence[str]) -> str:
    """Return the formula of the score of NS; blank until there is a whole result that is read."""
    fields = ("Board", "Contract", "By", "Tricks", "Vulnerable")
    cells = [f"${_letter(headings, field)}{row}" for field in fields if field in headings]
    return f'=IFERROR(NSSCORE({",".join(cells)}),"")'


def _validation(sheet: Worksheet, headings: Sequence[str], last: int) -> None:
    first = HEADER_ROW + 1
    seats = DataValidation(
        type="list", formula1='"N,E,S,W"', allow_blank=True, showErrorMessage=True,
        errorTitle="Declarer", error="Type N, E, S or W.",
    )  # fmt: skip
    by = _letter(headings, "By")
    seats.add(f"{by}{first}:{by}{last}")
    sheet.add_data_validation(seats)
    one, other = ("NS", "EW") if "NS" in headings else ("North", "West")
    left, right = _letter(headings, one), _letter(headings, other)
    pairs = DataValidation(
        type="custom", formula1=f"COUNTIF(Players!$A:$A,{left}{first})>0", errorStyle="warning",
        errorTitle="Unknown", error="This number is not on the Players sheet.",
        showErrorMessage=True, allow_blank=True,
    )  # fmt: skip
    pairs.add(f"{left}{first}:{right}{last}")
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
