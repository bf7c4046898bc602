"""MIRR, by the formula that support.microsoft.com gives for it.

formualizer 0.13 divides by zero where nothing is earned, and counts blank cells as periods.
"""

from __future__ import annotations

from typing import Any

from xltie.core.cells import CellError, Scalar
from xltie.recompute.engine.functions.arguments import DIV0, NUM, Wrong, cells, guarded, quantity


def _earned(flows: Any, finance: Any, reinvested: Any) -> Scalar:
    """Return what flows of money earn where income is invested again at a rate of its own."""
    given = list(cells(flows))
    wrong = next((one for one in given if isinstance(one, CellError)), None)
    if wrong is not None:
        raise Wrong(wrong)
    paid = [float(one) for one in given if type(one) in (int, float)]  # type: ignore[arg-type]
    at, back = quantity(finance), quantity(reinvested)
    if len(paid) < 2:
        raise Wrong(DIV0)
    periods = len(paid) - 1
    growth = (1 + back) ** periods
    income = sum(one / (1 + back) ** i for i, one in enumerate(paid) if one > 0) * growth
    costs = sum(one / (1 + at) ** i for i, one in enumerate(paid) if one < 0)
    if not costs:
        raise Wrong(DIV0)
    if -income / costs < 0:
        raise Wrong(NUM)
    return float((-income / costs) ** (1 / periods) - 1)


RATES_OF_RETURN = {"MIRR": guarded(_earned)}
