"""Lookups of the nearest value: the last one that is not larger, the next larger one.

Excel uses binary search. In a sorted list the result is the documented one; in an unsorted list it
is accidental and not computed here. One kind of unsorted list has a certain result: where all
values are smaller, the last one is found.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from operator import ge, le
from typing import Any, NamedTuple, Union

from xltie.core.cells import CellError, Grid, Scalar
from xltie.core.messages import say
from xltie.recompute.engine.compare import TEXT, kind_of, plain

NOT_SORTED = CellError("#N/A", say("an approximate lookup in a list that is not sorted"))
NOT_FOUND = CellError("#N/A")
Found = Union[int, CellError]


class _Values(NamedTuple):
    """The values of one kind in a row or column, as they stand there, and where.

    ``rising`` and ``falling`` say how they stand, in every language; ``plain`` whether their order
    is the same in all.
    """

    keys: list[Any]
    places: list[int]
    plain: bool
    rising: bool
    falling: bool


def match(wanted: Any, grid: Any, kind: Any = 1) -> Scalar:
    """Return what ``MATCH`` with the type 1 or -1 answers."""
    grid = _grid(grid)
    if grid.height > 1 and grid.width > 1:
        return NOT_FOUND
    found = _found(wanted, grid, across=grid.height == 1, falling=_number(kind) < 0)
    return found if isinstance(found, CellError) else found + 1


def vlookup(wanted: Any, grid: Any, column: Any, _: Any = True) -> Scalar:
    """Return the result of a ``VLOOKUP`` that does not need an exact match."""
    return _in_table(wanted, _grid(grid), _number(column), across=False)


def hlookup(wanted: Any, grid: Any, row: Any, _: Any = True) -> Scalar:
    """Return the result of an ``HLOOKUP`` that does not need an exact match."""
    return _in_table(wanted, _grid(grid), _number(row), across=True)


def _in_table(wanted: Any, grid: Grid, number: float, *, across: bool) -> Scalar:
    found = _found(wanted, grid, across=across)
    if number < 1:
        return CellError("#VALUE!")
    if number >= (grid.height if across else grid.width) + 1:
        return CellError("#REF!")
    if isinstance(found, CellError):
        return found
    beside = int(number) - 1
    answer: Scalar = grid.rows[beside][found] if across else grid.rows[found][beside]
    return answer


def lookup(wanted: Any, grid: Any, answers: Any = None) -> Scalar:
    """Return what ``LOOKUP`` answers: from the last row or column, or from a list of its own."""
    grid = _grid(grid)
    across = grid.width > grid.height
    found = _found(wanted, grid, across=across)
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


def _found(wanted: Any, grid: Grid, *, across: bool, falling: bool = False) -> Found:
    """Return where the last value stands that is not larger, from 0.

    In a ``falling`` list it is the last one that is not smaller.
    """
    if isinstance(wanted, CellError):
        return wanted
    key = 0.0 if wanted is None else wanted.upper() if isinstance(wanted, str) else wanted
    lists: dict[int, _Values] = grid.cached(("values", across), partial(_by_kind, across=across))
    values = lists.get(kind_of(key))
    if values is None:
        return NOT_FOUND
    if not values.plain or (isinstance(key, str) and not plain(key)):
        return NOT_SORTED
    keys = values.keys
    if falling:
        count = sum(one >= key for one in keys)
        # which of equal ones is found, no documentation says
        if not values.falling or (count > 1 and keys[count - 2] == keys[count - 1]):
            return NOT_SORTED
    elif values.rising:
        count = bisect_right(keys, key)
    else:
        count = len(keys) if key >= max(keys) else 0
        if not count and key >= min(keys):
            return NOT_SORTED
    return values.places[count - 1] if count else NOT_FOUND


def _by_kind(grid: Grid, *, across: bool) -> dict[int, _Values]:
    """Return the values of the first row or column of a grid by their kind."""
    cells = grid.rows[0] if across else [row[0] for row in grid.rows]
    found: dict[int, tuple[list[Any], list[int]]] = {}
    for place, cell in enumerate(cells):
        if cell is not None and not isinstance(cell, CellError):
            keys, places = found.setdefault(kind_of(cell), ([], []))
            keys.append(cell.upper() if isinstance(cell, str) else cell)
            places.append(place)
    return {
        kind: _Values(
            keys,
            places,
            kind != TEXT or all(map(plain, keys)),
            all(map(le, keys, keys[1:])),
            all(map(ge, keys, keys[1:])),
        )
        for kind, (keys, places) in found.items()
    }
