"""The exit codes of the commands, and which of several decides."""

from __future__ import annotations

from typing import Iterable

DONE, FAULTY, REFUSED, STALE = 0, 1, 2, 3
"""Nothing to say; a fault in a file; a file refused and left as it was; a workbook out of date."""

_FROM_BEST = (DONE, STALE, FAULTY, REFUSED)


def worst(codes: Iterable[int]) -> int:
    """Return the code of several files: refused before faulty before out of date.

    >>> worst([DONE, STALE, REFUSED])
    2
    """
    return max(codes, key=_FROM_BEST.index, default=DONE)
