"""The sheets that are made when they are asked for: their lines, the charts, and texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.event import Contestant
from xltie.ranking import expand, split_list
from xltie.ranking.cells import id_cell
from xltie.sheets.forms import (
    ADDED,
    FIRST,
    HEADER_ROW,
    PRIZE_LINES,
    Column,
    Form,
    Measures,
    standings_form,
)
from xltie.sheets.functions import REGISTRY, find
from xltie.sheets.round import why_headings
from xltie.workbooks import styles
from xltie.workbooks.layout import RACE_LINES, Layout, TeamLayout
from xltie.workbooks.paint import needed, paint_head, paint_line


def add_sheet(
    sheet: Worksheet, name: str, layout: Layout, players: Sequence[Contestant] = ()
) -> None:
    """Write one of the sheets into an empty one; ``players`` are those of the event."""
    if name == "Help":
        help_sheet(sheet, layout)
        return
    asked = id_cell(players[0].id) if players else 1
    standings = standings_form(layout.event).whole
    measures = Measures(
        layout.preset, layout.rounds, standings, criteria=layout.criteria, asked=asked
    )
    form = ADDED[name](measures) if name in ADDED else _why(layout)
    paint_head(sheet, form)
    lines = _lines(name, layout)
    for row, line in enumerate(lines, FIRST):
        paint_line(sheet, form, row, line)
    if name == "Crosstable":
        sheet.page_setup.fitToHeight = _pages(form, layout.players)
    elif name == "Race":
        draw_race(sheet, layout, len(lines))


def _lines(name: str, layout: Layout) -> Sequence[Mapping[str, object]]:
    """Return what stands in the lines of a sheet by heading, beside the formulas."""
    if name == "All settings":
        return [
            {"Setting": line.label, "Usual": None if line.formula else line.default,
             "What it does": line.help}
            for line in layout.preset.settings
        ]  # fmt: skip
    if isinstance(layout, TeamLayout) and name == "Board prizes":
        boards = range(1, layout.boards + 1)
        return [{"Board": board} for board in boards for _ in range(PRIZE_LINES)]
    count = {
        "Crosstable": layout.lines, "Race": min(RACE_LINES, layout.players),
        "Explain": layout.rounds + 5, "Scorecard": layout.rounds + 7,
        "Frequencies": layout.players + 5,
    }.get(name, 0)  # fmt: skip
    return [{}] * count


_ACROSS, _DOWN, _HEAD = 108, 516, 102
"""A page of A4 on its side: letters across, points down, and points that the head takes."""


def _pages(form: Form, lines: int) -> int:
    """Return the pages that so many lines need, at least: spare ones below them begin none."""
    across = max(1.0, sum(column.width for column in form.columns) / _ACROSS)
    return max(1, -(-lines // int((_DOWN * across - _HEAD) / form.height)))


# -- texts -----------------------------------------------------------------------------------------

_WHY_WIDTHS = (7, 7, 28, 20, 24, 30, 46)
"""What decided is in sight on a screen of 1366 pixels."""


def _why(layout: Layout) -> Form:
    """Empty when it is made: pairing adds lines, which take over how the columns look.

    There are none of rounds that were paired before, which its second row says.
    """
    headings = why_headings(is_of_teams=isinstance(layout, TeamLayout))
    columns = [
        Column(heading, width, "Wrap top")
        for heading, width in zip(headings, _WHY_WIDTHS, strict=True)
    ]
    note = (
        "Each round paired while this sheet is here: why its tables are so (bracket, floats, "
        "colours, what decided)."
    )
    return Form(columns, facts=note, is_landscape=True, has_lines=False)


_WHO_PLAYS = (
    "Whoever has a name in the list takes part; a line without a name is nobody. A late entry "
    "goes into the next free line."
)
_STEPS = {
    False: (
        _WHO_PLAYS,
        "Not playing in round: 3 or 2, 5 or 1-3 for rounds missed, \u00bd 2 for half a point in "
        "round 2, from 4 for who withdraws before round 4.",
        "Menu Tournament, Pair next round: the games of the round stand in Rounds, the cursor in "
        "the first result.",
        "A result was wrong: type over it. Pair last round again makes the games of the last round "
        "anew while none of them has a result.",
    ),
    True: (
        _WHO_PLAYS,
        "Menu Tournament, Lay out bridge movement: every round of a movement that fits the pairs "
        "and the boards.",
    ),
}
"""What to do first, in an event that is paired round by round and in a session of boards."""
_EVERYWHERE = (
    "Check workbook goes to the first cell that is wrong; Explain selected cell says how a value "
    "or a place came about.",
    "The sheets update by themselves where xltie is installed (Excel, LibreOffice); anywhere "
    "else run: xltie recompute FILE",
)
_HELP = Form(
    (Column("", 62, "Wrap top"), Column("", 100, "Wrap top")), is_landscape=True,
    facts="How this workbook works, and the functions you can use in it.",
)  # fmt: skip


def help_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write how to use the workbook, and the functions of its game with their arguments."""
    paint_head(sheet, _HELP)
    row = FIRST
    for step in (*_STEPS[layout.preset.traits.is_session], *layout.preset.hints, *_EVERYWHERE):
        styles.look(sheet.cell(row, 1, step), "Beside")
        row += 1
    row += 1
    for column, heading in enumerate(("Function", "What it answers"), 1):
        styles.look(sheet.cell(row, column, heading), "Head left")
    first, homes = _functions(layout), ("", layout.preset.game)
    entries = [entry for entry in REGISTRY.values() if entry.home in homes or entry.name in first]
    for entry in sorted(entries, key=lambda entry: entry.name not in first):
        row += 1
        for column, text in enumerate((entry.signature, entry.summary), 1):
            styles.look(sheet.cell(row, column, text), "Wrap top")
        sheet.row_dimensions[row].height = needed(sheet, row)


