"""Recomputing a workbook: bytes in, bytes out, and a report of what was done."""

from __future__ import annotations

import gc
import time
from datetime import datetime
from typing import TYPE_CHECKING, Callable, Collection, Iterable, Iterator, Mapping

from xltie.core.cells import CellError, Grid, Scalar
from xltie.core.errors import Fault, Place
from xltie.core.messages import NOTHING, Message, count, say
from xltie.core.records import replace
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.lowering.builtin_functions import Spelling
from xltie.recompute.lowering.formulas import WorkbookLowering
from xltie.recompute.lowering.template import Site
from xltie.recompute.ooxml.language import Language
from xltie.recompute.ooxml.package import DEFAULT_LIMITS, Deadline, Limits, Package
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.ooxml.workbook import Workbook, load
from xltie.recompute.ooxml.workbook_file import SheetFormulas, WorkbookFile, contents_of
from xltie.recompute.run.report import ErrorValue, Kept, Looked, Report, Trusted
from xltie.recompute.runs.columns import FilledRun
from xltie.recompute.runs.fill import Runs
from xltie.recompute.runs.settle import place_of

if TYPE_CHECKING:
    from xltie.recompute.engine.formualizer import Formualizer


def fill_report(report: Report, book: Workbook, runs: Iterable[FilledRun], calls: Calls) -> None:
    """Say what was not computed, what is faulty or in doubt, which values are errors or cut."""
    refused, errors = dict[Site, Message](), dict[Site, CellError]()
    trusted = dict[Site, Trusted]()
    for run in runs:
        report.formulas += len(run.starts)
        if run.template.clock and not run.refusal:
            report.volatile += len(run.starts)
        refused.update((run.site(row), reason) for row, reason in run.refused.items())
        trusted.update(_trusted_of(run))
        errors.update(_errors_of(run))
    report.uncomputable = [Kept(place_of(site), refused[site]) for site in _in_order(book, refused)]
    report.trusted = [trusted[site] for site in sorted(trusted)]
    for site in _in_order(book, errors):
        text = calls.texts.get(site, str(errors[site].text))
        report.errors.append(ErrorValue(place_of(site), errors[site].code, text))
    _report_faults(book, calls, report)
    _report_cut(calls, report)


def _trusted_of(run: FilledRun) -> Iterator[tuple[Site, Trusted]]:
    """Yield the stored values that stay although another was computed, and why."""
    for row, (computed, reason) in run.kept.items():
        if reason:
            stored, site = run.stored[row - run.first], run.site(row)
            yield site, Trusted(place_of(site), stored, computed, reason)


def _errors_of(run: FilledRun) -> Iterator[tuple[Site, CellError]]:
    """Yield the errors that were computed as values."""
    if CellError in map(type, run.values or ()):
        for row, value in enumerate(run.values or (), run.first):
            if type(value) is CellError and row not in run.refused and row not in run.kept:
                yield run.site(row), value


def _report_faults(book: Workbook, calls: Calls, report: Report) -> None:
    """List each fault of an input once, in the order of the cells."""
    faults: dict[Fault, tuple[int, int, int]] = {}
    for site, faults_of in calls.faults.items():
        for fault in faults_of:
            _add_fault(book, fault, site, faults)
    report.faults = sorted(faults, key=lambda fault: (faults[fault], fault.text))


def _add_fault(
    book: Workbook, fault: Fault, site: Site, faults: dict[Fault, tuple[int, int, int]]
) -> None:
    """Keep a fault with the place by which it is ordered; one without a place has its caller's."""
    place = fault.place
    if not place.cell:
        place = Place(site.sheet, site.row, site.column)
    index = book.sheet_index(place.sheet)
    order = len(book.sheets) if index is None else index
    faults[replace(fault, place=place)] = (order, place.row or 0, place.column or 0)


def _in_order(book: Workbook, sites: Iterable[Site]) -> list[Site]:
    order = {sheet.name: index for index, sheet in enumerate(book.sheets)}
    return sorted(sites, key=lambda site: (order[site.sheet], site.row, site.column))


def _report_cut(calls: Calls, report: Report) -> None:
    """Say once where formulas show only the first row of what they give."""
    if not calls.cut:
        return
    site, (name, rows) = min(calls.cut.items(), key=lambda call: (call[0].sheet, call[0].row))
    others = len(calls.cut) - 1
    more = count(others, " (and {n} more such formula)", " (and {n} more such formulas)")
    report.cut.append(
        say(
            "{cell}: {function} gives {rows} rows, but this formula shows only the first{more}: "
            "enter it anew in Excel or Calc, or write it as an array formula over {rows} rows",
            cell=place_of(site),
            function=name,
            rows=rows,
            more=more if others else NOTHING,
        )
    )


