"""Interest and principal of loans, and prices in fractions of a dollar.

The formulas are those of support.microsoft.com ("PV function" states the one that all follow from).
Payments at the beginning of a period (type 1) are what formualizer 0.13 computes otherwise.
"""

from __future__ import annotations

import math
from typing import Any

from xltie.core.cells import Scalar
from xltie.recompute.engine.functions.arguments import (
    DIV0,
    NUM,
    VALUE,
    Wrong,
    guarded,
    number,
    quantity,
    single,
)


def _payment(rate: float, count: float, value: float, future: float, early: bool) -> float:
    if rate == 0:
        return -(value + future) / count
    growth = math.pow(1 + rate, count)
    return -(value * growth + future) * rate / ((growth - 1) * (1 + rate * early))


def _balance(rate: float, periods: float, payment: float, value: float, early: bool) -> float:
    """Return what a loan has come to after some periods, as ``FV`` does."""
    if rate == 0:
        return -(value + payment * periods)
    growth = math.pow(1 + rate, periods)
    return -(value * growth + payment * (1 + rate * early) * (growth - 1) / rate)


def _interest(rate: float, at: float, payment: float, value: float, early: bool) -> float:
    if early and at == 1:
        return 0.0
    whole = _balance(rate, at - 1, payment, value, early) * rate
    return whole / (1 + rate) if early else whole


def _part(arguments: tuple[Any, ...], *, principal: bool) -> Scalar:
    """Return ``IPMT`` or ``PPMT``."""
    given = [quantity(one) for one in arguments] + [0.0, 0.0]
    rate, at, count, value, future, kind = given[:6]
    early = kind != 0
    if not 1 <= at < count + 1:
        raise Wrong(NUM)
    payment = _payment(rate, count, value, future, early)
    interest = _interest(rate, at, payment, value, early)
    return payment - interest if principal else interest


def _total(arguments: tuple[Any, ...], *, principal: bool) -> Scalar:
    """Return ``CUMIPMT`` or ``CUMPRINC``."""
    rate, count, value, start, end, kind = (number(one) for one in arguments)
    first, last = math.ceil(start), int(end)
    if (
        min(rate, count, value) <= 0
        or start < 1
        or end < start
        or end > count
        or kind not in (0, 1)
    ):
        raise Wrong(NUM)
    early = kind == 1
    payment = _payment(rate, count, value, 0.0, early)
    parts = (_interest(rate, at, payment, value, early) for at in range(first, last + 1))
    return sum(payment - one if principal else one for one in parts)


def _fractional(price: Any, fraction: Any, *, to_decimal: bool) -> Scalar:
    """Return ``DOLLARDE`` or ``DOLLARFR``."""
    given, below = number(price), int(number(fraction))
    if isinstance(single(price), bool) or below < 0:
        raise Wrong(VALUE if below >= 0 else NUM)
    if below == 0:
        raise Wrong(DIV0)
    whole = math.trunc(given)
    places = 10.0 ** math.ceil(math.log10(below))
    rest = given - whole
    return whole + (rest * places / below if to_decimal else rest * below / places)


LOANS = {
    "IPMT": guarded(lambda *given: _part(given, principal=False)),
    "PPMT": guarded(lambda *given: _part(given, principal=True)),
    "CUMIPMT": guarded(lambda *given: _total(given, principal=False)),
    "CUMPRINC": guarded(lambda *given: _total(given, principal=True)),
    "DOLLARDE": guarded(lambda price, below: _fractional(price, below, to_decimal=True)),
    "DOLLARFR": guarded(lambda price, below: _fractional(price, below, to_decimal=False)),
}
