"""Recomputing a workbook: bytes in, bytes out, and a report of what was done."""

from __future__ import annotations

import gc
import time
from datetime import datetime
from typing import Callable, Iterable, Mapping

from xltie.core.cells import Grid, Scalar
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.engine.protocol import Engine
from xltie.recompute.lowering.formulas import Template, WorkbookLowering
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.spelling import Spelling
from xltie.recompute.ooxml.calculation_settings import with_full_calculation
from xltie.recompute.ooxml.deadline import Deadline
from xltie.recompute.ooxml.language import Language
from xltie.recompute.ooxml.package import DEFAULT_LIMITS, Limits, Package
from xltie.recompute.ooxml.read_grids import SheetFormulas, contents_of, grids_and_formulas
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.ooxml.workbook import Workbook, load
from xltie.recompute.run.fill_report import fill_report
from xltie.recompute.run.new_parts import new_parts
from xltie.recompute.run.outcome import Outcome
from xltie.recompute.run.plan import Plan, Planner
from xltie.recompute.run.report import Looked, Report
from xltie.recompute.run.to_values import sites_to_values, without_calculation_chain
from xltie.recompute.runs.fill import Runs

HELPER = "xltie_grids"
Contents = Callable[[], "tuple[dict[str, Grid], dict[str, SheetFormulas]]"]
"""Reads the grids and formulas of the sheets, as they are after a run."""
Looking = Callable[[Iterable[str], Contents], Looked]
"""From the names of the sheets, and what reads them, to what is to be said of them."""
_UNREADABLE = say("the engine cannot read the formula")


class _Run:
    """One recomputation on its way through the stages."""

    def __init__(
        self,
        data: bytes | Package,
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
        package = Package(data, limits) if isinstance(data, bytes) else data
        self.book = load(package, self.deadline)
        self.report.warnings = self.book.warnings
        self.lap("read")
        self.book.language = language or self.book.language
        own = {name.upper(): function for name, function in functions.items()}
        self.calls = Calls(own, self.book.date1904, self.book.language)
        self.clock = clock
        self._engine: Engine | None = None
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

    @property
    def engine(self) -> Engine:
        """The general engine, started when something asks for it."""
        if self._engine is None:
            from xltie.recompute.engine.formualizer import Formualizer

            self._engine = Formualizer(
                self.calls,
                date1904=self.book.date1904,
                iteration=self.book.iteration,
                clock=self.clock,
                deadline=self.deadline,
            )
            for sheet in self.book.sheets:
                self._engine.add_sheet(sheet.name)
            self._engine.add_sheet(self.lowering.helper)
        return self._engine

    def plan(self) -> Plan:
        """Compute what can be computed by runs, and plan what is left."""
        runs = Runs(self.book, self.lowering, self.calls, self.deadline)
        self.lap("lower")
        runs.evaluate(everything=self.everything)
        planner = Planner(self.book, self.lowering, self._refusal, self.deadline)
        plan = planner.plan(runs.runs)
        self.report.formulas = plan.count
        self.report.volatile = sum(
            formula.template.lowered.clock for formula in plan.formulas.values()
        )
        return plan

    def _refusal(self, template: Template, site: Site) -> Message:
        """Return why a formula cannot be computed, if it cannot."""
        for function in sorted(template.lowered.functions):
            if not self.engine.knows(function):
                return say("{function}() is not known to the engine", function=function)
        text = self.lowering.text(template, site)
        return NOTHING if self.engine.reads("=" + text) else _UNREADABLE

    def evaluate(self, plan: Plan) -> Outcome:
        """Compute with the general engine what is planned for it."""
        outcome = Outcome()
        if plan.formulas or plan.kept:
            # most workbooks of ours need neither
            from xltie.recompute.run.evaluate import Evaluation
            from xltie.recompute.run.feed import Feed

            feed = Feed(plan, self.engine, self.lowering, self.calls)
            outcome = Evaluation(
                self.book,
                plan,
                self.engine,
                self.calls,
                feed,
                self.deadline,
                everything=self.everything,
            ).run()
        self.lap("evaluate")
        return outcome

    def recompute(
        self, *, values: bool, full_calculation: bool, looking: Looking | None
    ) -> tuple[bytes, Report]:
        plan = self.plan()
        outcome = self.evaluate(plan)
        report = self.report
        fill_report(report, self.book, plan, outcome, self.calls)
        as_value = sites_to_values(self.book, plan, outcome, report) if values else frozenset()
        changed: dict[str, bytes | None] = {}
        changed.update(new_parts(self.book, plan, outcome, as_value, report))
        if as_value:
            changed.update(without_calculation_chain(self.book))
        if full_calculation:
            changed.update(with_full_calculation(self.book))
        report.parts = sorted(changed)
        new = self.book.package.rewrite(changed)
        if looking is not None:
            names = [sheet.name for sheet in self.book.sheets]
            there = not as_value and all(one.rows is None for one in outcome.results)
            report.looked = looking(
                names, _contents(self.book, plan, outcome if there else None, new)
            )
        self.lap("write")
        return new, report


def recompute(
    data: bytes | Package,
    functions: Mapping[str, Callable[..., object]],
    *,
    clock: datetime | None = None,
    values: bool = False,
    full_calculation: bool = False,
    everything: bool = False,
    language: Language | None = None,
    limits: Limits = DEFAULT_LIMITS,
    looking: Looking | None = None,
) -> tuple[bytes, Report]:
    """Return a workbook with every value right and every other byte as it was.

    ``functions`` are ours by bare name; they get scalars and ``Grid`` objects
    and answer with a scalar, a grid or rows, or raise an ``XltieError``.
    ``clock`` is what NOW and TODAY return; with ``values`` the formulas that call our functions
    become values, and with ``full_calculation`` Excel computes everything again when it opens the
    workbook. A stored value stays where nothing that its formula reads is new, unless
    ``everything`` is to be computed. Numbers as text are
    written in ``language``, or in the one that the stored values tell. Where nothing is new the
    bytes are those given. A function whose input has faults, which the report names, answers with
    an error, as in a spreadsheet program. What ``looking`` says of the workbook, as it is then,
    comes into the report.

    Raises ``WorkbookRefused`` for a file that must not be touched.
    """
    collecting = gc.isenabled()
    # a workbook is a great many small objects and hardly a cycle: collecting finds nothing
    gc.disable()
    try:
        run = _Run(data, functions, clock, limits, everything, language)
        return run.recompute(values=values, full_calculation=full_calculation, looking=looking)
    finally:
        if collecting:
            gc.enable()


def _contents(book: Workbook, plan: Plan, outcome: Outcome | None, new: bytes) -> Contents:
    """Return what reads the sheets of the new file, which it is not read for without arrays."""
    if outcome is None:
        return lambda: grids_and_formulas(new)
    values: dict[str, dict[Position, Scalar]] = {}
    for result in outcome.results:
        site = result.formula.site
        values.setdefault(site.sheet, {})[site.row, site.column] = result.value
    for run in plan.runs:
        own = values.setdefault(run.sheet, {})
        for change in run.changes:
            own[change.row, run.column] = change.new
    return lambda: contents_of(book, values)
