"""Which of the values that were computed count, and what is not computed for what it rests on.

A stored value comes from a spreadsheet program, and the engine is none. It stays unless something
that the formula reads is new: a cell without a value, one of our functions with another answer,
the clock. A formula that was not computed has a value as long as what it reads is as it was; where
it has none, nothing that rests on it is computed either, whatever might hide that. Of one that
reads formulas no file says whether its value is older than theirs: so nothing new rests on it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Callable, Iterable, Sequence

from xltie.core.cells import CellError, Scalar, cell_name, quote_sheet
from xltie.core.messages import NOTHING, Message, say
from xltie.core.records import dataclass, field
from xltie.recompute.engine.engine_values import Failure
from xltie.recompute.lowering.template import Site
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.stored_values import noise, same_value
from xltie.recompute.runs.columns import PLAIN, FilledRun
from xltie.recompute.runs.order import Reading

if TYPE_CHECKING:
    from xltie.recompute.runs.gate import Gate

NEW, LOST, OLD, CLOCK = "new", "lost", "old", "clock"
"""Marks of rows: its value is new; there is none; it may be older than what it was computed from;
it depends on the clock or on chance."""
OFTEN = 64
_NOTHING_NEW = say("nothing that it reads is new")


@dataclass
class Answers:
    """What was computed for a run: its values, and why some rows have none.

    Of an array formula ``fills`` and ``rows`` are the area that it fills now and its values.
    ``held`` are rows whose stored value was chosen before, and others were computed from it.
    """

    values: Sequence[Scalar]
    failures: dict[int, Failure] = field(default_factory=dict)
    fills: Bounds | None = None
    rows: list[list[Scalar]] | None = None
    held: set[int] = field(default_factory=set)


def place_of(site: Site) -> str:
    """Return how a report names a cell: ``Sheet!C4``."""
    return f"{quote_sheet(site.sheet)}!{cell_name(site.row, site.column)}"


class _Open:
    """A run that is being settled: its answers, and what is known of the rows that matter."""

    def __init__(self, run: FilledRun, answers: Answers) -> None:
        self.run = run
        self.answers = answers
        self.differing = _differing(run, answers)
        self.doubted: list[int] = []
        self.refusals: dict[int, Message] = {}


class Settlement:
    """Settles the runs of a workbook, group by group; those that they read are settled before."""

    def __init__(self, reading: Reading, *, everything: bool) -> None:
        self.reading = reading
        self.cells = reading.cells
        self.book = self.cells.book
        self.everything = everything
        self._marked: dict[str, set[str]] = {NEW: set(), LOST: set(), OLD: set(), CLOCK: set()}
        self._answers: dict[FilledRun, Answers] = {}
        self._lost: Site | None = None
        self._news = False

    @cached_property
    def gate(self) -> Gate:
        """What says whether a value may be written; a workbook that is current needs it not."""
        from xltie.recompute.runs.gate import Gate

        return Gate(self.cells)

    def settle(self, group: Iterable[tuple[FilledRun, Answers]]) -> None:
        """Decide which answers count."""
        self._answers = dict(group)
        runs = [_Open(run, answers) for run, answers in self._answers.items()]
        for one in runs:
            one.run.marks.clear()
        vars(self).pop("gate", None)  # it has seen what cells held, which may be new
        for one in runs:
            self._find_new(one)
        self._spread(runs, NEW, self._new_rows)
        for one in runs:
            self._find_missing(one)
        self._spread(runs, OLD, _every_row)
        for one in runs:
            self._leave_new(one)
        self._spread(runs, LOST, _every_row)
        # what rests on others is no refusal of its own
        for one in runs:
            self._mark(one.run, LOST, one.refusals)
        self._spread(runs, LOST, _every_row)
        if any(one.run.template.clock for one in runs) or self._marked[CLOCK]:
            for one in runs:
                if one.run.template.clock:
                    self._mark(one.run, CLOCK, _every_row(one))
            self._spread(runs, CLOCK, _every_row)
        for one in runs:
            self._finish(one)

    # -- marks ---------------------------------------------------------------------------------

    def _mark(
        self, run: FilledRun, mark: str, rows: Iterable[int], origin: Site | None = None
    ) -> None:
        """Mark rows; without an origin the mark comes from themselves."""
        marks = run.marks.setdefault(mark, {})
        for row in rows:
            marks.setdefault(row, origin)
        if marks:
            self._marked[mark].add(run.sheet)

    def _origin(self, run: FilledRun, row: int, mark: str) -> Site | None:
        """Return from where a mark comes that a cell has which a row reads."""
        sheets = self._marked[mark]
        for sheet, bounds in self.reading.row(run, row):
            if sheet not in sheets:
                continue
            for other in self.cells.meeting(sheet, bounds):
                if other.marks.get(mark):
                    found = other.marked(mark, bounds.top, bounds.bottom)
                    if found:
                        return other.marks[mark][found] or other.site(found)
        return None

    def _may_read(self, run: FilledRun, mark: str) -> bool:
        """Tell whether rows of a run may read a cell that has a mark."""
        sheets = self._marked[mark]
        return bool(sheets) and any(
            sheet in sheets
            and any(
                other.marks.get(mark) and other.marked(mark, bounds.top, bounds.bottom)
                for other in self.cells.meeting(sheet, bounds)
            )
            for sheet, bounds in self.reading.areas(run)
        )

    def _spread(self, runs: list[_Open], mark: str, rows: Callable[[_Open], Sequence[int]]) -> None:
        """Mark the rows that read a marked cell, until there is none left."""
        left = {one.run: list(rows(one)) for one in runs}
        found = True
        while found and self._marked[mark]:
            found = False
            for one in runs:
                waiting = left[one.run]
                if not waiting or not self._may_read(one.run, mark):
                    continue
                marks = one.run.marks.setdefault(mark, {})
                rest: list[int] = []
                for number, row in enumerate(waiting):
                    if number % OFTEN == 0:
                        self.cells.deadline.check()
                    origin = None if row in marks else self._origin(one.run, row, mark)
                    if origin is not None:
                        found = len(runs) > 1 or one.run.first != one.run.last
                        self._take(one, mark, row, origin)
                    elif row not in marks:
                        rest.append(row)
                # the other way next time: most rows read what is above them, or what is below
                left[one.run] = rest[::-1]

    def _take(self, one: _Open, mark: str, row: int, origin: Site) -> None:
        """Mark a row, unless its new value must not be written."""
        itself = mark == NEW or (mark == LOST and row in one.answers.failures)
        if mark != NEW or not self._refused(one, row):
            self._mark(one.run, mark, [row], None if itself else origin)

    # -- which rows ----------------------------------------------------------------------------

    def _find_new(self, one: _Open) -> None:
        """Mark the rows whose values are new whatever they read."""
        run, held = one.run, one.answers.held
        never_stored = not held and run.stored.count(None) == len(run.stored)
        one.doubted = [
            row
            for row in one.differing
            if never_stored or not (row in held or self._stays(one, row))
        ]
        anywhere = never_stored or (self._news and self.reading.anywhere(run))
        sources = [row for row in one.doubted if anywhere or self._is_source(one, row)]
        allowed = sources
        if sources and not self.gate.passes(run, one.answers.values):
            allowed = [row for row in sources if not self._refused(one, row)]
        self._mark(run, NEW, allowed)
        if allowed and not run.template.clock:
            self._news = True

    def _new_rows(self, one: _Open) -> Sequence[int]:
        """Return the rows that are new where something that they read is."""
        marks = one.run.marks.get(NEW, {})
        return [row for row in one.doubted if row not in marks and row not in one.refusals]

    def _find_missing(self, one: _Open) -> None:
        """Mark the rows of which no value is known, or one that may be older than what it reads."""
        run, failures = one.run, one.answers.failures
        if not failures:
            return
        anywhere = self.reading.anywhere(run)
        new = self._may_read(run, NEW)
        for row in failures:
            if (
                (anywhere and self._news)
                or not self._holds(run.stored[row - run.first])
                or (new and self._origin(run, row, NEW) is not None)
            ):
                self._mark(run, LOST, [row])
        if anywhere or any(map(self._is_computed, self.reading.runs(run))):
            self._mark(run, OLD, failures)

    def _is_computed(self, run: FilledRun) -> bool:
        """Tell whether a run has values that may be newer than those of what reads it."""
        answers = self._answers.get(run)
        uncomputed = run.refused if answers is None else answers.failures
        return len(uncomputed) < len(run.starts)

    def _leave_new(self, one: _Open) -> None:
        """Mark as lost the new values that rest on an old one, or may rest on what is lost."""
        run = one.run
        new, old = run.marks.get(NEW, {}), run.marks.get(OLD, {})
        for row in [row for row in new if row in old]:
            self._mark(run, LOST, [row], old[row] or run.site(row))
        if new and self._lost is not None and self.reading.anywhere(run):
            self._mark(run, LOST, new, self._lost)

    def _finish(self, one: _Open) -> None:
        """Give a run its values."""
        run, answers = one.run, one.answers
        lost, new = run.marks.get(LOST, {}), run.marks.get(NEW, {})
        if lost and self._lost is None:
            self._lost = next(origin or run.site(row) for row, origin in lost.items())
        values, stored = list(answers.values), run.stored
        run.changes, run.refused, run.kept = [], {}, {}
        unheard = not self.everything and self.book.calculated
        for row, failure in answers.failures.items():
            values[row - run.first] = stored[row - run.first]
            if failure.doubtful and unheard and row not in lost:
                run.kept[row] = (None, NOTHING)
            else:
                run.refused[row] = failure.reason
        for row, origin in lost.items():
            values[row - run.first] = stored[row - run.first]
            if row not in run.refused:
                run.refused[row] = self._why_not(one, row, origin or run.site(row))
            self.cells.calls.forget_call(run.site(row))
        for row in one.differing:
            place = row - run.first
            if row in lost:
                continue
            if row in new:
                run.changes.append(row)
            else:
                run.kept[row] = (values[place], self._why_kept(one, row))
                values[place] = stored[place]
        run.marks[NEW] = {row: site for row, site in new.items() if row not in lost}
        run.values = values
        if run.area is not None:
            stays = bool(run.refused or run.kept)
            run.fills, run.rows = (None, None) if stays else (answers.fills, answers.rows)
            self.cells.fill(run)

    # -- why -----------------------------------------------------------------------------------

    def _why_not(self, one: _Open, row: int, origin: Site) -> Message:
        if row in one.refusals and origin == one.run.site(row):
            return one.refusals[row]
        if self.reading.anywhere(one.run):
            return say("it may rest on {cell}, which was not computed", cell=place_of(origin))
        return say("it rests on {cell}, which was not computed", cell=place_of(origin))

    def _why_kept(self, one: _Open, row: int) -> Message:
        """Return why a stored value stays, nothing where it hardly differs."""
        if self._hardly_differs(one, row):
            return NOTHING
        if self._fails_by_the_clock(one, row):
            return say("the engine returns an error")
        value = one.answers.values[row - one.run.first]
        return self.gate.refusal(one.run, row, value) or _NOTHING_NEW

    # -- one cell ------------------------------------------------------------------------------

    def _is_source(self, one: _Open, row: int) -> bool:
        """Tell whether another value of a formula is new whatever it reads."""
        template = one.run.template
        if self.everything or not self.book.calculated or template.ours or template.clock:
            return True
        old, value = one.run.stored[row - one.run.first], one.answers.values[row - one.run.first]
        # a program that did not know a newer function, which has a prefix in the file, has stored
        # no value of it; without the prefix no program knows it
        newer = any(isinstance(piece, str) and "_xl" in piece for piece in template.source)
        unknown = newer and old == CellError("#NAME?") and not isinstance(value, CellError)
        return old is None or unknown

    def _holds(self, old: Scalar) -> bool:
        """Tell whether what a cell holds is a value that a program has computed."""
        # one that asks others to compute stores these for want of a value
        return old is not None and (self.book.calculated or old not in ("", 0))

    def _stays(self, one: _Open, row: int) -> bool:
        return self._hardly_differs(one, row) or self._fails_by_the_clock(one, row)

    def _refused(self, one: _Open, row: int) -> bool:
        """Tell whether a new value must not be written, and keep why."""
        if row in one.refusals:
            return True
        place = row - one.run.first
        known = self._holds(one.run.stored[place])
        value = one.answers.values[place]
        reason = self.gate.refusal(one.run, row, value, everything=self.everything, known=known)
        if reason:
            one.refusals[row] = reason
        return bool(reason)

    def _hardly_differs(self, one: _Open, row: int) -> bool:
        """Tell whether a number differs from the stored one only in its last digits."""
        run = one.run
        template = run.template
        if self.everything or run.kind != PLAIN or template.ours or template.clock:
            return False
        stored, value = run.stored[row - run.first], one.answers.values[row - run.first]
        if not (isinstance(stored, (int, float)) and isinstance(value, (int, float))):
            return False
        return noise(stored, value) or noise(stored, value, self.gate.largest_operand(run, row))

    def _fails_by_the_clock(self, one: _Open, row: int) -> bool:
        """Tell whether an error of the engine would take the place of a value, for no news."""
        run = one.run
        if self.everything or not self.book.calculated or not run.template.clock:
            return False
        old = run.stored[row - run.first]
        stored = old is not None and not isinstance(old, CellError)
        return stored and isinstance(one.answers.values[row - run.first], CellError)


def _every_row(one: _Open) -> Sequence[int]:
    return range(one.run.first, one.run.last + 1)


def _differing(run: FilledRun, answers: Answers) -> list[int]:
    """Return the rows whose values are others than those stored."""
    stored, values = run.stored, list(answers.values)
    if run.area is not None:
        return [] if answers.failures or _same_array(run, answers) else [run.first]
    if stored == values and list(map(type, stored)) == list(map(type, values)):
        return []
    failures = answers.failures
    if not failures and stored.count(None) == len(stored):
        return list(range(run.first, run.last + 1))  # as a program leaves it that computes nothing
    return [
        row
        for row, old, new in zip(range(run.first, run.last + 1), stored, values)
        if not same_value(old, new) and row not in failures
    ]


def _same_array(run: FilledRun, answers: Answers) -> bool:
    """Tell whether an array formula gives what all the cells hold that it fills in the file."""
    if answers.fills is None or answers.rows is None:
        return same_value(run.stored[0], answers.values[0])
    if answers.fills != run.area:
        return False
    now = {
        (row, column): value
        for row, line in enumerate(answers.rows, answers.fills.top)
        for column, value in enumerate(line, answers.fills.left)
    }
    before = {**run.members, (run.first, run.column): run.stored[0]}
    return all(same_value(before.get(place), value) for place, value in now.items())
