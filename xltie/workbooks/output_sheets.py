"""The sheets that update automatically: Standings, Crosstable and Help."""

from __future__ import annotations

import re

from openpyxl.styles import Border, Side
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.ranking import expand, split_list
from xltie.sheets.forms import HAIR, kept, standings_form
from xltie.sheets.formulas import HEADER_ROW
from xltie.sheets.functions import REGISTRY, find
from xltie.workbooks import styles
from xltie.workbooks.layout import Layout
from xltie.workbooks.paint import end_table, paint_head, paint_line


def standings_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write the standings, best first: each line looks up its player and that player's values."""
    table = standings_form(layout.event)
    paint_head(sheet, table)
    for row in range(HEADER_ROW + 1, HEADER_ROW + layout.lines + 1):
        paint_line(sheet, table, row, {})
    end_table(sheet, table, HEADER_ROW + layout.lines)


def crosstable_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write what every player did in every round, in the order of the standings."""
    rounds = range(1, layout.rounds + 1)
    styles.title(
        sheet,
        "Crosstable",
        "+ win, = draw, - loss; then the opponent, b or w for the colour, and the count.",
    )
    is_numbered = layout.preset.traits.is_numbered_by_name
    numbered = ("Pairing number",) if is_numbered else ()
    headings = ("Place", "ID", "Name", *(f"R{number}" for number in rounds), *numbered, "")
    styles.header(sheet, headings, (7, 8, 28, *(12 for _ in rounds), *(9 for _ in numbered), 8))
    for line in range(1, layout.lines + 1):
        row = HEADER_ROW + line
        player = f"$B{row}"
        cells = [
            "=" + kept(f"Standings!$A{row}"),
            "=" + kept(f"Standings!$C{row}"),
            "=" + kept(f"Standings!$B{row}"),
            *("=" + kept(f"ROUNDRESULT({player},Event,COLUMN()-3)") for _ in rounds),
            *("=" + kept(f"PAIRINGNO({player},Event)") for _ in numbered),
            "=" + kept(f"Standings!$D{row}"),
        ]
        for number, value in enumerate(cells, 1):
            is_name = number == 3
            font = styles.STRONG if is_name else styles.BODY
            at = styles.LEFT if is_name else styles.CENTRE
            styles.put(sheet, row, number, value, font=font, alignment=at)
    last = column_name(len(headings))
    sheet[f"{last}{HEADER_ROW}"] = f"=Standings!$D${HEADER_ROW}"
    sheet.freeze_panes = f"D{HEADER_ROW + 1}"
    styles.printing(sheet, landscape=True, is_named=True, lines=layout.players)


def help_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write how to use the workbook, and every function with its arguments."""
    styles.title(sheet, "Help", "How this workbook works, and the functions you can use in it.")
    sheet.column_dimensions["A"].width = 62
    sheet.column_dimensions["B"].width = 100
    steps = (
        *layout.preset.hints,
        "The sheets update by themselves where xltie is installed (Excel, LibreOffice); anywhere "
        "else run: xltie recompute FILE",
    )
    row = HEADER_ROW
    for step in steps:
        sheet.cell(row, 1, step).font = styles.BODY
        row += 1
    row += 1
    for column, heading in enumerate(("Function", "What it answers"), 1):
        cell = sheet.cell(row, column, heading)
        cell.font, cell.fill = styles.HEADER, styles.HEADER_FILL
    entries = _functions(layout)
    for entry in sorted(REGISTRY.values(), key=lambda entry: entry.name not in entries):
        row += 1
        lines = max(-(-len(entry.signature) // 52), -(-len(entry.summary) // 104))
        sheet.row_dimensions[row].height = 15 * lines
        sheet.cell(row, 1, entry.signature).font = styles.STRONG
        sheet.cell(row, 2, entry.summary).font = styles.BODY
        for column in (1, 2):
            sheet.cell(row, column).alignment = styles.WRAP
            sheet.cell(row, column).border = Border(bottom=Side(style="hair", color=HAIR))
    styles.printing(sheet, landscape=True, is_named=True, repeat=False)


def _functions(layout: Layout) -> set[str]:
    """Return the functions of the standings: those that a reader of the workbook looks for."""
    listed = split_list(expand(layout.criteria)) + split_list(layout.shown)
    found = (find(re.split(r"[/#:@(]", part)[0]) for part in listed)
    return {entry.name for entry in found if entry is not None}
