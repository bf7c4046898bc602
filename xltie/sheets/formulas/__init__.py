"""The formulas that a workbook of ours must have, and those that were typed over."""

from __future__ import annotations

from xltie.sheets.forms import HEADER_ROW
from xltie.sheets.formulas.expected_formulas import (
    CRITERION_HEADING,
    FOLDED,
    NOTICES,
    PRIZE_LINES,
    XLFN_PREFIX,
    Formulas,
    Overwritten,
    Position,
    begun_formula,
    event_formula,
    match_score_formula,
    overwritten,
    packing_overwritten,
    prize_formula,
    team_event_formula,
)
from xltie.sheets.formulas.formula_text import EVENT_NAME_FORMULA, key_formula, name_cell

__all__ = [
    "CRITERION_HEADING", "EVENT_NAME_FORMULA", "FOLDED", "HEADER_ROW", "NOTICES", "PRIZE_LINES",
    "XLFN_PREFIX", "Formulas", "Overwritten", "Position", "begun_formula", "event_formula",
    "key_formula", "match_score_formula", "name_cell", "overwritten", "packing_overwritten",
    "prize_formula", "team_event_formula",
]  # fmt: skip
