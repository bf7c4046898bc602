"""Dates with one reading only: the year in full, and no day that may be a month."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Mapping

from xltie.core.messages import say

HOW_TO_WRITE = say("write the year first and in full, as 2026-11-21")
"""What to tell a person whose date cannot be read."""

_FIRST_DAY = date(1899, 12, 30)
"""Day 0 of a spreadsheet's calendar."""

_DAYS = range(30000, 100000)
"""Numbers in a cell that are taken for a day: of the years 1982 to 2173."""

_MONTHS: Mapping[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january jan января янв", "february feb февраля фев", "march mar марта мар",
            "april apr апреля апр", "may мая май", "june jun июня июн", "july jul июля июл",
            "august aug августа авг", "september sept sep сентября сен",
            "october oct октября окт", "november nov ноября ноя", "december dec декабря дек",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip

_MONTHS_A_YEAR = 12
_YEAR, _TWO = "(?P<year>[1-9][0-9]{3})", "[0-9]{1,2}"
_FORMS = tuple(
    form + r"(?:[t ][0-9]{1,2}:[0-9]{2}\S*)?(?: ?\([^()]*\))?"
    for form in (
        rf"{_YEAR} ?(?P<mark>[-/.]) ?(?P<month>{_TWO}) ?(?P=mark) ?(?P<day>{_TWO})\.?",
        rf"{_YEAR}(?P<month>[0-9]{{2}})(?P<day>[0-9]{{2}})",
        rf"{_YEAR} ?[년年] ?(?P<month>{_TWO}) ?[월月] ?(?P<day>{_TWO}) ?[일日]",
        rf"(?P<day>{_TWO})\.? (?P<month>[^\W\d]+)\.?,? {_YEAR}(?: ?г\.?| года)?",
        rf"(?P<month>[^\W\d]+)\.? (?P<day>{_TWO}),? {_YEAR}",
        rf"(?P<day>{_TWO}) ?(?P<mark>[-/.]) ?(?P<month>{_TWO}) ?(?P=mark) ?{_YEAR}\.?",
    )
)
"""The forms of a date; each may be followed by a time and by something in brackets.
They are compiled when they are needed, and most dates have the first one."""


def read_date(text: str) -> str:
    """Return a date as ISO text, "" where it has no year of four digits or more than one reading.

    The year comes first, in numbers (``2026-11-21``, ``2026/11/21``, ``2026. 11. 21.``,
    ``20261121``, ``2026년 11월 21일``), or the month is an English or a Russian word
    (``21 November 2026``, ``21 ноября 2026 г.``), or no month has so many (``24/09/2010``).

    >>> read_date("2026. 11. 21."), read_date("26. 11. 21."), read_date("11/21/2026")
    ('2026-11-21', '', '2026-11-21')
    >>> read_date("28. 07. 2005"), read_date("07. 07. 2005"), read_date("05/07/2005")
    ('2005-07-28', '2005-07-07', '')
    """
    plain = " ".join(text.lower().split())
    found = next(filter(None, (re.fullmatch(form, plain) for form in _FORMS)), None)
    if found is None:
        return ""
    month, day = found["month"], int(found["day"])
    try:
        number = int(month) if month.isdecimal() else _MONTHS.get(month, 0)
        if month.isdecimal() and found.start("day") < found.start("year"):
            if max(number, day) <= _MONTHS_A_YEAR and number != day:
                return ""  # nobody can tell the day from the month
            number, day = sorted((number, day))
        return date(int(found["year"]), number, day).isoformat()
    except ValueError:
        return ""


DAYS_TO_1904 = 1462
"""What a workbook that counts days from 1904 counts less."""


def date_of_days(days: float) -> str:
    """Return the ISO date of a date cell, a spreadsheet's count of days; "" for other numbers.

    >>> date_of_days(46347.75), date_of_days(2026)
    ('2026-11-21', '')
    """
    whole = int(days) if abs(days) < _DAYS.stop else 0
    return (_FIRST_DAY + timedelta(days=whole)).isoformat() if whole in _DAYS else ""


_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


def day_first(text: str) -> str:
    """Return the day in ``31/12/2026``, "" where a text is none."""
    found = _DAY.fullmatch(text)
    return read_date(f"{found[3]}-{found[2]}-{found[1]}") if found else ""


def month_first(text: str) -> str:
    """Return the day in ``12/31/2026``, "" where a text is none."""
    found = _DAY.fullmatch(text)
    return read_date(f"{found[3]}-{found[1]}-{found[2]}") if found else ""
