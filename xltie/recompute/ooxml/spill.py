"""The cells beside an array formula: rewritten, emptied, or put in where there are none yet."""

from __future__ import annotations

from typing import Sequence

from xltie.core.cells import Scalar
from xltie.recompute.ooxml.insert_cells import CellInserts, new_cell
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.render import Difference, Edit, Update, render
from xltie.recompute.ooxml.scan import SheetScan
from xltie.recompute.ooxml.stored_values import same_value


class SpillPatch:
    """Collects the edits of all array formulas of a sheet."""

    def __init__(self, scan: SheetScan, strings: Sequence[str]) -> None:
        self.scan = scan
        self.strings = strings
        self.inserts = CellInserts(scan)
        self.differences: list[Difference] = []

    def spread(self, update: Update) -> None:
        """Write the values of an array formula into all cells but its own."""
        rows = update.rows or []
        new = update.area
        old = update.cell.array_area or new
        reach = Bounds(new.top, new.left, max(new.bottom, old.bottom), max(new.right, old.right))
        for row in range(reach.top, reach.bottom + 1):
            for column in range(reach.left, reach.right + 1):
                if (row, column) == update.cell.position:
                    continue
                if new.holds(row, column):
                    self._put(row, column, rows[row - new.top][column - new.left])
                elif old.holds(row, column):
                    self._put(row, column, None)

    def _put(self, row: int, column: int, value: Scalar) -> None:
        cell = self.scan.cells.get((row, column))
        if cell is None:
            if value is not None:
                self.inserts.put(row, column, new_cell(self.scan.prefix, row, column, value))
                self.differences.append(Difference(row, column, None, value))
            return
        old = cell.stored(self.strings)
        if not cell.computes and not same_value(old, value):
            # a cell that the array leaves keeps no mark of having been in it
            content = render(self.scan, cell, value, as_value=value is None)
            self.inserts.put(row, column, content)
            self.differences.append(Difference(row, column, old, value))

    def finish(self) -> list[Edit]:
        """Return all edits, with the cells and rows that had to be put in."""
        return self.inserts.finish()
