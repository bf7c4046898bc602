"""The sheets that are made when they are asked for, as forms; of Help and Race also what is drawn.

Most of them ask a function for rows and show those below the headings; what it is asked about is
typed above. Each cell takes its own part: an array formula would show nothing where the functions
are not there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.event import Contestant
from xltie.ranking import columns_of, expand, split_list
from xltie.ranking.cells import id_cell
from xltie.sheets.forms import (
    FIRST,
    HAIR,
    HEADER_ROW,
    INK,
    LAST,
    PALE,
    Above,
    Column,
    Form,
    Mark,
    kept,
)
from xltie.sheets.formulas import ASKED_NAME, PRIZE_LINES, begun_formula, prize_formula
from xltie.sheets.functions import REGISTRY, find
from xltie.sheets.round import WHY_HEADINGS
from xltie.workbooks import styles
from xltie.workbooks.layout import RACE_LINES, SETTINGS, Layout, TeamLayout
from xltie.workbooks.paint import needed, paint_head, paint_line


def add_sheet(
    sheet: Worksheet, name: str, layout: Layout, players: Sequence[Contestant] = ()
) -> None:
    """Write one of the sheets into an empty one; ``players`` are those of the event."""
    if name == "Help":
        help_sheet(sheet, layout)
        return
    form, lines = _FORMS[name](layout, players)
    paint_head(sheet, form)
    values = [{}] * lines if isinstance(lines, int) else lines
    for row, line in enumerate(values, FIRST):
        paint_line(sheet, form, row, line)
    if name == "Crosstable":
        sheet.page_setup.fitToHeight = _pages(form, layout.players)
    elif name == "Race":
        draw_race(sheet, layout, len(values))


_ACROSS, _DOWN, _HEAD = 108, 516, 102
"""A page of A4 on its side: letters across, points down, and points that the head takes."""


def _pages(form: Form, lines: int) -> int:
    """Return the pages that so many lines need, at least: spare ones below them begin none."""
    across = max(1.0, sum(column.width for column in form.columns) / _ACROSS)
    return max(1, -(-lines // int((_DOWN * across - _HEAD) / form.height)))


_Lines = int | Sequence[dict[str, object]]
"""How many lines a sheet has, or what stands in them by heading beside the formulas."""


# -- rows that a function answers ------------------------------------------------------------------


def _answered(
    call: str, widths: Sequence[float], facts: str, above: Sequence[Above], number: str = ""
) -> Form:
    """Return the form of what a call answers: its first row are the headings."""
    columns = []
    for at, width in enumerate(widths, 1):
        text = kept(f"INDEX({call},ROW()-{HEADER_ROW - 1},{at})")
        look = "Text" if width > _WIDE else "Number"
        column = Column(f"={text}", width, look, f"part_{at}", formula=text)
        columns.append(replace(column, number=number) if at > 1 else column)
    return Form(columns, facts=facts, above=above, is_landscape=True)


_WIDE = 20
"""Letters from which a column holds texts."""


def _explained(
    who: str, asked: object, criterion: str, widths: Sequence[float], facts: str, number: str,
    choices: str = "",
) -> Form:  # fmt: skip
    """Return the form that shows where the value of somebody comes from."""
    above = (
        Above(1, who), Above(2, asked, is_typed=True),  # type: ignore[arg-type]
        Above(3, "Criterion"), Above(4, criterion, is_typed=True, choices=choices),
        Above(5, f"={ASKED_NAME}"),
    )  # fmt: skip
    return _answered("EXPLAIN($D$3,$B$3,Event)", widths, facts, above, number)


def _explain(layout: Layout, players: Sequence[Contestant]) -> tuple[Form, _Lines]:
    listed = split_list(expand(layout.criteria))
    last = column_name(len(columns_of(layout.event)) + 3)
    form = _explained(
        "Team" if layout.preset.roster else "Player", "=" + kept(f"Standings!$C${FIRST}"),
        layout.preset.explained or listed[min(1, len(listed) - 1)], (16, 16, 12, 16, 76),
        "Choose a player and a criterion to see where the value comes from.", "",
        f"Standings!$D${HEADER_ROW}:${last}${HEADER_ROW}",
    )  # fmt: skip
    return form, layout.rounds + 5


def _scorecard(layout: Layout, players: Sequence[Contestant]) -> tuple[Form, _Lines]:
    form = _explained(
        "Pair", id_cell(players[0].id) if players else 1, f"=Standings!$D${HEADER_ROW}",
        (10, 12, 12, 14, 84), "Type a pair to see what it scored on each board, and why.", "0.00",
    )  # fmt: skip
    return form, layout.rounds + 7


def _frequencies(layout: Layout, players: Sequence[Contestant]) -> tuple[Form, _Lines]:
    above = (
        Above(1, "Board"), Above(2, 1, is_typed=True),
        Above(3, "Method"), Above(4, "mp", is_typed=True, choices='"mp,butler,cross,z"'),
    )  # fmt: skip
    facts = "Type a board number to see each score, how often it occurred and its value."
    call = "FREQUENCIES(Event,,$B$3,$D$3)"
    return _answered(call, (14, 10, 12, 12, 12), facts, above, "0.##"), layout.players + 5


_PRIZES = (
    ("Place", 8, "Number"), ("ID", 8, "Number"), ("Name", 30, "Text"), ("Team", 24, "Text"),
    ("Points", 9, "Number"), ("Games", 8, "Number"), ("%", 8, "Number"),
    ("Performance", 13, "Number"),
)  # fmt: skip


def _prizes(layout: Layout, players: Sequence[Contestant]) -> tuple[Form, _Lines]:
    assert isinstance(layout, TeamLayout)
    columns = [Column("Board", 8, "Number", "board")]
    columns += [
        Column(heading, width, look, f"part_{at}", formula=prize_formula(at),
               number="0.0" if heading == "%" else "")
        for at, (heading, width, look) in enumerate(_PRIZES, 1)
    ]  # fmt: skip
    above = (
        Above(1, "Order"),
        Above(2, "points", is_typed=True, choices='"points,percent,performance"'),
        Above(3, "Games"), Above(4, 1, is_typed=True),
        Above(5, "points, percent or performance; least games"),
    )  # fmt: skip
    first = Mark(f"A{FIRST}:I{LAST}", f"$B{FIRST}=1", fill=PALE, color=INK)
    form = Form(
        columns, [first], above=above,
        facts="The best players of each board; forfeits and byes do not count.",
    )  # fmt: skip
    boards = range(1, layout.boards + 1)
    return form, [{"Board": board} for board in boards for _ in range(PRIZE_LINES)]


# -- the standings round by round ------------------------------------------------------------------


def _crosstable(layout: Layout, players: Sequence[Contestant]) -> tuple[Form, _Lines]:
    columns = [
        Column("Place", 7, "Place", "place", formula=kept("Standings!$A{row}")),
        Column("ID", 8, "Small", "id", formula=kept("Standings!$C{row}")),
        Column("Name", 28, "Name", "name", formula=kept("Standings!$B{row}")),
    ]
    for number in range(1, layout.rounds + 1):
        text = kept("ROUNDRESULT($B{row},Event,COLUMN()-3)")
        columns.append(Column(f"R{number}", 12, "Number", f"round_{number}", formula=text))
    if layout.preset.traits.is_numbered_by_name:
        text = kept("PAIRINGNO($B{row},Event)")
        columns.append(Column("Pairing number", 9, "Small", "paired", formula=text))
    score = kept("Standings!$D{row}")
    columns.append(Column(f"=Standings!$D${HEADER_ROW}", 8, "Place", "score", formula=score))
    there = Mark(f"A{FIRST}:{column_name(len(columns))}{LAST}", f"LEN($A{FIRST})>0", line=HAIR)
    form = Form(
        columns, [there], 18, is_landscape=True, has_lines=False, frozen=3,
        facts="+ win, = draw, - loss; then the opponent, b or w for the colour, and the count.",
    )  # fmt: skip
    return form, layout.lines


_LEADER = "Standings!$B{row}"


def _race(layout: Layout, players: Sequence[Contestant]) -> tuple[Form, _Lines]:
    """Points and places of the leaders after each round, #N/A for those to come, as charts want."""
    # a name of nothing would be called "Row 5" in the legend; a plain blank is lost by programs
    named = f'IF(IFERROR(LEN({_LEADER}),0)=0,"\u00a0",{_LEADER})'
    columns = [
        Column("ID", 8, "Small", "id", formula=kept("Standings!$C{row}")),
        Column("Name", 28, "Name", "name", formula=named),
    ]
    for call in ("POINTS", "PLACEAFTER"):
        columns += [Column("", 3)] if call == "PLACEAFTER" else []
        for number in range(1, layout.rounds + 1):
            text = f"IF(OR(LEN($A{{row}})=0,{number}>$B$3),NA(),{call}($A{{row}},Event,{number}))"
            columns.append(Column(f"R{number}", 7, "Number", f"{call}_{number}", formula=text))
    above = (
        Above(1, "Begun"), Above(2, f"={begun_formula()}"),
        Above(3, "Points"), Above(4 + layout.rounds, "Place"),
    )  # fmt: skip
    cells = f"C{FIRST}:{column_name(len(columns))}{LAST}"
    to_come = Mark(cells, f"ISERROR(C{FIRST})", fill=PALE, color=PALE)  # on a dark page too
    form = Form(
        columns, [to_come], 18, is_landscape=True, above=above,
        facts="Points and places of the leading players after each round.",
    )  # fmt: skip
    return form, min(RACE_LINES, layout.players)


