"""The sheets of a workbook of teams that are typed into: Teams and Players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name, to_cell
from xltie.event import Contestant
from xltie.ranking.cells import id_cell
from xltie.sheets.forms import Column, Form, faulty
from xltie.sheets.formulas import HEADER_ROW
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
