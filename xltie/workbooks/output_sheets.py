"""The sheets that update automatically: Standings, Crosstable, all settings, Help."""

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
from xltie.workbooks.layout import SETTINGS, Layout
from xltie.workbooks.paint import end_table, paint_head, paint_line

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


def all_settings_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write every setting of the game: what it is in this event, what is usual, what it does."""
    styles.title(
        sheet,
        "All settings",
        "To change one that has no line in the Settings, write its name and the value into the "
        "next free line there.",
    )
    styles.header(sheet, ("Setting", "Value", "Usual", "What it does"), (44, 34, 34, 100))
    for row, line in enumerate(layout.preset.settings, HEADER_ROW + 1):
        usual = None if line.formula else line.default
        value = f'=IFERROR(VLOOKUP($A{row},{SETTINGS},2,0)&"",$C{row}&"")'
        for column, text in enumerate((line.label, value, usual, line.help), 1):
            styles.put(sheet, row, column, text, font=styles.STRONG if column == 2 else styles.BODY,
                       alignment=styles.WRAP_LEFT)  # fmt: skip
    sheet.freeze_panes = f"B{HEADER_ROW + 1}"
    styles.printing(sheet, landscape=True, is_named=True)


def help_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write how to use the workbook, and the functions of its game with their arguments."""
    styles.title(sheet, "Help", "How this workbook works, and the functions you can use in it.")
    sheet.column_dimensions["A"].width = 62
    sheet.column_dimensions["B"].width = 100
    row = HEADER_ROW
    for step in (*_STEPS[layout.preset.traits.is_session], *layout.preset.hints, *_EVERYWHERE):
        sheet.cell(row, 1, step).font = styles.BODY
        row += 1
    row += 1
    for column, heading in enumerate(("Function", "What it answers"), 1):
        cell = sheet.cell(row, column, heading)
        cell.font, cell.fill = styles.HEADER, styles.HEADER_FILL
    first, homes = _functions(layout), ("", layout.preset.game)
    entries = [entry for entry in REGISTRY.values() if entry.home in homes or entry.name in first]
    for entry in sorted(entries, key=lambda entry: entry.name not in first):
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
