"""The sheets that a director types into: Settings and Players."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name, to_cell
from xltie.event import Contestant
from xltie.ranking.cells import id_cell
from xltie.settings import Line
from xltie.sheets.formulas import HEADER_ROW, key_formula
from xltie.templates import styles
from xltie.templates.layout import Layout
from xltie.templates.line_warnings import mark_named


def settings_sheet(sheet: Worksheet, layout: Layout, values: dict[str, object]) -> None:
    """Write one line per setting: label, value, explanation."""
    styles.title(
        sheet, f"{layout.preset.title} event", "Change the yellow cells; all sheets update."
    )
    styles.header(sheet, ("Setting", "Value", "What it does"), (38, 26, 78))
    for row, setting in enumerate(layout.preset.settings, HEADER_ROW + 1):
        _setting(sheet, layout, row, setting, values.get(setting.key, setting.default))
    _event_text(sheet, layout)
    sheet.freeze_panes = f"A{HEADER_ROW + 1}"
    styles.printing(sheet, landscape=True)
    sheet.print_title_rows = f"1:{layout.setting_row('event')}"  # its line is the event's name


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
    styles.mark_overwritten(sheet, f"B{row}:B{row + len(formulas) - 1}")
    book = sheet.parent
    assert book is not None
    for name, place in layout.names.items():
        book.defined_names[name] = DefinedName(name, attr_text=place)


def _setting(sheet: Worksheet, layout: Layout, row: int, line: Line, value: object) -> None:
    styles.put(sheet, row, 1, line.label).font = styles.STRONG
    styles.put(sheet, row, 3, line.help).font = styles.NOTE
    cell = styles.typed(sheet, row, 2, value)
    cell.alignment = styles.LEFT
    if line.formula:
        names = {
            setting.key: layout.setting(setting.key).removeprefix("Settings!")
            for setting in layout.preset.settings
        }
        cell.value = "=" + line.formula.format(**names)
        cell.fill = styles.PALE_FILL
        cell.protection = styles.LOCKED
        styles.mark_overwritten(sheet, cell.coordinate)
        return
    cell.fill = styles.INPUT_FILL
    if line.choices:
        offered = DataValidation(
            type="list", formula1=f'"{",".join(line.choices)}"', allow_blank=True,
            showErrorMessage=not line.is_open,
        )  # fmt: skip
        offered.add(cell)
        sheet.add_data_validation(offered)


def players_sheet(
    sheet: Worksheet, layout: Layout, players: Sequence[Contestant], tells_starts: bool = False
) -> None:
    """Write the Players table, numbered, with the names that are known.

    With ``tells_starts`` a start score of 0 is one, which no formula replaces.
    """
    columns = layout.player_columns
    headings = ("ID", "Name", *(column.heading for column in columns))
    formulas = {column.heading: column.formula for column in columns if column.formula}
    styles.title(sheet, "Players", "Number and name; add late entries below the last row.")
    styles.header(sheet, headings, (8, 30, *(column.width for column in columns)))
    for turn, player in enumerate(_filled_up(players, layout.players)):
        row = HEADER_ROW + 1 + turn
        no_start = 0 if tells_starts and turn < len(players) and player.start_known else None
        cells = (id_cell(player.id), player.name, *_details(player, headings[2:], no_start))
        for column, (heading, value) in enumerate(zip(headings, cells, strict=True), 1):
            filled = formulas.get(heading) if value in (None, "") else None
            fill = styles.INPUT_FILL if column > 1 else styles.PALE_FILL
            at = styles.LEFT if isinstance(value, str) else styles.CENTRE
            typed = None if value == "" else value
            cell = styles.typed(sheet, row, column, typed, fill=fill, alignment=at)
            if filled:
                cell.value = "=" + filled.format(**_cells_of(headings, row))
    styles.table(sheet, "Players", len(headings), HEADER_ROW + layout.players)
    styles.open_below(sheet, [column_name(n) for n in range(1, len(headings) + 1)])
    mark_named(sheet, len(headings), layout)
    ids = f"$A${HEADER_ROW + 1}:$A${HEADER_ROW + layout.players + 200}"
    twice = styles.mark(
        f'AND($A{HEADER_ROW + 1}<>"",COUNTIF({ids},$A{HEADER_ROW + 1})>1)', fill=styles.WARN_FILL
    )
    sheet.conditional_formatting.add(ids.replace("$", ""), twice)
    sheet.freeze_panes = f"C{HEADER_ROW + 1}"
    styles.printing(sheet, event=layout.setting("event"))


def _filled_up(players: Sequence[Contestant], count: int) -> list[Contestant]:
    """Return the players, and up to a count nameless ones by the least numbers that are free."""
    taken = {player.id for player in players}
    free = (str(n) for n in range(1, count + len(taken) + 1) if str(n) not in taken)
    return [*players, *(Contestant(next(free)) for _ in range(count - len(players)))]


def _cells_of(headings: Sequence[str], row: int) -> dict[str, str]:
    """Return the cells of a row by heading, in lower case and without spaces."""
    return {
        heading.lower().replace(" ", "_"): f"${column_name(column)}{row}"
        for column, heading in enumerate(headings, 1)
    }


def _number(value: Fraction | None) -> object:
    return None if value is None else float(value)


def _left(contestant: Contestant) -> object:
    """Return the last round before somebody left, as the column holds it."""
    if not contestant.is_expelled:
        return contestant.withdrawn_after
    after = "" if contestant.withdrawn_after is None else contestant.withdrawn_after
    return f"{after} expelled".strip()


def _details(
    contestant: Contestant, headings: Sequence[str], no_start: int | None = None
) -> list[object]:
    known: dict[str, object] = {
        "rating": to_cell(contestant.exact_rating),
        "club": contestant.club,
        "country": contestant.country,
        "federation": contestant.country,
        "team": contestant.team,
        "title": contestant.title,
        "grade": contestant.grade,
        "start score": float(contestant.start) or no_start,
        "withdrawn after": _left(contestant),
        "manual order": _number(contestant.manual_order),
        **{title.lower(): text for title, text in contestant.more},
    }
    return [known.get(heading.lower()) for heading in headings]
