"""Approximate lookups, which return the last value not larger than the one sought.

Excel uses binary search. In a sorted list the result is the documented one; in an unsorted list it
is accidental and not computed here. One kind of unsorted list has a certain result: where all
values are smaller, the last one is found.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import le
from typing import Any, Callable, NamedTuple, Sequence, Union

from xltie.core.cells import CellError, Grid, Scalar
from xltie.recompute.engine.compare import after_all, among, plain
from xltie.recompute.engine.nearest import NOT_FOUND, NOT_SORTED, Found, nearest


class _Line(NamedTuple):
    """The values of one kind in a row or column: their keys and where they stand, from 0."""

    keys: list[Any]
    places: Sequence[int]
    rising: bool
    falling: bool
    plain: bool = True


def match(wanted: Any, grid: Any, kind: Any = 1) -> Scalar:
    """Return what ``MATCH`` with the type 1 or -1 answers."""
    grid = _grid(grid)
    if grid.height > 1 and grid.width > 1:
        return NOT_FOUND
    found = _find(wanted, grid, 0, across=grid.height == 1, falling=_number(kind) < 0)
    return found if isinstance(found, CellError) else found + 1


def vlookup(wanted: Any, grid: Any, column: Any, _: Any = True) -> Scalar:
    """Return the result of a ``VLOOKUP`` that does not need an exact match."""
    grid = _grid(grid)
    found = _find(wanted, grid, 0, across=False)
    return _at(found, _number(column), grid.width, lambda row, at: grid.rows[row][at])


def hlookup(wanted: Any, grid: Any, row: Any, _: Any = True) -> Scalar:
    """Return the result of an ``HLOOKUP`` that does not need an exact match."""
    grid = _grid(grid)
    found = _find(wanted, grid, 0, across=True)
    return _at(found, _number(row), grid.height, lambda column, at: grid.rows[at][column])


def lookup(wanted: Any, grid: Any, answers: Any = None) -> Scalar:
    """Return what ``LOOKUP`` answers: from the last row or column, or from a list of its own."""
    grid = _grid(grid)
    across = grid.width > grid.height
    found = _find(wanted, grid, 0, across=across)
    if isinstance(found, CellError):
        return found
    if answers is None:
        answer: Scalar = grid.rows[-1][found] if across else grid.rows[found][-1]
        return answer
    line = _grid(answers).flat()
    return line[found] if found < len(line) else NOT_FOUND


def xmatch(wanted: Any, grid: Any, mode: Any, search: Any = 1) -> Scalar:
    """Return what ``XMATCH`` answers that takes the next smaller (-1) or larger (1) value."""
    found = nearest(wanted, _grid(grid), _number(mode), _number(search))
    return found if isinstance(found, CellError) else found + 1


def xlookup(
    wanted: Any, grid: Any, answers: Any, missing: Any, mode: Any, search: Any = 1
) -> Union[Scalar, tuple[tuple[Scalar, ...], ...]]:
    """Return what ``XLOOKUP`` answers that takes the next smaller (-1) or larger (1) value."""
    grid, answers = _grid(grid), _grid(answers)
    found = nearest(wanted, grid, _number(mode), _number(search))
    if isinstance(found, CellError):
        return missing if found is NOT_FOUND and missing is not None else found
    if grid.height == 1 and grid.width > 1:
        line = tuple((row[found],) for row in answers.rows if found < len(row))
    else:
        line = (answers.rows[found],) if found < answers.height else ()
    if not line:
        return CellError("#VALUE!")
    return line[0][0] if len(line) == len(line[0]) == 1 else line


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


def _find(wanted: Any, grid: Grid, line: int, *, across: bool, falling: bool = False) -> Found:
    """Return where a value stands in the first row or column of a grid."""
    if isinstance(wanted, CellError):
        return wanted
    wanted = 0.0 if wanted is None else wanted
    kind = _kind_of(wanted)
    lines: dict[type, _Line] = grid.cached(("sorted", across), lambda own: _lines(own, across))
    if kind not in lines:
        return NOT_FOUND
    if kind is str and not plain(wanted):
        return NOT_SORTED
    one = lines[kind]
    key = after_all(wanted) if kind is str else wanted
    if falling:
        return _in_falling(one, key)
    if one.rising:
        place = bisect_right(one.keys, key) - 1
    elif key >= max(one.keys):
        place = len(one.keys) - 1
    elif key < min(one.keys):
        place = -1
    else:
        return NOT_SORTED
    return one.places[place] if place >= 0 else NOT_FOUND


def _in_falling(one: _Line, key: Any) -> Found:
    if not one.falling:
        return NOT_SORTED
    rising = one.keys[::-1]
    place = bisect_left(rising, key)
    if place == len(rising):
        return NOT_FOUND
    if place + 1 < len(rising) and rising[place + 1] == rising[place]:
        return NOT_SORTED
    return one.places[len(rising) - 1 - place]


def _kind_of(value: Any) -> type:
    if isinstance(value, bool):
        return bool
    return str if isinstance(value, str) else float


def _lines(grid: Grid, across: bool) -> dict[type, _Line]:
    """Return the values of a grid's first row or column by their kind."""
    cells = grid.rows[0] if across else [row[0] for row in grid.rows]
    if set(map(type, cells)) == {float}:
        return {float: _line(list(cells), range(len(cells)))}
    found: dict[type, tuple[list[Any], list[int]]] = {}
    for place, cell in enumerate(cells):
        if cell is not None and not isinstance(cell, CellError):
            keys, places = found.setdefault(_kind_of(cell), ([], []))
            keys.append(cell)
            places.append(place)
    return {kind: _line(keys, places) for kind, (keys, places) in found.items()}


def _line(values: list[Any], places: Sequence[int]) -> _Line:
    if not isinstance(values[0], str):
        return _Line(values, places, _rises(values), _rises(values[::-1]))
    keys = [after_all(text) for text in values]
    simple = all(map(plain, values))
    # texts whose order depends on the language count as sorted where both orders say so
    sure = simple or _rises([among(text) for text in values])
    return _Line(keys, places, sure and _rises(keys), simple and _rises(keys[::-1]), simple)


def _rises(keys: Sequence[Any]) -> bool:
    return all(map(le, keys, keys[1:]))
