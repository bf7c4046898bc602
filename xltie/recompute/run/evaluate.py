"""Evaluation in rounds: what cannot be computed keeps its value, and the rest goes on."""

from __future__ import annotations

from xltie.core.cells import CellError, Scalar
from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import Message, say
from xltie.recompute.engine.custom_calls import Calls, Failure
from xltie.recompute.engine.protocol import Answer, Engine, EngineError, EngineFailure
from xltie.recompute.lowering.builtin_functions import ANYWHERE
from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.deadline import Deadline
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.feed import Feed
from xltie.recompute.run.keep import StoredValues
from xltie.recompute.run.occupied import meets_something
from xltie.recompute.run.outcome import Outcome, Result, shown
from xltie.recompute.run.plan import DYNAMIC, OFTEN, PLAIN, Formula, Plan

ROUNDS = 50
SPILL = CellError("#SPILL!", say("the cells needed for the result are not empty"))


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
        everything: bool,
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
        self.trusted: dict[Site, tuple[Scalar, Message]] = {}
        self.everything = everything

    def run(self) -> Outcome:
        """Evaluate until every formula has a value or a reason why not."""
        stored = StoredValues(self, everything=self.everything)
        for site, reason in self.feed.fill().items():
            self._pin(site, Failure(reason))
        graph = None
        for _ in range(ROUNDS):
            self.calls.failures.clear()
            self.deadline.check()
            self._evaluate()
            failing = self._collect()
            blocked = self._newly_blocked()
            if not failing and not blocked:
                if stored.settle():
                    continue
                break
            graph = graph or self.plan.graph()
            for site in sorted(graph.roots(set(failing))):
                self._pin(site, failing[site])
            for site in blocked:
                self.blocked.add(site)
                self.feed.hold({site: SPILL})
        else:
            self._give_up()
            stored.settle()
        stored.unheard()
        return self._outcome()

    def current(self, site: Site) -> Scalar:
        """Return the value that a formula cell has at this point."""
        if site in self.blocked:
            return SPILL
        if site in self.failed or site in self.trusted or site not in self.answers:
            return self.plan.formulas[site].old
        return shown(self.answers[site])

    def _evaluate(self) -> None:
        """Evaluate; where the engine gives up, without the formulas that refer to anywhere."""
        try:
            self.feed.evaluate()
            return
        except EngineFailure as error:
            self.deadline.check()
            failure = Failure(say("the engine gave up: {error}", error=str(error)))
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
        self.feed.hold(self.old_values(site))

    def old_values(self, site: Site) -> dict[Site, Scalar]:
        """Return what a formula and all the cells that it fills hold in the file."""
        formula = self.plan.formulas[site]
        area = formula.area
        stored = {} if area.single else self.book.scan(site.sheet).values
        members = {
            Site(site.sheet, *place): value
            for place, value in stored.items()
            if area.holds(*place) and value is not None and place != site[1:]
        }
        # the anchor first: while it spills, its members cannot be written
        return {site: formula.old, **members}

    def _collect(self) -> dict[Site, Failure]:
        """Read all answers; return the cells that have none."""
        failing: dict[Site, Failure] = {}
        value = self.engine.value
        failures = self.calls.failures
        settled = {*self.failed, *self.blocked, *self.trusted}
        answers = self.answers
        for number, site in enumerate(self.plan.formulas):
            if number % OFTEN == 0:
                self.deadline.check()
            if settled and site in settled:
                continue
            answer = answers[site] = value(*site)
            if failures and site in failures:
                failing[site] = failures[site]
            elif isinstance(answer, EngineError):
                failing[site] = Failure(answer.reason)
        return failing

    def _give_up(self) -> None:
        """Keep everything that still fails after the last round."""
        for site, failure in self._collect().items():
            self._pin(site, failure)

    def area(self, formula: Formula) -> Bounds:
        """Return the cells that a formula fills now."""
        if formula.kind != DYNAMIC:
            return formula.area
        site = formula.site
        alone = Bounds(site.row, site.column, site.row, site.column)
        if site in self.blocked:
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
            and meets_something(self.book, formula, self.area(formula))
        ]

    def _outcome(self) -> Outcome:
        outcome = Outcome(failed=self.failed, trusted=self.trusted)
        for site, formula in self.plan.formulas.items():
            if site in self.failed or site in self.trusted:
                continue
            value = SPILL if site in self.blocked else shown(self.answers[site])
            if formula.kind == PLAIN:
                outcome.results.append(Result(formula, value))
                continue
            area = self.area(formula)
            rows = self.rows(site, area)
            rows[0][0] = value
            outcome.results.append(Result(formula, value, area, rows))
        return outcome

    def rows(self, site: Site, area: Bounds) -> list[list[Scalar]]:
        """Return all the values that a formula fills an area with."""
        value = self.engine.value
        return [
            [shown(value(site.sheet, row, column)) for column in range(area.left, area.right + 1)]
            for row in range(area.top, area.bottom + 1)
        ]
