"""The sheets that update automatically: Standings, Crosstable, Race and Help."""

from __future__ import annotations

import re
from collections.abc import Iterable

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.legend import Legend
from openpyxl.styles import Border, Font, Side
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.games.preset import Column
from xltie.sheets.catalogue import REGISTRY
from xltie.templates import styles
from xltie.templates.layout import RACE_LINES, TOP, Layout

_PLACED = (
    Column(
        "Place",
        width=7,
        format="0",
        call="PLACE",
        options=(("criteria", "{criteria}"), ("settings", "{settings}")),
    ),
    Column("Name", "", 30),
    Column("ID", "", 8),
)


def _by_round(call: str, option: str, before: int) -> Column:
    """Return a column of a function for the round of its column, ``before`` columns standing first.

    The number is computed: a formula that is the same in every cell is read once.
    """
    return Column("", call=call, options=((option, f"COLUMN()-{before}"),))


def standings_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write the standings, best first: each line looks up its player and that player's values."""
    columns = (*_PLACED, *layout.preset.standings)
    styles.title(sheet, "Standings", "Sorted automatically; equal players share a place.")
    sheet["D1"] = f'={layout.setting("event")}&""'
    sheet["D1"].font = styles.STRONG
    sheet["A3"] = _notice(layout)
    sheet["A3"].font = styles.ALARM
    # LibreOffice cuts a long line at the frozen columns: it breaks before them.
    sheet.merge_cells(start_row=3, start_column=1, end_row=3, end_column=len(_PLACED))
    sheet["A3"].alignment = styles.WRAP
    sheet.row_dimensions[3].height = 44
    styles.header(
        sheet, tuple(c.heading for c in columns), tuple(column.width for column in columns)
    )
    for line in range(1, layout.lines + 1):
        row = TOP + line
        player = f"$C{row}"
        for number, column in enumerate(columns, 1):
            cell = styles.put(sheet, row, number)
            cell.font = styles.STRONG if column.heading in ("Place", "Name") else styles.BODY
            cell.number_format = column.format
            cell.alignment = styles.LEFT if column.width > 12 else styles.CENTRE
            if column.heading == "ID":
                settings = "" if layout.has_event_text else f",{layout.settings}"
                cell.value = (
                    f"=PLAYERAT({layout.listed},{layout.games},{layout.setting('criteria')},"
                    f"ROW()-{TOP}{settings})"
                )
            elif column.heading == "Name":
                cell.value = layout.name_of(player)
            else:
                cell.value = layout.formula(column, player)
    podium = styles.mark(
        f"AND(ISNUMBER($A{TOP + 1}),$A{TOP + 1}<=3,$D{TOP + 1}>0)", fill=styles.PALE_FILL
    )
    last = column_name(len(columns))
    _hide_unknown(sheet, f"A{TOP + layout.players + 1}:{last}{TOP + layout.lines}")
    _hide_unknown(sheet, f"D{TOP + 1}:{last}{TOP + layout.players}")
    sheet.conditional_formatting.add(f"A{TOP + 1}:{last}{TOP + layout.lines}", podium)
    sheet.freeze_panes = f"D{TOP + 1}"
    styles.printing(sheet, landscape=True)


def _notice(layout: Layout) -> str:
    """Return a formula that says what is faulty, or that the sheet has too few lines."""
    settings = "" if layout.has_event_text else f",{layout.settings}"
    told = f"PROVISIONAL({layout.listed},{layout.games}{settings})"
    listed = f"COUNTA(Players!$A${TOP + 1}:$A${layout.far})"
    return (
        f'=IF({told}<>"",{told},IF({listed}>{layout.lines},{listed}-{layout.lines}&'
        '" more players than lines here: copy the last line down, on the Crosstable too",""))'
    )


def _hide_unknown(sheet: Worksheet, cells: str) -> None:
    """Keep blank cells blank in a program without xltie.

    LibreOffice recomputes a formula whose stored value is an empty text when it opens a file,
    and without the extension such a cell becomes #NAME?; other values stay as they are stored.
    """
    first = cells.split(":", maxsplit=1)[0]
    unknown = styles.mark(
        f"IF(ISERROR({first}),ERROR.TYPE({first})=5,FALSE)", font=Font(color="FFFFFF")
    )
    sheet.conditional_formatting.add(cells, unknown)


