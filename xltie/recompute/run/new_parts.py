"""The parts of a workbook with its new values in them, and the changes for the report."""

from __future__ import annotations

from dataclasses import dataclass, field

from xltie.core.cells import Scalar, cell_name
from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.patch import patch_sheet
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.render import Difference, Update
from xltie.recompute.ooxml.scan import Cell
from xltie.recompute.ooxml.stored_values import same_value
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.fill_report import place_of
from xltie.recompute.run.outcome import Outcome, Result
from xltie.recompute.run.plan import DYNAMIC, PLAIN, Plan
from xltie.recompute.run.report import Change, Report
from xltie.recompute.runs.columns import FilledRun


@dataclass
class _NewValues:
    """The new values of a sheet: those of plain formulas alone, and all that is more than that."""

    plain: list[tuple[Cell, Scalar, Scalar]] = field(default_factory=list)
    more: list[Update] = field(default_factory=list)


def new_parts(
    book: Workbook, plan: Plan, outcome: Outcome, as_value: frozenset[Site], report: Report
) -> dict[str, bytes]:
    """Return the worksheet parts that differ; list the cells in the report."""
    by_sheet = {sheet.name: _NewValues() for sheet in book.sheets}
    for run in plan.runs:
        _add_run(book, run, by_sheet[run.sheet], as_value)
    for result in outcome.results:
        _add_result(book, result, by_sheet[result.formula.site.sheet], as_value)
    changed: dict[str, bytes] = {}
    found: list[tuple[str, list[Difference]]] = []
    for sheet in book.sheets:
        new = by_sheet[sheet.name]
        if not new.plain and not new.more:
            continue
        data, differences = patch_sheet(sheet.scan, new.plain, new.more, book.strings)
        found.append((sheet.name, differences))
        if data != sheet.scan.data:
            changed[sheet.part] = data
    moved = _moved(plan, found) if report.volatile else set()
    for name, differences in found:
        report.changed += _changes(name, differences, moved)
    report.stale = len(moved) < len(report.changed)
    return changed


def _add_run(book: Workbook, run: FilledRun, new: _NewValues, as_value: frozenset[Site]) -> None:
    """Add the new values of a run."""
    cell_at, starts = book.scan(run.sheet).cell_at, run.starts
    if not as_value or Site(run.sheet, run.first, run.column) not in as_value:
        for row, old, value in run.changes:
            new.plain.append((cell_at(starts[row - run.first]), old, value))
        return
    stored = run.stored
    for place, value in enumerate(run.values or ()):
        cell, row = cell_at(starts[place]), run.first + place
        area = Bounds(row, run.column, row, run.column)
        new.more.append(Update(cell, stored[place], value, area, as_value=True))


def _add_result(book: Workbook, result: Result, new: _NewValues, as_value: frozenset[Site]) -> None:
    """Add what the general engine has answered."""
    formula = result.formula
    scan = book.scan(formula.site.sheet)
    if formula.kind == PLAIN and formula.site not in as_value:
        if not same_value(formula.old, result.value):
            new.plain.append((scan.cell_at(formula.start), formula.old, result.value))
        return
    new.more.append(
        Update(
            scan.cell_at(formula.start),
            formula.old,
            result.value,
            result.area or formula.area,
            result.rows,
            dynamic=formula.kind == DYNAMIC,
            as_value=formula.site in as_value,
        )
    )


def _changes(sheet: str, differences: list[Difference], moved: set[Site]) -> list[Change]:
    before = place_of(Site(sheet, 1, 1)).removesuffix("A1")
    return [
        Change(before + cell_name(row, column), old, new, (sheet, row, column) in moved)
        for row, column, old, new in differences
    ]


def _moved(plan: Plan, found: list[tuple[str, list[Difference]]]) -> set[Site]:
    """Return the changed cells that depend on the clock or on chance."""
    changed = {Site(name, one.row, one.column) for name, own in found for one in own}
    for run in plan.runs:
        changed -= {Site(run.sheet, one.row, run.column) for one in run.changes}
    clocks = {site for site, one in plan.formulas.items() if one.template.lowered.clock}
    return plan.graph().depending(changed, clocks) if changed else set()
