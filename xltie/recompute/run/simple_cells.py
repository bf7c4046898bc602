"""A workbook of simple formulas, computed cell by cell when a value is asked for.

This takes the place of the general engine and of what feeds it, for workbooks in which every
formula is simple: those that this project makes are. Nothing is written out for an engine, read
by it and handed back.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Mapping, Optional

from xltie.core.cells import CellError, Grid, Scalar, to_cell
from xltie.core.messages import Message
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.engine.engine_values import known_error
from xltie.recompute.engine.protocol import Answer
from xltie.recompute.engine.simple_formulas import Compiler
from xltie.recompute.engine.simple_functions import Line, Undecided
from xltie.recompute.engine.simple_parser import Compute
from xltie.recompute.lowering.formulas import Template
from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.deadline import Deadline
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW, Bounds
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.run.no_circles import free_of_circles
from xltie.recompute.run.plan import FIXED, OFTEN, Plan
from xltie.recompute.run.shared_ranges import constant_grid

DEEPEST = 40
"""How many cells may wait for each other: more than that is for the general engine."""
_ABSENT: Any = object()


class SimpleCells:
    """The cells of one workbook, as :class:`~.feed.Feed` and the engine together offer them."""

    def __init__(self, calls: Calls, deadline: Deadline) -> None:
        self.calls = calls
        self.deadline = deadline
        self._compiled: dict[tuple[int, str], tuple[Template, Optional[Compute]]] = {}
        self._known: dict[str, dict[Position, Scalar]] = {}
        self._programs: dict[str, dict[Position, Compute]] = {}
        self._values: Mapping[str, Mapping[Position, Scalar]] = {}
        self._formulas: dict[str, dict[Position, Compute]] = {}
        self._held: dict[Site, Scalar] = {}
        self._depth = 0
        self._lines: dict[tuple[str, Bounds], Line] = {}
        self._grids: dict[tuple[str, Bounds], Grid] = {}
        self._rows: dict[tuple[str, int], list[int]] = {}

    def _forget(self) -> None:
        self._lines.clear()
        self._grids.clear()
        self._rows.clear()

    # -- the formulas --------------------------------------------------------------------------

    def compiled(self, template: Template, sheet: str) -> Compute | None:
        """Return what computes a template on its sheet, None where it is not simple."""
        key = id(template), sheet
        found = self._compiled.get(key)
        if found is None:
            compute = Compiler(self).compile(template.lowered.pieces, sheet)
            # the template is kept too, so that its id cannot be given to another
            found = self._compiled[key] = template, compute
        return found[1]

    def take(self, plan: Plan) -> bool:
        """Take a plan; tell whether all of its formulas are simple."""
        sheet, template = "", None
        programs: dict[Position, Compute] = {}
        compute: Compute | None = None
        for site, formula in plan.formulas.items():
            if site[0] != sheet:
                sheet, template = site[0], None
                programs = self._programs.setdefault(sheet, {})
            if formula.template is not template:
                template = formula.template
                compute = self.compiled(template, sheet)
            if compute is None or formula.kind == FIXED:
                return False
            programs[site[1:]] = compute
        self._values = plan.values
        return free_of_circles(plan) and not any(
            type(value) is CellError and value != known_error(value.code)
            for values in plan.values.values()
            for value in values.values()
        )

    def release(self) -> None:
        """Let go of the workbook: what computes its formulas and this object know each other."""
        self._forget()
        self._values = {}
        for by_sheet in (self._known, self._programs, self._formulas):
            for kept in by_sheet.values():
                kept.clear()
        self._compiled.clear()

    # -- what the evaluation asks of a feed ----------------------------------------------------

    def fill(self) -> dict[Site, Message]:
        """Return the formulas that are refused and why: none."""
        return {}

    def _begin(self) -> None:
        """Have the values that are not computed, and no other."""
        self._forget()
        for sheet, programs in self._programs.items():
            formulas = self._formulas.setdefault(sheet, {})
            formulas.clear()
            formulas.update(programs)
        for sheet, values in self._values.items():
            known = self._known.setdefault(sheet, {})
            known.clear()
            known.update(values)
        for site, value in self._held.items():
            place = site.row, site.column
            self._formulas.get(site.sheet, {}).pop(place, None)
            if value is not None:
                self._known.setdefault(site.sheet, {})[place] = value

    def hold(self, values: Mapping[Site, Scalar]) -> None:
        """Let cells have given values from now on."""
        self._held.update(values)

    def evaluate(self) -> None:
        """Compute everything."""
        self._begin()
        for sheet, formulas in list(self._formulas.items()):
            known = self._known.setdefault(sheet, {})
            for number, place in enumerate(formulas):
                if number % OFTEN == 0:
                    self.deadline.check()
                if place not in known:
                    self._cell(sheet, place)

    # -- and of an engine ----------------------------------------------------------------------

    def value(self, sheet: str, row: int, column: int) -> Answer:
        """Return the value of a cell."""
        return self._known[sheet].get((row, column))

    def spill(self, sheet: str, row: int, column: int) -> Bounds | None:
        """Return None: no simple formula fills more than its cell."""
        return None

    # -- what formulas read --------------------------------------------------------------------

    def cell(self, sheet: str) -> Callable[[int, int], Any]:
        """Return what gives the value of a cell of a sheet."""
        known = self._known.setdefault(sheet, {})
        formulas = self._formulas.setdefault(sheet, {})

        def get(row: int, column: int) -> Scalar:
            value: Scalar = known.get((row, column), _ABSENT)
            if value is not _ABSENT:
                return value
            return self._cell(sheet, (row, column)) if (row, column) in formulas else None

        return get

    def _cell(self, sheet: str, place: Position) -> Scalar:
        """Return the value of a formula cell, computed when it is asked for first."""
        known = self._known[sheet]
        if place in known:
            return known[place]
        self._depth += 1
        if self._depth > DEEPEST:
            raise Undecided  # a cell that waits for itself gets here too
        value = self._formulas[sheet][place](*place)
        self._depth -= 1
        if isinstance(value, list):
            raise Undecided
        # a formula that refers to a blank cell shows 0
        scalar: Scalar = 0.0 if value is None else value
        known[place] = scalar
        return scalar

    def line(self, sheet: str, bounds: Bounds) -> Line:
        """Return the cells of a range of one column."""
        found = self._lines.get((sheet, bounds))
        if found is None:
            if bounds.left != bounds.right:
                raise Undecided
            last = self._last_row(sheet, bounds)
            get, column = self.cell(sheet), bounds.left
            cells = [get(row, column) for row in range(bounds.top, last + 1)]
            found = self._lines[sheet, bounds] = Line(cells, bounds.size[0])
        return found

    def area(self, sheet: str, bounds: Bounds) -> list[Line]:
        """Return the columns of a range."""
        columns = range(bounds.left, bounds.right + 1)
        return [self.line(sheet, bounds._replace(left=one, right=one)) for one in columns]

    def _last_row(self, sheet: str, bounds: Bounds) -> int:
        """Return the last row of a range that is in use."""
        if bounds.bottom == LAST_ROW and bounds.right == LAST_COLUMN:
            raise Undecided
        last = self._rows.get((sheet, 0))
        if last is None:
            places = (*self._known.get(sheet, {}), *self._formulas.get(sheet, {}))
            last = self._rows[sheet, 0] = [max((row for row, _ in places), default=0)]
        return min(bounds.bottom, last[0])

    def grid(self, sheet: str, bounds: Bounds) -> Grid:
        """Return a range as our functions take it, one grid for all calls."""
        found = self._grids.get((sheet, bounds))
        if found is None:
            formulas = self._formulas.get(sheet, {})
            inside = [place for place in formulas if bounds.holds(*place)]
            if inside and (bounds.bottom == LAST_ROW or bounds.right == LAST_COLUMN):
                raise Undecided
            for place in inside:
                self._cell(sheet, place)
            found = constant_grid(self._known.get(sheet, {}), sheet, bounds)
            found.date1904 = self.calls.date1904
            self._grids[sheet, bounds] = found
        return found

    def fixed_grid(self, sheet: str, bounds: Bounds) -> Compute:
        """Return what gives a range that is the same in every cell."""
        key, grids, new = (sheet, bounds), self._grids, self.grid

        def get(row: int, column: int) -> Grid:
            found = grids.get(key)
            return new(sheet, bounds) if found is None else found

        return get

    def text(self, value: Any) -> Any:
        """Return a value as ``&`` joins it."""
        if isinstance(value, list):
            raise Undecided
        return self.calls.as_text(value)

    def function(self, name: str) -> Callable[..., Any] | None:
        """Return one of our functions, as a formula calls it."""
        function = self.calls.functions.get(name)
        if function is None:
            return None
        own, failures = self.calls, self.calls.failures

        def call(sheet: str, row: int, column: int, first: bool, given: list[Any]) -> Any:
            for value in given:
                if type(value) is CellError:
                    return value
                if type(value) is list:
                    raise Undecided
            answer = own.answer(name, function, given, (sheet, row, column), first=first)
            if failures:
                raise Undecided
            return answer if type(answer) is str else _plain(answer)

        return call


def _plain(value: Any) -> Any:
    """Return an answer as an engine hands it on: a scalar, or rows of scalars in a list."""
    if type(value) is int:
        return _plain_number(value)
    if isinstance(value, list):
        return [[_plain(cell) for cell in line] for line in value]
    if isinstance(value, CellError):
        return known_error(value.code)
    scalar: Any = to_cell(value)
    if isinstance(scalar, bool) or scalar is None:
        return scalar
    if isinstance(scalar, str):
        return str(scalar)
    return _plain_number(scalar)


def _plain_number(value: Any) -> float:
    try:
        number = float(value)
    except (OverflowError, TypeError):
        raise Undecided from None
    if not math.isfinite(number):
        raise Undecided
    return number
