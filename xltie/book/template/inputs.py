"""The sheets that a director types into: Settings, Players and Rounds."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.worksheet.worksheet import Worksheet

from xltie.book.results import write_alone, write_game
from xltie.book.template import styles
from xltie.book.template.layout import TOP, Layout
from xltie.cells import column_name, to_cell
from xltie.games.preset import Preset, Setting
from xltie.model import Contestant, Match, Outcome, Side, Status
from xltie.tables import id_cell


def settings_sheet(sheet: Worksheet, layout: Layout, values: dict[str, object]) -> None:
    """Write one line per setting: label, value, explanation."""
    styles.title(
        sheet, f"{layout.preset.title} event", "Change the yellow cells; all sheets follow."
    )
    styles.header(sheet, ("Setting", "Value", "What it does"), (38, 26, 78))
    for row, setting in enumerate(layout.preset.settings, TOP + 1):
        _setting(sheet, layout, row, setting, values.get(setting.key, setting.default))
    if layout.has_event_text or not layout.preset.has_boards:
        _event_text(sheet, layout)
    sheet.freeze_panes = f"A{TOP + 1}"
    styles.printing(sheet, landscape=True)


_EVENT_NOTE = "The whole event as text, for the sheet that explains and for big events"


def _event_text(sheet: Worksheet, layout: Layout) -> None:
    """Write the cell that packs the event; one line below the settings, not one of them."""
    row = TOP + len(layout.preset.settings) + 2
    styles.put(sheet, row, 1, "Event in one cell").font = styles.STRONG
    styles.put(sheet, row, 3, _EVENT_NOTE).font = styles.NOTE
    cell = styles.put(sheet, row, 2)
    cell.value = f"=EVENTTEXT(Players[#All],{layout.table},{layout.settings})"
    cell.fill = styles.PALE_FILL
    cell.alignment = styles.LEFT


def _setting(sheet: Worksheet, layout: Layout, row: int, setting: Setting, value: object) -> None:
    styles.put(sheet, row, 1, setting.label).font = styles.STRONG
    styles.put(sheet, row, 3, setting.help).font = styles.NOTE
    cell = styles.put(sheet, row, 2, value)
    cell.alignment = styles.LEFT
    if setting.formula:
        names = {own.key: layout.setting(own.key) for own in layout.preset.settings}
        cell.value = "=" + setting.formula.format(**names)
        cell.fill = styles.PALE_FILL
        return
    cell.fill = styles.INPUT_FILL
    if setting.choices:
        offered = DataValidation(
            type="list", formula1=f'"{",".join(setting.choices)}"', allow_blank=True,
            showErrorMessage=not setting.is_open,
        )  # fmt: skip
        offered.add(cell)
        sheet.add_data_validation(offered)


def players_sheet(sheet: Worksheet, layout: Layout, players: Sequence[Contestant]) -> None:
    """Write the Players table, numbered, with the names that are known."""
    columns = layout.preset.players
    headings = ("ID", "Name", *(column.heading for column in columns))
    formulas = {column.heading: column.formula for column in columns if column.formula}
    settings = {own.key: layout.setting(own.key) for own in layout.preset.settings}
    styles.title(sheet, "Players", "Number and name; add late entries below the last line.")
    styles.header(sheet, headings, (8, 30, *(column.width for column in columns)))
    for number in range(1, layout.players + 1):
        own = players[number - 1] if number <= len(players) else Contestant(str(number))
        row = TOP + number
        cells = (number if own.id.isdigit() else own.id, own.name, *_details(own, headings[2:]))
        for column, (heading, value) in enumerate(zip(headings, cells, strict=True), 1):
            filled = formulas.get(heading) if value in (None, "") else None
            cell = styles.put(sheet, row, column, value or None)
            if filled:
                cell.value = "=" + filled.format(**_cells_of(headings, row), **settings)
            cell.fill = styles.INPUT_FILL if column > 1 else styles.PALE_FILL
            cell.alignment = styles.LEFT if isinstance(value, str) else styles.CENTRE
    _table(sheet, "Players", len(headings), TOP + layout.players)
    ids = f"$A${TOP + 1}:$A${TOP + layout.players + 200}"
    twice = styles.mark(f'AND($A{TOP + 1}<>"",COUNTIF({ids},$A{TOP + 1})>1)', fill=styles.WARN_FILL)
    sheet.conditional_formatting.add(ids.replace("$", ""), twice)
    sheet.freeze_panes = f"C{TOP + 1}"
    styles.printing(sheet)


def _cells_of(headings: Sequence[str], row: int) -> dict[str, str]:
    """Return the cells of a row by heading, in lower case and without spaces."""
    return {
        heading.lower().replace(" ", "_"): f"${column_name(column)}{row}"
        for column, heading in enumerate(headings, 1)
    }


def _details(own: Contestant, headings: Sequence[str]) -> list[object]:
    known: dict[str, object] = {
        "rating": own.rating, "club": own.club, "country": own.country,
        "federation": own.country, "team": own.team,
        "title": own.title, "grade": own.grade, "start score": float(own.start) or None,
        **{title.lower(): text for title, text in own.more},
    }  # fmt: skip
    return [known.get(heading.lower()) for heading in headings]


def rounds_sheet(sheet: Worksheet, layout: Layout, matches: Sequence[Match] = ()) -> None:
    """Write the Rounds table: every round and table prepared, with the games that are known."""
    headings = layout.round_headings
    widths = tuple(_WIDTHS.get(h, 20 if h.endswith("name") else 9) for h in headings)
    hint = " ".join(layout.preset.hints[:1])
    styles.title(sheet, "Rounds", f"One line per game. {hint} Faulty lines turn red.")
    styles.header(sheet, headings, widths)
    row = TOP
    by_round = _by_round(matches)
    for number in range(1, layout.rounds + 1):
        for table in range(1, layout.tables + 1):
            row += 1
            games = by_round.get(number, [])
            match = games[table - 1] if table <= len(games) else None
            _game(sheet, layout, row, _game_cells(layout, number, table, match))
    _table(sheet, "Rounds", len(headings), layout.last_round_row)
    _validation(sheet, layout)
    _marks(sheet, layout)
    sheet.freeze_panes = f"A{TOP + 1}"
    styles.printing(sheet)


_WIDTHS = {"Round": 8, "Table": 7, "Result": 11, "Handicap": 9}


def _by_round(matches: Sequence[Match]) -> dict[int, list[Match]]:
    found: dict[int, list[Match]] = {}
    for match in matches:
        found.setdefault(match.round, []).append(match)
    return found


def _game_cells(layout: Layout, number: int, table: int, match: Match | None) -> dict[str, object]:
    """Return the typed cells of one line of the Rounds table by heading."""
    preset = layout.preset
    cells: dict[str, object] = {"Round": number, "Table": table}
    if match is None:
        return cells
    left, right = _seated(preset, match)
    cells[preset.first] = id_cell(left.who)
    cells[preset.second] = "BYE" if right is None else id_cell(right.who)
    cells["Handicap"] = match.handicap or None
    cells["Result"] = write_alone(left) if right is None else write_game(left, right)
    if right is not None and preset.scores and left.tally is not None and right.tally is not None:
        cells.update(zip(preset.scores, (to_cell(left.tally), to_cell(right.tally)), strict=True))
        if _says_it(left, right):
            cells["Result"] = None
    return cells


def _seated(preset: Preset, match: Match) -> tuple[Side, Side | None]:
    """Return the sides in the order of the columns."""
    if match.b is not None and match.b.seat == preset.first.lower():
        return match.b, match.a
    return match.a, match.b


def _says_it(left: Side, right: Side) -> bool:
    """Tell whether the counts alone say what came of a game."""
    if left.status is not Status.PLAYED or left.tally is None or right.tally is None:
        return False
    means = {True: Outcome.WIN, False: Outcome.LOSS}
    by_count = Outcome.DRAW if left.tally == right.tally else means[left.tally > right.tally]
    return left.outcome is by_count


def _game(sheet: Worksheet, layout: Layout, row: int, cells: dict[str, object]) -> None:
    for column, heading in enumerate(layout.round_headings, 1):
        cell = styles.put(sheet, row, column, cells.get(heading))
        cell.alignment = styles.CENTRE
        if heading.endswith(" name"):
            cell.value = layout.name_of(f"{column_name(column - 1)}{row}")
            cell.font = styles.NOTE
            cell.alignment = styles.LEFT
        elif heading not in ("Round", "Table"):
            cell.fill = styles.INPUT_FILL
        if heading == "Result":
            cell.number_format = "@"


def _table(sheet: Worksheet, name: str, columns: int, last: int) -> None:
    table = Table(displayName=name, ref=f"A{TOP}:{column_name(columns)}{last}")
    table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=False)
    sheet.add_table(table)


def _validation(sheet: Worksheet, layout: Layout) -> None:
    preset = layout.preset
    first = TOP + 1
    for heading in (preset.first, preset.second):
        letter = layout.round_column(heading)
        known = DataValidation(
            type="custom",
            formula1=f'OR({letter}{first}="BYE",COUNTIF(Players!$A:$A,{letter}{first})>0)',
            errorStyle="warning",
            errorTitle="Unknown player",
            error="This number is not on the Players sheet.",
            showErrorMessage=True,
            allow_blank=True,
        )
        known.add(layout.round_range(heading).replace("$", ""))
        sheet.add_data_validation(known)
    for heading in preset.scores:
        scores = DataValidation(
            type="whole" if preset.tally_sum else "decimal",
            operator="between",
            formula1="0",
            formula2=str(preset.tally_sum or 100000),
            errorTitle=heading,
            error=f"A number from 0 to {preset.tally_sum}." if preset.tally_sum else "A number.",
            showErrorMessage=True,
            allow_blank=True,
        )
        scores.add(layout.round_range(heading).replace("$", ""))
        sheet.add_data_validation(scores)
    results = DataValidation(
        type="list", formula1=f'"{",".join(preset.results)}"', allow_blank=True,
        errorStyle="warning", showErrorMessage=True,
    )  # fmt: skip
    results.add(layout.round_range("Result").replace("$", ""))
    sheet.add_data_validation(results)


def _marks(sheet: Worksheet, layout: Layout) -> None:
    """Turn lines red that cannot be right, as far as a formula can see it."""
    preset, row = layout.preset, TOP + 1
    one, two = (layout.round_column(h) for h in (preset.first, preset.second))
    rounds = layout.round_range("Round")
    both = [layout.round_range(h) for h in (preset.first, preset.second)]
    tests = [f'AND(${one}{row}<>"",${one}{row}=${two}{row})']
    for letter in (one, two):
        player = f"${letter}{row}"
        times = "+".join(f"COUNTIFS({rounds},$A{row},{column},{player})" for column in both)
        tests.append(f'AND({player}<>"",{player}<>"BYE",{times}>1)')
        tests.append(f'AND({player}<>"",{player}<>"BYE",COUNTIF(Players!$A:$A,{player})=0)')
    if len(preset.scores) == 2:
        low, high = (f"${layout.round_column(h)}{row}" for h in preset.scores)
        tests.append(f"AND(COUNT({low},{high})=1)")
        if preset.tally_sum:
            tests.append(f"AND(COUNT({low},{high})=2,{low}+{high}<>{preset.tally_sum})")
    last = column_name(len(layout.round_headings))
    for test in tests:
        faulty = styles.mark(test, fill=styles.WARN_FILL)
        sheet.conditional_formatting.add(f"A{row}:{last}{layout.last_round_row}", faulty)
