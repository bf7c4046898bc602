"""Which stored values stay, and what is not computed because of what it rests on.

A stored value comes from a spreadsheet program, and the engine is none. It stays unless something
that the formula reads is new: a cell without a value, one of our functions with another answer,
the clock. A formula that was not computed has a value as long as what it reads is as it was; where
it has none, nothing that rests on it is computed either, whatever might hide that.
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator, NamedTuple

from xltie.core.cells import CellError
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.engine.custom_calls import Failure
from xltie.recompute.lowering.builtin_functions import ANYWHERE
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.what_it_reads import areas_read
from xltie.recompute.ooxml.stored_values import noise, same_value
from xltie.recompute.run.fill_report import place_of
from xltie.recompute.run.graph import Area, Graph, Node
from xltie.recompute.run.new_values import NewValues
from xltie.recompute.run.outcome import shown
from xltie.recompute.run.plan import OFTEN, PLAIN, Formula

_NOTHING_NEW = say("nothing that it reads is new")


class _State(NamedTuple):
    """What is to be said of a cell, or of any cell of an area.

    ``origin`` is the cell without a value that it rests on; ``new`` says that its value is another
    than before; ``kept`` is the cell whose stored value stays although the engine's is another.
    """

    origin: Site | None = None
    new: bool = False
    kept: Site | None = None

    def beside(self, other: _State | None) -> _State:
        """Return what is to be said of this cell and another one together."""
        if other is None:
            return self
        return _State(self.origin or other.origin, self.new or other.new, self.kept or other.kept)


_AS_IT_WAS = _State()


class StoredValues:
    """The stored values of a workbook, beside the ``Evaluation`` that owns this object."""

    def __init__(self, evaluation: Any, *, everything: bool) -> None:
        self.run = evaluation
        self.plan = evaluation.plan
        self.everything = everything
        self.new_values = NewValues(evaluation.book, evaluation.plan, evaluation.current)
        self._differing: set[Site] = set()
        self._refusals: dict[Site, Message] = {}
        self._news = False
        self._missing: Site | None = None
        self._again = False
        self._lost: set[Node] = set()

    def settle(self) -> bool:
        """Decide which answers count; tell whether some were given for values that do not."""
        run = self.run
        self._again = False
        self._refusals.clear()
        self.new_values.look_again()
        self._differing = {site for site, one in self._open() if self._differs(one)}
        formulas = self.plan.formulas
        self._news = bool(self.plan.news) or any(
            self._is_news(formulas[site]) for site in self._differing
        )
        stopped = {*self.plan.kept, *run.failed, *run.trusted}
        if not (self._differing or stopped):
            return False
        if self._missing is None:
            states = self._walk(self._differing | stopped)
        if self._missing is not None:
            # all that rests on it counts now, not only what differs
            self._again = False
            states = self._walk({*formulas, *self.plan.kept})
        self._apply(states)
        return self._again

    def unheard(self) -> None:
        """Say nothing of what cannot be decided where a value is stored and nothing is new."""
        if self.everything or not self.run.book.calculated:
            return
        for site, failure in list(self.run.failed.items()):
            if failure.doubtful and site not in self._lost:
                del self.run.failed[site]
                self.run.trusted[site] = (None, NOTHING)

    # -- from cell to cell ---------------------------------------------------------------------

    def _walk(self, sites: set[Site]) -> dict[Node, _State]:
        """Return the states of cells, each after those that it reads."""
        states: dict[Node, _State] = {}
        if not self._reads_matter(sites):
            for site in sites:
                states[site] = self._own(site, _AS_IT_WAS)
            return states
        graph = self._graph(sites, self.plan.news)
        for number, group in enumerate(graph.components(sorted(sites))):
            if number % OFTEN == 0:
                self.run.deadline.check()
            self._visit(graph, group, states)
        return states

    def _reads_matter(self, sites: set[Site]) -> bool:
        """Tell whether what a cell reads decides anything of it."""
        formulas = self.plan.formulas
        return self._missing is not None or not all(
            site in self._differing and self._is_source(formulas[site]) for site in sites
        )

    def _visit(self, graph: Graph, group: list[Node], states: dict[Node, _State]) -> None:
        members = set(group)
        before = _AS_IT_WAS
        for node in group:
            for read in graph.precedents(node):
                if read not in members:
                    before = before.beside(states.get(read))
        sites = [node for node in group if isinstance(node, Site)]
        own = {site: self._own(site, before) for site in sites}
        if len(group) > 1:  # a circle: each reads all the others
            for state in own.values():
                before = before.beside(state)
            own = {site: self._own(site, before) for site in sites}
        for node in group:
            state = own[node] if isinstance(node, Site) else before
            if state != _AS_IT_WAS:
                states[node] = state

    def _graph(self, sites: Iterable[Site], news: frozenset[Site]) -> Graph:
        """Return which of some cells read which, those included that are not computed.

        ``news`` were computed before: what they read does not matter any more.
        """
        plan, book = self.plan, self.run.book

        def reads(site: Site) -> Iterator[Area]:
            refused = plan.kept.get(site)
            if site in news:
                return
            if refused is not None:
                yield from areas_read(book, refused.lowered, site)
            else:
                yield from plan.reads(site)

        filled = {site: (plan.formulas.get(site) or plan.kept[site]).filled for site in sites}
        arrays = {site: area for site, area in filled.items() if area and not area.single}
        return Graph([*sites, *news], reads, arrays)

    def _own(self, site: Site, before: _State) -> _State:
        """Return the state of a cell, from what is to be said of all that it reads."""
        run, formula = self.run, self.plan.formulas.get(site)
        if site in self.plan.news:
            return _State(new=True)
        if formula is None or site in run.failed:
            return self._not_computed(site, before)
        if before.origin is not None:
            return _State(before.origin)
        if site in run.trusted:
            return _State(kept=site)
        if site not in self._differing:
            return _AS_IT_WAS
        if self._hardly_differs(formula) or self._fails_by_the_clock(formula):
            return _State(kept=site)
        anywhere = formula.template.lowered.functions & ANYWHERE
        if not (before.new or self._is_source(formula) or (anywhere and self._news)):
            return _State(kept=before.kept or site)
        if self._refusal(formula):
            self._missing = self._missing or site
            return _State(site)
        if anywhere and self._missing is not None:
            return _State(self._missing)
        self._again = self._again or (before.kept is not None and not self.everything)
        return _State(new=True)

    def _not_computed(self, site: Site, before: _State) -> _State:
        """Return the state of a cell that has no answer: what it held may still be its value."""
        formula = self.plan.formulas.get(site) or self.plan.kept[site]
        # a program that asks others to compute stores these for want of a value
        holds = formula.old is not None and (self.run.book.calculated or formula.old not in ("", 0))
        if holds and not before.new and before.origin is None:
            return _AS_IT_WAS
        origin = before.origin or site
        self._missing = self._missing or origin
        return _State(origin)

    def _apply(self, states: dict[Node, _State]) -> None:
        """Let cells keep what they hold: those that are not computed, those that are not new."""
        run = self.run
        self._lost = {site for site, state in states.items() if state.origin is not None}
        for node, state in states.items():
            if not isinstance(node, Site) or state.new or node in run.failed:
                continue
            if node in self.plan.kept or node in run.trusted:
                continue
            formula = self.plan.formulas[node]
            if state.origin is not None:
                run.failed[node] = Failure(self._why_not(formula, state.origin))
                run.calls.forget_call(node)
            else:
                run.trusted[node] = (run.current(node), self._why_kept(formula, state))
            run.blocked.discard(node)
            if self._again:
                run.feed.hold(run.old_values(node))

    def _why_not(self, formula: Formula, origin: Site) -> Message:
        if origin == formula.site:
            return self._refusal(formula)
        if formula.template.lowered.functions & ANYWHERE:
            return say("it may rest on {cell}, which was not computed", cell=place_of(origin))
        return say("it rests on {cell}, which was not computed", cell=place_of(origin))

    def _why_kept(self, formula: Formula, state: _State) -> Message:
        """Return why a stored value stays, nothing where it hardly differs."""
        if self._hardly_differs(formula):
            return NOTHING
        if state.kept is not None and state.kept != formula.site:
            return say("it follows from {cell}, which stays", cell=place_of(state.kept))
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

    def _is_news(self, formula: Formula) -> bool:
        """Tell whether what reads cells that it does not name may have something new to read."""
        return self._is_source(formula) and not formula.template.lowered.clock

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
