"""New values spliced into a worksheet part: every byte outside the touched cells stays."""

from __future__ import annotations

from typing import Sequence

from xltie.recompute.ooxml.insert_cells import SpillPatch
from xltie.recompute.ooxml.render import (
    PLACE,
    Difference,
    Edit,
    Update,
    edited,
    new_value,
    render,
    splice,
)
from xltie.recompute.ooxml.scan import SheetScan
from xltie.recompute.ooxml.stored_values import same_value


def patch_sheet(
    scan: SheetScan,
    values: Sequence[tuple[int, Difference]],
    updates: Sequence[Update],
    strings: Sequence[str],
) -> tuple[bytes, list[Difference]]:
    """Return the new bytes of a worksheet part and the cells that differ, row by row.

    ``values`` are formula cells that get a new value alone, by the offset where each begins.
    """
    edits = [new_value(scan, start, difference.new) for start, difference in values]
    differences = [difference for _, difference in values]
    spills = SpillPatch(scan, strings)
    for update in updates:
        cell = update.cell
        old = update.old
        changed = not same_value(old, update.value)
        area = update.area if update.dynamic and update.area != cell.array_area else None
        if changed:
            differences.append(Difference(cell.row, cell.column, old, update.value))
        if changed and area is None and not update.as_value:
            edits.append(edited(scan, cell, update.value))
        elif area is not None or update.as_value:
            content = render(scan, cell, update.value, area=area, as_value=update.as_value)
            edits.append(Edit(cell.start, cell.end, content))
        if update.rows is not None:
            spills.spread(update)
    edits += spills.finish()
    differences += spills.differences
    differences.sort(key=PLACE)
    return (splice(scan.data, edits) if edits else scan.data), differences
