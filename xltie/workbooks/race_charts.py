"""The charts of the sheet Race: the points and the places of the leaders after each round."""

from __future__ import annotations

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.sheets.forms import HEADER_ROW
from xltie.workbooks.layout import Layout

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
