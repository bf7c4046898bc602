"""The games of the tables that were read last: one typed result changes one line."""

from __future__ import annotations

from typing import Dict, Tuple

from xltie.core.cells import Scalar
from xltie.event import Match

Layout = Tuple[object, ...]
"""Where a table stands and what its columns are."""
Lines = Dict[Tuple[int, Tuple[Scalar, ...]], Match]
"""Games by their row and the cells of their line."""
_MOST_TABLES = 4
_before: Dict[Layout, Lines] = {}


def lines_before(layout: Layout) -> Lines:
    """Return what the lines of a table said when it was read last."""
    return _before.get(layout, {})


def keep_lines(layout: Layout, lines: Lines) -> None:
    """Keep what the lines of a table say, until it is read again."""
    _before.pop(layout, None)
    _before[layout] = lines
    while len(_before) > _MOST_TABLES:
        del _before[next(iter(_before))]
