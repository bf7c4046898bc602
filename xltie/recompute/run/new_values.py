"""The worksheet parts of a workbook with the values that are new, every other byte as it was."""

from __future__ import annotations

from itertools import product
from typing import Collection, Iterator, Sequence

from xltie.core.cells import Scalar, cell_name
from xltie.recompute.lowering.template import Site
from xltie.recompute.ooxml.insert_cells import CellInserts, new_cell
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.render import Edit, new_value, render, splice
from xltie.recompute.ooxml.scan import Position, SheetScan
from xltie.recompute.ooxml.stored_values import same_value
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.report import Change, Report
from xltie.recompute.runs.columns import DYNAMIC, FilledRun
from xltie.recompute.runs.settle import CLOCK, place_of


def new_parts(
    book: Workbook, runs: Sequence[FilledRun], as_value: Collection[Site], report: Report
) -> dict[str, bytes]:
    """Return the worksheet parts that differ; list the cells in the report."""
    by_sheet: dict[str, list[FilledRun]] = {}
    for run in runs:
        if run.changes or as_value:
            by_sheet.setdefault(run.sheet, []).append(run)
    changed: dict[str, bytes] = {}
    for sheet in book.sheets:
        patch = _SheetPatch(sheet.scan, book.strings)
        clock: set[Position] = set()
        for run in by_sheet.get(sheet.name, ()):
            patch.add(run, as_value)
            clock.update(_by_the_clock(run))
        edits = [*patch.edits, *patch.inserts.finish()]
        if edits and (data := splice(sheet.scan.data, edits)) != sheet.scan.data:
            changed[sheet.part] = data
        before = place_of(Site(sheet.name, 1, 1)).removesuffix("A1")
        report.changed += [
            Change(before + cell_name(*place), old, value, place in clock)
            for place, old, value in sorted(patch.differences, key=lambda one: one[0])
        ]
    report.stale = not all(change.clock for change in report.changed)
    return changed


def _by_the_clock(run: FilledRun) -> Iterator[Position]:
    """Yield the cells whose values depend on the clock or on chance."""
    for row in run.marks.get(CLOCK, ()):
        yield from _places(run.fills or Bounds(row, run.column, row, run.column))


def _places(area: Bounds) -> Iterator[Position]:
    return product(range(area.top, area.bottom + 1), range(area.left, area.right + 1))


class _SheetPatch:
    """Collects the edits of a sheet, and its cells that differ with their old and new value."""

    def __init__(self, scan: SheetScan, strings: Sequence[str]) -> None:
        self.scan = scan
        self.strings = strings
        self.inserts = CellInserts(scan)
        self.edits: list[Edit] = []
        self.differences: list[tuple[Position, Scalar, Scalar]] = []

    def add(self, run: FilledRun, as_value: Collection[Site]) -> None:
        """Add the new values of a run; formulas ``as_value`` go and their values stay."""
        values, first, column = run.values or (), run.first, run.column
        area = run.fills or run.area if run.kind == DYNAMIC else run.area
        gone: set[int] = set()
        if as_value:
            gone = {row for row in range(first, run.last + 1) if run.site(row) in as_value}
        for row in gone.union(run.changes) if gone else run.changes:
            start, old, value = (
                run.starts[row - first],
                run.stored[row - first],
                values[row - first],
            )
            is_new = (run.area is None and not gone) or not same_value(old, value)
            if is_new:
                self.differences.append(((row, column), old, value))
            if row in gone or area != run.area:
                cell = self.scan.cell_at(start)
                content = render(self.scan, cell, value, area=area, as_value=row in gone)
                self.edits.append(Edit(start, cell.end, content))
            elif is_new:
                self.edits.append(new_value(self.scan, start, value))
            if run.rows is not None and area is not None:
                self._spread(run, area, run.rows)

    def _spread(self, run: FilledRun, area: Bounds, rows: list[list[Scalar]]) -> None:
        """Write the values of an array formula into all cells but its own."""
        old = run.area or area
        reach = Bounds(
            area.top, area.left, max(area.bottom, old.bottom), max(area.right, old.right)
        )
        for row, column in _places(reach):
            if (row, column) == (run.first, run.column):
                continue
            if area.holds(row, column):
                self._put(row, column, rows[row - area.top][column - area.left])
            elif old.holds(row, column):
                self._put(row, column, None)

    def _put(self, row: int, column: int, value: Scalar) -> None:
        cell = self.scan.cells.get((row, column))
        old = None if cell is None else cell.stored(self.strings)
        if same_value(old, value) or (cell is not None and cell.computes):
            return
        if cell is None:
            content = new_cell(self.scan.prefix, row, column, value)
        else:
            # a cell that the array leaves keeps no mark of having been in it
            content = render(self.scan, cell, value, as_value=value is None)
        self.inserts.put(row, column, content)
        self.differences.append(((row, column), old, value))
