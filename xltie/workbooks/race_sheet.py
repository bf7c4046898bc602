"""The sheet Race: the points and the places of the leaders after each round, and charts of them."""

from __future__ import annotations

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.sheets.forms import kept
from xltie.sheets.formulas import HEADER_ROW, begun_formula
from xltie.workbooks import styles
from xltie.workbooks.layout import RACE_LINES, Layout

_FIRST = 3
"""Column of the points after round 1."""
_WIDTH, _HEIGHT = 15, 11
"""Size of a chart in centimetres."""
_EACH_PLACE = 16
"""Players up to which the axis of the places names each."""
_LETTER = 0.185
"""Centimetres that a column takes for a letter of its width, at least."""


def race_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write the points and places of the leaders after each round, each with a chart."""
    count = min(RACE_LINES, layout.players)
    rounds = range(1, layout.rounds + 1)
    places = _FIRST + layout.rounds + 1
    note = "Points and places of the leading players after each round."
    styles.title(sheet, "Race", note)
    each = (7 for _ in rounds)
    styles.header(
        sheet, ("ID", "Name", *rounds, "", *rounds), (8, 28, *each, 3, *(7,) * len(rounds))
    )
    sheet["A3"], sheet["B3"] = "Begun", f"={begun_formula()}"
    sheet["B3"].alignment = styles.LEFT
    for first, heading, call in (
        (_FIRST, "Points", "POINTS"), (places, "Place", "PLACEAFTER"),
    ):  # fmt: skip
        sheet.cell(HEADER_ROW - 1, first, heading).font = styles.STRONG
        _values(sheet, first, layout.rounds, count, call)
    for row in range(HEADER_ROW + 1, HEADER_ROW + count + 1):
        styles.put(sheet, row, 1, "=" + kept(f"Standings!$C{row}")).alignment = styles.CENTRE
        styles.put(sheet, row, 2, "=" + kept(f"Standings!$B{row}")).alignment = styles.LEFT
    _charts(sheet, layout, count, places)
    styles.printing(sheet, landscape=True, is_named=True)
    sheet.page_setup.fitToHeight = 1


def _values(sheet: Worksheet, first: int, rounds: int, count: int, call: str) -> None:
    """Write a value of every leader after every round, blank for those to come."""
    letters = [column_name(column) for column in range(first, first + rounds)]
    for letter in letters:
        sheet[f"{letter}{HEADER_ROW}"].number_format = '"R"0'
        for row in range(HEADER_ROW + 1, HEADER_ROW + count + 1):
            value = f"{call}($A{row},Event,{letter}${HEADER_ROW})"
            formula = f"=IF(OR(LEN($A{row})=0,{letter}${HEADER_ROW}>$B$3),NA(),{value})"
            column = sheet[f"{letter}{row}"].column
            styles.put(sheet, row, column, formula).alignment = styles.CENTRE
    cells = f"{letters[0]}{HEADER_ROW + 1}:{letters[-1]}{HEADER_ROW + count}"
    blank = styles.mark(f"ISERROR({letters[0]}{HEADER_ROW + 1})", font=Font(color="FFFFFF"))
    sheet.conditional_formatting.add(cells, blank)


def _charts(sheet: Worksheet, layout: Layout, count: int, places: int) -> None:
    """Draw the points, and beside them the places with the first at the top."""
    row, rounds = HEADER_ROW + count + 2, layout.rounds
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
