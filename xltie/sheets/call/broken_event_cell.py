"""The cell that a call takes for the event, where it holds none: somebody typed over it."""

from __future__ import annotations

import re
from typing import Optional, Sequence

from xltie.core.cells import CellError, Grid, Value, is_blank, text_of
from xltie.core.errors import NOWHERE, Fault, InputError, Place
from xltie.event.packed import MOST_PARTS, OVERWRITTEN, RefusedEvent
from xltie.functions.coercion import ErrorCell
from xltie.sheets.read import event_index_of, holds_event

_PACKED = re.compile(r"[A-Za-z0-9+/=]*")


def no_event(cells: Sequence[Value]) -> Optional[RefusedEvent]:
    """Return the refusal of a call whose first two arguments are no event and no tables.

    None where they may be one. It names the cell, if the host says which it is.
    """
    grids = [cell if isinstance(cell, Grid) else Grid([[cell]]) for cell in cells[:2]]
    if not grids or any(grid.width != 1 or grid.height > MOST_PARTS for grid in grids):
        return None
    if any(isinstance(cell, CellError) for grid in grids for cell in grid.flat()):
        return None
    packed = next((grid for grid in grids if holds_event(grid)), None)
    if packed is not None and _is_readable(packed):
        return None
    named = next((grid for grid in grids if grid.sheet), None)
    return RefusedEvent([Fault(OVERWRITTEN, NOWHERE if named is None else _wrong_part(named))])


def _is_readable(grid: Grid) -> bool:
    try:
        event_index_of(grid)
    except RefusedEvent:
        return True  # it says itself what is wrong
    except (InputError, ErrorCell):
        return False
    return True


def _wrong_part(grid: Grid) -> Place:
    """Return the place of the first part of a text that is none; of the first if it is another."""
    for number, (cell, *_) in enumerate(grid.rows):
        is_part = holds_event(grid) if number == 0 else bool(_PACKED.fullmatch(text_of(cell)))
        is_key = number == grid.height - 1 and isinstance(cell, (int, float))
        if not is_part or not (number == 0 or is_key or isinstance(cell, str) or is_blank(cell)):
            return grid.place(number, 0)
    return grid.place(0, 0)