def crosstable_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write what every player did in every round, in the order of the standings."""
    rounds = range(1, layout.rounds + 1)
    styles.title(
        sheet,
        "Crosstable",
        "+ win, = draw, - loss; then the opponent, b or w for the colour, and the count.",
    )
    headings = ("Place", "ID", "Name", *(f"R{number}" for number in rounds), "Points")
    styles.header(sheet, headings, (7, 8, 28, *(12 for _ in rounds), 8))
    for line in range(1, layout.lines + 1):
        row = TOP + line
        player = f"$B{row}"
        cells = [
            f"=Standings!$A{row}",
            f"=Standings!$C{row}",
            f"=Standings!$B{row}",
            *(layout.formula(_by_round("ROUNDRESULT", "round_number", 3), player) for _ in rounds),
            f"=Standings!$D{row}",
        ]
        for number, value in enumerate(cells, 1):
            cell = styles.put(sheet, row, number, value)
            cell.font = styles.STRONG if number == 3 else styles.BODY
            cell.alignment = styles.LEFT if number == 3 else styles.CENTRE
    spare = f"A{TOP + layout.players + 1}:{column_name(len(headings))}{TOP + layout.lines}"
    _hide_unknown(sheet, spare)
    sheet.freeze_panes = f"D{TOP + 1}"
    styles.printing(sheet, landscape=True)


def race_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write the points of the leaders after each round, and a chart of them."""
    count = min(RACE_LINES, layout.players)
    rounds = range(1, layout.rounds + 1)
    styles.title(sheet, "Race", "Points of the leading players after each round.")
    styles.header(
        sheet, ("ID", "Name", *(f"R{number}" for number in rounds)), (8, 28, *(7 for _ in rounds))
    )
    first, second = layout.round_range(layout.preset.first), layout.round_range("Round")
    begun = f'SUMPRODUCT(MAX((Rounds!{first}<>"")*Rounds!{second}))'
    for line in range(1, count + 1):
        row = TOP + line
        player = f"$A{row}"
        cells = [f"=Standings!$C{row}", f"=Standings!$B{row}"]
        cells += [
            f'=IF(OR({player}="",COLUMN()-2>{begun}),NA(),'
            f"{layout.call(_by_round('POINTS', 'after', 2), player)})"
            for _ in rounds
        ]
        for number, value in enumerate(cells, 1):
            cell = styles.put(sheet, row, number, value)
            cell.alignment = styles.LEFT if number == 2 else styles.CENTRE
    last = column_name(2 + layout.rounds)
    blank = styles.mark(f"ISERROR(C{TOP + 1})", font=Font(color="FFFFFF"))
    sheet.conditional_formatting.add(f"C{TOP + 1}:{last}{TOP + count}", blank)
    _race_chart(sheet, layout, count)
    styles.printing(sheet, landscape=True)
    sheet.page_setup.fitToHeight = 1


def _race_chart(sheet: Worksheet, layout: Layout, count: int) -> None:
    chart = LineChart()
    chart.title = None
    chart.height, chart.width = 11, 24
    chart.y_axis.title = "Points"
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.y_axis.scaling.min = 0
    chart.legend = Legend()
    data = Reference(
        sheet, min_col=2, max_col=2 + layout.rounds, min_row=TOP + 1, max_row=TOP + count
    )
    # LibreOffice reads "gap" as zero; a line that spans gaps ends with the last round played too.
    chart.display_blanks = "span"
    chart.add_data(data, from_rows=True, titles_from_data=True)
    chart.set_categories(Reference(sheet, min_col=3, max_col=2 + layout.rounds, min_row=TOP))
    for series in chart.series:
        series.smooth = False
        series.marker.symbol = "circle"
        series.marker.size = 6
    sheet.add_chart(chart, f"A{TOP + count + 2}")


def help_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write how to use the workbook, and every function with its arguments."""
    styles.title(sheet, "Help", "How this workbook works, and the functions you can use in it.")
    sheet.column_dimensions["A"].width = 62
    sheet.column_dimensions["B"].width = 100
    results, followers, why = (
        ("Boards", "Standings, Frequencies and Scorecard", "a pair on the Scorecard sheet")
        if layout.preset.has_boards
        else ("Rounds", "Standings, Crosstable and Race", "a player on the Explain sheet")
    )  # fmt: skip
    steps = (
        f"Type the players on the Players sheet and the games on the {results} sheet.",
        *layout.preset.hints,
        f"{followers} update by themselves where xltie is installed (Excel, "
        "LibreOffice); anywhere else run: xltie recompute FILE",
        f"To see why, choose {why}, or run: xltie explain FILE PLAYER",
    )
    row = TOP
    for step in steps:
        sheet.cell(row, 1, step).font = styles.BODY
        row += 1
    row += 1
    for column, heading in enumerate(("Function", "What it answers"), 1):
        cell = sheet.cell(row, column, heading)
        cell.font, cell.fill = styles.HEADER, styles.HEADER_FILL
    own = _functions(layout.preset.standings)
    for entry in sorted(REGISTRY.values(), key=lambda entry: entry.name not in own):
        row += 1
        lines = max(-(-len(entry.signature) // 52), -(-len(entry.summary) // 104))
        sheet.row_dimensions[row].height = 15 * lines
        sheet.cell(row, 1, entry.signature).font = styles.STRONG
        sheet.cell(row, 2, entry.summary).font = styles.BODY
        for column in (1, 2):
            sheet.cell(row, column).alignment = styles.WRAP
            sheet.cell(row, column).border = Border(bottom=Side(style="hair", color=styles.GREY))
    styles.printing(sheet, landscape=True)
    sheet.print_title_rows = None


def _functions(columns: Iterable[Column]) -> set[str]:
    """Return the functions that columns call: those that a reader of the workbook looks for."""
    called = {column.call for column in columns}
    return called.union(*(re.findall(r"[A-Z]+(?=\()", column.formula) for column in columns))
