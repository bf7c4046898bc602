"""The formulas that a workbook of ours must have, and those that were typed over."""

from __future__ import annotations

from xltie.sheets.forms import HEADER_ROW
from xltie.sheets.formulas.expected_formulas import (
    CRITERION_HEADING,
    NOTICE,
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
    ASKED_NAME,
    EVENT_NAME_FORMULA,
    FOLDED,
    PRIZE_LINES,
    begun_formula,
    event_formula,
    key_formula,
    prize_formula,
    team_event_formula,
)
