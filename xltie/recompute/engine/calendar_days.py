"""DATE in the calendar of spreadsheets, whose year 1900 has a 29 February."""

from __future__ import annotations

from datetime import date
from typing import Any

from xltie.core.cells import Scalar
from xltie.core.dates import DAYS_TO_1904
from xltie.recompute.engine.text_numbers import NUM, quantity
from xltie.recompute.ooxml.stored_values import AFTER_LEAP_DAY

FIRST, LATEST = 1900, 10_000
_EPOCH = date(1899, 12, 30)


def day_of(year: Any, month: Any, day: Any, *, date1904: bool = False) -> Scalar:
    """Return what ``DATE`` answers; days outside the calendar are for the caller to refuse."""
    years, months, days = (int(quantity(one)) for one in (year, month, day))
    if years < 0:
        return NUM
    if years < FIRST:
        years += FIRST
    years, months = years + (months - 1) // 12, (months - 1) % 12 + 1
    if not 1 <= years < LATEST:
        return NUM
    first = (date(years, months, 1) - _EPOCH).days
    first -= first < AFTER_LEAP_DAY
    return float(first + days - 1 - (DAYS_TO_1904 if date1904 else 0))
