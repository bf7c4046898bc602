"""The sheets that a director types into: Settings, Players and Teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name, number_of, to_cell
from xltie.core.numbers import show
from xltie.core.records import replace
from xltie.event import Contestant, attendance_of, not_playing
from xltie.games.common import NOT_PLAYING, PAIRED_AS
from xltie.games.preset import Column
from xltie.ranking.cells import id_cell
from xltie.settings import Line
from xltie.sheets.forms import HEADER_ROW, Form, faulty
from xltie.sheets.forms import Column as FormColumn
from xltie.sheets.formulas import key_formula
from xltie.sheets.round import PAIRED_HEADINGS
from xltie.workbooks import styles
from xltie.workbooks.layout import EVENT_NAME, Layout, TeamLayout
from xltie.workbooks.paint import end_table, paint_head, paint_line


def settings_sheet(sheet: Worksheet, layout: Layout, values: Mapping[str, object]) -> None:
    """Write one line per setting: label, value, explanation."""
    paint_head(sheet, _SETTINGS)
    for row, setting in enumerate(layout.preset.settings, HEADER_ROW + 1):
        _setting(sheet, layout, row, setting, values.get(setting.key, setting.default))
    for row in range(HEADER_ROW + len(layout.preset.settings) + 1, layout.last_setting + 1):
        paint_line(sheet, _SETTINGS, row, {})
    for column, heading in enumerate(PAIRED_HEADINGS if layout.paired_row else (), 1):
        styles.look(sheet.cell(layout.paired_row, column, heading), "Head left")
    _event_text(sheet, layout)
    end_table(sheet, _SETTINGS, layout.event_row - 2)


_SETTINGS = Form(
    (
        FormColumn("Setting", 34, "Text"),
        FormColumn("Value", 34, "Value", is_typed=True),
        FormColumn("What it does", 78, "Wrap"),
    ),
    is_landscape=True,
    facts="Change what is under yellow; all sheets follow. Another setting goes into a free line.",
)


_EVENT_NOTE = "The whole event, which the formulas of the other sheets call Event: =BQ(12,Event)"
_KEY_NOTE = "Stands for the event: while this number is the same, nothing has to be read again"


def _event_text(sheet: Worksheet, layout: Layout) -> None:
    """Write the cells that pack the event; one line below the settings, not one of them."""
    row = layout.event_row
    last = row + layout.event_parts - 1
    formulas = [layout.event_formula(part) for part in range(1, layout.event_parts + 1)]
    told = {row: ("Event in one cell", _EVENT_NOTE)}
    if layout.has_event_key:
        formulas.append(key_formula(row, last))
        told[last + 1] = ("", _KEY_NOTE)
    told[row + len(formulas)] = ("Faulty lines", "")
    for at, formula in enumerate([*formulas, "FAULTROWS(Event)"], row):
        label, note = told.get(at, ("", ""))
        for column, (text, look) in enumerate(
            ((label, "Text"), (f"={formula}", "Notice"), (note, "Text")), 1
        ):
            styles.look(sheet.cell(at, column, text or None), look)
    if layout.has_event_key:
        sheet.cell(last + 1, 2).number_format = "0"  # all of its digits
    book = sheet.parent
    assert book is not None
    for name, place in layout.names.items():
        book.defined_names[name] = DefinedName(name, attr_text=place)


def _setting(sheet: Worksheet, layout: Layout, row: int, line: Line, value: object) -> None:
    paint_line(sheet, _SETTINGS, row, {"Setting": line.label, "Value": value,
                                       "What it does": line.help})  # fmt: skip
    cell = sheet.cell(row, 2)
    formula = line.formula
    if line.key == "event":
        formula = f'{EVENT_NAME}&""'
    if formula:
        names = {
            setting.key: layout.setting(setting.key).removeprefix("Settings!")
            for setting in layout.preset.settings
        }
        cell.value = "=" + formula.format(**names)
        cell.protection = styles.LOCKED
    elif line.choices:
        offered = DataValidation(
            type="list", formula1=f'"{",".join(line.choices)}"', allow_blank=True,
            showErrorMessage=not line.is_open,
        )  # fmt: skip
        offered.add(cell)
        sheet.add_data_validation(offered)
    if not formula:
        styles.heighten(sheet, row)


def players_sheet(
    sheet: Worksheet,
    layout: Layout,
    players: Sequence[Contestant],
    tells_starts: bool = False,
    title: str = "",
) -> None:
    """Write the list of those who are paired, numbered, with the names that are known.

    With ``tells_starts`` a start score of 0 is one, which no formula replaces.
    """
    starts = {player.id for player in players if tells_starts and player.start_known}
    columns = [_NUMBER, FormColumn("Name", 30, "Name", is_typed=True)]
    form = _list_form(sheet.title, columns, layout.player_columns, layout.language)
    form = replace(form, is_first=True)
    _list(sheet, form, _filled_up(players, layout.prepared), title, starts)
    sheet.sheet_view.selection[-1].activeCell = sheet.sheet_view.selection[-1].sqref = "B5"


def roster_sheet(
    sheet: Worksheet, layout: TeamLayout, teams: Sequence[Contestant], players: Sequence[Contestant]
) -> None:
    """Write the players of the teams: those of a team together, from board 1 on."""
    listed = list(players) or [
        Contestant(str(number), team=str(1 + (number - 1) // layout.boards))
        for number in range(1, layout.roster + 1)
    ]
    names = {team.id: team.known_as for team in teams}
    named = [replace(player, team=names.get(player.team, player.team)) for player in listed]
    columns = [_NUMBER, FormColumn("Name", 28, "Name", is_typed=True)]
    _list(sheet, _list_form(sheet.title, columns, layout.preset.roster, layout.language), named)


_NUMBER = FormColumn("No", 6, "Small", is_open=True)
_NUMBER_WIDTH = 15
"""Letters up to which a column of the players holds numbers and codes, not texts."""


def _list_form(
    title: str, first: Sequence[FormColumn], columns: Sequence[Column], language: str
) -> Form:
    """Return the form of a list; a formula that may be typed over is open."""
    headings = [*(column.heading for column in first), *(column.heading for column in columns)]
    named = f',"{language}"' if language not in ("", "en") else ""
    cells = {"language": named, **_cells_of(headings)}
    others = [
        FormColumn(
            column.heading, column.width,
            "Number" if column.width <= _NUMBER_WIDTH else "Text",
            is_typed=column.heading not in ("That means", PAIRED_AS.heading),
            formula="=" + column.formula.format(**cells) if column.formula else "",
            number="@" if column.heading == NOT_PLAYING else "",
        )
        for column in columns
    ]  # fmt: skip
    return Form([*first, *others], [faulty(title[0], column_name(len(headings)))])


def _list(
    sheet: Worksheet,
    form: Form,
    listed: Sequence[Contestant],
    title: str = "",
    starts: AbstractSet[str] = frozenset(),
) -> None:
    """Write a list into a sheet, a strong line above each team of players."""
    paint_head(sheet, form, title)
    headings = [column.heading for column in form.columns]
    before = ""
    for row, player in enumerate(listed, HEADER_ROW + 1):
        details = player_details(player, headings[2:], 0 if player.id in starts else None)
        cells = (id_cell(player.id), player.name, *details)
        known = {
            heading: value for heading, value in zip(headings, cells, strict=True)
            if value not in (None, "")
        }  # fmt: skip
        begins = not form.is_first and before not in ("", player.team)
        paint_line(sheet, form, row, known, begins=begins)
        before = player.team
    last = HEADER_ROW + len(listed)
    styles.table(sheet, sheet.title, len(headings), last)
    end_table(sheet, form, last)


def _filled_up(players: Sequence[Contestant], count: int) -> list[Contestant]:
    """Return the players, and up to a count nameless ones by the least numbers that are free."""
    taken = {player.id for player in players}
    free = (str(n) for n in range(1, count + len(taken) + 1) if str(n) not in taken)
    return [*players, *(Contestant(next(free)) for _ in range(count - len(players)))]


def _cells_of(headings: Sequence[str]) -> dict[str, str]:
    """Return the cells of a line by heading, in lower case and without spaces."""
    return {
        heading.lower().replace(" ", "_"): f"${column_name(column)}{{row}}"
        for column, heading in enumerate(headings, 1)
    }


def _not_playing(own: Contestant) -> str | None:
    """Return when somebody left, or what the event says besides, as the column takes it."""
    said, known = not_playing(own), attendance_of(own)
    expelled = "expelled" if own.is_expelled and not known.is_expelled else ""
    if own.withdrawn_after is not None and known.leaves is None:
        expelled = f"{expelled} from {own.withdrawn_after + 1}".strip()
    return ", ".join(filter(None, (said, expelled))) or None


def _typed(text: str) -> object:
    """Return a text as typing it into a cell makes it: 2.5 is a number, and 007 none."""
    found = number_of(text) if len(text) <= _DIGITS else None
    return to_cell(found) if found is not None and show(found) == text else text


_DIGITS = 15
"""Digits that a number in a cell holds."""


def player_details(
    own: Contestant, headings: Sequence[str], no_start: int | None = None
) -> list[object]:
    """Return what stands in a player's line below these headings, None where nothing does."""
    known: dict[str, object] = {
        "rating": to_cell(own.exact_rating), "club": own.club, "country": own.country,
        "federation": own.country, "team": id_cell(own.team) if own.team else "",
        "division": own.division,
        "title": own.title, "grade": own.grade, "start score": float(own.start) or no_start,
        "carry-over": float(own.start) or None, NOT_PLAYING.lower(): _not_playing(own),
        "manual order": to_cell(own.manual_order),
        **{title.lower(): _typed(text) for title, text in own.more if title != NOT_PLAYING},
    }  # fmt: skip
    return [known.get(heading.lower()) for heading in headings]
