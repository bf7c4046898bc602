"""Dates as people and programs write them."""

from __future__ import annotations

import re
from datetime import date, timedelta

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FIRST_DAY = date(1899, 12, 30)
"""Day 0 of a spreadsheet's calendar."""


def read_date(text: str) -> str:
    """Return a date as ISO text, "" where it cannot be read; the day comes before the month.

    A number alone is a spreadsheet's count of days, or YYYYMMDD.
    """
    words = [word for word in re.split(r"[\s/.,\-]+", text.strip().lower()) if word]
    numbers = [int(word) for word in words if word.isdecimal()]
    named = [_MONTHS.index(w[:3]) + 1 for w in words if not w.isdecimal() and w[:3] in _MONTHS]
    if len(words) == 1 and re.fullmatch(r"[3-9]\d{4}", words[0]):
        return (_FIRST_DAY + timedelta(days=int(words[0]))).isoformat()
    if len(words) == 1 and len(words[0]) == 8 and words[0].isdecimal():
        numbers = [int(words[0][:4]), int(words[0][4:6]), int(words[0][6:])]
    elif len(named) == 1 and len(numbers) >= 2:
        day, year = sorted(numbers[:2])
        numbers = [year, named[0], day]
    if len(numbers) < 3:
        return ""
    year, month, day = numbers[:3]
    if year < 1000 and day >= 1000:
        year, day = day, year
    elif year < 100 and len(words[0]) == 2:
        if "." in text and day < 100:  # 28.02.26; with slashes it is YY/MM/DD, as round dates are
            year, day = day, year
        year += 2000
    if month > 12 >= day:
        month, day = day, month
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
