"""A drawn round written into a workbook: into the lines prepared for it, or below the last one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Sequence

from xltie.core.cells import Grid
from xltie.core.errors import Place
from xltie.event import EventIndex
from xltie.pairing.catalogue import Round
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.run.edit import CellEdits, edit_workbook
from xltie.recompute.run.grow_table import formulas_that_end_at, table_around
from xltie.sheets.round import Entry, Placing, round_lines


@dataclass(frozen=True)
class WrittenRound:
    """A workbook with a round in it: its bytes, the sheet, and where the lines went.

    ``short`` are formulas that end above lines which were added, and so leave them out.
    """

    data: bytes
    sheet: str
    placing: Placing
    short: tuple[Place, ...] = ()


def write_round(
    data: bytes,
    sheets: Mapping[str, Grid],
    event_index: EventIndex,
    drawn: Round,
    *more: Round,
    cleared: Mapping[Position, None] = {},
) -> WrittenRound:
    """Return a workbook with the tables of a round typed into its sheet of games.

    Of a bridge movement ``more`` rounds may follow. The cells ``cleared`` are emptied before.

    Raises:
        InputError: there is no sheet to write to.
        WorkbookRefused: the sheet cannot be changed safely.
    """
    found = round_lines(sheets, event_index, drawn, *more)
    area = table_around(data, found.sheet, *found.inside)
    placing = found.placed(area.bottom if area else 0)
    is_longer = placing.last > placing.end
    like = range(placing.model + 1, placing.last + 1) if is_longer else ()
    cell_edits = CellEdits(
        found.sheet,
        {**cleared, **found.cells(placing.rows)},
        dict.fromkeys(like, placing.model),
        found.inside,
        placing.last if is_longer else 0,
        placing.end,
    )
    # a table takes its formulas along
    is_short = is_longer and area is None
    short = formulas_that_end_at(data, found.sheet, placing.end) if is_short else []
    return WrittenRound(edit_workbook(data, cell_edits), found.sheet, placing, tuple(short))


def write_entries(data: bytes, entries: Sequence[Entry]) -> bytes:
    """Return a workbook with lines of Journal and Why, or a setting, typed in."""
    for entry in entries:
        data = edit_workbook(data, CellEdits(entry.sheet, entry.cells, wraps=entry.wraps))
    return data
