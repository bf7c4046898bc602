"""What a report says of a run beside its changes: what was kept, faulty, in doubt, an error."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterable

from xltie.core.cells import CellError
from xltie.core.errors import Fault, Place
from xltie.core.messages import NOTHING, Message, count, say
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.lowering.template import Site
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.report import ErrorValue, Kept, Report, Trusted
from xltie.recompute.runs.columns import FilledRun
from xltie.recompute.runs.settle import place_of


def fill_report(report: Report, book: Workbook, runs: Iterable[FilledRun], calls: Calls) -> None:
    """Say what was not computed, what is faulty or in doubt, which values are errors or cut."""
    refused, errors = dict[Site, Message](), dict[Site, CellError]()
    trusted = dict[Site, Trusted]()
    for run in runs:
        report.formulas += len(run.starts)
        if run.template.clock and not run.refusal:
            report.volatile += len(run.starts)
        for row, reason in run.refused.items():
            refused[run.site(row)] = reason
        for row, (computed, reason) in run.kept.items():
            if reason:
                stored, site = run.stored[row - run.first], run.site(row)
                trusted[site] = Trusted(place_of(site), stored, computed, reason)
        if CellError in map(type, run.values or ()):
            for row, value in enumerate(run.values or (), run.first):
                if type(value) is CellError and row not in run.refused and row not in run.kept:
                    errors[run.site(row)] = value
    report.uncomputable = [Kept(place_of(site), refused[site]) for site in _in_order(book, refused)]
    report.trusted = [trusted[site] for site in sorted(trusted)]
    for site in _in_order(book, errors):
        text = calls.texts.get(site, str(errors[site].text))
        report.errors.append(ErrorValue(place_of(site), errors[site].code, text))
    _report_faults(book, calls, report)
    _report_cut(calls, report)


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
