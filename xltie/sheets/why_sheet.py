"""The sheet Why: for every table that was paired its bracket, floats, colours and what decided."""

from __future__ import annotations

from typing import Dict, List, Mapping, Tuple

from xltie.core.cells import Grid, Scalar, text_of
from xltie.pairing.systems.reasons import table_reasons
from xltie.sheets.event_language import event_language
from xltie.sheets.log_sheet import Entry, find_log
from xltie.sheets.planned_round import PlannedRound

WHY = "Why"
HEADINGS = ("Round", "Table", "Players", "Bracket", "Floats", "Colours", "Decided by")


def why_entries(sheets: Mapping[str, Grid], plan: PlannedRound) -> List[Entry]:
    """Return the lines for a round that is written now; none in a workbook without such a sheet.

    The lines of a round that is paired again are replaced.
    """
    log = find_log(sheets, WHY, HEADINGS, ("Round", "Table"))
    if log is None:
        return []
    drawn = plan.drawn
    column = log.columns["Round"] - log.grid.column
    rows = [
        log.grid.row + number
        for number in range(log.start, log.grid.height)
        if text_of(log.grid.rows[number][column]) == str(drawn.round)
    ]
    own = event_language(plan.event_index.event)
    told = table_reasons(plan.drawn_from, drawn, plan.wants)
    reasons: List[Tuple[Scalar, ...]] = [
        (reason.table, *map(own.say, reason[1:])) for reason in told
    ]
    free = log.first_free
    rows += range(free, free + max(len(reasons) - len(rows), 0))
    cells: Dict[Tuple[int, int], Scalar] = {}
    for index, row in enumerate(rows):
        said = (drawn.round, *reasons[index]) if index < len(reasons) else (None,) * len(HEADINGS)
        values = dict(zip(HEADINGS, said))
        cells.update({(row, at): values[own] or None for own, at in log.columns.items()})
    return [Entry(log.name, cells)] if cells else []
