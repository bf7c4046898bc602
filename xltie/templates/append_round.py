"""A drawn round written into a workbook: into the lines prepared for it, or below the last one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping

from xltie.core.cells import Grid
from xltie.core.errors import Place
from xltie.event.index import EventIndex
from xltie.pairing.systems.drawn_round import Round
from xltie.recompute.run.edit import CellEdits, edit_workbook, formulas_that_end_at, table_around
from xltie.sheets.round_lines import round_lines


@dataclass(frozen=True)
class Written:
    """A workbook with a round in it: its bytes, the sheet, and the rows that were filled.

    ``short`` are formulas that end above lines which were added, and so leave them out.
    """

    data: bytes
    sheet: str
    rows: tuple[int, ...]
    short: tuple[Place, ...] = ()


def write_round(
    data: bytes, sheets: Mapping[str, Grid], event_index: EventIndex, drawn: Round, *more: Round
) -> Written:
    """Return a workbook with the tables of a round typed into its sheet of games.

    Of a bridge movement ``more`` rounds may follow.

    Raises:
        InputError: there is no sheet to write to.
        WorkbookRefused: the sheet cannot be changed safely.
    """
    found = round_lines(sheets, event_index, drawn, *more)
    area = table_around(data, found.sheet, *found.inside)
    bottom = area.bottom if area else found.last_line()
    rows = found.rows(bottom, area.bottom if area else 0)
    like = {row: bottom for row in rows if row > bottom}
    cell_edits = CellEdits(found.sheet, found.cells(rows), like, found.inside, bottom + len(like))
    # a table takes its formulas along
    short = formulas_that_end_at(data, found.sheet, bottom) if like and area is None else []
    return Written(edit_workbook(data, cell_edits), found.sheet, tuple(rows), tuple(short))
