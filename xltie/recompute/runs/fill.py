"""The runs of a workbook: what each means, and the order in which all of them are computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator, Optional

from xltie.core.cells import Scalar
from xltie.core.messages import NOTHING, Message, say
from xltie.core.records import replace
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.lowering.formulas import WorkbookLowering
from xltie.recompute.lowering.template import Site, Template
from xltie.recompute.ooxml.markup import text_of_xml
from xltie.recompute.ooxml.package import Deadline
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.scan import Run
from xltie.recompute.ooxml.workbook import Sheet
from xltie.recompute.runs.columns import DYNAMIC, FIXED, PLAIN, Cells, Compute, FilledRun, Frame
from xltie.recompute.runs.compiling import NotSimple, compiled
from xltie.recompute.runs.order import Group, Reading, in_groups
from xltie.recompute.runs.settle import Answers, Settlement
from xltie.recompute.runs.vectors import Same, Undecided

if TYPE_CHECKING:
    from xltie.recompute.engine.formualizer import Formualizer
    from xltie.recompute.runs.stage import Stage

NO_TEXT = say("a shared formula whose text is missing")
MOST_CELLS = 1_000_000
"""What an array formula may fill: a file can claim whole sheets."""
OFTEN = 64
"""So many runs between two looks at the clock."""
Shared = dict[str, tuple[str, int, int]]
"""Formulas that cells share, with the column and the row that they are written for."""


class Runs:
    """The runs of one workbook."""

    def __init__(self, lowering: WorkbookLowering, calls: Calls, deadline: Deadline) -> None:
        self.lowering = lowering
        self.calls = calls
        self.deadline = deadline
        self.cells = Cells(lowering.book, calls, deadline)
        self.runs: list[FilledRun] = []
        for sheet in lowering.book.sheets:
            runs = list(self._filled(sheet))
            self.runs += runs
            self.cells.add(sheet, runs)

    def compute(self, start: Callable[[], Formualizer], *, everything: bool) -> None:
        """Compute all runs, what is not computed here by the engine that ``start`` starts.

        With ``everything`` a new value counts in any case.
        """
        reading = Reading(self.cells)
        settlement = Settlement(reading, everything=everything)
        stage: Stage | None = None
        groups = in_groups(self.runs, reading)
        ready = [group for group in groups if not group.waits]
        left: list[Group] = []
        while ready or left:
            done = [group for group in ready if self._settled_here(group, settlement)]
            left += [group for group in ready if group not in done]
            if not done:
                # all that is left now is computed at once
                if stage is None:
                    from xltie.recompute.runs.stage import Stage  # most workbooks need none

                    stage = Stage(settlement, self.lowering, start)
                stage.settle(left)
                done, left = left, []
            ready = list(_following(done))

    def _settled_here(self, group: Group, settlement: Settlement) -> bool:
        """Compute a group without an engine; tell whether that was possible."""
        self.deadline.check()
        if not group.runs:
            return True
        values = None if group.circular else self.values(group.runs[0])
        if values is not None:
            settlement.settle([(group.runs[0], Answers(values))])
        return values is not None

    def values(self, run: FilledRun) -> list[Scalar] | None:
        """Return the values of a run as they are computed here, None where they are not."""
        if run.compute is None:
            return None
        rows = range(run.first, run.last + 1)
        try:
            found = run.compute(Frame(self.cells, run.sheet, run.column, rows))
        except (Undecided, RecursionError):
            found = [[]]
        values = [found.value] * len(rows) if isinstance(found, Same) else found
        if list in map(type, values):
            for row in rows:  # the calls will be made again
                self.calls.forget_call(run.site(row))
                self.calls.failures.pop(run.site(row), None)
            return None
        # a formula that refers to a blank cell shows 0
        return [0.0 if value is None else value for value in values]

    # -- what runs mean ------------------------------------------------------------------------

    def _filled(self, sheet: Sheet) -> Iterator[FilledRun]:
        """Yield the runs of a sheet, cut where their formulas mean something else."""
        shared = sheet.scan.shared
        for number, run in enumerate(sheet.scan.runs):
            if number % OFTEN == 0:
                self.deadline.check()
            area = run.area
            kind = PLAIN
            if area is not None and run.alone["t"] == "array":
                kind = DYNAMIC if sheet.scan.cell_at(run.starts[0]).attributes.get("cm") else FIXED
            first = run.first
            while first <= run.last:
                template, last = self._template(sheet.name, run, first, shared)
                part = slice(first - run.first, last - run.first + 1)
                yield FilledRun(
                    sheet.name,
                    run.column,
                    first,
                    last,
                    run.starts[part],
                    run.stored[part],
                    template,
                    template.refusal or _unfillable(run, area),
                    run.shared,
                    kind,
                    area,
                    compute=None if run.alone else _compiled(template),
                )
                first = last + 1

    def _template(self, sheet: str, run: Run, row: int, shared: Shared) -> tuple[Template, int]:
        """Return what a run means from a row on, and down to which row."""
        template = self._read(run, Site(sheet, row, run.column), shared)
        alike = bool(run.shared) or run.first == run.last or _alike(template, run)
        rows = template.window.rows
        last = min(run.last, rows[1]) if alike and rows[0] <= row <= rows[1] else row
        return template, last

    def _read(self, run: Run, site: Site, shared: Shared) -> Template:
        """Return what the formula of a row means; one of a group has the text that it shares."""
        if run.shared in shared:
            return self.lowering.shared(*shared[run.shared], site)
        kind = run.alone.get("t")
        text = run.text_at(site.row) or ""
        if run.shared or kind == "dataTable":
            refusal = NO_TEXT if run.shared else say("a what-if data table")
            return replace(self.lowering.template("", site), refusal=refusal)
        return self.lowering.template(text, site, array=kind == "array")


def _following(done: list[Group]) -> Iterator[Group]:
    """Yield the groups that wait for nothing more."""
    for group in done:
        for reader in group.readers:
            reader.waits -= 1
            if not reader.waits:
                yield reader


def _alike(template: Template, run: Run) -> bool:
    """Tell whether a template moves with its rows as the text of a run does."""
    # what moves evenly and reads the same in the first row and in the last does so in all
    return template.at(run.last, run.column) == text_of_xml(run.moved(run.last))


def _compiled(template: Template) -> Optional[Compute]:
    """Return what computes a formula, None where the general engine has to."""
    if template.refusal or template.meaning is None:
        return None
    if template.computing is None:
        try:
            template.computing = compiled(template.meaning)
        except (NotSimple, RecursionError):
            template.computing = False
    return template.computing or None


def _unfillable(run: Run, area: Bounds | None) -> Message:
    """Return why an array formula cannot fill the area that the file gives it, if it cannot."""
    if area is None:
        return NOTHING
    height, width = area.size
    if height * width > MOST_CELLS:
        return say("an array formula over more than {most_cells} cells", most_cells=MOST_CELLS)
    if (area.top, area.left) != (run.first, run.column):
        return say("an array formula outside its area")
    return NOTHING
