"""The formulas that a workbook of ours must have, and those that were typed over."""

from __future__ import annotations

from xltie.sheets.formulas.expected_formulas import (
    XLFN_PREFIX,
    Overwritten,
    overwritten,
    packing_overwritten,
)
from xltie.sheets.formulas.of_settings import (
    Formulas,
    Position,
    event_formula,
    key_formula,
    team_event_formula,
)

__all__ = [
    "XLFN_PREFIX", "Formulas", "Overwritten", "Position", "event_formula", "key_formula",
    "overwritten", "packing_overwritten", "team_event_formula",
]  # fmt: skip
