"""Evaluation in rounds: what cannot be computed keeps its value, and the rest goes on."""

from __future__ import annotations

from xltie.core.cells import CellError, Scalar
from xltie.core.errors import UnsupportedWorkbook
from xltie.recompute.engine.custom_calls import Calls, Failure
from xltie.recompute.engine.protocol import Answer, Engine, EngineError, EngineFailure
from xltie.recompute.lowering.builtin_functions import ANYWHERE
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.stored_value_policy import noise
from xltie.recompute.ooxml.deadline import Deadline
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.scan import SheetScan
from xltie.recompute.ooxml.stored_values import same_value
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.doubts import Doubts
from xltie.recompute.run.feed import Feed
from xltie.recompute.run.occupied import places_in
from xltie.recompute.run.outcome import Outcome, Result, doubtful_error, shown
from xltie.recompute.run.plan import DYNAMIC, FIXED, PLAIN, Formula, Plan

ROUNDS = 50
SPILL = CellError("#SPILL!", "the cells needed for the result are not empty")


class Evaluation:
    """One workbook in the engine; ``feed`` puts its cells there."""

    def __init__(
        self,
        book: Workbook,
        plan: Plan,
        engine: Engine,
        calls: Calls,
        feed: Feed,
        deadline: Deadline,
        *,
        trusting: bool,
    ) -> None:
        self.book = book
        self.feed = feed
        self.deadline = deadline
        self.plan = plan
        self.engine = engine
        self.calls = calls
        self.failed: dict[Site, Failure] = {}
        self.blocked: set[Site] = set()
        self.answers: dict[Site, Answer] = {}
        self.trusted: dict[Site, tuple[Scalar, str]] = {}
        self.trusting = trusting
        self.doubts = Doubts(book, plan, self._current)
        self.reasons: dict[Site, str] = {}

    def run(self) -> Outcome:
        """Evaluate until every formula has a value or a reason why not."""
        for site, reason in self.feed.fill().items():
            self._pin(site, Failure(reason))
        graph = None
        for _ in range(ROUNDS):
            self.calls.failures.clear()
            self.deadline.check()
            self._evaluate()
            failing = self._collect()
            blocked = self._newly_blocked()
            if not failing and not blocked and not self._trust_stored():
                break
            graph = graph or self.plan.graph()
            for site in graph.roots(set(failing)):
                self._pin(site, failing[site])
            for site in blocked:
                self.blocked.add(site)
                self.feed.hold(site, SPILL)
        else:
            self._give_up()
        self._trust_doubtful()
        return self._outcome()

    def _trust_doubtful(self) -> None:
        """Keep undecidable values, without reporting them, where nothing they read is new."""
        doubtful = {
            site
            for site, failure in self.failed.items()
            if failure.doubtful and self.plan.formulas[site].old is not None
        }
        if not self.trusting or not doubtful:
            return
        new = {
            site
            for site, formula in self.plan.formulas.items()
            if site not in self.failed and site not in self.trusted and self._differs(formula)
        }
        for site in doubtful - self.plan.graph().depending(doubtful, new):
            del self.failed[site]
            self.trusted[site] = (None, "")

    def _trust_stored(self) -> bool:
        """Go back to stored values that only a doubtful result contradicts; tell whether any were.

        A cell whose value follows from another new one is not among them.
        """
        if not self.trusting:
            return False
        doubted: dict[Site, str] = {}
        new: set[Site] = set()
        for site, formula in self.plan.formulas.items():
            if site in self.failed or site in self.trusted or not self._differs(formula):
                continue
            self.deadline.check()
            reason = self._doubt(formula)
            if reason is None:
                new.add(site)
            else:
                doubted[site] = reason
        if new:
            # what refers to anywhere may refer to what is new, and gave an answer
            moved = {site for site in doubted if self._refers_anywhere(site)}
            new |= moved
            for site in moved:
                del doubted[site]
        if not doubted:
            return False
        following = self.plan.graph().depending(set(doubted), new) if new else set()
        for site in doubted.keys() - following:
            self.blocked.discard(site)
            self.trusted[site] = (shown(self.answers[site]), doubted[site])
            self._restore(site)
        return len(following) < len(doubted)

    def _doubt(self, formula: Formula) -> str | None:
        """Return why a new value is in doubt (``""``: it is noise only), or None where it is not.

        A value that is new by itself, from the clock or our functions, replaces any but a value by
        an error that the engine alone returns.
        """
        site = formula.site
        if formula.old is None or formula.template.lowered.ours:
            return None
        answer = SPILL if site in self.blocked else self.answers[site]
        reason = doubtful_error(formula.old, answer)
        if reason or formula.template.lowered.clock:
            return reason or None
        operand = self.doubts.largest_operand(formula)
        if formula.kind == PLAIN and noise(formula.old, shown(answer), operand):
            return ""
        if site not in self.reasons:
            self.reasons[site] = self.doubts.of(formula)
        return self.reasons[site] or None

    def _refers_anywhere(self, site: Site) -> bool:
        """Tell whether a formula refers to cells that it does not name, and has found a value."""
        return bool(
            self.plan.formulas[site].template.lowered.functions & ANYWHERE
            and site not in self.blocked
            and not isinstance(shown(self.answers[site]), CellError)
        )

    def _current(self, site: Site) -> Scalar:
        """Return the value that a formula cell has at this point."""
        if site in self.blocked:
            return SPILL
        if site in self.failed or site in self.trusted or site not in self.answers:
            return self.plan.formulas[site].old
        return shown(self.answers[site])

    def _differs(self, formula: Formula) -> bool:
        """Tell whether the engine's result differs from what the file holds."""
        site = formula.site
        if site in self.blocked or not same_value(formula.old, shown(self.answers[site])):
            return True
        if formula.kind == PLAIN:
            return False
        area = self._area(formula)
        stored = self._scan(site).values
        return area != formula.area or any(
            not same_value(stored.get((area.top + down, area.left + across)), value)
            for down, line in enumerate(self._rows(site, area))
            for across, value in enumerate(line)
            if down or across
        )

    def _scan(self, site: Site) -> SheetScan:
        return self.book.sheets[self.book.sheet_index(site.sheet) or 0].scan

    def _evaluate(self) -> None:
        """Evaluate; where the engine gives up, without the formulas that refer to anywhere."""
        try:
            self.feed.evaluate()
            return
        except EngineFailure as error:
            self.deadline.check()
            failure = Failure(f"the engine gave up: {error}")
        for site, formula in self.plan.formulas.items():
            if formula.template.lowered.functions & ANYWHERE and site not in self.failed:
                self._pin(site, failure)
        try:
            self.feed.evaluate()
        except EngineFailure:
            self.deadline.check()
            raise UnsupportedWorkbook(failure.reason) from None

    def _pin(self, site: Site, failure: Failure) -> None:
        """Give a cell its old value, for itself and for what depends on it."""
        self.failed[site] = failure
        self._restore(site)

    def _restore(self, site: Site) -> None:
        """Let a formula and all the cells that it fills have their old values in the engine."""
        formula = self.plan.formulas[site]
        area = formula.area
        stored = {} if area.single else self._scan(site).values
        members = {
            place: value
            for place, value in stored.items()
            if area.holds(*place) and value is not None and place != site[1:]
        }
        self.feed.hold(site, formula.old, members)

    def _collect(self) -> dict[Site, Failure]:
        """Read all answers; return the cells that have none."""
        failing: dict[Site, Failure] = {}
        value = self.engine.value
        failures = self.calls.failures
        for site in self.plan.formulas:
            if site in self.failed or site in self.blocked or site in self.trusted:
                continue
            answer = self.answers[site] = value(*site)
            if site in failures:
                failing[site] = failures[site]
            elif isinstance(answer, EngineError):
                failing[site] = Failure(answer.reason)
        return failing

    def _give_up(self) -> None:
        """Keep everything that still fails after the last round."""
        for site, failure in self._collect().items():
            self._pin(site, failure)

    def _area(self, formula: Formula) -> Bounds:
        """Return the cells that a formula fills now."""
        site = formula.site
        alone = Bounds(site.row, site.column, site.row, site.column)
        if formula.kind == FIXED:
            return formula.area
        if formula.kind == PLAIN or site in self.blocked:
            return alone
        return self.engine.spill(*site) or alone

    def _newly_blocked(self) -> list[Site]:
        """Return the spilling formulas that would write over something."""
        return [
            site
            for site, formula in self.plan.formulas.items()
            if formula.kind == DYNAMIC
            and site not in self.failed
            and site not in self.trusted
            and site not in self.blocked
            and self._meets_something(formula, self._area(formula))
        ]

    def _meets_something(self, formula: Formula, area: Bounds) -> bool:
        if area.single:
            return False
        site = formula.site
        scan = self._scan(site)
        tables = (table for table in self.book.tables.values() if table.sheet == site.sheet)
        if any(area.meets(other) for other in scan.merged):
            return True
        if any(area.meets(table.area) for table in tables):
            return True
        for place in places_in(area, scan.cells):
            cell = scan.cells.get(place)
            if cell is None or place == (site.row, site.column) or not cell.filled:
                continue
            if cell.computes or not formula.area.holds(*place):
                return True
        return False

    def _outcome(self) -> Outcome:
        outcome = Outcome(failed=self.failed, trusted=self.trusted)
        for site, formula in self.plan.formulas.items():
            if site in self.failed or site in self.trusted:
                continue
            area = self._area(formula)
            value = SPILL if site in self.blocked else shown(self.answers[site])
            rows = None
            if formula.kind != PLAIN:
                rows = self._rows(site, area)
                rows[0][0] = value
            outcome.results.append(Result(formula, value, area, rows))
        return outcome

    def _rows(self, site: Site, area: Bounds) -> list[list[Scalar]]:
        value = self.engine.value
        return [
            [shown(value(site.sheet, row, column)) for column in range(area.left, area.right + 1)]
            for row in range(area.top, area.bottom + 1)
        ]
