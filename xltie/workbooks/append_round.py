"""A drawn round written into a workbook: into the lines prepared for it, or below the last one."""

from __future__ import annotations

from typing import Iterable, Mapping

from xltie.core.cells import Grid
from xltie.core.errors import Place
from xltie.core.laid_cells import LaidLines
from xltie.core.records import dataclass
from xltie.event import EventIndex
from xltie.pairing.catalogue import Round
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.recompute.run.edit import CellEdits
from xltie.recompute.run.grow_table import formulas_that_end_at, table_at
from xltie.sheets.round import (
    Entry,
    Placing,
    RoundLines,
    Seating,
    round_lines,
    seated_lines,
)


@dataclass(frozen=True)
class TypedRound:
    """A round as it is typed into a workbook: the edits, and where the lines go.

    ``short`` are formulas that end above lines which are added, and so leave them out.
    """

    edits: CellEdits | LaidLines
    placing: Placing
    short: tuple[Place, ...] = ()


def typed_round(
    file: WorkbookFile,
    sheets: Mapping[str, Grid],
    event_index: EventIndex,
    drawn: Round,
    cleared: Mapping[Position, None] = {},
) -> TypedRound:
    """Return what writes the tables of a round into the sheet of games, as ``sheets`` have it.

    The cells ``cleared`` are emptied before.

    Raises:
        InputError: there is no sheet to write to.
        WorkbookRefused: the workbook cannot be read.
    """
    return _typed(file, round_lines(sheets, event_index, drawn), cleared)


def typed_movement(
    file: WorkbookFile, sheets: Mapping[str, Grid], event_index: EventIndex, seating: Seating
) -> TypedRound:
    """Return what writes a whole movement of bridge into the sheet of boards.

    Raises:
        InputError: there is no sheet to write to.
        WorkbookRefused: the workbook cannot be read.
    """
    return _typed(file, seated_lines(sheets, event_index, seating))


def _typed(
    file: WorkbookFile, found: RoundLines, cleared: Mapping[Position, None] = {}
) -> TypedRound:
    table = table_at(file.book, found.sheet, found.inside)
    placing = found.placed(table.area.bottom if table else 0)
    laid = found.laid(placing.rows)
    if laid is not None:
        return TypedRound(laid, placing)
    is_longer = placing.last > placing.end
    like = range(placing.model + 1, placing.last + 1) if is_longer else ()
    edits = CellEdits(
        found.sheet,
        {**cleared, **found.cells(placing.rows)},
        dict.fromkeys(like, placing.model),
        found.inside,
        placing.last if is_longer else 0,
        placing.end,
    )
    # a table takes its formulas along
    is_short = is_longer and table is None
    short = formulas_that_end_at(file.book, found.sheet, placing.end) if is_short else []
    return TypedRound(edits, placing, tuple(short))


def typed_entries(entries: Iterable[Entry]) -> list[CellEdits]:
    """Return what writes lines of Journal and Why, or a setting."""
    return [CellEdits(entry.sheet, entry.cells, wraps=entry.wraps) for entry in entries]
