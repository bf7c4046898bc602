"""The helper cells: grids of constant ranges made at once, all others when the engine gets there.

Cells that only our functions read, as constants, need not go through the engine at all.
"""

from __future__ import annotations

from typing import Iterable, Mapping

from xltie.core.cells import Grid, Scalar
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.lowering.builtin_functions import ANYWHERE
from xltie.recompute.ooxml.references import (
    LAST_COLUMN,
    LAST_ROW,
    Bounds,
    Reference,
    area_text,
    quoted,
)
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.run.plan import Formula, Plan


class SharedRanges:
    """Fills the helper cells of one plan; ``blocks`` are their ranges and row numbers."""

    def __init__(self, plan: Plan, blocks: Mapping[tuple[str, Bounds], int], calls: Calls) -> None:
        self.values: dict[Position, Scalar] = {}
        self.formulas: dict[Position, str] = {}
        self.read = areas_read(plan)
        with_formulas = {site.sheet for site in plan.formulas}
        graph = plan.graph() if any(sheet in with_formulas for sheet, _ in blocks) else None
        for (sheet, bounds), number in blocks.items():
            computed = graph is not None and any(graph.precedents((sheet, bounds)))
            if computed:
                calls.areas[number] = (sheet, bounds)
                reference = quoted(sheet) + area_text(_in_use(plan, sheet, bounds))
                self.formulas[number, 1] = f"=XLT.BLOCK({number},{reference})"
                extend(self.read, sheet, bounds)
            else:
                grid = constant_grid(plan.values.get(sheet, {}), sheet, bounds)
                self.values[number, 1] = calls.share(number, grid)


def _in_use(plan: Plan, sheet: str, bounds: Bounds) -> Bounds:
    """Return a range without the rows below all values and formulas; what spills needs them all."""
    if plan.spills or bounds.bottom == LAST_ROW:
        return bounds
    last = max(last_row(plan.values.get(sheet, {}), bounds), plan.last_formula(sheet))
    return bounds._replace(bottom=min(bounds.bottom, max(bounds.top, last)))


def constant_grid(values: Mapping[Position, Scalar], sheet: str, bounds: Bounds) -> Grid:
    """Return the grid of a range in which nothing is computed."""
    used = _used(values, bounds)
    last = min(used.bottom, last_row(values, used))
    columns, get = range(used.left, used.right + 1), values.get
    rows = [tuple([get((row, column)) for column in columns]) for row in range(used.top, last + 1)]
    # below the last cell in use the rows are blank: one row is all of them
    rows += [(None,) * len(columns)] * (used.bottom - max(last, used.top - 1))
    return Grid(rows, sheet, used.top, used.left)


def last_row(places: Iterable[Position], bounds: Bounds) -> int:
    """Return the last row of a range in which there is a cell, 0 where there is none."""
    return max((row for row, column in places if bounds.left <= column <= bounds.right), default=0)


def _used(values: Mapping[Position, Scalar], bounds: Bounds) -> Bounds:
    """Return whole columns and rows cut down to the cells in use."""
    bottom, right = bounds.bottom, bounds.right
    if bottom == LAST_ROW:
        rows = (row for row, column in values if bounds.left <= column <= right)
        bottom = max(bounds.top, max(rows, default=1))
    if right == LAST_COLUMN:
        columns = (column for row, column in values if bounds.top <= row <= bottom)
        right = max(bounds.left, max(columns, default=1))
    return Bounds(bounds.top, bounds.left, bottom, right)


def areas_read(plan: Plan) -> dict[str, Bounds]:
    """Return of each sheet the area that holds all cells that formulas read other than as grids."""
    lowered = [formula.template.lowered for formula in plan.formulas.values()]
    if plan.spills or any(one.functions & ANYWHERE for one in lowered):
        return dict.fromkeys(plan.values, Bounds(1, 1, LAST_ROW, LAST_COLUMN))
    groups: dict[tuple[int, str, int], tuple[Formula, int]] = {}
    for formula in plan.formulas.values():
        site = formula.site
        key = id(formula.template), site.sheet, site.column
        first, last = groups.get(key, (formula, 0))
        groups[key] = first, max(last, site.row)
    found: dict[str, Bounds] = {}
    for formula, last in groups.values():
        site = formula.site
        for piece in formula.template.lowered.pieces:
            if isinstance(piece, Reference):
                sheet = piece.sheet or site.sheet
                for row in {site.row, last}:
                    extend(found, sheet, piece.bounds(row, site.column))
    return found


def extend(areas: dict[str, Bounds], sheet: str, bounds: Bounds) -> None:
    """Let the area of a sheet hold another one too."""
    top, left, bottom, right = areas.get(sheet, bounds)
    areas[sheet] = Bounds(
        min(top, bounds.top),
        min(left, bounds.left),
        max(bottom, bounds.bottom),
        max(right, bounds.right),
    )
