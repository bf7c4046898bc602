"""What the Rounds sheet says of faulty lines by itself: warnings while typing, and lines in red."""

from __future__ import annotations

from collections.abc import Iterator

from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name, quote_sheet
from xltie.sheets.formulas import HEADER_ROW
from xltie.templates import styles
from xltie.templates.layout import Layout

_PLAYERS, _PLANNED = "KnownPlayers", "PlannedRounds"
_NOTICE = "FaultNotice"
"""Names for what stands on other sheets: Excel keeps no other way for a mark to look there."""


def validate(sheet: Worksheet, layout: Layout) -> None:
    """Offer results, and warn of a player or a count that cannot be while it is typed."""
    _names(sheet, {_PLAYERS: "Players!$A:$B", _PLANNED: layout.setting("rounds")})
    preset = layout.preset
    first = HEADER_ROW + 1
    for heading in (preset.first, preset.second):
        letter = layout.round_column(heading)
        known = DataValidation(
            type="custom",
            formula1=f'OR({letter}{first}="BYE",COUNTIF({_PLAYERS},{letter}{first})>0)',
            errorStyle="warning",
            errorTitle="Unknown player",
            error="This player is not on the Players sheet.",
            showErrorMessage=True,
            allow_blank=True,
        )
        known.add(layout.round_range(heading).replace("$", ""))
        sheet.add_data_validation(known)
    for heading in preset.scores:
        scores = DataValidation(
            type="whole" if preset.traits.tally_sum else "decimal",
            operator="between",
            formula1="0",
            formula2=str(preset.traits.tally_sum or 100000),
            errorTitle=heading,
            error=f"Type a number from 0 to {preset.traits.tally_sum}."
            if preset.traits.tally_sum
            else "Type a number.",
            showErrorMessage=True,
            allow_blank=True,
        )
        scores.add(layout.round_range(heading).replace("$", ""))
        sheet.add_data_validation(scores)
    results = DataValidation(
        type="list", formula1=f'"{",".join(preset.results)}"', allow_blank=True,
        errorStyle="warning", showErrorMessage=True,
    )  # fmt: skip
    results.add(layout.round_range("Result").replace("$", ""))
    sheet.add_data_validation(results)


def _names(sheet: Worksheet, names: dict[str, str]) -> None:
    book = sheet.parent
    assert book is not None
    for name, cells in names.items():
        book.defined_names[name] = DefinedName(name, attr_text=cells)


def mark_named(sheet: Worksheet, columns: int, layout: Layout) -> None:
    """Turn the cell red that the line on the Standings names, whatever is wrong with it."""
    _names(sheet, {_NOTICE: "Standings!$A$3"})
    first = f"A{HEADER_ROW + 1}"
    place = f'"{quote_sheet(sheet.title)}!"&ADDRESS(ROW({first}),COLUMN({first}),4)&":"'
    named = styles.mark(f"ISNUMBER(SEARCH({place},{_NOTICE}))", fill=styles.WARN_FILL)
    sheet.conditional_formatting.add(f"{first}:{column_name(columns)}{layout.far}", named)


def mark_faults(sheet: Worksheet, layout: Layout) -> None:
    """Turn lines red that cannot be right, as far as a formula can see it."""
    row = HEADER_ROW + 1
    last = column_name(len(layout.round_headings))
    for test in (
        *_player_tests(layout, row),
        *_round_tests(layout, row),
        *_score_tests(layout, row),
    ):
        faulty = styles.mark(test, fill=styles.WARN_FILL)
        sheet.conditional_formatting.add(f"A{row}:{last}{layout.last_round_row}", faulty)


def _player_tests(layout: Layout, row: int) -> Iterator[str]:
    """Yield what is true of a line with a player twice, or one who is not in the list."""
    headings = (layout.preset.first, layout.preset.second)
    one, two = (f"${layout.round_column(heading)}{row}" for heading in headings)
    yield f'AND({one}<>"",{one}={two})'
    rounds = layout.round_range("Round")
    columns = [layout.round_range(heading) for heading in headings]
    for player in (one, two):
        times = "+".join(f"COUNTIFS({rounds},$A{row},{column},{player})" for column in columns)
        yield f'AND({player}<>"",{player}<>"BYE",{times}>1)'
        yield f'AND({player}<>"",{player}<>"BYE",COUNTIF({_PLAYERS},{player})=0)'


def _round_tests(layout: Layout, row: int) -> Iterator[str]:
    """Yield what is true of a line whose round, or whose result, cannot be."""
    one, two = (
        f"${layout.round_column(h)}{row}" for h in (layout.preset.first, layout.preset.second)
    )
    number = f"$A{row}"
    yield f'AND({one}&{two}<>"",NOT(ISNUMBER({number})))'
    yield f"AND(ISNUMBER({number}),OR({number}<1,{number}>{_PLANNED},{number}<>INT({number})))"
    result = f"${layout.round_column('Result')}{row}"
    # a date or a time is what a spreadsheet makes of 1/2 and 1:0
    yield f"AND(ISNUMBER({result}),{result}<>0,{result}<>0.5,{result}<>1)"
    yield f'AND({one}&{two}="",{result}<>"")'


def _score_tests(layout: Layout, row: int) -> Iterator[str]:
    """Yield what is true of a line whose counts cannot be."""
    preset = layout.preset
    if len(preset.scores) != 2:
        return
    low, high = (f"${layout.round_column(h)}{row}" for h in preset.scores)
    yield f"COUNTA({low},{high})>COUNT({low},{high})"
    one, two = (f"${layout.round_column(h)}{row}" for h in (preset.first, preset.second))
    yield f'AND({one}&{two}="",COUNT({low},{high})>0)'
    if preset.traits.tally_sum:
        wrong = f"{low}+{high}<>{preset.traits.tally_sum},MIN({low},{high})<0,{low}<>INT({low})"
        yield f"IF(COUNT({low},{high})=2,OR({wrong}),FALSE)"
