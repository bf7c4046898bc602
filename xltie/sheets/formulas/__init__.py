"""The formulas that a workbook of ours must have, and those that were typed over."""

from __future__ import annotations

from xltie.sheets.forms import HEADER_ROW
from xltie.sheets.formulas.expected_formulas import (
    CRITERION_HEADING,
    NOTICES,
    XLFN_PREFIX,
    Formulas,
    Overwritten,
    Position,
    heading_range,
    overwritten,
    packing_overwritten,
)
from xltie.sheets.formulas.formula_text import (
    EVENT_NAME_FORMULA,
    FOLDED,
    PRIZE_LINES,
    begun_formula,
    event_formula,
    key_formula,
    name_cell,
    prize_formula,
    team_event_formula,
)

__all__ = [
    "CRITERION_HEADING", "EVENT_NAME_FORMULA", "FOLDED", "HEADER_ROW", "NOTICES", "PRIZE_LINES",
    "XLFN_PREFIX", "Formulas", "Overwritten", "Position", "begun_formula", "event_formula",
    "heading_range", "key_formula", "name_cell", "overwritten",
    "packing_overwritten", "prize_formula", "team_event_formula",
]  # fmt: skip
