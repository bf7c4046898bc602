"""Recomputing a workbook: bytes in, bytes out, and a report of what was done."""

from __future__ import annotations

import gc
import re
import time
from datetime import datetime
from typing import Callable, Mapping

from xltie.core.cells import CellError, cell_name, column_number, quote_sheet
from xltie.core.errors import Fault, Place
from xltie.core.numbers import counted
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.engine.formualizer import Formualizer
from xltie.recompute.engine.protocol import Engine
from xltie.recompute.lowering.formulas import Template, WorkbookLowering
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.spelling import Spelling
from xltie.recompute.lowering.stored_value_policy import Trusted
from xltie.recompute.ooxml.calculation_settings import with_full_calculation
from xltie.recompute.ooxml.deadline import Deadline
from xltie.recompute.ooxml.language import Language
from xltie.recompute.ooxml.package import DEFAULT_LIMITS, Limits, Package
from xltie.recompute.ooxml.patch import patch_sheet
from xltie.recompute.ooxml.render import Difference, Update
from xltie.recompute.ooxml.workbook import Workbook, load
from xltie.recompute.run.evaluate import Evaluation
from xltie.recompute.run.feed import Feed
from xltie.recompute.run.outcome import Outcome, Result
from xltie.recompute.run.plan import DYNAMIC, Plan, Planner
from xltie.recompute.run.report import Change, ErrorValue, Kept, Report
from xltie.recompute.run.shared_ranges import SharedRanges
from xltie.recompute.run.to_values import sites_to_values, without_calculation_chain

HELPER = "xltie_grids"


class _Run:
    """One recomputation on its way through the stages."""

    def __init__(
        self,
        data: bytes,
        functions: Mapping[str, Callable[..., object]],
        clock: datetime | None,
        limits: Limits,
        everything: bool,
        language: Language | None,
    ) -> None:
        self.everything = everything
        self.report = Report()
        self._started = time.perf_counter()
        self.deadline = Deadline(limits.seconds)
        self.book = load(Package(data, limits), self.deadline)
        self.report.warnings = self.book.warnings
        self.lap("read")
        self.book.language = language or self.book.language
        own = {name.upper(): function for name, function in functions.items()}
        self.calls = Calls(own, self.book.date1904, self.book.language)
        self.engine: Engine = Formualizer(
            self.calls,
            date1904=self.book.date1904,
            iteration=self.book.iteration,
            clock=clock,
            deadline=self.deadline,
        )
        self.lap("engine")
        spelling = Spelling(self.calls.functions)
        self.lowering = WorkbookLowering(
            self.book, spelling, self._helper_name(), self.calls.caller
        )

    def lap(self, stage: str) -> None:
        self.deadline.check()
        now = time.perf_counter()
        self.report.timing[stage] = now - self._started
        self._started = now

    def _helper_name(self) -> str:
        name = HELPER
        while self.book.sheet_index(name) is not None:
            name += "_"
        return name

    def plan(self) -> Plan:
        for sheet in self.book.sheets:
            self.engine.add_sheet(sheet.name)
        self.engine.add_sheet(self.lowering.helper)
        planner = Planner(self.book, self.lowering, self._refusal, self.deadline)
        plan = planner.plan()
        self.report.formulas = plan.count
        self.report.volatile = sum(
            formula.template.lowered.clock for formula in plan.formulas.values()
        )
        self.lap("lower")
        return plan

    def _refusal(self, template: Template, text: str) -> str:
        """Return why the engine cannot compute a formula, or ``""``."""
        for function in sorted(template.lowered.functions):
            if not self.engine.knows(function):
                return f"{function}() is not known to the engine"
        return "" if self.engine.reads("=" + text) else "the engine cannot read the formula"

    def evaluate(self, plan: Plan) -> Outcome:
        shared = SharedRanges(plan, self.lowering.blocks, self.calls)
        outcome = Evaluation(
            self.book,
            plan,
            self.engine,
            self.calls,
            Feed(plan, self.engine, self.lowering.helper, shared),
            self.deadline,
            trusting=not self.everything,
        ).run()
        self.lap("evaluate")
        return outcome

    def recompute(
        self, data: bytes, *, values: bool, full_calculation: bool
    ) -> tuple[bytes, Report]:
        plan = self.plan()
        outcome = self.evaluate(plan)
        report = self.report
        _report_kept(self.book, plan, outcome, report)
        _report_faults(self.book, self.calls, report)
        _report_trusted(plan, outcome, report)
        _report_errors(self.calls, outcome, report)
        _report_cut(self.calls, report)
        as_value = sites_to_values(self.book, plan, outcome, report) if values else frozenset()
        changed: dict[str, bytes | None] = {}
        changed.update(_patched(self.book, plan, outcome.results, as_value, report))
        if as_value:
            changed.update(without_calculation_chain(self.book))
        if full_calculation:
            changed.update(with_full_calculation(self.book))
        report.parts = sorted(changed)
        new = self.book.package.rewrite(changed)
        self.lap("write")
        return new, report


