"""Makes the workbook of the normal game: ``python -m examples.normal_game FILE``.

Four boards of twelve results, each scored in IMPs, in matchpoints and in standard deviations, as
the article on the normal game prints them, with a chart of the last two. All is in formulas:
``xltie recompute FILE`` fills them in.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import openpyxl
from openpyxl.chart import BarChart, Reference
from openpyxl.styles import Font
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.core.files import write_new
from xltie.recompute import recompute
from xltie.sheets.functions import callables

BOARDS = (
    (450, 430, 430, 430, 420, 420, 420, 420, 400, 400, 400, 400),
    (430, 420, 420, 400, 170, 170, 170, 170, 170, 150, 150, 120),
    (420, 420, 400, 170, 170, 170, 140, 140, 140, -50, -50, -50),
    (800, *[420] * 11),
)
"""The results of the four examples, the best first."""

COLUMNS = (
    ("mp", "=DEVIATIONS({scores})", "0"),
    ("imp", "=BUTLER({scores})", "0"),
    ("Rank", '=MATCHPOINTS({scores},"rank")', "0.0"),
    ("centred", '=MATCHPOINTS({scores},"centred")', "0.0"),
    ("%", "=MPPERCENT({scores})/100", "0.00%"),
    ("Z", "=ZSCORES({scores})", "0.00"),
    ("Z, population", '=ZSCORES({scores},"population")', "0.00"),
)
_FIRST = 3


def workbook() -> bytes:
    """Return the workbook with its values."""
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    for number, results in enumerate(BOARDS, 1):
        _example(made.create_sheet(f"Example {number}"), results)
    out = io.BytesIO()
    made.save(out)
    return recompute(out.getvalue(), callables())[0]


def _example(sheet: Worksheet, results: tuple[int, ...]) -> None:
    last = _FIRST + len(results) - 1
    scores = f"$A${_FIRST}:$A${last}"
    sheet["A1"] = f"{sheet.title}: {len(results)} results"
    sheet["A1"].font = Font(bold=True, size=13)
    sheet.cell(2, 1, "Result")
    for row, score in enumerate(results, _FIRST):
        sheet.cell(row, 1, score)
    for column, (heading, formula, shown) in enumerate(COLUMNS, 2):
        letter = sheet.cell(2, column, heading).column_letter
        area = f"{letter}{_FIRST}:{letter}{last}"
        sheet[f"{letter}{_FIRST}"] = ArrayFormula(area, formula.format(scores=scores))
        for row in range(_FIRST, last + 3):
            sheet.cell(row, column).number_format = shown
    normal = len(COLUMNS) + 2
    sheet.cell(2, normal, "N(0,1)")
    for row in range(_FIRST, last + 1):
        sheet.cell(row, normal, f"=ZPERCENT(G{row})/100").number_format = "0%"
    for row, (name, function) in enumerate((("mean", "AVERAGE"), ("s", "STDEV")), last + 1):
        sheet.cell(row, normal + 1, name)
        for column in range(1, normal + 1):
            letter = column_name(column)
            own = sheet.cell(row, column, f"={function}({letter}{_FIRST}:{letter}{last})")
            own.number_format = sheet.cell(last, column).number_format
            own.font = Font(bold=True)
    for cell in sheet[2]:
        cell.font = Font(bold=True)
    sheet.column_dimensions["H"].width = 14
    sheet.page_setup.orientation = "landscape"
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    _chart(sheet, last, normal)


def _chart(sheet: Worksheet, last: int, normal: int) -> None:
    """Draw what every result scores in matchpoints and in the normal game, as percentages."""
    chart = BarChart()
    chart.title = "Matchpoints and the normal game"
    for column in (6, normal):
        chart.add_data(
            Reference(sheet, min_col=column, min_row=2, max_row=last), titles_from_data=True
        )
    chart.set_categories(Reference(sheet, min_col=1, min_row=_FIRST, max_row=last))
    chart.y_axis.number_format = "0%"
    chart.y_axis.scaling.max = 1
    chart.y_axis.delete = chart.x_axis.delete = False
    chart.height, chart.width = 8, 17
    sheet.add_chart(chart, f"A{last + 5}")


if __name__ == "__main__":
    write_new(Path(sys.argv[1]), workbook())