def _functions(layout: Layout) -> set[str]:
    """Return the functions of the standings: those that a reader of the workbook looks for."""
    listed = split_list(expand(layout.criteria)) + split_list(layout.shown)
    found = (find(re.split(r"[/#:@(]", part)[0]) for part in listed)
    return {entry.name for entry in found if entry is not None}


_FIRST = 3
"""Column of the points after round 1."""
_WIDTH, _HEIGHT = 15, 11
"""Size of a chart in centimetres."""
_EACH_PLACE = 16
"""Players up to which the axis of the places names each."""
_LETTER = 0.185
"""Centimetres that a column takes for a letter of its width, at least."""


def draw_race(sheet: Worksheet, layout: Layout, count: int) -> None:
    """Draw the points of so many leaders, and beside them the places with the first at the top."""
    row, rounds = HEADER_ROW + count + 2, layout.rounds
    places = _FIRST + rounds + 1
    points = _chart(sheet, rounds, count, _FIRST, "Points")
    points.y_axis.scaling.min, points.y_axis.majorUnit = 0, 1
    sheet.add_chart(points, f"A{row}")
    places_chart = _chart(sheet, rounds, count, places, "Place")
    is_small = layout.players <= _EACH_PLACE
    places_chart.y_axis.scaling.min = int(is_small)
    places_chart.y_axis.majorUnit = 1 if is_small else 5
    places_chart.y_axis.scaling.orientation = "maxMin"
    places_chart.y_axis.number_format = "0;;"  # 5, 10, 15 ... and no place 0
    places_chart.x_axis.crosses = "max"  # the rounds stay at the bottom
    sheet.add_chart(places_chart, f"{_column_beside(sheet)}{row}")
    sheet.page_setup.fitToHeight = 1


def _chart(sheet: Worksheet, rounds: int, count: int, first: int, title: str) -> LineChart:
    chart = LineChart()
    chart.title = None
    chart.height, chart.width = _HEIGHT, _WIDTH
    chart.y_axis.title = title
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.legend = Legend()
    # LibreOffice reads "gap" as zero; a line that spans gaps ends with the last round played too.
    chart.display_blanks = "span"
    for row in range(HEADER_ROW + 1, HEADER_ROW + count + 1):
        data = Reference(sheet, min_col=first, max_col=first + rounds - 1, min_row=row)
        chart.series.append(_line(data, f"'{sheet.title}'!$B${row}"))
    head = Reference(sheet, min_col=first, max_col=first + rounds - 1, min_row=HEADER_ROW)
    chart.set_categories(head)
    return chart


def _line(data: Reference, name: str) -> Series:
    """Return the line of a player, who is named by a cell."""
    line: Series = SeriesFactory(data)
    line.tx = SeriesLabel(strRef=StrRef(name))
    line.smooth = False
    line.marker = Marker(symbol="circle", size=6)
    return line


def _column_beside(sheet: Worksheet) -> str:
    """Return the first column that begins to the right of a chart that stands at the left."""
    column, left = 1, 0.0
    while left < _WIDTH + 0.5:
        name = column_name(column)
        left += _LETTER * sheet.column_dimensions[name].width
        column += 1
    return column_name(column)
