"""The sheets that update automatically: Standings, Crosstable and Help."""

from __future__ import annotations

import re

from openpyxl.styles import Border, Side
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.ranking import expand, split_list
from xltie.sheets.formulas import CRITERION_HEADING, HEADER_ROW, XLFN_PREFIX, provisional_formula
from xltie.sheets.functions import REGISTRY, find
from xltie.templates import styles
from xltie.templates.layout import Layout

_LISTED = 3
"""Columns of the standings before the criteria: place, name, id."""


def standings_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write the standings, best first: each line looks up its player and that player's values."""
    styles.title(sheet, "Standings", "Sorted automatically; equal players share a place.")
    sheet["A3"] = f"={provisional_formula(layout.far)}"
    sheet["A3"].font = styles.ALARM
    # LibreOffice cuts a long line at the frozen columns: it breaks before them.
    sheet.merge_cells(start_row=3, start_column=1, end_row=3, end_column=_LISTED)
    sheet["A3"].alignment = styles.WRAP
    sheet.row_dimensions[3].height = 44
    count = layout.criteria_columns
    headings = ("Place", "Name", "ID", *("" for _ in range(count)), "Decided by")
    styles.header(sheet, headings, (7, 30, 8, *(10 for _ in range(count)), 18))
    for column in range(_LISTED + 1, _LISTED + count + 1):
        sheet.cell(HEADER_ROW, column).value = f"={CRITERION_HEADING}"
    for row in range(HEADER_ROW + 1, HEADER_ROW + layout.lines + 1):
        for column, formula in enumerate(_line(layout, row), 1):
            font = styles.STRONG if column < _LISTED else styles.BODY
            is_text = column in (2, len(headings))
            at = styles.LEFT if is_text else styles.CENTRE
            styles.put(sheet, row, column, formula, font=font, alignment=at)
    _standings_marks(sheet, layout, column_name(len(headings)))
    sheet.freeze_panes = f"D{HEADER_ROW + 1}"
    event = layout.setting("event")
    styles.printing(sheet, landscape=True, event=event, lines=layout.players)


def _line(layout: Layout, row: int) -> tuple[str, ...]:
    """Return the formulas of a line of the standings."""
    player = f"$C{row}"
    values = (
        f'=IF({player}="","",{XLFN_PREFIX}IFNA(TIEBREAK({player},Event,{letter}${HEADER_ROW}),"-"))'
        for letter in map(column_name, range(_LISTED + 1, _LISTED + layout.criteria_columns + 1))
    )
    return (
        layout.if_listed(player, f"PLACE({player},Event)"),
        layout.name_of(player),
        f"=PLAYERAT(Event,Event,,ROW()-{HEADER_ROW})",
        *values,
        layout.if_listed(player, f"DECIDEDBY({player},Event)"),
    )


def _standings_marks(sheet: Worksheet, layout: Layout, last: str) -> None:
    """Mark the first three, show few decimals, and hide headings that nothing stands below."""
    first, bottom = HEADER_ROW + 1, HEADER_ROW + layout.lines
    values = f"D{first}:{last}{bottom}"
    leads = f"AND(ISNUMBER($A{first}),$A{first}<=3,$D{first}>0)"
    broken = f"IF(ISNUMBER(D{first}),D{first}<>INT(D{first}),FALSE)"
    podium = styles.mark(leads, fill=styles.PALE_FILL)
    styles.hide_unknown(sheet, f"A{HEADER_ROW + layout.players + 1}:{last}{bottom}")
    styles.hide_unknown(sheet, f"D{first}:{last}{HEADER_ROW + layout.players}")
    styles.hide_unknown(sheet, "A3")
    styles.hide_unknown(
        sheet, f"D{HEADER_ROW}:{last}{HEADER_ROW}", styles.HEADER_FILL.fgColor.rgb[-6:]
    )
    # Of the marks that are true of a cell, LibreOffice shows one.
    both = styles.mark(f"AND({leads},{broken})", fill=styles.PALE_FILL, number="0.0#")
    sheet.conditional_formatting.add(values, both)
    sheet.conditional_formatting.add(values, styles.mark(broken, number="0.0#"))
    styles.mark_overwritten(sheet, f"A{first}:{last}{bottom}")
    sheet.conditional_formatting.add(f"A{first}:{last}{bottom}", podium)


def crosstable_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write what every player did in every round, in the order of the standings."""
    rounds = range(1, layout.rounds + 1)
    styles.title(
        sheet,
        "Crosstable",
        "+ win, = draw, - loss; then the opponent, b or w for the colour, and the count.",
    )
    headings = ("Place", "ID", "Name", *(f"R{number}" for number in rounds), "")
    styles.header(sheet, headings, (7, 8, 28, *(12 for _ in rounds), 8))
    for line in range(1, layout.lines + 1):
        row = HEADER_ROW + line
        player = f"$B{row}"
        cells = [
            f"=Standings!$A{row}",
            f"=Standings!$C{row}",
            f"=Standings!$B{row}",
            *(layout.if_listed(player, f"ROUNDRESULT({player},Event,COLUMN()-3)") for _ in rounds),
            f"=Standings!$D{row}",
        ]
        for number, value in enumerate(cells, 1):
            is_name = number == 3
            font = styles.STRONG if is_name else styles.BODY
            at = styles.LEFT if is_name else styles.CENTRE
            styles.put(sheet, row, number, value, font=font, alignment=at)
    last = column_name(len(headings))
    sheet[f"{last}{HEADER_ROW}"] = f"=Standings!$D${HEADER_ROW}"
    styles.hide_unknown(
        sheet, f"A{HEADER_ROW + layout.players + 1}:{last}{HEADER_ROW + layout.lines}"
    )
    styles.hide_unknown(sheet, f"D{HEADER_ROW + 1}:{last}{HEADER_ROW + layout.players}")
    styles.mark_overwritten(sheet, f"A{HEADER_ROW + 1}:{last}{HEADER_ROW + layout.lines}")
    sheet.freeze_panes = f"D{HEADER_ROW + 1}"
    event = layout.setting("event")
    styles.printing(sheet, landscape=True, event=event, lines=layout.players)


def help_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write how to use the workbook, and every function with its arguments."""
    styles.title(sheet, "Help", "How this workbook works, and the functions you can use in it.")
    sheet.column_dimensions["A"].width = 62
    sheet.column_dimensions["B"].width = 100
    results, followers, why = (
        ("Boards", "Standings, Frequencies and Scorecard", "a pair on the Scorecard sheet")
        if layout.preset.traits.is_session
        else ("Rounds", "Standings, Crosstable and Race", "a player on the Explain sheet")
    )  # fmt: skip
    steps = (
        f"Type the players on the Players sheet and the games on the {results} sheet.",
        *layout.preset.hints,
        f"{followers} update by themselves where xltie is installed (Excel, "
        "LibreOffice); anywhere else run: xltie recompute FILE",
        f"To see why, choose {why}, or run: xltie explain FILE PLAYER",
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
            sheet.cell(row, column).border = Border(bottom=Side(style="hair", color=styles.GREY))
    styles.printing(sheet, landscape=True, event=layout.setting("event"), repeat=False)


def _functions(layout: Layout) -> set[str]:
    """Return the functions of the standings: those that a reader of the workbook looks for."""
    listed = split_list(expand(layout.criteria)) + split_list(layout.shown)
    found = (find(re.split(r"[/#:@(]", part)[0]) for part in listed)
    return {entry.name for entry in found if entry is not None}
