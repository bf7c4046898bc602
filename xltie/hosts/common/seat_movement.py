"""*Lay out movement* on an open workbook of bridge: what ``xltie seat`` writes."""

from __future__ import annotations

from xltie.core.messages import count, say
from xltie.hosts.common.open_workbook import recompute
from xltie.hosts.common.pair_next_round import Paired, TableHost, lay_lines, tell
from xltie.hosts.common.stored_formulas import grids_and_formulas
from xltie.sheets.round import seat_movement, seated_lines, system_entry
from xltie.sheets.workbook import read_tournament


def seat(host: TableHost) -> Paired:
    """Lay every round of the movement into the sheet of boards, at once.

    It is the movement that the settings name, else one that suits the pairs and boards; that one is
    written into the settings. Laid out again, pairs keep their seats and results stay.

    Raises:
        XltieError: no bridge session, no movement, a result that has no place in it, or a cell that
            cannot be typed into; then no cell is changed.
    """
    host.say(say("xltie: laying out the movement ..."))
    sheets, formulas = grids_and_formulas(host)
    event_index = read_tournament(sheets, None, formulas).event_index()
    seating = seat_movement(event_index, again=True)
    found = seated_lines(sheets, event_index, seating)
    placing = found.placed(host.table_bottom(found.sheet, found.inside))
    lay_lines(host, found, placing)
    entries = system_entry(sheets, event_index.event, seating.system, always=True)
    for entry in entries:
        for position, value in entry.cells.items():
            host.write(entry.sheet, position, value)
    recompute(host)
    done = count(
        len(seating.rounds),
        "all {n} round ({system}) written to {where}",
        "all {n} rounds ({system}) written to {where}",
        system=seating.system.title,
        where=placing.told(found.sheet),
    )
    return tell(host, found, placing, [done, seating.consequences], seating.warnings)
