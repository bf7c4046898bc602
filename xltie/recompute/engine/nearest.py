"""``XLOOKUP`` and ``XMATCH`` for the value beside the one sought.

All values are in one order: numbers, then texts, then FALSE and TRUE. Of equal values, a search
from the first takes the first, one from the last the last, and a binary one that which stands
beside the value sought. So read, Excel's values in IronCalc's test of XLOOKUP come out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, NamedTuple, Union

from xltie.core.cells import CellError, Grid
from xltie.core.messages import say
from xltie.recompute.engine.compare import UNSURE, after_all, plain

NOT_SORTED = CellError("#N/A", say("an approximate lookup in a list that is not sorted"))
NOT_FOUND = CellError("#N/A")
Found = Union[int, CellError]
FROM_LAST, BINARY = -1, 2
NUMBER, TEXT, TRUTH = range(3)


class _Order(NamedTuple):
    """The values of a row or column in order, and where each stands, from 0."""

    keys: list[Any]
    places: list[int]
    rising: bool
    falling: bool
    plain: bool


def nearest(wanted: Any, grid: Grid, mode: float, search: float = 1) -> Found:
    """Return the place of a value, or of the nearest one below (-1) or above (1); from 0."""
    if isinstance(wanted, CellError):
        return wanted
    order = grid.cached("order", _order)
    key = _key("" if wanted is None else wanted)
    low, high = bisect_left(order.keys, key), bisect_right(order.keys, key)
    exact = low < high
    at = low if exact else low - 1 if mode < 0 else high
    if not 0 <= at < len(order.keys):
        return NOT_FOUND
    if not order.plain and TEXT in (key[0], order.keys[at][0]):
        return UNSURE
    if isinstance(wanted, str) and not plain(wanted):
        return UNSURE
    if abs(search) == BINARY:
        if not (order.rising if search > 0 else order.falling):
            return NOT_SORTED
        equal = range(low, high) if exact else [at]
        return order.places[equal[0]]
    first = bisect_left(order.keys, order.keys[at])
    last = bisect_right(order.keys, order.keys[at])
    equals = order.places[first:last]
    return max(equals) if search == FROM_LAST else min(equals)


def _key(value: Any) -> tuple[int, Any]:
    if isinstance(value, bool):
        return TRUTH, value
    return (TEXT, after_all(value)) if isinstance(value, str) else (NUMBER, value)


def _order(grid: Grid) -> _Order:
    cells = grid.rows[0] if grid.height == 1 else [row[0] for row in grid.rows]
    used = [
        (_key(cell), place)
        for place, cell in enumerate(cells)
        if cell is not None and not isinstance(cell, CellError)
    ]
    keys = [key for key, _ in used]
    rising = sorted(keys)
    falling = keys == rising[::-1]
    # of equal values the one that stands beside the larger ones comes last
    used.sort(key=lambda one: (one[0], -one[1] if falling else one[1]))
    simple = all(plain(cell) for cell in cells if isinstance(cell, str))
    return _Order(rising, [place for _, place in used], keys == rising, falling, simple)
