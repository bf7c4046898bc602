"""Formulas of our workbooks that were typed over: found in a file, and put back."""

from __future__ import annotations

from xltie.core.laid_cells import Position
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.sheets.formulas import Overwritten, overwritten


def repaired(file: WorkbookFile) -> tuple[bytes, list[Overwritten]]:
    """Return a workbook with every formula that was typed over, computed, and which they were.

    Every other byte stays, but for values that follow from them.

    Raises:
        WorkbookRefused: a workbook that cannot be changed safely.
    """
    missing = overwritten(file.formulas, file.grids)
    if not missing:
        return file.data, []
    from xltie.recompute import recompute  # the engine and all functions, which looking needs not
    from xltie.recompute.run.edit import set_formulas
    from xltie.sheets.functions import callables

    formulas: dict[str, dict[Position, str]] = {}
    for name in missing:
        formulas.setdefault(name.sheet, {})[name.position] = name.formula
    computed, _ = recompute(set_formulas(file, formulas).package, callables())
    return computed, missing
