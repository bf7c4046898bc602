"""The runs of a workbook: what each means, and the values of those that are computed here."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator, Optional

from xltie.core.cells import CellError, Scalar
from xltie.core.messages import say
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.engine.engine_values import known_error
from xltie.recompute.lowering.formulas import Template, WorkbookLowering
from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.deadline import Deadline
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW, Bounds
from xltie.recompute.ooxml.runs import Run
from xltie.recompute.ooxml.workbook import Sheet, Workbook
from xltie.recompute.ooxml.xml_text import text_of_xml
from xltie.recompute.runs.columns import Cells, FilledRun
from xltie.recompute.runs.frame import Compute, Frame
from xltie.recompute.runs.lookups import SPECIAL
from xltie.recompute.runs.order import in_order
from xltie.recompute.runs.parser import NotSimple, Parser
from xltie.recompute.runs.settle import changes_of, counts
from xltie.recompute.runs.vectors import Same, Undecided

NO_TEXT = say("a shared formula whose text is missing")


class Runs:
    """The runs of one workbook."""

    def __init__(
        self, book: Workbook, lowering: WorkbookLowering, calls: Calls, deadline: Deadline
    ) -> None:
        self.book = book
        self.lowering = lowering
        self.calls = calls
        self.deadline = deadline
        self.cells = Cells(book, calls, deadline)
        self.runs: list[FilledRun] = []
        for sheet in book.sheets:
            for run in self._filled(sheet):
                self.runs.append(run)
                self.cells.add(run)
        for columns in self.cells.columns.values():
            for column in columns.values():
                column.runs.sort(key=lambda run: run.first)

    def evaluate(self, *, everything: bool) -> None:
        """Compute the runs whose values are certain and count; the others have none.

        With ``everything`` a new value counts in any case.
        """
        if self._strange():
            return
        obstacles = {sheet.name: list(_areas(sheet)) for sheet in self.book.sheets}
        for run in in_order(self.cells.columns, self.runs, obstacles):
            self.deadline.check()
            try:
                run.values = self._values(run)
                run.changes = changes_of(run)
                if run.changes and not (everything or counts(self.book, self.cells, run)):
                    raise Undecided
            except (Undecided, RecursionError):
                run.values, run.changes = None, []
                self._forget(run)

    def _strange(self) -> bool:
        """Tell whether there are errors that the general engine does not know."""
        return any(
            type(value) is CellError and value != known_error(value.code)
            for columns in self.cells.columns.values()
            for column in columns.values()
            for value in column.typed.values()
        )

    def _values(self, run: FilledRun) -> list[Scalar]:
        if run.compute is None:
            raise Undecided
        rows = range(run.first, run.last + 1)
        found = run.compute(Frame(self.cells, run.sheet, run.column, rows))
        values = [found.value] * len(rows) if isinstance(found, Same) else found
        if list in map(type, values):
            raise Undecided
        # a formula that refers to a blank cell shows 0
        return [0.0 if value is None else value for value in values]

    def _forget(self, run: FilledRun) -> None:
        """Forget what calls have said in the cells of a run, which will be made again."""
        for row in range(run.first, run.last + 1):
            site = Site(run.sheet, row, run.column)
            self.calls.forget_call(site)
            self.calls.failures.pop(site, None)

    # -- what runs mean ------------------------------------------------------------------------

    def _filled(self, sheet: Sheet) -> Iterator[FilledRun]:
        """Yield the runs of a sheet, cut where their formulas mean something else."""
        shared = sheet.scan.shared
        for number, run in enumerate(sheet.scan.runs):
            if number % 64 == 0:
                self.deadline.check()
            first = run.first
            while first <= run.last:
                template, last = self._template(sheet.name, run, first, shared)
                compute = _compiled(template)
                yield FilledRun(sheet.name, run, first, last, template, compute)
                first = last + 1

    def _template(
        self, sheet: str, run: Run, row: int, shared: dict[str, tuple[str, int, int]]
    ) -> tuple[Template, int]:
        """Return what a run means from a row on, and down to which row."""
        site = Site(sheet, row, run.column)
        if run.shared:
            written = shared.get(run.shared)
            if written is None:
                return replace(self.lowering.template("", site), refusal=NO_TEXT), run.last
            template = self.lowering.shared(*written, site)
            alike = True
        else:
            template = self.lowering.template(text_of_xml(run.moved(row)), site)
            alike = run.first == run.last or _alike(template, run)
        rows = template.lowered.window.rows
        last = min(run.last, rows[1]) if alike and rows[0] <= row <= rows[1] else row
        return template, last


def _alike(template: Template, run: Run) -> bool:
    """Tell whether a template moves with its rows as the text of a run does."""
    source = template.source(run.column)
    if source is None or source.distances != run.distances:
        return False
    return source.pattern == "%d".join(text_of_xml(part).replace("%", "%%") for part in run.parts)


def _compiled(template: Template) -> Optional[Compute]:
    """Return what computes a formula, None where the general engine has to."""
    lowered = template.lowered
    if template.refusal:
        return None
    if lowered.computing is None:
        try:
            lowered.computing = Parser(lowered.pieces, SPECIAL).run()
        except NotSimple:
            lowered.computing = False
    return lowered.computing or None


def _areas(sheet: Sheet) -> Iterator[Bounds]:
    """Yield the cells of a sheet that are in no run but computed; what spills may fill any."""
    for cell in sheet.scan.odd:
        row, column = cell.position
        area = cell.array_area
        yield Bounds(row, column, row, column) if area is None else area
        if cell.attributes.get("cm"):
            yield Bounds(row, column, LAST_ROW, LAST_COLUMN)
