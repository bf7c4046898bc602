"""The parts of a workbook with its new values in them, and the changes for the report."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Sequence

from xltie.core.cells import cell_name
from xltie.recompute.lowering.template import Site
from xltie.recompute.ooxml.insert_cells import patch_sheet
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.render import Difference, Update
from xltie.recompute.ooxml.scan import Cell
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.report import Change, Report
from xltie.recompute.runs.columns import DYNAMIC, PLAIN, FilledRun
from xltie.recompute.runs.settle import CLOCK, place_of


@dataclass
class _NewValues:
    """The new values of a sheet: those of plain formulas alone, and all that is more than that."""

    plain: list[tuple[int, Difference]] = field(default_factory=list)
    more: list[Update] = field(default_factory=list)
    clock: set[tuple[int, int]] = field(default_factory=set)

    def add(self, book: Workbook, run: FilledRun, as_value: frozenset[Site]) -> None:
        """Add the new values of a run."""
        starts, first, column = run.starts, run.first, run.column
        if run.kind == PLAIN and not as_value:
            stored, values = run.stored, run.values or ()
            self.plain += [
                (starts[at], Difference(at + first, column, stored[at], values[at]))
                for at in [row - first for row in run.changes]
            ]
        else:
            scan = book.scan(run.sheet)
            self._add_all(run, [scan.cell_at(start) for start in starts], as_value)
        for row in run.marks.get(CLOCK, ()):
            if run.fills is None:
                self.clock.add((row, run.column))
            else:
                down, across = run.fills.size
                self.clock |= {
                    (run.first + one, run.column + other)
                    for one in range(down)
                    for other in range(across)
                }

    def _add_all(self, run: FilledRun, cells: list[Cell], as_value: frozenset[Site]) -> None:
        new = set(run.changes)
        for row, old, value in zip(range(run.first, run.last + 1), run.stored, run.values or ()):
            becomes_value = run.site(row) in as_value
            if row in new or becomes_value:
                alone = Bounds(row, run.column, row, run.column)
                self.more.append(
                    Update(
                        cells[row - run.first],
                        old,
                        value,
                        run.fills or run.area or alone,
                        run.rows,
                        dynamic=run.kind == DYNAMIC,
                        as_value=becomes_value,
                    )
                )


def new_parts(
    book: Workbook, runs: Sequence[FilledRun], as_value: frozenset[Site], report: Report
) -> dict[str, bytes]:
    """Return the worksheet parts that differ; list the cells in the report."""
    by_sheet = {sheet.name: _NewValues() for sheet in book.sheets}
    for run in runs:
        if run.changes or as_value:
            by_sheet[run.sheet].add(book, run, as_value)
    changed: dict[str, bytes] = {}
    for sheet in book.sheets:
        new = by_sheet[sheet.name]
        if not new.plain and not new.more:
            continue
        data, differences = patch_sheet(sheet.scan, new.plain, new.more, book.strings)
        if data != sheet.scan.data:
            changed[sheet.part] = data
        before = place_of(Site(sheet.name, 1, 1)).removesuffix("A1")
        report.changed += [
            Change(before + cell_name(row, column), old, value, (row, column) in new.clock)
            for row, column, old, value in differences
        ]
    report.stale = not all(change.clock for change in report.changed)
    return changed
