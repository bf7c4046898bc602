"""What a report says of a run beside its changes: what was kept, faulty, in doubt, an error."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterable

from xltie.core.cells import CellError, cell_name, quote_sheet
from xltie.core.errors import Fault, Place
from xltie.core.messages import NOTHING, count, say
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.outcome import Outcome
from xltie.recompute.run.plan import Plan
from xltie.recompute.run.report import ErrorValue, Kept, Report, Trusted


def fill_report(report: Report, book: Workbook, plan: Plan, outcome: Outcome, calls: Calls) -> None:
    """Say what was not computed, what is faulty or in doubt, which values are errors or cut."""
    _report_kept(book, plan, outcome, report)
    _report_faults(book, calls, report)
    _report_trusted(plan, outcome, report)
    _report_errors(book, plan, calls, outcome, report)
    _report_cut(calls, report)


def place_of(site: Site) -> str:
    """Return how a report names a cell: ``Sheet!C4``."""
    return f"{quote_sheet(site.sheet)}!{cell_name(site.row, site.column)}"


def _report_kept(book: Workbook, plan: Plan, outcome: Outcome, report: Report) -> None:
    """List what was not computed, in the order of the cells."""
    kept = {site: refused.reason for site, refused in plan.kept.items()}
    kept.update({site: failure.reason for site, failure in outcome.failed.items()})
    report.uncomputable = [Kept(place_of(site), kept[site]) for site in _in_order(book, kept)]


def _report_faults(book: Workbook, calls: Calls, report: Report) -> None:
    """List each fault of an input once, in the order of the cells."""
    faults: dict[Fault, tuple[int, int, int]] = {}
    for site, own in calls.faults.items():
        for fault in own:
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


def _report_trusted(plan: Plan, outcome: Outcome, report: Report) -> None:
    for site, (computed, reason) in sorted(outcome.trusted.items()):
        if reason:
            stored = plan.formulas[site].old
            report.trusted.append(Trusted(place_of(site), stored, computed, reason))


def _report_errors(
    book: Workbook, plan: Plan, calls: Calls, outcome: Outcome, report: Report
) -> None:
    """List the values that are errors, in the order of the cells."""
    found: dict[Site, CellError] = {}
    for run in plan.runs:
        for row, value in enumerate(run.values or (), run.first):
            if isinstance(value, CellError):
                found[Site(run.sheet, row, run.column)] = value
    for result in outcome.results:
        if isinstance(result.value, CellError):
            found[result.formula.site] = result.value
    for site in _in_order(book, found):
        text = calls.texts.get(site, str(found[site].text))
        report.errors.append(ErrorValue(place_of(site), found[site].code, text))


def _in_order(book: Workbook, sites: Iterable[Site]) -> list[Site]:
    order = {sheet.name: index for index, sheet in enumerate(book.sheets)}
    return sorted(sites, key=lambda site: (order[site.sheet], site.row, site.column))


def _report_cut(calls: Calls, report: Report) -> None:
    """Say once where formulas show only the first row of what they give."""
    if not calls.cut:
        return
    site, (name, rows) = min(calls.cut.items(), key=lambda own: (own[0].sheet, own[0].row))
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
