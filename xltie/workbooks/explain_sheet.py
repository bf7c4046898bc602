"""The Explain sheet: choose a player and a criterion, and read where the value comes from."""

from __future__ import annotations

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name
from xltie.ranking import expand, split_list
from xltie.sheets.formulas import HEADER_ROW
from xltie.workbooks import styles
from xltie.workbooks.layout import Layout

_FIRST = HEADER_ROW + 4
_HEADINGS = ("Round", "Opponent", "Value", "Counted", "Why")


def explain_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write two cells to choose in, and a line for every term of the value chosen."""
    styles.title(
        sheet, "Explain", "Choose a player and a criterion to see where the value comes from."
    )
    listed = split_list(expand(layout.criteria))
    is_of_teams = bool(layout.preset.roster)
    headings = f"Standings!$D${HEADER_ROW}:${column_name(layout.criteria_columns + 3)}${HEADER_ROW}"
    who, first = "Team" if is_of_teams else "Player", f"=Standings!$C${HEADER_ROW + 1}"
    criterion = layout.preset.explained or listed[min(1, len(listed) - 1)]
    chosen = (
        (who, first, "Number or name; the leader to begin with"),
        ("Criterion", criterion, "As written in a list of criteria"),
        ("Name", layout.name_of("$B$4"), ""),
    )
    for row, (label, value, note) in enumerate(chosen, HEADER_ROW):
        styles.put(sheet, row, 1, label).font = styles.STRONG
        cell = styles.put(sheet, row, 2, value)
        cell.alignment = styles.LEFT
        cell.fill = styles.INPUT_FILL if note else styles.PALE_FILL
        cell.protection = styles.UNLOCKED if note else styles.LOCKED
        styles.put(sheet, row, 3, note).font = styles.NOTE
    offered = DataValidation(
        type="list", formula1=headings, allow_blank=True, showErrorMessage=False,
    )  # fmt: skip
    offered.add(f"B{HEADER_ROW + 1}")
    sheet.add_data_validation(offered)
    _terms(sheet, layout)
    sheet.freeze_panes = f"A{_FIRST + 1}"
    styles.printing(sheet, landscape=True, is_named=True, repeat=False)


def _terms(sheet: Worksheet, layout: Layout) -> None:
    """Write the table of the terms; lines beyond the last term stay blank."""
    widths = (16, 16, 12, 10, 76)
    for column, (heading, width) in enumerate(zip(_HEADINGS, widths, strict=True), 1):
        cell = styles.put(sheet, _FIRST, column, heading)
        cell.font, cell.fill, cell.alignment = styles.HEADER, styles.HEADER_FILL, styles.CENTRE
        sheet.column_dimensions["ABCDE"[column - 1]].width = width
    bottom = _FIRST + layout.rounds + 4
    for row in range(_FIRST + 1, bottom + 1):
        for column in range(1, 6):
            call = f"EXPLAIN($B${HEADER_ROW + 1},$B${HEADER_ROW},Event)"
            cell = styles.put(sheet, row, column)
            cell.value = f'=IFERROR(INDEX({call},ROW()-{_FIRST - 1},{column}),"")'
            cell.alignment = styles.LEFT if column == 5 else styles.CENTRE
