"""What stands above the table of every sheet: the event's name, what it shows, what comes next."""

from __future__ import annotations

from typing import Dict, List, Mapping, Tuple

from xltie.core.cells import column_name
from xltie.core.laid_cells import Position
from xltie.sheets.forms.form import HEADER_ROW, LAST, FormOnSheet, kept

EVENT_NAME_FORMULA = 'EventName&""'
"""The formula of the event's name, which is typed above the list of those who play."""
FOLDED = kept("NOTICE(Event,5)")
"""Beside the table of games: where the earlier rounds are."""
NOTICE = "NOTICE(Event)"
"""The third row of a sheet that has nothing else to say there."""
NOTICES: Mapping[str, Tuple[str, str]] = {
    "Teams": ("NOTICE(Event,2)", NOTICE),
    "Players": ("NOTICE(Event,2)", NOTICE),
    "Rounds": (kept("NOTICE(Event,3)"), NOTICE),
    "Boards": (kept("NOTICE(Event,3)"), NOTICE),
    "Standings": (
        kept("NOTICE(Event,4)"),
        kept("NOTICE(Event,1,{columns},COUNTA(${no}${first}:${no}${last}))", "{lacks}"),
    ),
}
"""The second and the third row of a sheet: what it shows, and what comes next."""


def head_formulas(on: FormOnSheet, sheet: str) -> Dict[Position, str]:
    """Return the formulas above the table of a sheet, its English name, without their ``=``.

    What a person types over to ask something else is not among them.
    """
    form, found, left = on.form, {}, min(on.columns.values(), default=1)
    shown, notice = NOTICES.get(sheet, ("", NOTICE))
    if not form.is_first:
        found[1, left] = EVENT_NAME_FORMULA
    if not form.facts:
        found[2, left] = shown
    if not form.above:
        last = LAST + on.header - HEADER_ROW
        more = {"columns": _headings(on), "first": on.header + 1, "last": last}
        found[HEADER_ROW - 1, left] = on.written(notice, lacks=form.lacks, **more)
    for column, value, is_typed, _ in form.above:
        if isinstance(value, str) and value.startswith("=") and not is_typed:
            at = on.columns.get(form.columns[column - 1].key, column)
            found[HEADER_ROW - 1, at] = on.written(value[1:])
    for column_form in form.columns:
        if column_form.heading.startswith("=") and column_form.key in on.columns:
            at = on.columns[column_form.key]
            found[HEADER_ROW, at] = on.written(column_form.heading[1:])
    return {at: text for at, text in found.items() if text}


def _headings(on: FormOnSheet) -> str:
    """Return the cells of the headings of the values of Standings."""
    columns: List[int] = [at for key, at in on.columns.items() if key.startswith("value_")]
    first, last = (column_name(at) for at in (min(columns, default=4), max(columns, default=4)))
    return f"${first}${on.header}:${last}${on.header}"
