"""The sheets of a workbook of teams: Teams, Players, and the prizes of the boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name, to_cell
from xltie.event import Contestant
from xltie.ranking.cells import id_cell
from xltie.sheets.forms import Column, Form, faulty
from xltie.sheets.formulas import HEADER_ROW, PRIZE_LINES, prize_formula
from xltie.workbooks import input_sheets, styles
from xltie.workbooks.paint import end_table, paint_head, paint_line
from xltie.workbooks.team_layout import TeamLayout


def teams_sheet(
    sheet: Worksheet, layout: TeamLayout, teams: Sequence[Contestant], title: str, language: str
) -> None:
    """Write the Teams table, numbered, with the names that are known."""
    input_sheets.players_sheet(sheet, layout, teams, title=title, language=language)


def players_sheet(
    sheet: Worksheet, layout: TeamLayout, teams: Sequence[Contestant], players: Sequence[Contestant]
) -> None:
    """Write the Players table: those of a team together, from board 1 on."""
    listed = list(players) or [
        Contestant(str(number), team=str(1 + (number - 1) // layout.boards))
        for number in range(1, layout.roster + 1)
    ]
    names = {team.id: team.name or team.id for team in teams}
    named = [replace(player, team=names.get(player.team, player.team)) for player in listed]
    headings = ("No", "Name", *(column.heading for column in layout.preset.roster))
    widths = (6, 28, *(column.width for column in layout.preset.roster))
    table = Form(
        [
            Column(heading, width, _list_look(heading, width), is_typed=heading != "No",
                        is_open=True)
            for heading, width in zip(headings, widths, strict=True)
        ],   [faulty("P", column_name(len(headings)))],
    )  # fmt: skip
    paint_head(sheet, table)
    before = ""
    for row, player in enumerate(named, HEADER_ROW + 1):
        details = (_detail(player, heading) for heading in headings[2:])
        cells = (id_cell(player.id), player.name, *details)
        known = {
            heading: value for heading, value in zip(headings, cells, strict=True)
            if value not in (None, "")
        }  # fmt: skip
        paint_line(sheet, table, row, known, begins=bool(before) and player.team != before)
        before = player.team
    styles.table(sheet, "Players", len(headings), HEADER_ROW + len(named))
    end_table(sheet, table, HEADER_ROW + len(named))


def _list_look(heading: str, width: float) -> str:
    if heading in ("No", "Name"):
        return {"No": "Small", "Name": "Name"}[heading]
    return "Number" if width <= 15 else "Text"


def _detail(own: Contestant, heading: str) -> object:
    known: dict[str, object] = {
        "Team": id_cell(own.team), "Rating": to_cell(own.exact_rating), "Title": own.title,
        "Federation": own.country, "Country": own.country, "Grade": own.grade, "Club": own.club,
        **dict(own.more),
    }  # fmt: skip
    return known.get(heading)


# -- prizes --------------------------------------------------------------------------------------

_PRIZES = (
    ("Board", 8), ("Place", 8), ("ID", 8), ("Name", 30), ("Team", 24), ("Points", 9),
    ("Games", 8), ("%", 8), ("Performance", 13),
)  # fmt: skip


def prizes_sheet(sheet: Worksheet, layout: TeamLayout) -> None:
    """Write the best players of every board."""
    styles.title(sheet, "Boards", "The best players of each board; forfeits and byes do not count.")
    styles.put(sheet, 3, 1, "Order").font = styles.STRONG
    styles.put(sheet, 3, 2, "points").fill = styles.INPUT_FILL
    styles.put(sheet, 3, 3, "Games").font = styles.STRONG
    styles.put(sheet, 3, 4, 1).fill = styles.INPUT_FILL
    sheet["D3"].alignment = styles.LEFT
    styles.put(sheet, 3, 5, "points, percent or performance; least games").font = styles.NOTE
    choices = DataValidation(type="list", formula1='"points,percent,performance"')
    choices.add("B3")
    sheet.add_data_validation(choices)
    styles.header(sheet, tuple(h for h, _ in _PRIZES), tuple(width for _, width in _PRIZES))
    row = HEADER_ROW
    for board in range(1, layout.boards + 1):
        for line in range(1, PRIZE_LINES + 1):
            row += 1
            styles.put(sheet, row, 1, board).alignment = styles.CENTRE
            for column in range(2, len(_PRIZES) + 1):
                cell = styles.put(sheet, row, column, f"={prize_formula(row, column, line)}")
                is_text = _PRIZES[column - 1][0] in ("Name", "Team")
                cell.alignment = styles.LEFT if is_text else styles.CENTRE
                cell.number_format = "0.0" if _PRIZES[column - 1][0] == "%" else "General"
    first_of_board = styles.mark(f"$B{HEADER_ROW + 1}=1", fill=styles.PALE_FILL)
    sheet.conditional_formatting.add(f"A{HEADER_ROW + 1}:I{row}", first_of_board)
    sheet.freeze_panes = f"A{HEADER_ROW + 1}"
    styles.printing(sheet, is_named=True)
