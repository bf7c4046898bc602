"""The sheets of a workbook of teams: Teams, Players, Matches, and the prizes of the boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name, to_cell
from xltie.event import Contestant
from xltie.ranking.cells import id_cell
from xltie.sheets.forms import INK, LAST, YELLOW, Column, Form, Mark, faulty
from xltie.sheets.formulas import HEADER_ROW, PRIZE_LINES, match_score_formula, prize_formula
from xltie.sheets.tables import MATCH_COLUMNS, header_key
from xltie.workbooks import input_sheets, styles
from xltie.workbooks.paint import end_table, paint_head, paint_line
from xltie.workbooks.team_layout import TeamLayout
from xltie.workbooks.write_matches import MatchLine

_TEAMS = "KnownTeams"
_RESULTS = ("1", "½", "0", "+", "-", "--", "0-0", "½-0", "0-½")


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
    names = {own.id: own.name or own.id for own in teams}
    named = [replace(own, team=names.get(own.team, own.team)) for own in listed]
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
    for row, own in enumerate(named, HEADER_ROW + 1):
        cells = (id_cell(own.id), own.name, *(_detail(own, heading) for heading in headings[2:]))
        known = {
            heading: value for heading, value in zip(headings, cells, strict=True)
            if value not in (None, "")
        }  # fmt: skip
        paint_line(sheet, table, row, known, begins=bool(before) and own.team != before)
        before = own.team
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


# -- Matches -------------------------------------------------------------------------------------

_WIDTHS = {
    "Round": 7, "Table": 7, "Score": 9, "Result": 11, "Line-up A": 16, "Line-up B": 16,
    "Bonus A": 11, "Bonus B": 11,
}  # fmt: skip
_FIELD_OF = {name: field for field, names in MATCH_COLUMNS.items() for name in names}


def matches_sheet(sheet: Worksheet, layout: TeamLayout, lines: Sequence[MatchLine]) -> None:
    """Write the Matches table: every round prepared, with the matches that are known."""
    table = matches_table(layout)
    paint_head(sheet, table)
    row = HEADER_ROW
    for number in range(1, layout.rounds + 1):
        own = [line for line in lines if line["round"] == str(number)]
        for at in range(1, max(layout.tables, len(own)) + 1):
            row += 1
            line = own[at - 1] if at <= len(own) else {}
            cells = _cells_of({**line, "round": str(number), "table": str(at)}, layout)
            paint_line(sheet, table, row, cells, begins=at == 1 < number)
    styles.table(sheet, "Matches", len(table.columns), row)
    _validate(sheet, layout, row)
    score = layout.round_column("Score")
    styles.hide_unknown(sheet, f"{score}{HEADER_ROW + 1}:{score}{row}")
    end_table(sheet, table, row)


def _cells_of(line: MatchLine, layout: TeamLayout) -> dict[str, object]:
    """Return the typed cells of a match by heading."""
    cells: dict[str, object] = {}
    for heading in layout.round_headings:
        field = _FIELD_OF.get(header_key(heading), "")
        text = line.get(field)
        if text and not heading.endswith(" name"):
            is_number = field in ("round", "table", "first", "second")
            cells[heading] = id_cell(text) if is_number else text
    return cells


_LOOKS = {"Round": "Small", "Table": "Place", "Score": "Place"}


def matches_table(layout: TeamLayout) -> Form:
    """Return the Matches sheet: a line for each match, a column for each board."""
    first, last = (layout.round_column(layout.board_headings[at]) for at in (0, -1))
    points = (layout.setting_row("win"), layout.setting_row("draw"))
    columns = []
    for at, heading in enumerate(layout.round_headings, 1):
        look, width, formula = _LOOKS.get(heading, "Result"), _WIDTHS.get(heading, 8), ""
        if heading.endswith(" name"):
            look, width = "Name", 25
            formula = layout.name_of(f"{column_name(at - 1)}{{row}}")
        elif heading == "Score":
            formula = "=" + match_score_formula("{row}", first, last, *points)
        elif heading in (layout.preset.first, layout.preset.second):
            look = "Small"
        is_typed = not formula and heading not in ("Round", "Table")
        columns.append(Column(heading, width, look, is_typed=is_typed, formula=formula))
    row = HEADER_ROW + 1
    two = f"${layout.round_column(layout.preset.second)}{row}"
    result = f"${layout.round_column('Result')}{row}"
    marks = (
        faulty("R", column_name(len(columns))),
        Mark(f"{first}{row}:{last}{LAST}",
             f'AND({two}<>"",{two}<>"BYE",{first}{row}="",{result}="")',
             color=INK, fill=YELLOW),
    )  # fmt: skip
    return Form(
        columns,   marks, height=24, is_landscape=True,
    )  # fmt: skip


def _validate(sheet: Worksheet, layout: TeamLayout, last: int) -> None:
    """Offer results, and warn of a team that is not in the list while it is typed."""
    book = sheet.parent
    assert book is not None
    book.defined_names[_TEAMS] = DefinedName(_TEAMS, attr_text="Teams!$A:$B")
    for heading in (layout.preset.first, layout.preset.second):
        letter = layout.round_column(heading)
        known = DataValidation(
            type="custom",
            formula1=f'OR({letter}{HEADER_ROW + 1}="BYE",'
            f"COUNTIF({_TEAMS},{letter}{HEADER_ROW + 1})>0)",
            errorStyle="warning", errorTitle="Unknown team",
            error="This team is not on the Teams sheet.", showErrorMessage=True, allow_blank=True,
        )  # fmt: skip
        known.add(f"{letter}{HEADER_ROW + 1}:{letter}{last}")
        sheet.add_data_validation(known)
    byes = ("1-0F", "0-1F", "0-0F", "bye", "full bye", "half bye", "zero bye", "withdrawn")
    first, end = (layout.round_column(layout.board_headings[at]) for at in (0, -1))
    result = layout.round_column("Result")
    for choices, area in (
        (_RESULTS, f"{first}{HEADER_ROW + 1}:{end}{last}"),
        (byes, f"{result}{HEADER_ROW + 1}:{result}{last}"),
    ):
        offered = DataValidation(
            type="list", formula1=f'"{",".join(choices)}"', allow_blank=True,
            errorStyle="warning", showErrorMessage=False,
        )  # fmt: skip
        offered.add(area)
        sheet.add_data_validation(offered)


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
