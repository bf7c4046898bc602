"""The sheets that a director types into: Settings and Players."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name, number_of, to_cell
from xltie.core.numbers import show
from xltie.event import Contestant
from xltie.games.common import NOT_PLAYING, PAIRED_AS
from xltie.games.preset import Column
from xltie.ranking.cells import id_cell
from xltie.settings import Line
from xltie.sheets.forms import Column as FormColumn
from xltie.sheets.forms import Form, faulty
from xltie.sheets.formulas import HEADER_ROW, key_formula
from xltie.sheets.round import PAIRED_HEADINGS
from xltie.workbooks import styles
from xltie.workbooks.layout import EVENT_NAME, Layout
from xltie.workbooks.paint import end_table, paint_head, paint_line


def settings_sheet(sheet: Worksheet, layout: Layout, values: dict[str, object]) -> None:
    """Write one line per setting: label, value, explanation."""
    paint_head(sheet, _SETTINGS)
    for row, setting in enumerate(layout.preset.settings, HEADER_ROW + 1):
        _setting(sheet, layout, row, setting, values.get(setting.key, setting.default))
    for row in range(HEADER_ROW + len(layout.preset.settings) + 1, layout.last_setting + 1):
        paint_line(sheet, _SETTINGS, row, {})
    if layout.paired_row:
        _paired_so_far(sheet, layout.paired_row)
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


def _paired_so_far(sheet: Worksheet, row: int) -> None:
    """Write the headings below which every round that is paired gets a line."""
    for column, heading in enumerate(PAIRED_HEADINGS, 1):
        cell = sheet.cell(row, column, heading)
        styles.look(cell, "Head left")


_EVENT_NOTE = "The whole event, which the formulas of the other sheets call Event: =BQ(12,Event)"
_KEY_NOTE = "Stands for the event: while this number is the same, nothing has to be read again"


def _event_text(sheet: Worksheet, layout: Layout) -> None:
    """Write the cells that pack the event; one line below the settings, not one of them."""
    row = layout.event_row
    last = row + layout.event_parts - 1
    formulas = [layout.event_formula(part) for part in range(1, layout.event_parts + 1)]
    if layout.has_event_key:
        formulas.append(key_formula(row, last))
        styles.put(sheet, last + 1, 3, _KEY_NOTE).font = styles.NOTE
    styles.put(sheet, row, 1, "Event in one cell").font = styles.STRONG
    styles.put(sheet, row, 3, _EVENT_NOTE).font = styles.NOTE
    for at, formula in enumerate(formulas, row):
        cell = styles.put(sheet, at, 2, f"={formula}")
        cell.fill = styles.PALE_FILL
        cell.alignment = styles.LEFT
    if layout.has_event_key:
        sheet.cell(last + 1, 2).number_format = "0"  # all of its digits
    faults = row + len(formulas)
    styles.put(sheet, faults, 1, "Faulty lines").font = styles.STRONG
    styles.put(sheet, faults, 2, "=FAULTROWS(Event)").fill = styles.PALE_FILL
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
    language: str = "",
) -> None:
    """Write the Players table, numbered, with the names that are known.

    With ``tells_starts`` a start score of 0 is one, which no formula replaces.
    """
    columns = layout.player_columns
    headings = ("No", "Name", *(column.heading for column in columns))
    table = Form(
        (
            FormColumn("No", 6, "Small", is_open=True),
            FormColumn("Name", 30, "Name", is_typed=True),
            *(_player_column(column, headings, language) for column in columns),
        ),
        is_first=True,
        marks=[faulty(sheet.title[0], column_name(len(headings)))],
    )  # fmt: skip
    paint_head(sheet, table, title)
    count = layout.prepared
    for turn, player in enumerate(_filled_up(players, count)):
        no_start = 0 if tells_starts and turn < len(players) and player.start_known else None
        cells = (id_cell(player.id), player.name, *player_details(player, headings[2:], no_start))
        known = {
            heading: value for heading, value in zip(headings, cells, strict=True)
            if value not in (None, "")
        }  # fmt: skip
        paint_line(sheet, table, HEADER_ROW + 1 + turn, known)
    styles.table(sheet, sheet.title, len(headings), HEADER_ROW + count)
    sheet.sheet_view.selection[-1].activeCell = sheet.sheet_view.selection[-1].sqref = "B5"
    end_table(sheet, table, HEADER_ROW + count)


_NUMBER_WIDTH = 15
"""Letters up to which a column of the players holds numbers and codes, not texts."""


def _player_column(column: Column, headings: Sequence[str], language: str) -> FormColumn:
    """Return a column of the players; a formula that may be typed over is open."""
    named = f',"{language}"' if language not in ("", "en") else ""
    cells = {"language": named, **_cells_of(headings)}
    formula = "=" + column.formula.format(**cells) if column.formula else ""
    look = "Number" if column.width <= _NUMBER_WIDTH else "Text"
    is_typed = column.heading not in ("That means", PAIRED_AS.heading)
    number = "@" if column.heading == NOT_PLAYING else ""
    return FormColumn(
        column.heading, column.width, look, is_typed=is_typed, formula=formula, number=number
    )


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


def _number(value: Fraction | None) -> object:
    return None if value is None else float(value)


def _not_playing(own: Contestant) -> str | None:
    """Return when somebody left, or what the event says besides, as the column takes it."""
    said = [text for title, text in own.more if title == NOT_PLAYING]
    expelled = "expelled" if own.is_expelled else ""
    if own.withdrawn_after is not None and not said:
        said.append(f"{expelled} from {own.withdrawn_after + 1}".strip())
    elif expelled and not said:
        said.append(expelled)
    return ", ".join(said) or None


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
        "federation": own.country, "team": own.team, "division": own.division,
        "title": own.title, "grade": own.grade, "start score": float(own.start) or no_start,
        "carry-over": float(own.start) or None, NOT_PLAYING.lower(): _not_playing(own),
        "manual order": _number(own.manual_order),
        **{title.lower(): _typed(text) for title, text in own.more if title != NOT_PLAYING},
    }  # fmt: skip
    return [known.get(heading.lower()) for heading in headings]
