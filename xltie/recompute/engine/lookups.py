"""Lookups of the nearest value: the last one that is not larger, the next larger one.

Excel uses binary search. In a sorted list the result is the documented one; in an unsorted list it
is accidental and not computed here. One kind of unsorted list has a certain result: where all
values are smaller, the last one is found.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import le
from typing import Any, Callable, NamedTuple, Sequence, Union

from xltie.core.cells import CellError, Grid, Scalar
from xltie.core.messages import say
from xltie.recompute.engine.compare import after_all, among, plain

NOT_SORTED = CellError("#N/A", say("an approximate lookup in a list that is not sorted"))
NOT_FOUND = CellError("#N/A")
Found = Union[int, CellError]


class _Order(NamedTuple):
    """The values of one kind in a row or column: their keys in order, and where each stands.

    ``rising`` and ``falling`` say how they stand there, in every language.
    """

    keys: list[Any]
    places: list[int]
    rising: bool
    falling: bool

    def nearest(self, key: Any, *, larger: bool) -> list[int]:
        """Return where values equal to one stand, or else those next to it; in their order."""
        keys = self.keys
        at = bisect_left(keys, key)
        if not larger and bisect_right(keys, key) == at:
            at -= 1
        if not 0 <= at < len(keys):
            return []
        return self.places[bisect_left(keys, keys[at]) : bisect_right(keys, keys[at])]


def match(wanted: Any, grid: Any, kind: Any = 1) -> Scalar:
    """Return what ``MATCH`` with the type 1 or -1 answers."""
    grid = _grid(grid)
    if grid.height > 1 and grid.width > 1:
        return NOT_FOUND
    find = _next_larger if _number(kind) < 0 else _last_not_larger
    found = find(wanted, grid, across=grid.height == 1)
    return found if isinstance(found, CellError) else found + 1


def vlookup(wanted: Any, grid: Any, column: Any, _: Any = True) -> Scalar:
    """Return the result of a ``VLOOKUP`` that does not need an exact match."""
    grid = _grid(grid)
    found = _last_not_larger(wanted, grid, across=False)
    return _at(found, _number(column), grid.width, lambda row, at: grid.rows[row][at])


def hlookup(wanted: Any, grid: Any, row: Any, _: Any = True) -> Scalar:
    """Return the result of an ``HLOOKUP`` that does not need an exact match."""
    grid = _grid(grid)
    found = _last_not_larger(wanted, grid, across=True)
    return _at(found, _number(row), grid.height, lambda column, at: grid.rows[at][column])


def lookup(wanted: Any, grid: Any, answers: Any = None) -> Scalar:
    """Return what ``LOOKUP`` answers: from the last row or column, or from a list of its own."""
    grid = _grid(grid)
    across = grid.width > grid.height
    found = _last_not_larger(wanted, grid, across=across)
    if isinstance(found, CellError):
        return found
    if answers is None:
        answer: Scalar = grid.rows[-1][found] if across else grid.rows[found][-1]
        return answer
    line = _grid(answers).flat()
    return line[found] if found < len(line) else NOT_FOUND


def _grid(value: Any) -> Grid:
    if isinstance(value, Grid):
        return value
    return Grid(value if isinstance(value, (list, tuple)) else [[value]])


def _number(value: Any) -> float:
    """Return a column, row or type; anything else is 0, for which there is an error."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return 0.0


def _at(found: Found, number: float, size: int, value: Callable[[int, int], Scalar]) -> Scalar:
    if number < 1:
        return CellError("#VALUE!")
    if number >= size + 1:
        return CellError("#REF!")
    return found if isinstance(found, CellError) else value(found, int(number) - 1)


def _order_of(wanted: Any, grid: Grid, *, across: bool) -> tuple[_Order | CellError, Any]:
    """Return the values of the kind of the one sought, and its key; an error in their place."""
    if isinstance(wanted, CellError):
        return wanted, None
    wanted = 0.0 if wanted is None else wanted
    kind = _kind_of(wanted)
    orders = _cached_orders(grid, across=across)
    if kind not in orders:
        return NOT_FOUND, None
    if kind is str and not plain(wanted):
        return NOT_SORTED, None
    return orders[kind], _key(wanted)


def _last_not_larger(wanted: Any, grid: Grid, *, across: bool) -> Found:
    """Return where the last value stands that is not larger, from 0."""
    order, key = _order_of(wanted, grid, across=across)
    if isinstance(order, CellError):
        return order
    if key < order.keys[0]:
        return NOT_FOUND
    if order.rising:
        return order.nearest(key, larger=False)[-1]
    return max(order.places) if key >= order.keys[-1] else NOT_SORTED


def _next_larger(wanted: Any, grid: Grid, *, across: bool) -> Found:
    """Return where the smallest value stands that is not smaller, in a list that falls."""
    order, key = _order_of(wanted, grid, across=across)
    if isinstance(order, CellError):
        return order
    found = order.nearest(key, larger=True)
    if not order.falling or len(found) > 1:
        return NOT_SORTED
    return found[0] if found else NOT_FOUND


def _key(value: Any) -> Any:
    return after_all(value) if isinstance(value, str) else value


def _kind_of(value: Any) -> type:
    if isinstance(value, bool):
        return bool
    return str if isinstance(value, str) else float


def _cached_orders(grid: Grid, *, across: bool) -> dict[type, _Order]:
    """Return the values of a grid's first row or column by their kind, found out once."""
    orders: dict[type, _Order] = grid.cached(("order", across), lambda held: _orders(held, across))
    return orders


def _orders(grid: Grid, across: bool) -> dict[type, _Order]:
    cells = grid.rows[0] if across else [row[0] for row in grid.rows]
    if set(map(type, cells)) == {float}:
        return {float: _order(list(cells), range(len(cells)))}
    found: dict[type, tuple[list[Any], list[int]]] = {}
    for place, cell in enumerate(cells):
        if cell is not None and not isinstance(cell, CellError):
            keys, places = found.setdefault(_kind_of(cell), ([], []))
            keys.append(cell)
            places.append(place)
    return {kind: _order(keys, places) for kind, (keys, places) in found.items()}


def _order(values: list[Any], places: Sequence[int]) -> _Order:
    texts = isinstance(values[0], str)
    keys = [_key(value) for value in values]
    simple = not texts or all(map(plain, values))
    # texts whose order depends on the language count as sorted where both orders say so
    sure = simple or _rises([among(text) for text in values])
    used = sorted(zip(keys, places))
    return _Order(
        [key for key, _ in used],
        [place for _, place in used],
        sure and _rises(keys),
        simple and _rises(keys[::-1]),
    )


def _rises(keys: Sequence[Any]) -> bool:
    return all(map(le, keys, keys[1:]))
