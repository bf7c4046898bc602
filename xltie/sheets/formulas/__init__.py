"""The formulas that a workbook of ours must have, and those that were typed over."""

from __future__ import annotations

from xltie.sheets.formulas.expected_formulas import (
    Overwritten,
    overwritten,
    packing_overwritten,
)
from xltie.sheets.formulas.of_settings import (
    Formulas,
    event_formula,
    key_formula,
    team_event_formula,
)