def sites_to_values(runs: Iterable[FilledRun], report: Report) -> frozenset[Site]:
    """Return the cells whose formulas call our functions and can become values.

    Cells that share one formula text go together or not at all: without the first, which holds the
    text, the others would be broken.
    """
    ours: set[Site] = set()
    groups: dict[tuple[str, str], set[Site]] = {}
    broken: set[tuple[str, str]] = set()
    for run in runs:
        rows = range(run.first, run.last + 1)
        computed = {
            run.site(row) for row in rows if row not in run.refused.keys() | run.kept.keys()
        }
        if run.template.ours:
            ours |= computed
        if run.shared:
            group = run.sheet, run.shared
            groups.setdefault(group, set()).update(computed)
            if len(computed) < len(rows):
                broken.add(group)
    left = 0
    for group in broken:
        left += len(groups[group] & ours)
        ours -= groups[group]
    if left:
        report.warnings.append(
            count(
                left,
                "{n} formula kept: it shares its text with uncomputable ones",
                "{n} formulas kept: they share their text with uncomputable ones",
            )
        )
    return frozenset(ours)


HELPER = "xltie_grids"
Contents = Callable[[], "tuple[dict[str, Grid], dict[str, SheetFormulas]]"]
"""Reads the grids and formulas of the sheets, as they are after a run."""
Looking = Callable[[Iterable[str], Contents], Looked]
"""From the names of the sheets, and what reads them, to what is to be said of them."""


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

    def _start_engine(self) -> Formualizer:
        """Return the general engine, which most workbooks of ours do not need."""
        from xltie.recompute.engine.formualizer import Formualizer

        return Formualizer(
            self.calls,
            date1904=self.book.date1904,
            iteration=self.book.iteration,
            clock=self.clock,
            deadline=self.deadline,
        )

    def _is_right(self, runs: Runs) -> bool:
        """Tell whether all values are right that a reader without our functions could not make."""
        left = self.report.uncomputable or self.report.trusted
        return not left and any(run.template.ours for run in runs.runs)

    def _settings(
        self, runs: Runs, changed: Collection[str], as_value: Collection[Site], asked: bool
    ) -> dict[str, bytes | None]:
        """Return the parts by which a reader knows whether to compute, where they are others."""
        show = self._is_right(runs) and (
            not self.book.calculated or (changed and not self.book.engine)
        )
        if not (as_value or asked or show):
            return {}
        from xltie.recompute.ooxml import calculation_settings as settings

        found = settings.without_calculation_chain(self.book) if as_value else {}
        if asked:
            found.update(settings.with_full_calculation(self.book))
        elif show:
            found.update(settings.with_stored_values(self.book))
        return found

    def recompute(
        self, *, values: bool, full_calculation: bool, looking: Looking | None
    ) -> tuple[bytes, Report]:
        runs = Runs(self.lowering, self.calls, self.deadline)
        self.lap("lower")
        runs.compute(self._start_engine, everything=self.everything)
        self.lap("evaluate")
        report = self.report
        fill_report(report, self.book, runs.runs, self.calls)
        as_value = sites_to_values(runs.runs, report) if values else frozenset()
        changed: dict[str, bytes | None] = {}
        if as_value or any(run.changes for run in runs.runs):
            from xltie.recompute.run.new_values import new_parts  # most workbooks are current

            changed.update(new_parts(self.book, runs.runs, as_value, report))
        changed.update(self._settings(runs, changed, as_value, full_calculation))
        report.parts = sorted(changed)
        new = self.book.package.rewrite(changed)
        if looking is not None:
            names = [sheet.name for sheet in self.book.sheets]
            there = not as_value and all(run.area is None for run in runs.runs)
            report.looked = looking(names, _contents(self.book, runs.runs if there else None, new))
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


def _contents(book: Workbook, runs: Iterable[FilledRun] | None, new: bytes) -> Contents:
    """Return what reads the sheets of the new file, which it is not read for without arrays."""
    if runs is None:
        return lambda: WorkbookFile(new).contents
    values: dict[str, dict[Position, Scalar]] = {}
    for run in runs:
        own = values.setdefault(run.sheet, {})
        for row in run.changes:
            own[row, run.column] = (run.values or ())[row - run.first]
    return lambda: contents_of(book, values)