# -- texts -----------------------------------------------------------------------------------------

_WHY_WIDTHS = (7, 7, 28, 20, 24, 30, 46)
"""What decided is in sight on a screen of 1366 pixels."""


def _why(layout: Layout, players: Sequence[Contestant]) -> tuple[Form, _Lines]:
    """Empty when it is made: pairing adds lines, which take over how the columns look."""
    columns = [
        Column(heading, width, "Wrap top")
        for heading, width in zip(WHY_HEADINGS, _WHY_WIDTHS, strict=True)
    ]
    note = "Why each table was paired so: bracket, floats, colours, and what decided."
    return Form(columns, facts=note, is_landscape=True, has_lines=False), 0


def _all_settings(layout: Layout, players: Sequence[Contestant]) -> tuple[Form, _Lines]:
    """Every setting of the game: what it is in this event, what is usual, what it does."""
    value = f'IFERROR(VLOOKUP($A{{row}},{SETTINGS},2,0)&"",${{usual}}{{row}}&"")'
    columns = (
        Column("Setting", 44, "Wrap top"), Column("Value", 34, "Wrap top", "value", formula=value),
        Column("Usual", 34, "Wrap top", "usual"), Column("What it does", 100, "Wrap top"),
    )  # fmt: skip
    form = Form(
        columns, height=0, is_landscape=True, frozen=1,
        facts="To change one that has no line in the Settings, write its name and the value into "
        "the next free line there.",
    )  # fmt: skip
    return form, [
        {"Setting": line.label, "Usual": None if line.formula else line.default,
         "What it does": line.help}
        for line in layout.preset.settings
    ]  # fmt: skip


_FORMS = {
    "Crosstable": _crosstable, "Race": _race, "Explain": _explain, "Why": _why,
    "All settings": _all_settings, "Frequencies": _frequencies, "Scorecard": _scorecard,
    "Board prizes": _prizes,
}  # fmt: skip
"""What makes the form of each sheet and says what stands in its lines."""

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
