"""Warnings of the Rounds sheet while somebody types: players and counts that cannot be."""

from __future__ import annotations

from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.sheets.formulas import HEADER_ROW
from xltie.workbooks.layout import Layout

_PLAYERS = "KnownPlayers"
"""Names for what stands on other sheets: Excel keeps no other way for a warning to look there."""


def validate(sheet: Worksheet, layout: Layout) -> None:
    """Offer results, and warn of a player or a count that cannot be while it is typed."""
    book = sheet.parent
    assert book is not None
    book.defined_names[_PLAYERS] = DefinedName(_PLAYERS, attr_text="Players!$A:$B")
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
