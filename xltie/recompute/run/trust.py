"""Which stored values stay although the engine differs: those that it may compute otherwise."""

from __future__ import annotations

from typing import Any

from xltie.core.cells import CellError, Scalar
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.engine.custom_calls import Failure
from xltie.recompute.engine.protocol import CIRCULAR
from xltie.recompute.lowering.builtin_functions import ANYWHERE
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.stored_value_policy import noise
from xltie.recompute.ooxml.stored_values import same_value
from xltie.recompute.run.doubts import CIRCLE, Doubts
from xltie.recompute.run.outcome import doubtful_error, shown
from xltie.recompute.run.plan import OFTEN, PLAIN, Formula

# of numbers that a function may have rounded on its way
CLOSE = 1e-9


class StoredValues:
    """The stored values of a workbook, beside the ``Evaluation`` that owns this object."""

    def __init__(self, evaluation: Any) -> None:
        self.run = evaluation
        self.plan = evaluation.plan
        self.doubts = Doubts(evaluation.book, evaluation.plan, evaluation.current)
        self.reasons: dict[Site, Message] = {}
        self.moved: set[Site] = set()

    def keep_undecidable(self) -> None:
        """Keep undecidable values, without reporting them, where nothing they read is new."""
        run = self.run
        doubtful = {
            site
            for site, failure in run.failed.items()
            if failure.doubtful and self.plan.formulas[site].old is not None
        }
        if not doubtful or not run.book.calculated:
            return
        new = {site for site, formula in self._open() if self._differs(formula)}
        for site in doubtful - self.plan.graph().depending(doubtful, new):
            del run.failed[site]
            run.trusted[site] = (None, "")

    def differing(self) -> dict[Site, Failure]:
        """Return the cells whose new value is known not to be Excel's, and why."""
        found: dict[Site, Failure] = {}
        self.doubts.look_again()
        for site, formula in self._open():
            current = self.run.current(site)
            reason = self.doubts.difference(formula, current)
            reason = reason or self.doubts.untold(formula, current)
            if reason and self._differs(formula):
                found[site] = Failure(reason)
        return found

    def restore(self) -> bool:
        """Go back to stored values that only a doubtful result contradicts; tell whether any were.

        A cell whose value follows from another new one is not among them.
        """
        run = self.run
        doubted: dict[Site, Message] = {}
        new: set[Site] = set()
        certain: list[tuple[Site, Formula]] = []
        for number, (site, formula) in enumerate(self._open()):
            if number % OFTEN == 0:
                run.deadline.check()
            if formula.old is None or formula.template.lowered.ours:
                certain.append((site, formula))
                continue
            if not self._differs(formula):
                continue
            reason = self._doubt(formula)
            if reason is None:
                new.add(site)
            else:
                doubted[site] = reason
        if not doubted and not run.failed:
            return False
        new.update(site for site, formula in certain if self._differs(formula))
        self._doubt_circles(doubted, new)
        rehearsed = bool(new and doubted) and self._move(doubted, new)
        news = any(not self.plan.formulas[site].template.lowered.clock for site in new)
        for site, reason in doubted.items():
            run.blocked.discard(site)
            run.feed.hold(run.old_values(site))
            if reason and news and self.plan.formulas[site].template.lowered.functions & ANYWHERE:
                run.failed[site] = Failure(
                    say("{reason}, and what it refers to may be new", reason=reason)
                )
            else:
                run.trusted[site] = (shown(run.answers[site]), reason)
        return rehearsed or bool(doubted)

    def _open(self) -> list[tuple[Site, Formula]]:
        """Return the formulas that the engine computes."""
        run = self.run
        if not (run.failed or run.trusted):
            return list(self.plan.formulas.items())
        return [
            (site, formula)
            for site, formula in self.plan.formulas.items()
            if site not in run.failed and site not in run.trusted
        ]

    def _doubt_circles(self, doubted: dict[Site, Message], new: set[Site]) -> None:
        """Doubt what reads a circular reference: Excel stops there, and leaves what it had."""
        circular = {
            site for site, failure in self.run.failed.items() if failure.reason == CIRCULAR.reason
        }
        if not circular or not self.run.book.calculated:
            return
        for site in self.plan.graph().depending(set(new), circular):
            if self.plan.formulas[site].old is not None and not self._is_new(site):
                new.discard(site)
                doubted[site] = CIRCLE

    def _is_new(self, site: Site) -> bool:
        lowered = self.plan.formulas[site].template.lowered
        return bool(lowered.ours or lowered.clock)

    def _move(self, doubted: dict[Site, Message], new: set[Site]) -> bool:
        """Take as new what is another value because something that it reads is new.

        All that is new is held at its old value, and the rest is computed again. A formula that
        refers to anywhere does not say what it reads: it has to give what is stored then, or the
        engine does not know it. Tell whether the engine was used for that.
        """
        run = self.run
        following = self.plan.graph().depending(set(doubted), new)
        anywhere = {site for site in doubted if self._refers_anywhere(site)} - following
        unsure = sorted((following | anywhere) - self.moved)
        if unsure:
            held: dict[Site, Scalar] = {}
            for site in new:
                held.update(run.old_values(site))
            before = run.feed.rehearse(held, unsure)
            for site in unsure:
                old, answer = self.plan.formulas[site].old, shown(before[site])
                known = site in following or same_value(old, answer) or noise(old, answer)
                if known and not same_value(answer, shown(run.answers[site])):
                    self.moved.add(site)
        for site in self.moved & doubted.keys():
            del doubted[site]
            new.add(site)
        return bool(unsure)

    def _refers_anywhere(self, site: Site) -> bool:
        """Tell whether a formula refers to cells that it does not name, and has found a value."""
        return bool(
            self.plan.formulas[site].template.lowered.functions & ANYWHERE
            and site not in self.run.blocked
            and not isinstance(shown(self.run.answers[site]), CellError)
        )

    def _doubt(self, formula: Formula) -> Message | None:
        """Return why a new value is in doubt (nothing: it is noise only), or None where it is not.

        The formula is none of ours, and a value of it is stored. A value that is new by itself,
        from the clock, replaces any but a value by an error that the engine alone returns.
        """
        site = formula.site
        current = self.run.current(site)
        reason = doubtful_error(formula.old, current)
        if not self.run.book.calculated:
            # the program asks for the engine's value; one that is hardly another, or an error that
            # it may return by its own fault, is no better than what is stored
            close = formula.kind == PLAIN and noise(formula.old, current, relative=CLOSE)
            fault = isinstance(current, CellError) and formula.old not in ("", 0)
            if (close or (reason and fault)) and self.doubts.of(formula, current):
                return NOTHING if close else reason
            return None
        if reason or formula.template.lowered.clock:
            return reason or None
        operand = self.doubts.largest_operand(formula)
        if formula.kind == PLAIN and noise(formula.old, current, operand):
            return NOTHING
        if site not in self.reasons:
            reason = self.doubts.of(formula, current) or self.doubts.difference(formula, current)
            self.reasons[site] = reason
        return self.reasons[site] or None

    def _differs(self, formula: Formula) -> bool:
        """Tell whether the engine's result differs from what the file holds."""
        run, site = self.run, formula.site
        if site in run.blocked or not same_value(formula.old, shown(run.answers[site])):
            return True
        if formula.kind == PLAIN:
            return False
        area = run.area(formula)
        stored = run.book.scan(site.sheet).values
        return area != formula.area or any(
            not same_value(stored.get((area.top + down, area.left + across)), value)
            for down, line in enumerate(run.rows(site, area))
            for across, value in enumerate(line)
            if down or across
        )
