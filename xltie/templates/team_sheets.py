"""The sheets of a workbook of teams: Teams, Players, Matches, and the prizes of the boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name, to_cell
from xltie.event import Contestant
from xltie.games.preset import Column
from xltie.ranking.cells import id_cell
from xltie.sheets.formulas import HEADER_ROW, PRIZE_LINES, match_score_formula, prize_formula
from xltie.sheets.tables import MATCH_COLUMNS, header_key
from xltie.templates import styles
from xltie.templates.team_layout import TeamLayout
from xltie.templates.write_matches import MatchLine

_TEAMS, _PLANNED = "KnownTeams", "PlannedRounds"
_RESULTS = ("1", "½", "0", "+", "-", "--", "0-0", "½-0", "0-½")


def teams_sheet(sheet: Worksheet, layout: TeamLayout, teams: Sequence[Contestant]) -> None:
    """Write the Teams table, numbered, with the names that are known."""
    styles.title(sheet, "Teams", "Number and name; add late entries below the last row.")
    taken = {team.id for team in teams}
    free = (str(n) for n in range(1, layout.players + len(taken) + 1) if str(n) not in taken)
    listed = [*teams, *(Contestant(next(free)) for _ in range(layout.players - len(teams)))]
    _list(sheet, layout, "Teams", layout.player_columns, listed)


def players_sheet(
    sheet: Worksheet, layout: TeamLayout, teams: Sequence[Contestant], players: Sequence[Contestant]
) -> None:
    """Write the Players table: those of a team together, from board 1 on."""
    styles.title(
        sheet, "Players",
        "The players of each team from board 1 on; add reserves below, with their team.",
    )  # fmt: skip
    listed = list(players) or [
        Contestant(str(number), team=str(1 + (number - 1) // layout.boards))
        for number in range(1, layout.roster + 1)
    ]
    names = {team.id: team.name or team.id for team in teams}
    named = [replace(player, team=names.get(player.team, player.team)) for player in listed]
    _list(sheet, layout, "Players", layout.preset.roster, named)


def _list(
    sheet: Worksheet,
    layout: TeamLayout,
    name: str,
    columns: Sequence[Column],
    listed: Sequence[Contestant],
) -> None:
    headings = ("ID", "Name", *(column.heading for column in columns))
    styles.header(sheet, headings, (8, 30, *(column.width for column in columns)))
    for row, player in enumerate(listed, HEADER_ROW + 1):
        cells = (
            id_cell(player.id),
            player.name,
            *(_detail(player, heading) for heading in headings[2:]),
        )
        for column, value in enumerate(cells, 1):
            fill = styles.INPUT_FILL if column > 1 else styles.PALE_FILL
            at = styles.LEFT if isinstance(value, str) else styles.CENTRE
            styles.typed(sheet, row, column, value or None, fill=fill, alignment=at)
    styles.table(sheet, name, len(headings), HEADER_ROW + len(listed))
    ids = f"$A${HEADER_ROW + 1}:$A${HEADER_ROW + len(listed) + 200}"
    twice = styles.mark(
        f'AND($A{HEADER_ROW + 1}<>"",COUNTIF({ids},$A{HEADER_ROW + 1})>1)', fill=styles.WARN_FILL
    )
    sheet.conditional_formatting.add(ids.replace("$", ""), twice)
    sheet.freeze_panes = f"C{HEADER_ROW + 1}"
    styles.printing(sheet, event=layout.setting("event"))


def _detail(contestant: Contestant, heading: str) -> object:
    known: dict[str, object] = {
        "Team": id_cell(contestant.team),
        "Rating": to_cell(contestant.exact_rating),
        "Title": contestant.title,
        "Federation": contestant.country,
        "Country": contestant.country,
        "Grade": contestant.grade,
        "Club": contestant.club,
        **dict(contestant.more),
    }
    return known.get(heading)


# -- Matches -------------------------------------------------------------------------------------

_WIDTHS = {
    "Round": 7, "Table": 7, "Score": 9, "Result": 11, "Line-up A": 16, "Line-up B": 16,
    "Bonus A": 11, "Bonus B": 11,
}  # fmt: skip
_FIELD_OF = {name: field for field, names in MATCH_COLUMNS.items() for name in names}


def matches_sheet(sheet: Worksheet, layout: TeamLayout, lines: Sequence[MatchLine]) -> None:
    """Write the Matches table: known matches, and lines prepared for those to come."""
    headings = layout.round_headings
    note = "One line per match; each board as Team A sees it: 1 ½ 0, + - forfeits. Faults turn red."
    styles.title(sheet, "Matches", note)
    widths = tuple(_WIDTHS.get(h, 20 if h.endswith("name") else 8) for h in headings)
    styles.header(sheet, headings, widths)
    row = HEADER_ROW
    for number in range(1, layout.rounds + 1):
        of_round = [line for line in lines if line["round"] == str(number)]
        for table in range(1, max(layout.tables, len(of_round)) + 1):
            row += 1
            line = of_round[table - 1] if table <= len(of_round) else {}
            _match(sheet, layout, row, {**line, "round": str(number), "table": str(table)})
    styles.table(sheet, "Matches", len(headings), row)
    _validate(sheet, layout, row)
    for test in _tests(layout, row):
        area = f"A{HEADER_ROW + 1}:{column_name(len(headings))}{row}"
        sheet.conditional_formatting.add(area, styles.mark(test, fill=styles.WARN_FILL))
    score = layout.round_column("Score")
    styles.hide_unknown(sheet, f"{score}{HEADER_ROW + 1}:{score}{row}")
    sheet.freeze_panes = f"G{HEADER_ROW + 1}"
    styles.printing(sheet, landscape=True, event=layout.setting("event"))


def _match(sheet: Worksheet, layout: TeamLayout, row: int, line: MatchLine) -> None:
    first, last = (layout.round_column(layout.board_headings[at]) for at in (0, -1))
    points = (layout.setting_row("win"), layout.setting_row("draw"))
    for column, heading in enumerate(layout.round_headings, 1):
        field = _FIELD_OF.get(header_key(heading), "")
        text = line.get(field) or None
        is_number = field in ("round", "table", "first", "second")
        cell = styles.typed(sheet, row, column, id_cell(text) if text and is_number else text)
        cell.alignment = styles.CENTRE
        if heading.endswith(" name"):
            cell.value = layout.name_of(f"{column_name(column - 1)}{row}")
            cell.font, cell.alignment = styles.NOTE, styles.LEFT
        elif heading == "Score":
            cell.value = f"={match_score_formula(row, first, last, *points)}"
            cell.font = styles.STRONG
        elif heading not in ("Round", "Table"):
            cell.fill = styles.INPUT_FILL
            if not is_number:
                cell.number_format = "@"  # a spreadsheet makes dates of 1-0 and 1 2


def _validate(sheet: Worksheet, layout: TeamLayout, last: int) -> None:
    """Offer results, and warn of a team that is not in the list while it is typed."""
    book = sheet.parent
    assert book is not None
    for name, cells in {_TEAMS: "Teams!$A:$B", _PLANNED: layout.setting("rounds")}.items():
        book.defined_names[name] = DefinedName(name, attr_text=cells)
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


def _tests(layout: TeamLayout, last: int) -> Iterator[str]:
    """Yield what is true of a line that cannot be right, as far as a formula can see it."""
    row = HEADER_ROW + 1
    one, two = (
        f"${layout.round_column(heading)}{row}"
        for heading in (layout.preset.first, layout.preset.second)
    )
    rounds = f"$A${row}:$A${last}"
    columns = [
        f"${cell[1 : -len(str(row))]}${row}:${cell[1 : -len(str(row))]}${last}"
        for cell in (one, two)
    ]
    yield f'AND({one}<>"",{one}={two})'
    for team in (one, two):
        times = "+".join(f"COUNTIFS({rounds},$A{row},{column},{team})" for column in columns)
        yield f'AND({team}<>"",{team}<>"BYE",{times}>1)'
        yield f'AND({team}<>"",{team}<>"BYE",COUNTIF({_TEAMS},{team})=0)'
    yield f'AND({one}&{two}<>"",OR(NOT(ISNUMBER($A{row})),$A{row}<1,$A{row}>{_PLANNED}))'
    score = f"${layout.round_column('Score')}{row}"
    yield f"IF(ISERROR({score}),ERROR.TYPE({score})<>5,FALSE)"  # without xltie nothing is known


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
    styles.printing(sheet, event=layout.setting("event"))
