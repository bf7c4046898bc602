"""The formulas of an open workbook as its file holds them, whatever the program shows."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Dict, Mapping, Protocol, Sequence, Tuple

from xltie.core.cells import Grid, Value
from xltie.core.errors import XltieError
from xltie.sheets.formulas import Formulas

_SHEET_OF_CALC = re.compile(
    r"\$?('(?:[^']|'')+'|(?<![\w.])[^\W\d]\w*)\.(?=\$?[A-Z]{1,3}\$?\d|\$?[A-Z]{1,3}:)"
)
"""The name of a sheet as Calc writes it before a reference: ``$Rounds.$A$5``."""


class Sheets(Protocol):
    """What a program shows of an open workbook. Rows and columns count from 1."""

    def sheets(self) -> Sequence[str]:
        """Return the names of the sheets in their order."""

    def grid(self, sheet: str) -> Grid:
        """Return the values of a sheet's used cells, from A1."""

    def formulas(self, sheet: str) -> Mapping[Tuple[int, int], str]:
        """Return the formulas of a sheet, with English names and our functions by bare name."""

    def evaluate(self, sheet: str, position: Tuple[int, int], expression: str) -> Value:
        """Return the value of a part of a formula that stands in a cell."""


def grids_and_formulas(shown: Sheets) -> Tuple[Dict[str, Grid], Dict[str, Formulas]]:
    """Return the sheets of an open workbook and their formulas, as its file would hold them."""
    grids = {sheet: shown.grid(sheet) for sheet in shown.sheets()}
    formulas: Dict[str, Formulas] = {
        sheet: {position: as_stored(text) for position, text in shown.formulas(sheet).items()}
        for sheet in grids
    }
    _find_roles(shown, grids, formulas)
    return grids, formulas


_ROLES = ("AllPlayers", "AllGames", "AllSettings", "AllRoster")
"""What our workbooks call the cells that the event is packed from."""


def _find_roles(shown: Sheets, grids: Mapping[str, Grid], formulas: Mapping[str, Formulas]) -> None:
    """Tell the sheets which of our names their cells have."""
    texts = [text or "" for of_sheet in formulas.values() for text in of_sheet.values()]
    for role in _ROLES:
        packing = next((text for text in texts if role in text), None)
        if packing is None:
            continue
        with suppress(XltieError):
            cells = shown.evaluate(next(iter(grids)), (1, 1), role)
            if isinstance(cells, Grid) and cells.sheet in grids:
                grids[cells.sheet].roles |= {role.lower()}


def as_stored(formula: str) -> str:
    """Return a formula without its ``=``, its arguments and sheets parted as in a file.

    >>> as_stored('=BQ($C5;$Rounds.$A$5:$F$9;"a;b")')
    'BQ($C5,Rounds!$A$5:$F$9,"a;b")'
    """
    parts = formula[1:].split('"') if formula.startswith("=") else formula.split('"')
    parts[::2] = [_SHEET_OF_CALC.sub(r"\1!", part).replace(";", ",") for part in parts[::2]]
    return '"'.join(parts)
