"""The cells of a workbook put into the engine, and the values that some of them are held at.

To hold a cell, the engine goes through all that depends on it, which for thousands of cells takes
minutes. Where many have to be held at once, everything is put into an empty engine instead.
"""

from __future__ import annotations

from typing import Mapping

from xltie.core.cells import Scalar
from xltie.core.messages import Message
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.engine.protocol import Engine
from xltie.recompute.lowering.formulas import WorkbookLowering
from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.run.plan import FIXED, Formula, Plan
from xltie.recompute.run.shared_ranges import SharedRanges

MANY = 40


class Feed:
    """Puts one plan into the engine, written out by ``lowering``."""

    def __init__(
        self, plan: Plan, engine: Engine, lowering: WorkbookLowering, calls: Calls
    ) -> None:
        self.plan = plan
        self.engine = engine
        self.helper = lowering.helper
        self._texts = {site: _written(one, lowering) for site, one in plan.formulas.items()}
        # writing the formulas out says which ranges they share
        self.shared = SharedRanges(plan, lowering.blocks, calls)
        self._held: dict[Site, Scalar] = {}
        self._waiting: dict[Site, Scalar] = {}

    def fill(self) -> dict[Site, Message]:
        """Put everything into the empty engine; return the formulas that it refused, and why."""
        self.engine.set_values(self.helper, self.shared.values)
        self.engine.set_formulas(self.helper, self.shared.formulas)
        formulas: dict[str, dict[Position, str]] = {}
        held: dict[str, dict[Position, Scalar]] = {}
        for site, text in self._texts.items():
            if site not in self._held:
                formulas.setdefault(site.sheet, {})[site.row, site.column] = text
        for site, value in self._held.items():
            if value is not None:
                held.setdefault(site.sheet, {})[site.row, site.column] = value
        for sheet, area in self.shared.read.items():
            values = self.plan.values.within(sheet, area)
            self.engine.set_values(sheet, {**values, **held.pop(sheet, {})})
        for sheet, values in held.items():
            self.engine.set_values(sheet, values)
        refused: dict[Site, Message] = {}
        for sheet, texts in formulas.items():
            for place, reason in self.engine.set_formulas(sheet, texts).items():
                refused[Site(sheet, *place)] = reason
        return refused

    def hold(self, values: Mapping[Site, Scalar]) -> None:
        """Let cells have given values from now on."""
        self._waiting.update(values)

    def evaluate(self) -> None:
        """Compute everything that is not up to date, with the cells held that have to be."""
        waiting, self._waiting = self._waiting, {}
        self._held.update(waiting)
        if len(waiting) > MANY:
            self.engine.restart()
            self.fill()
        else:
            for site, value in waiting.items():
                self.engine.pin(*site, value)
        self.engine.evaluate()


def _written(formula: Formula, lowering: WorkbookLowering) -> str:
    """Return a formula as the engine takes it."""
    text = lowering.text(formula.template, formula.site)
    return (
        "=XLT.FIT({},{},{})".format(*formula.area.size, text)
        if formula.kind == FIXED
        else "=" + text
    )
