"""Which stored values stay, and what is not computed because of what it rests on.

A stored value comes from a spreadsheet program, and the engine is none. It stays unless something
that the formula reads is new: a cell without a value, one of our functions with another answer,
the clock. A formula that was not computed has a value as long as what it reads is as it was; where
it has none, nothing that rests on it is computed either, whatever might hide that.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable

from xltie.core.cells import CellError
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.engine.custom_calls import Failure
from xltie.recompute.lowering.builtin_functions import ANYWHERE
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.what_it_reads import areas_read, functions_called
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.stored_values import noise, same_value
from xltie.recompute.run.cell_set import CellSet
from xltie.recompute.run.fill_report import place_of
from xltie.recompute.run.graph import Area
from xltie.recompute.run.new_values import NewValues
from xltie.recompute.run.outcome import shown
from xltie.recompute.run.plan import DYNAMIC, OFTEN, PLAIN, Formula, Refused

_NOTHING_NEW = say("nothing that it reads is new")


class StoredValues:
    """The stored values of a workbook, beside the ``Evaluation`` that owns this object."""

    def __init__(self, evaluation: Any, *, everything: bool) -> None:
        self.run = evaluation
        self.plan = evaluation.plan
        self.everything = everything
        self.new_values = NewValues(evaluation.book, evaluation.plan, evaluation.current)
        self._refusals: dict[Site, Message] = {}
        self._lost = CellSet()
        self._news = False

    def settle(self) -> bool:
        """Decide which answers count; tell whether some were given for values that do not."""
        run = self.run
        self._refusals.clear()
        self.new_values.look_again()
        differing = [site for site, one in self._open() if self._differs(one)]
        new, refused = self._new(differing)
        self._lost = self._with_what_rests_on(self._missing(new, []))
        # what rests on others is no refusal of its own
        alone = [site for site in refused if site not in self._lost]
        if alone:
            self._lost = self._with_what_rests_on(self._missing(new, alone))
        kept = CellSet()
        for site in differing:
            if site not in new and site not in self._lost:
                kept.add(site, self._filled(site))
        again = bool(kept.sites) and any(
            site not in self._lost and kept.first(self._reads(site)) for site in new.sites
        )
        reasons = {site: self._why_kept(self.plan.formulas[site]) for site in kept.sites}
        for site, reason in reasons.items():
            run.trusted[site] = (run.current(site), reason)
        lost = [one for one in self._lost.sites if one in run.answers and one not in run.failed]
        for site in lost:
            run.failed[site] = Failure(self._why_not(site))
            run.calls.forget_call(site)
        for site in (*reasons, *lost):
            run.blocked.discard(site)
            if again:
                run.feed.hold(run.old_values(site))
        return again

    def unheard(self) -> None:
        """Say nothing of what cannot be decided where a value is stored and nothing is new."""
        if self.everything or not self.run.book.calculated:
            return
        for site, failure in list(self.run.failed.items()):
            if failure.doubtful and site not in self._lost:
                del self.run.failed[site]
                self.run.trusted[site] = (None, NOTHING)

    # -- from cell to cell ---------------------------------------------------------------------

    def _new(self, differing: list[Site]) -> tuple[CellSet, list[Site]]:
        """Return the cells with a new value, and those whose new value must not be written."""
        formulas, new = self.plan.formulas, CellSet()
        for run in self.plan.runs:
            if run.changes:
                new.hold(run.sheet, run.column, [change.row for change in run.changes])
        refused: list[Site] = []

        def take(site: Site) -> None:
            if self._refusal(formulas[site]):
                refused.append(site)
            else:
                new.add(site, self._filled(site))

        doubted = [site for site in differing if not self._stays(formulas[site])]
        sources = [site for site in doubted if self._is_source(formulas[site])]
        news = bool(new) or any(not formulas[site].template.lowered.clock for site in sources)
        for site in sources:
            take(site)
        rest: list[Site] = []
        for site in doubted if len(sources) < len(doubted) else ():
            if self._is_source(formulas[site]):
                continue
            if news and self._reads_anywhere(site):
                take(site)  # what it does not name may be among what is new
            else:
                rest.append(site)
        self._spread(rest, new, lambda site, _: take(site))
        self._news = news
        return new, refused

    def _missing(self, new: CellSet, refused: list[Site]) -> CellSet:
        """Return the cells of which no value is known."""
        missing = CellSet()
        for site in refused:
            missing.add(site, self._filled(site))
        for site in (*self.plan.kept, *self.run.failed):
            formula = self._formula(site)
            read = new.first(self._reads(site)) if new else None
            anywhere = self._news and self._reads_anywhere(site)
            if read is not None or anywhere or not self._holds(formula):
                missing.add(site, self._filled(site))
        origin = next(iter(missing.sites), None)
        for site in new.sites if origin is not None else ():
            if self._reads_anywhere(site):
                missing.add(site, self._filled(site), origin)
        return missing

    def _with_what_rests_on(self, missing: CellSet) -> CellSet:
        if missing.sites:
            every = (*self.plan.kept, *self.plan.formulas)
            others = [site for site in every if site not in missing]

            def take(site: Site, read: Site) -> None:
                origin = site if site in self.plan.kept else missing.sites[read]
                missing.add(site, self._filled(site), origin)

            self._spread(others, missing, take)
        return missing

    def _spread(
        self, sites: list[Site], cells: CellSet, take: Callable[[Site, Site], None]
    ) -> None:
        """Hand over all that read cells of a set, into which they may come themselves then."""
        found = bool(cells)
        while found and sites:
            found, left = False, []
            for number, site in enumerate(sites):
                if number % OFTEN == 0:
                    self.run.deadline.check()
                read = cells.first(self._reads(site))
                if read is None:
                    left.append(site)
                else:
                    found = True
                    take(site, read)
            # the other way next time: most cells read what is above them, or else what is below
            sites = left[::-1]

    def _formula(self, site: Site) -> Formula | Refused:
        formula: Formula | Refused = self.plan.formulas.get(site) or self.plan.kept[site]
        return formula

    def _reads(self, site: Site) -> Iterable[Area]:
        """Return the areas that a formula refers to."""
        refused: Refused | None = self.plan.kept.get(site)
        if refused is not None:
            return areas_read(self.run.book, refused.lowered, site)
        reads: Iterable[Area] = self.plan.reads(site)
        return reads

    def _filled(self, site: Site) -> Bounds | None:
        """Return the area that an array formula fills, or filled, None for a single cell."""
        formula = self._formula(site)
        if isinstance(formula, Formula) and formula.kind == DYNAMIC and site in self.run.answers:
            before, now = formula.area, self.run.area(formula)
            bottom, right = max(before.bottom, now.bottom), max(before.right, now.right)
            return before._replace(bottom=bottom, right=right)
        return formula.filled

    def _reads_anywhere(self, site: Site) -> bool:
        formula = self._formula(site)
        if isinstance(formula, Formula):
            return bool(formula.template.lowered.functions & ANYWHERE)
        return bool(functions_called(formula.lowered, site) & ANYWHERE)

    # -- why -----------------------------------------------------------------------------------

    def _why_not(self, site: Site) -> Message:
        origin = self._lost.sites[site]
        if origin == site:
            return self._refusal(self.plan.formulas[site])
        if self._reads_anywhere(site):
            return say("it may rest on {cell}, which was not computed", cell=place_of(origin))
        return say("it rests on {cell}, which was not computed", cell=place_of(origin))

    def _why_kept(self, formula: Formula) -> Message:
        """Return why a stored value stays, nothing where it hardly differs."""
        if self._hardly_differs(formula):
            return NOTHING
        if self._fails_by_the_clock(formula):
            return say("the engine returns an error")
        return self._refusal(formula) or _NOTHING_NEW

    # -- one cell ------------------------------------------------------------------------------

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

    def _is_source(self, formula: Formula) -> bool:
        """Tell whether another value of a formula is new whatever it reads."""
        lowered = formula.template.lowered
        if self.everything or not self.run.book.calculated or lowered.ours or lowered.clock:
            return True
        # a program that did not know a function has stored no value of it
        unknown = formula.old == CellError("#NAME?")
        return formula.old is None or (unknown and not self._is_error(formula.site))

    def _holds(self, formula: Formula | Refused) -> bool:
        """Tell whether what a cell holds is a value that a program has computed."""
        # one that asks others to compute stores these for want of a value
        return formula.old is not None and (self.run.book.calculated or formula.old not in ("", 0))

    def _stays(self, formula: Formula) -> bool:
        return self._hardly_differs(formula) or self._fails_by_the_clock(formula)

    def _refusal(self, formula: Formula) -> Message:
        """Return why a new value must not be written, nothing where it may."""
        if self.everything:
            return NOTHING
        site = formula.site
        if site not in self._refusals:
            value = self.run.current(site)
            self._refusals[site] = self.new_values.refusal(formula, value)
        return self._refusals[site]

    def _hardly_differs(self, formula: Formula) -> bool:
        """Tell whether a number differs from the stored one only in its last digits."""
        lowered = formula.template.lowered
        if self.everything or formula.kind != PLAIN or lowered.ours or lowered.clock:
            return False
        stored, value = formula.old, self.run.current(formula.site)
        return noise(stored, value) or noise(stored, value, self._largest_operand(formula))

    def _fails_by_the_clock(self, formula: Formula) -> bool:
        """Tell whether an error of the engine would take the place of a value, for no news."""
        if self.everything or not self.run.book.calculated or not formula.template.lowered.clock:
            return False
        stored = formula.old is not None and not isinstance(formula.old, CellError)
        return stored and self._is_error(formula.site)

    def _is_error(self, site: Site) -> bool:
        return isinstance(self.run.current(site), CellError)

    def _largest_operand(self, formula: Formula) -> float:
        """Return the largest number in the single cells that a formula refers to."""
        site, found = formula.site, [0.0]
        for reference in formula.template.lowered.references:
            bounds = reference.bounds(site.row, site.column)
            if bounds.single:
                sheet = reference.sheet or site.sheet
                value = self.new_values.value(sheet, (bounds.top, bounds.left))
                if isinstance(value, (int, float)):
                    found.append(abs(value))
        return max(found)

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
