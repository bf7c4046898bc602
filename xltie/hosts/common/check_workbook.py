"""*Check* on an open workbook, whatever program holds it: the words of ``xltie check``."""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import NOTHING, Message, count, say
from xltie.hosts.common.open_workbook import Host, grids_and_formulas
from xltie.sheets.formulas import overwritten
from xltie.sheets.workbook import provisional_tournament

Cell = Tuple[str, Tuple[int, int]]
"""A sheet, and row and column of a cell there, from 1."""


class Checked(NamedTuple):
    """What is wrong in an open workbook, each with its cell, and how many are formulas typed over.

    Those that the event itself does not name come last.
    """

    faults: Tuple[Fault, ...]
    overwritten: int = 0

    @property
    def repair(self) -> Message:
        """Return how formulas that were typed over come back; nothing where none was."""
        if not self.overwritten:
            return NOTHING
        return count(
            self.overwritten,
            "save and close the workbook, then xltie repair FILE puts {n} formula back",
            "save and close the workbook, then xltie repair FILE puts {n} formulas back",
        )

    def after(self, cell: Optional[Cell]) -> Optional[Tuple[Fault, Cell]]:
        """Return the fault after that of a cell, and its own; the first where the cell has none.

        None where no fault names a cell.
        """
        cells = {
            (fault.place.sheet, (fault.place.row, fault.place.column)): fault
            for fault in reversed(self.faults)
            if fault.place.sheet and fault.place.row and fault.place.column
        }
        found = list(cells)[::-1]
        if not found:
            return None
        chosen = found[(found.index(cell) + 1) % len(found) if cell in cells else 0]
        return cells[chosen], chosen


def check(host: Host) -> Checked:
    """Return everything that is wrong in the tables of an open workbook, each with its cell."""
    host.say(say("xltie: checking the tables ..."))
    grids, formulas = grids_and_formulas(host)
    try:
        tournament = provisional_tournament(grids, None, formulas)
    except InputError as error:
        faults = list(error.faults)
    else:
        faults = list(tournament.event.faults)
    missing = [change.fault for change in overwritten(formulas, grids)]
    faults += [fault for fault in missing if fault not in faults]
    host.say(
        count(len(faults), "xltie: {n} fault found", "xltie: {n} faults found")
        if faults
        else say("xltie: no faults found")
    )
    return Checked(tuple(faults), len(missing))