def recompute(
    data: bytes,
    functions: Mapping[str, Callable[..., object]],
    *,
    clock: datetime | None = None,
    values: bool = False,
    full_calculation: bool = False,
    everything: bool = False,
    language: Language | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> tuple[bytes, Report]:
    """Return a workbook with every value right and every other byte as it was.

    ``functions`` are ours by bare name; they get scalars and ``Grid`` objects
    and answer with a scalar, a grid or rows, or raise an ``XltieError``.
    ``clock`` is what NOW and TODAY return; with ``values`` the formulas that call our functions
    become values, and with ``full_calculation`` Excel computes everything again when it opens the
    workbook. A stored value stays where nothing that its formula reads is new and the engine's
    result may differ from Excel's, unless ``everything`` is to be computed. Numbers as text are
    written in ``language``, or in the one that the stored values tell. Where nothing is new the
    bytes are those given. A function whose input has faults, which the report names, answers with
    an error, as in a spreadsheet program.

    Raises ``WorkbookRefused`` for a file that must not be touched.
    """
    collecting = gc.isenabled()
    # a workbook is a great many small objects and hardly a cycle: collecting finds nothing
    gc.disable()
    try:
        run = _Run(data, functions, clock, limits, everything, language)
        return run.recompute(data, values=values, full_calculation=full_calculation)
    finally:
        if collecting:
            gc.enable()


def place_of(site: Site) -> str:
    """Return how a report names a cell: ``Sheet!C4``."""
    return f"{quote_sheet(site.sheet)}!{cell_name(site.row, site.column)}"


def _report_kept(book: Workbook, plan: Plan, outcome: Outcome, report: Report) -> None:
    """List what was not computed, in the order of the cells."""
    kept = dict(plan.kept)
    kept.update({site: failure.reason for site, failure in outcome.failed.items()})
    order = {sheet.name: index for index, sheet in enumerate(book.sheets)}
    places = sorted(kept, key=lambda site: (order[site.sheet], site.row, site.column))
    report.uncomputable = [Kept(place_of(site), kept[site]) for site in places]


def _report_faults(book: Workbook, calls: Calls, report: Report) -> None:
    """List each fault of an input once, in the order of the cells."""
    faults: dict[str, tuple[int, int, int]] = {}
    for site, own in calls.faults.items():
        for fault in own:
            _add_fault(book, fault, site, faults)
    report.faults = sorted(faults, key=lambda text: (faults[text], text))


_CELL = re.compile(r"([A-Z]+)([0-9]+)")


def _add_fault(
    book: Workbook, fault: Fault, site: Site, faults: dict[str, tuple[int, int, int]]
) -> None:
    """Keep a fault with the place by which it is ordered; one without a place has its caller's."""
    place = fault.place
    if not place.cell:
        place = Place(quote_sheet(site.sheet), cell_name(site.row, site.column))
    name = place.sheet
    if name[:1] == name[-1:] == "'":
        name = name[1:-1].replace("''", "'")
    index = book.sheet_index(name)
    match = _CELL.match(place.cell)
    row, column = (int(match[2]), column_number(match[1])) if match else (0, 0)
    text = str(Fault(fault.text, place))
    faults[text] = (len(book.sheets) if index is None else index, row, column)


def _report_trusted(plan: Plan, outcome: Outcome, report: Report) -> None:
    for site, (computed, reason) in sorted(outcome.trusted.items()):
        if reason:
            stored = plan.formulas[site].old
            report.trusted.append(Trusted(place_of(site), stored, computed, reason))


def _report_errors(calls: Calls, outcome: Outcome, report: Report) -> None:
    for result in outcome.results:
        if isinstance(result.value, CellError):
            site = result.formula.site
            text = calls.texts.get(site, result.value.text)
            report.errors.append(ErrorValue(place_of(site), result.value.code, text))


def _report_cut(calls: Calls, report: Report) -> None:
    """Say once where formulas show only the first row of what they give."""
    if not calls.cut:
        return
    site, (name, rows) = min(calls.cut.items(), key=lambda own: (own[0].sheet, own[0].row))
    more = (
        f" (and {counted(len(calls.cut) - 1, 'more such formula')})" if len(calls.cut) > 1 else ""
    )
    report.cut.append(
        f"{place_of(site)}: {name} gives {rows} rows, but this formula shows only the first"
        f"{more}: enter it anew in Excel or Calc, or write it as an array formula over {rows} rows"
    )


def _patched(
    book: Workbook,
    plan: Plan,
    results: list[Result],
    as_value: frozenset[Site],
    report: Report,
) -> dict[str, bytes]:
    """Return the worksheet parts that differ; list the cells in the report."""
    updates: dict[str, list[Update]] = {}
    for result in results:
        formula = result.formula
        updates.setdefault(formula.site.sheet, []).append(
            Update(
                formula.cell,
                formula.old,
                result.value,
                result.area,
                result.rows,
                dynamic=formula.kind == DYNAMIC,
                as_value=formula.site in as_value,
            )
        )
    changed: dict[str, bytes] = {}
    found: list[tuple[Site, Difference]] = []
    for sheet in book.sheets:
        if sheet.name not in updates:
            continue
        data, differences = patch_sheet(sheet.scan, updates[sheet.name], book.strings)
        found += [(Site(sheet.name, one.row, one.column), one) for one in differences]
        if data != sheet.scan.data:
            changed[sheet.part] = data
    moved = _moved(plan, {site for site, _ in found})
    report.changed = [Change(place_of(at), one.old, one.new, at in moved) for at, one in found]
    report.stale = len(moved) < len(found)
    return changed


def _moved(plan: Plan, changed: set[Site]) -> set[Site]:
    """Return the changed cells that depend on the clock or on chance."""
    clocks = {site for site, one in plan.formulas.items() if one.template.lowered.clock}
    return plan.graph().depending(changed, clocks) if clocks and changed else set()
