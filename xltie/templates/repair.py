"""Formulas of our workbooks that were typed over: found in a file, and put back."""

from __future__ import annotations

from xltie.core.cells import Grid
from xltie.recompute import recompute
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.read_grids import workbook_grids
from xltie.recompute.ooxml.workbook import load
from xltie.recompute.run.set_formulas import set_formulas
from xltie.sheets.evaluation import callables
from xltie.sheets.own_formulas import Overwritten, Position, overwritten
from xltie.sheets.sheet_names import own_names


def formulas_of(data: bytes) -> dict[str, dict[Position, str | None]]:
    """Return the formulas of every sheet; None for one that shares the text of another cell."""
    return {
        sheet.name: {
            cell.position: (cell.formula.text or None) if cell.formula else None
            for cell in sheet.scan.formulas
        }
        for sheet in load(Package(data)).sheets
    }


def overwritten_in(data: bytes, grids: dict[str, Grid] | None = None) -> list[Overwritten]:
    """Return the cells of a workbook file in which a value stands in place of a formula."""
    found = formulas_of(data)
    if "Standings" not in own_names(found):
        return []
    return overwritten(found, grids if grids is not None else dict(workbook_grids(data)))


def repaired(data: bytes) -> tuple[bytes, list[Overwritten]]:
    """Return a workbook with every formula that was typed over, computed, and which they were.

    Every other byte stays, but for values that follow from them.

    Raises:
        WorkbookRefused: a workbook that cannot be changed safely.
    """
    missing = overwritten_in(data)
    if not missing:
        return data, []
    formulas: dict[str, dict[Position, str]] = {}
    for own in missing:
        formulas.setdefault(own.sheet, {})[own.position] = own.formula
    computed, _ = recompute(set_formulas(data, formulas), callables())
    return computed, missing
