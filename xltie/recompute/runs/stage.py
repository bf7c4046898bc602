"""Runs that the general engine computes: it is told what they read, then them, and asked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Callable, Iterable, Iterator, Mapping

from xltie.core.cells import CellError, Scalar
from xltie.core.messages import Message, say
from xltie.core.numbers import in_runs
from xltie.recompute.engine.engine_values import Failure, shown
from xltie.recompute.lowering.formulas import WorkbookLowering
from xltie.recompute.ooxml.references import (
    LAST_COLUMN,
    LAST_ROW,
    Bounds,
    Reference,
    area_text,
    quoted,
)
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.runs.columns import DYNAMIC, FIXED, PLAIN, Area, FilledRun
from xltie.recompute.runs.order import Group
from xltie.recompute.runs.settle import CLOCK, Answers, Settlement

if TYPE_CHECKING:
    from xltie.recompute.engine.formualizer import Formualizer

ROUNDS = 50
MANY = 40
"""To hold a cell, the engine goes through all that depends on it: where more than these have to be
held at once, everything is put into an empty engine instead."""
SPILL = CellError("#SPILL!", say("the cells needed for the result are not empty"))
_EVERYWHERE = Bounds(1, 1, LAST_ROW, LAST_COLUMN)

Row = tuple[FilledRun, int]
"""A row of a run."""


class Stage:
    """Settles groups of runs by the general engine, which ``start`` starts."""

    def __init__(
        self, settlement: Settlement, lowering: WorkbookLowering, start: Callable[[], Formualizer]
    ) -> None:
        self.settlement = settlement
        self.reading, self.cells = settlement.reading, settlement.cells
        self.book, self.calls = self.cells.book, self.cells.calls
        self.deadline = self.cells.deadline
        self.lowering = lowering
        self.start = start
        self._known: set[object] = set()
        """Columns (of what is typed), runs and helper cells that the engine knows the values of."""
        self._hidden = {sheet.name: sheet.scan.hidden for sheet in self.book.sheets}

    @cached_property
    def engine(self) -> Formualizer:
        """The engine, with the sheets of the workbook."""
        engine = self.start()
        for sheet in self.book.sheets:
            engine.add_sheet(sheet.name)
        engine.add_sheet(self.lowering.helper)
        return engine

    def settle(self, groups: list[Group]) -> None:
        """Compute and settle groups that do not read each other."""
        for group in groups:
            if group.circular:
                self._settle_circle(group)
        runs = [run for group in groups if not group.circular for run in group.runs]
        refused = self._put(runs, {})
        if any(len(refused[run]) < len(run.starts) for run in runs):
            self.engine.evaluate()
        for run in runs:
            self.deadline.check()
            answers = self._answers(run, refused[run])
            self.settlement.settle([(run, answers)])
            self._keep_known(run, answers)

    def _settle_circle(self, group: Group) -> None:
        """Compute runs that read each other, until all were computed from what they hold."""
        held: dict[FilledRun, dict[int, Scalar]] = {run: {} for run in group.runs}
        before: dict[FilledRun, Answers] = {}
        refused = self._put(group.runs, held)
        for _ in range(ROUNDS):
            self.calls.failures.clear()
            self.deadline.check()
            self.engine.evaluate()
            answers = {run: self._answers(run, refused[run]) for run in group.runs}
            for run, known in before.items():
                _take_over(answers[run], known, held[run], run.first)
            before = answers
            new = self._failing(group.runs, answers, held)
            if not new:
                self.settlement.settle(answers.items())
                new = _chosen(answers, held)
                if not new:
                    break
            for run, row in new:
                held[run][row] = run.stored[row - run.first]
            if len(new) > MANY:
                self.engine.restart()
                self._known.clear()
                refused = self._put(group.runs, held)
            else:
                for run, row in new:
                    self._hold(run, row)
        else:
            self.settlement.settle(before.items())
        for run in group.runs:
            self._keep_known(run, before[run])

    def _failing(
        self,
        runs: Iterable[FilledRun],
        answers: Mapping[FilledRun, Answers],
        held: Mapping[FilledRun, Mapping[int, Scalar]],
    ) -> list[Row]:
        """Return the rows that could not be computed and read no other such row."""
        open_rows = {run: answers[run].failures.keys() - held[run].keys() for run in runs}
        failing = [(run, row) for run, rows in open_rows.items() for row in sorted(rows)]
        return [one for one in failing if not self._reads(*one, open_rows)] or failing

    def _reads(self, run: FilledRun, row: int, rows: Mapping[FilledRun, Iterable[int]]) -> bool:
        """Tell whether a row reads one of some rows."""
        for sheet, bounds in self.reading.row(run, row):
            for other in self.cells.meeting(sheet, bounds):
                for one in rows.get(other, ()):
                    area = other.area or Bounds(one, other.column, one, other.column)
                    if (other, one) != (run, row) and area.meets(bounds):
                        return True
        return False

    def _hold(self, run: FilledRun, row: int) -> None:
        """Let a cell of the engine, and what an array fills, have the values of the file."""
        # the first cell of an array first: while it spills, the others cannot be written
        self.engine.put(run.sheet, run.column, row, [run.stored[row - run.first]])
        self.engine.put_cells(run.sheet, run.members)

    # -- what the engine is told ---------------------------------------------------------------

    def _put(
        self, runs: list[FilledRun], held: Mapping[FilledRun, Mapping[int, Scalar]]
    ) -> dict[FilledRun, dict[int, Message]]:
        """Tell the engine all that runs read, then them; return the rows that are refused."""
        refused = {run: self._refusals(run) for run in runs}
        computed = [run for run in runs if len(refused[run]) < len(run.starts)]
        cells: dict[str, dict[Position, Scalar]] = {}
        for sheet, bounds in self._areas(computed):
            self._collect(sheet, bounds, cells.setdefault(sheet, {}))
        for sheet, values in cells.items():
            self.engine.put_cells(sheet, values)
        texts = {run: self._texts(run) for run in computed}
        self._share(computed)
        for run in computed:
            self._known.discard(run)
            left = refused[run].keys() | held.get(run, {}).keys()
            for rows in in_runs([row for row in range(run.first, run.last + 1) if row not in left]):
                formulas = [texts[run][row - run.first] for row in rows]
                refused[run].update(self.engine.write(run.sheet, run.column, rows[0], formulas))
        for run in runs:
            if run in held:
                for row in refused[run].keys() | held[run].keys():
                    self._hold(run, row)
        return refused

    def _refusals(self, run: FilledRun) -> dict[int, Message]:
        """Return the rows that no engine can compute, and why."""
        rows = range(run.first, run.last + 1)
        if run.refusal:
            return dict.fromkeys(rows, run.refusal)
        functions = sorted(run.template.functions)
        unknown = next((one for one in functions if not self.engine.knows(one)), "")
        if unknown:
            reason = say("{function}() is not known to the engine", function=unknown)
            return dict.fromkeys(rows, reason)
        seeing = run.template.sees_hidden
        if not seeing:
            return {}
        hidden = say("SUBTOTAL or AGGREGATE over hidden or filtered rows")
        return {row: hidden for row in rows if any(self._sees(run, row, one) for one in seeing)}

    def _sees(self, run: FilledRun, row: int, reference: Reference) -> bool:
        hidden = self._hidden.get(reference.sheet or run.sheet)
        if not hidden:
            return False
        bounds = reference.bounds(row, run.column)
        return any(bounds.top <= one <= bounds.bottom for one in hidden)

    def _areas(self, runs: Iterable[FilledRun]) -> Iterator[Area]:
        """Yield the areas of which the engine has to know the values."""
        for run in runs:
            if self.reading.anywhere(run):
                yield from ((sheet.name, _EVERYWHERE) for sheet in self.book.sheets)
            for piece in run.template.pieces:
                if isinstance(piece, Reference):
                    top, left, bottom, right = piece.bounds(run.first, run.column)
                    last = piece.bounds(run.last, run.column)
                    area = Bounds(min(top, last.top), left, max(bottom, last.bottom), right)
                    yield piece.sheet or run.sheet, area

    def _collect(self, sheet: str, bounds: Bounds, cells: dict[Position, Scalar]) -> None:
        """Collect the values of an area that are settled and that the engine does not know."""
        if (sheet, bounds) in self._known:
            return
        settled = True
        for number, column in self.cells.inside(sheet, bounds):
            if (sheet, number) not in self._known:
                self._known.add((sheet, number))
                cells.update({(row, number): value for row, value in column.typed.items()})
            for run in column.meeting(bounds.top, bounds.bottom):
                if run.values is None:
                    settled = False
                elif run not in self._known:
                    self._known.add(run)
                    for row, value in enumerate(run.values, run.first):
                        cells[row, number] = value
        if settled:
            self._known.add((sheet, bounds))

    def _texts(self, run: FilledRun) -> list[str]:
        """Return the formulas of a run as the engine takes them."""
        text = "={}"
        if run.kind == FIXED and run.area is not None:
            text = "=XLT.FIT({},{},{{}})".format(*run.area.size)
        rows = range(run.first, run.last + 1)
        return [text.format(self.lowering.text(run.template, run.site(row))) for row in rows]

    def _share(self, runs: Iterable[FilledRun]) -> None:
        """Fill the helper cells: constant grids, and what becomes a grid when it is computed."""
        for (sheet, bounds), number in self.lowering.blocks.items():
            if number in self._known:
                continue
            self._known.add(number)
            settled = all(run.values is not None for run in self.cells.meeting(sheet, bounds))
            if settled:
                token = self.calls.share(number, self.cells.grid(sheet, bounds))
                self.engine.put(self.lowering.helper, 1, number, [token])
                continue
            cells: dict[Position, Scalar] = {}
            self._collect(sheet, bounds, cells)
            self.engine.put_cells(sheet, cells)
            self.calls.areas[number] = (sheet, bounds)
            used = self.cells.used(sheet, bounds)
            text = f"=XLT.BLOCK({number},{quoted(sheet)}{area_text(used)})"
            self.engine.write(self.lowering.helper, 1, number, [text])

    # -- what the engine answers ---------------------------------------------------------------

    def _answers(self, run: FilledRun, refused: Mapping[int, Message]) -> Answers:
        """Return what the engine says of a run."""
        answers = Answers(run.stored, {row: Failure(why) for row, why in refused.items()})
        if len(refused) == len(run.starts):
            return answers
        if run.kind != PLAIN:
            return self._array(run)
        area = Bounds(run.first, run.column, run.last, run.column)
        values: list[Scalar] = []
        failures = self.calls.failures
        for row, (answer,) in enumerate(self.engine.values(run.sheet, area), run.first):
            if isinstance(answer, Failure) and row not in refused:
                answers.failures[row] = answer
            values.append(shown(answer))
            if failures and run.site(row) in failures:
                answers.failures[row] = failures[run.site(row)]
        answers.values = values
        return answers

    def _array(self, run: FilledRun) -> Answers:
        """Return what an array formula gives and fills."""
        site = run.site(run.first)
        alone = Bounds(run.first, run.column, run.first, run.column)
        fills = run.area or alone
        if run.kind == DYNAMIC:
            fills = self.engine.spill(*site) or alone
        ((first,),) = self.engine.values(run.sheet, alone)
        failure = self.calls.failures.get(site)
        if failure is None and isinstance(first, Failure):
            failure = first
        if failure is not None:
            return Answers(run.stored, {run.first: failure})
        if run.kind == DYNAMIC and self._meets_something(run, fills):
            self.engine.put(run.sheet, run.column, run.first, [SPILL])
            return Answers([SPILL], fills=alone, rows=[[SPILL]])
        rows = [[shown(one) for one in line] for line in self.engine.values(run.sheet, fills)]
        return Answers([rows[0][0]], fills=fills, rows=rows)

    def _meets_something(self, run: FilledRun, area: Bounds) -> bool:
        """Tell whether an array would write over something."""
        if area.single:
            return False
        scan = self.book.scan(run.sheet)
        tables = (table for table in self.book.tables.values() if table.sheet == run.sheet)
        if any(area.meets(other) for other in scan.merged):
            return True
        if any(area.meets(table.area) for table in tables):
            return True
        own = run.area or Bounds(run.first, run.column, run.first, run.column)
        for place in scan.places_in(area):
            cell = scan.cells.get(place)
            if cell is None or place == (run.first, run.column) or not cell.filled:
                continue
            if cell.computes or not own.holds(*place):
                return True
        return False

    def _keep_known(self, run: FilledRun, answers: Answers) -> None:
        """Note whether the engine knows what a run holds now; an array's cells are told at once."""
        if "engine" not in vars(self):
            return  # which was not started
        as_computed = not (run.refused or run.kept or run.marks.get(CLOCK))
        if as_computed and not answers.failures:
            self._known.add(run)
        elif run.area is not None:
            if run.kept or run.marks.get(CLOCK):
                # the first cell first: while it spills, the others cannot be written
                self.engine.put(run.sheet, run.column, run.first, run.values or [])
            of_sheet = {
                one for one in self._known if isinstance(one, tuple) and one[0] == run.sheet
            }
            self._known -= of_sheet


def _chosen(
    answers: Mapping[FilledRun, Answers], held: Mapping[FilledRun, Mapping[int, Scalar]]
) -> list[Row]:
    """Return the rows whose stored value was chosen, and from which others were not computed."""
    new = [
        (run, row) for run in answers for row in (*run.refused, *run.kept) if row not in held[run]
    ]
    for run, row in new:
        if row in run.kept:
            answers[run].held.add(row)
    return new


def _take_over(answers: Answers, before: Answers, held: Mapping[int, Scalar], first: int) -> None:
    """Take over what was said of rows before they were held."""
    values = list(answers.values)
    for row in held:
        values[row - first] = before.values[row - first]
        if row in before.failures:
            answers.failures[row] = before.failures[row]
    answers.values, answers.held = values, set(before.held)
    if held:
        answers.fills, answers.rows = before.fills, before.rows
