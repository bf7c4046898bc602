"""Formulas of our workbooks that were typed over: found in a file, and put back."""

from __future__ import annotations

from xltie.recompute.ooxml.read_grids import grids_and_formulas
from xltie.sheets.formulas import Overwritten, Position, overwritten


def overwritten_in(data: bytes) -> list[Overwritten]:
    """Return the cells of a workbook file in which a value stands in place of a formula."""
    grids, formulas = grids_and_formulas(data)
    return overwritten(formulas, grids)


def repaired(data: bytes) -> tuple[bytes, list[Overwritten]]:
    """Return a workbook with every formula that was typed over, computed, and which they were.

    Every other byte stays, but for values that follow from them.

    Raises:
        WorkbookRefused: a workbook that cannot be changed safely.
    """
    missing = overwritten_in(data)
    if not missing:
        return data, []
    from xltie.recompute import recompute  # the engine and all functions, which looking needs not
    from xltie.recompute.run.set_formulas import set_formulas
    from xltie.sheets.functions import callables

    formulas: dict[str, dict[Position, str]] = {}
    for own in missing:
        formulas.setdefault(own.sheet, {})[own.position] = own.formula
    computed, _ = recompute(set_formulas(data, formulas), callables())
    return computed, missing
