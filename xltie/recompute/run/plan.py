"""What is to be computed and what is kept, decided before anything is evaluated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Iterator

from xltie.core.cells import Scalar
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.filldown import FilledFormula
from xltie.recompute.lowering.formulas import Template, WorkbookLowering
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.lowered_formula import LoweredFormula
from xltie.recompute.ooxml.deadline import Deadline
from xltie.recompute.ooxml.references import Bounds, Reference
from xltie.recompute.ooxml.scan import Cell, Position
from xltie.recompute.ooxml.workbook import Sheet, Workbook
from xltie.recompute.run.graph import Area, Graph

PLAIN, FIXED, DYNAMIC = "plain", "fixed", "dynamic"
# what an array formula may fill: a file can claim whole sheets
MOST_CELLS = 1_000_000
_NO_TEXT = say("a shared formula whose text is missing")
# formulas between two looks at the clock
OFTEN = 64


@dataclass(slots=True)
class Formula:
    """A formula cell that can be computed.

    ``kind`` says what it fills: its own cell, a fixed area, or as many cells as its answer has;
    ``filled`` is the area that an array formula fills in the file.
    """

    site: Site
    cell: Cell
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


@dataclass
class Plan:
    """The formulas to compute, the cells that are kept, and the values that formulas see."""

    formulas: dict[Site, Formula] = field(default_factory=dict)
    kept: dict[Site, Refused] = field(default_factory=dict)
    values: dict[str, dict[Position, Scalar]] = field(default_factory=dict)
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

    def plan(self) -> Plan:
        """Return the plan of the whole workbook."""
        plan = Plan()
        for sheet in self.book.sheets:
            self._plan_sheet(plan, sheet)
        return plan

    def _plan_sheet(self, plan: Plan, sheet: Sheet) -> None:
        scan = sheet.scan
        masters: dict[str, Cell] = {}
        areas: dict[Position, Bounds] = {}
        for cell in scan.formulas:
            if cell.formula_attributes.get("t") == "shared" and cell.formula and cell.formula.text:
                masters[cell.formula_attributes.get("si", "")] = cell
            area = cell.array_area
            if area is not None:
                areas[cell.position] = area
        values = _without(scan.values, areas) if areas else scan.values
        plan.values[sheet.name] = values
        plan.count += len(scan.formulas)
        above: dict[int, tuple[Template, FilledFormula]] = {}
        for number, cell in enumerate(scan.formulas):
            if number % OFTEN == 0:
                self.deadline.check()
            row, column = cell.row, cell.column
            site = Site(sheet.name, row, column)
            old = cell.stored(self.book.strings)
            if column in above and cell.formula is not None and not cell.formula_attributes:
                # most formulas are filled down from the one above
                template, filled = above[column]
                window = template.lowered.window
                if filled.text(row) == cell.formula.text and window.holds(row, column):
                    plan.formulas[site] = Formula(site, cell, PLAIN, template, old)
                    continue
            template, reason = self._template(cell, site, masters)
            reason = reason or _unfillable(cell, areas.get(cell.position))
            reason = reason or self._refusal(template, site)
            if reason:
                area = areas.get(cell.position)
                plan.kept[site] = Refused(reason, template.lowered, old, area)
                _keep(values, scan.values, cell, old, area)
                continue
            area = areas.get(cell.position)
            plan.formulas[site] = Formula(site, cell, _kind(cell), template, old, area)
            pattern = template.source(column)
            if pattern is not None and not (
                cell.formula_attributes or template.lowered.sees_hidden
            ):
                above[column] = template, pattern

    def _template(
        self, cell: Cell, site: Site, masters: dict[str, Cell]
    ) -> tuple[Template, Message]:
        """Return the template of a cell, and why it cannot be computed."""
        kind = cell.formula_attributes.get("t")
        text = cell.formula.text if cell.formula is not None else ""
        if kind == "dataTable":
            return self.lowering.template("", site), say("a what-if data table")
        if kind == "shared" and not text:
            master = masters.get(cell.formula_attributes.get("si", ""))
            if master is None or master.formula is None:
                return self.lowering.template("", site), _NO_TEXT
            origin = Site(site.sheet, master.row, master.column)
            template = self.lowering.template(master.formula.text, origin)
            if not template.lowered.window.holds(site.row, site.column):
                template = self.lowering.read(master.formula.text, origin, site)
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


def _without(
    values: dict[Position, Scalar], areas: dict[Position, Bounds]
) -> dict[Position, Scalar]:
    """Return the values without the stored results of array formulas."""
    left = dict(values)
    for area in areas.values():
        height, width = area.size
        if height * width <= len(values):
            for row in range(area.top, area.bottom + 1):
                for column in range(area.left, area.right + 1):
                    left.pop((row, column), None)
        else:
            left = {place: value for place, value in left.items() if not area.holds(*place)}
    return left


def _keep(
    values: dict[Position, Scalar],
    stored: dict[Position, Scalar],
    cell: Cell,
    old: Scalar,
    area: Bounds | None,
) -> None:
    """Let dependants see the last known values of a formula that is not computed."""
    if old is not None:
        values[cell.position] = old
    if area is not None:
        values.update({place: value for place, value in stored.items() if area.holds(*place)})
