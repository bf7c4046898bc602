"""Days as some files write them: 31/12/2026, or 12/31/2026 in America."""

from __future__ import annotations

import re

from xltie.core.dates import read_date

_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


def day_first(text: str) -> str:
    """Return the day in ``31/12/2026``, "" where a text is none."""
    found = _DAY.fullmatch(text)
    return read_date(f"{found[3]}-{found[2]}-{found[1]}") if found else ""


def month_first(text: str) -> str:
    """Return the day in ``12/31/2026``, "" where a text is none."""
    found = _DAY.fullmatch(text)
    return read_date(f"{found[3]}-{found[1]}-{found[2]}") if found else ""
