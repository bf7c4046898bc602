"""``ACCRINT``: the interest of a bond that pays at regular dates, up to a settlement.

Coupon dates are counted from the first interest date. The coupon before the settlement counts by
its days, even where the settlement lies before it; all that lie between the issue and that one
count as whole ones, and only where the interest is asked for from the issue on. So read, 548 values
that Excel stored in IronCalc's tests of ACCRINT come out to the last digits.
"""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from typing import Any

from xltie.core.cells import Scalar
from xltie.recompute.engine.functions.arguments import NUM, Wrong, guarded, number, quantity

US_30_360, ACTUAL, ACTUAL_360, ACTUAL_365, EUROPEAN_30_360 = range(5)
_BEFORE_MARCH_1900 = 61
_EPOCH = date(1899, 12, 30)


def _day(value: Any) -> date:
    serial = int(number(value))
    if serial < _BEFORE_MARCH_1900:
        raise Wrong(NUM)
    return _EPOCH + timedelta(days=serial)


def _ends_month(day: date) -> bool:
    return day.day == calendar.monthrange(day.year, day.month)[1]


def _moved(day: date, months: int, *, to_end: bool) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, last if to_end else min(day.day, last))


def _days(start: date, end: date, basis: int) -> int:
    """Return the days between two dates as a basis counts them."""
    if basis in (ACTUAL, ACTUAL_360, ACTUAL_365):
        return (end - start).days
    first, last = start.day, end.day
    if basis == EUROPEAN_30_360:
        first, last = min(first, 30), min(last, 30)
    else:
        if start.month == 2 and _ends_month(start):
            last = 30 if end.month == 2 and _ends_month(end) else last
            first = 30
        last = 30 if last == 31 and first >= 30 else last
        first = min(first, 30)
    return (end.year - start.year) * 360 + (end.month - start.month) * 30 + last - first


def _coupon_days(start: date, end: date, frequency: int, basis: int) -> float:
    if basis == ACTUAL:
        return (end - start).days
    return (365 if basis == ACTUAL_365 else 360) / frequency


def _accrued(
    issue: Any,
    first_interest: Any,
    settlement: Any,
    rate: Any,
    par: Any = 1000.0,
    frequency: Any = 1.0,
    basis: Any = 0.0,
    from_issue: Any = True,
) -> Scalar:
    begin, first, settled = _day(issue), _day(first_interest), _day(settlement)
    interest, amount, often = number(rate), number(par), int(number(frequency))
    kind, whole = int(number(basis)), bool(quantity(from_issue))
    wrong = interest <= 0 or amount <= 0 or often not in (1, 2, 4) or not 0 <= kind <= 4
    if wrong or begin >= settled:
        raise Wrong(NUM)
    step = 12 // often

    def coupon(count: int) -> date:
        return _moved(first, count * step, to_end=_ends_month(first))

    at = -1
    while whole and settled > first and coupon(at + 1) < settled:
        at += 1
    start = coupon(at)
    coupons = _days(max(begin, start), settled, kind) / _coupon_days(coupon(-1), first, often, kind)
    while start > begin:
        at -= 1
        start, end = coupon(at), start
        if begin <= start:
            coupons += whole
        else:
            coupons += _days(begin, end, kind) / _coupon_days(start, end, often, kind)
    return amount * interest / often * coupons


ACCRUED_INTEREST = {"ACCRINT": guarded(_accrued)}
