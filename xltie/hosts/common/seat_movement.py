"""*Lay out movement* on an open workbook of bridge: what ``xltie seat`` writes."""

from __future__ import annotations

from xltie.core.messages import count, say
from xltie.hosts.common.open_workbook import recompute
from xltie.hosts.common.pair_next_round import Paired, TableHost, lay_lines, tell
from xltie.hosts.common.stored_formulas import grids_and_formulas
from xltie.sheets.round import round_lines, seat_movement
from xltie.sheets.workbook import read_tournament


def seat(host: TableHost) -> Paired:
    """Type every round of the movement that the settings name into the sheet of boards, at once.

    Raises:
        XltieError: no bridge session, no movement, rounds that are seated already, or a cell that
            cannot be typed into; then no cell is changed.
    """
    host.say(say("xltie: laying out the movement ..."))
    sheets, formulas = grids_and_formulas(host)
    event_index = read_tournament(sheets, None, formulas).event_index()
    seating = seat_movement(event_index)
    found = round_lines(sheets, event_index, *seating.rounds)
    placing = found.placed(host.table_bottom(found.sheet, found.inside))
    lay_lines(host, found, placing)
    recompute(host)
    done = count(
        len(seating.rounds),
        "all {n} round ({system}) written to {where}",
        "all {n} rounds ({system}) written to {where}",
        system=seating.rounds[0].system.title,
        where=placing.told(found.sheet),
    )
    return tell(host, found, placing, [done], seating.warnings)
