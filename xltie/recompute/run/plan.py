"""What is to be computed and what is kept, decided before anything is evaluated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Iterable, Iterator, Mapping, Sequence

from xltie.core.cells import Scalar
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.formulas import Template, WorkbookLowering
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.lowered_formula import LoweredFormula
from xltie.recompute.ooxml.deadline import Deadline
from xltie.recompute.ooxml.references import Bounds, Reference
from xltie.recompute.ooxml.scan import Cell, Position
from xltie.recompute.ooxml.workbook import Sheet, Workbook
from xltie.recompute.run.graph import Area, Graph
from xltie.recompute.runs.columns import FilledRun
from xltie.recompute.runs.fill import NO_TEXT

PLAIN, FIXED, DYNAMIC = "plain", "fixed", "dynamic"
# what an array formula may fill: a file can claim whole sheets
MOST_CELLS = 1_000_000
# formulas between two looks at the clock
OFTEN = 64
Shared = Mapping[str, tuple[str, int, int]]
"""Formulas that cells share, with the column and the row that they are written for."""


@dataclass(slots=True)
class Formula:
    """A formula cell that can be computed; its bytes begin at ``start``.

    ``kind`` says what it fills: its own cell, a fixed area, or as many cells as its answer has;
    ``filled`` is the area that an array formula fills in the file.
    """

    site: Site
    start: int
    kind: str
    template: Template
    old: Scalar
    filled: Bounds | None = None

    @property
    def area(self) -> Bounds:
        """The cells that the formula fills in the file."""
        return self.filled or Bounds(
            self.site.row, self.site.column, self.site.row, self.site.column
        )


@dataclass(slots=True)
class Refused:
    """A formula cell that is not computed, why, and what it holds; ``filled`` as of a formula."""

    reason: Message
    lowered: LoweredFormula
    old: Scalar
    filled: Bounds | None = None


class SheetValues(Mapping[str, dict[Position, Scalar]]):
    """The values of all cells that are not to be computed, by sheet, when a sheet is asked for."""

    def __init__(self, book: Workbook, runs: Iterable[FilledRun]) -> None:
        self._book = book
        self._known: dict[str, dict[Position, Scalar]] = {}
        self._runs: dict[str, list[FilledRun]] = {sheet.name: [] for sheet in book.sheets}
        for run in runs:
            if run.values is not None:
                self._runs[run.sheet].append(run)

    def __getitem__(self, sheet: str) -> dict[Position, Scalar]:
        if sheet not in self._known:
            scan = self._book.scan(sheet)
            areas = [area for cell in scan.odd if (area := cell.array_area) is not None]
            values = self._known[sheet] = _without(scan.values, areas)
            for run in self._runs[sheet]:
                for row, value in enumerate(run.values or (), run.first):
                    values[row, run.column] = value
        return self._known[sheet]

    def within(self, sheet: str, area: Bounds) -> dict[Position, Scalar]:
        """Return the values of a part of a sheet."""
        scan = self._book.scan(sheet)
        if sheet in self._known or scan.odd:
            values = self[sheet]
            return {place: value for place, value in values.items() if area.holds(*place)}
        found: dict[Position, Scalar] = {}
        for column, cells in scan.columns.items():
            if area.left <= column <= area.right:
                for row, value in cells.items():
                    if area.top <= row <= area.bottom:
                        found[row, column] = value
        for run in self._runs[sheet]:
            if area.left <= run.column <= area.right:
                for row, value in enumerate(run.values or (), run.first):
                    if area.top <= row <= area.bottom:
                        found[row, run.column] = value
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._runs)

    def __len__(self) -> int:
        return len(self._runs)


@dataclass
class Plan:
    """The formulas to compute, the cells that are kept, and the values that formulas see.

    ``runs`` were computed before: their cells are among the values.
    """

    values: SheetValues
    runs: list[FilledRun] = field(default_factory=list)
    formulas: dict[Site, Formula] = field(default_factory=dict)
    kept: dict[Site, Refused] = field(default_factory=dict)
    count: int = 0
    _graph: Graph | None = None

    @property
    def spills(self) -> bool:
        """Whether a formula may fill other cells than its own."""
        return any(formula.kind == DYNAMIC for formula in self.formulas.values())

    def last_formula(self, sheet: str) -> int:
        """Return the last row of a sheet that a formula fills, 0 where there is none."""
        own = (one.area.bottom for site, one in self.formulas.items() if site.sheet == sheet)
        return max(own, default=0)

    def graph(self) -> Graph:
        """Return which of the formulas depend on which, once the plan is complete."""
        if self._graph is None:
            arrays = {
                site: one.filled
                for site, one in self.formulas.items()
                if one.filled is not None and not one.filled.single
            }
            self._graph = Graph(self.formulas, self.reads, arrays)
        return self._graph

    def reads(self, site: Site) -> Iterator[Area]:
        """Yield the areas that the formula of a site refers to."""
        formula = self.formulas.get(site)
        if formula is None:
            # a cell that an array formula fills reads what that formula reads
            yield site.sheet, Bounds(site.row, site.column, site.row, site.column)
            return
        for reference in formula.template.lowered.references:
            yield reference.sheet or site.sheet, reference.bounds(site.row, site.column)


class Planner:
    """Goes through all formula cells once.

    ``accepts`` returns why no engine can compute a template as it stands in a cell.
    """

    def __init__(
        self,
        book: Workbook,
        lowering: WorkbookLowering,
        accepts: Callable[[Template, Site], Message],
        deadline: Deadline,
    ) -> None:
        self.deadline = deadline
        self.book = book
        self.lowering = lowering
        self.accepts = accepts
        self.accepted: dict[int, tuple[Template, Message]] = {}
        self.hidden = {sheet.name: sheet.scan.hidden for sheet in book.sheets}

    def plan(self, runs: Sequence[FilledRun]) -> Plan:
        """Return the plan of the whole workbook, whose runs were computed as far as they can be."""
        computed = [run for run in runs if run.values is not None]
        plan = Plan(SheetValues(self.book, computed), computed)
        left: dict[str, list[FilledRun]] = {}
        for run in runs:
            if run.values is None:
                left.setdefault(run.sheet, []).append(run)
        for sheet in self.book.sheets:
            plan.count += sheet.scan.size
            self._plan_sheet(plan, sheet, left.get(sheet.name, ()))
        return plan

    def _plan_sheet(self, plan: Plan, sheet: Sheet, runs: Sequence[FilledRun]) -> None:
        scan = sheet.scan
        shared = scan.shared
        places: list[tuple[int, FilledRun | None, int | Cell]] = [
            (start, run, place) for run in runs for place, start in enumerate(run.starts)
        ]
        places += [(cell.start, None, cell) for cell in scan.odd]
        places.sort(key=_start)
        for number, (start, run, place) in enumerate(places):
            if number % OFTEN == 0:
                self.deadline.check()
            if isinstance(place, Cell):
                self._plan_odd(plan, place, sheet, shared)
            elif run is not None:
                site = Site(sheet.name, run.first + place, run.column)
                old = run.run.stored[run.first - run.run.first + place]
                reason = run.template.refusal or self._refusal(run.template, site)
                if reason:
                    self._keep(plan, site, Refused(reason, run.template.lowered, old))
                else:
                    plan.formulas[site] = Formula(site, start, PLAIN, run.template, old)

    def _plan_odd(self, plan: Plan, cell: Cell, sheet: Sheet, shared: Shared) -> None:
        """Plan a cell that is in no run."""
        site = Site(sheet.name, cell.row, cell.column)
        old, area = cell.stored(self.book.strings), cell.array_area
        template, reason = self._template(cell, site, shared)
        reason = reason or _unfillable(cell, area) or self._refusal(template, site)
        if reason:
            self._keep(plan, site, Refused(reason, template.lowered, old, area))
        else:
            plan.formulas[site] = Formula(site, cell.start, _kind(cell), template, old, area)

    def _keep(self, plan: Plan, site: Site, refused: Refused) -> None:
        """Let dependants see the last known values of a formula that is not computed."""
        plan.kept[site] = refused
        values, area = plan.values[site.sheet], refused.filled
        if refused.old is not None:
            values[site.row, site.column] = refused.old
        if area is not None:
            stored = self.book.scan(site.sheet).values
            values.update({place: one for place, one in stored.items() if area.holds(*place)})

    def _template(self, cell: Cell, site: Site, shared: Shared) -> tuple[Template, Message]:
        """Return the template of a cell, and why it cannot be computed."""
        kind = cell.formula_attributes.get("t")
        text = cell.formula.text if cell.formula is not None else ""
        if kind == "dataTable":
            return self.lowering.template("", site), say("a what-if data table")
        if kind == "shared" and not text:
            written = shared.get(cell.formula_attributes.get("si", ""))
            if written is None:
                return self.lowering.template("", site), NO_TEXT
            template = self.lowering.shared(*written, site)
            return template, template.refusal
        template = self.lowering.template(text, site, array=kind == "array")
        return template, template.refusal

    def _refusal(self, template: Template, site: Site) -> Message:
        key = id(template)
        if key not in self.accepted:
            # the template is kept too, so that its id cannot be given to another
            self.accepted[key] = (template, self.accepts(template, site))
        reason = self.accepted[key][1]
        if not reason and any(
            self._sees_hidden(reference, site) for reference in template.lowered.sees_hidden
        ):
            reason = say("SUBTOTAL or AGGREGATE over hidden or filtered rows")
        return reason

    def _sees_hidden(self, reference: Reference, site: Site) -> bool:
        hidden = self.hidden.get(reference.sheet or site.sheet)
        if not hidden:
            return False
        bounds = reference.bounds(site.row, site.column)
        return any(bounds.top <= row <= bounds.bottom for row in hidden)


def _unfillable(cell: Cell, area: Bounds | None) -> Message:
    """Return why an array formula cannot fill the area that the file gives it, if it cannot."""
    if area is None:
        return NOTHING
    height, width = area.size
    if height * width > MOST_CELLS:
        return say("an array formula over more than {most_cells} cells", most_cells=MOST_CELLS)
    if (area.top, area.left) != cell.position:
        return say("an array formula outside its area")
    return NOTHING


def _kind(cell: Cell) -> str:
    if cell.formula_attributes.get("t") != "array" or cell.array_area is None:
        return PLAIN
    return DYNAMIC if cell.attributes.get("cm") else FIXED


def _start(place: tuple[int, object, object]) -> int:
    return place[0]


def _without(values: dict[Position, Scalar], areas: list[Bounds]) -> dict[Position, Scalar]:
    """Return the values without the stored results of array formulas."""
    left = dict(values)
    for area in areas:
        height, width = area.size
        if height * width <= len(values):
            for row in range(area.top, area.bottom + 1):
                for column in range(area.left, area.right + 1):
                    left.pop((row, column), None)
        else:
            left = {place: value for place, value in left.items() if not area.holds(*place)}
    return left
