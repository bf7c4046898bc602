"""``SORT`` and ``SORTBY``: numbers, then texts, truth values and errors, blanks at the end."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from xltie.core.cells import CellError, Scalar
from xltie.recompute.engine.compare import UNSURE, after_all, among, plain

Rows = Sequence[Sequence[Scalar]]
WRONG = CellError("#VALUE!")
_KINDS = ((bool, 2), ((int, float), 0), (str, 1), (CellError, 3))


def sort(array: Any, index: Any = None, order: Any = None, by_columns: Any = None) -> Any:
    """Return an array in the order of some of its columns, or rows with ``by_columns``."""
    rows = _rows(array)
    across = bool(by_columns)
    lines = tuple(zip(*rows)) if across else rows
    orders = [1.0 if one is None else one for one in _flat(order)]
    keys: list[tuple[Sequence[Scalar], Any]] = []
    for place, given in enumerate(_flat(index)):
        number = 1.0 if given is None else given
        if not isinstance(number, (int, float)) or not 1 <= number < len(lines[0]) + 1:
            return WRONG
        column = [line[int(number) - 1] for line in lines]
        keys.append((column, orders[min(place, len(orders) - 1)]))
    answer = _sorted(lines, keys)
    if isinstance(answer, CellError):
        return answer
    return tuple(zip(*answer)) if across else answer


def sort_by(array: Any, *pairs: Any) -> Any:
    """Return an array in the order of other rows or columns of the same length."""
    rows = _rows(array)
    given = [(_rows(by), order) for by, order in zip(pairs[::2], [*pairs[1::2], None])]
    across = len(given[0][0]) == 1 and len(rows) != 1
    lines = tuple(zip(*rows)) if across else rows
    keys = []
    for by, order in given:
        column = [cell for line in by for cell in line]
        if len(column) != len(lines):
            return WRONG
        keys.append((column, 1.0 if order is None else order))
    answer = _sorted(lines, keys)
    if isinstance(answer, CellError):
        return answer
    return tuple(zip(*answer)) if across else answer


def _rows(value: Any) -> Rows:
    return value if isinstance(value, (list, tuple)) else ((value,),)


def _flat(value: Any) -> list[Any]:
    return [cell for line in _rows(value) for cell in line]


def _sorted(lines: Rows, keys: Sequence[tuple[Sequence[Scalar], Any]]) -> Any:
    """Return the lines sorted by keys (a value for each line, 1 or -1), the first one first."""
    for _, order in keys:
        if isinstance(order, CellError):
            return order
        if order not in (1, -1):
            return WRONG
    order = _order(keys, len(lines), after_all)
    texts = [cell for column, _ in keys for cell in column if isinstance(cell, str)]
    if not all(map(plain, texts)) and order != _order(keys, len(lines), among):
        return UNSURE
    return tuple(lines[place] for place in order)


def _order(
    keys: Sequence[tuple[Sequence[Scalar], Any]], count: int, text: Callable[[str], Any]
) -> list[int]:
    order = list(range(count))
    for column, direction in reversed(keys):
        filled = [place for place in order if column[place] is not None]
        blank = [place for place in order if column[place] is None]
        ranks = {place: _rank(column[place], text) for place in filled}
        filled.sort(key=ranks.__getitem__, reverse=direction == -1)
        order = filled + blank
    return order


def _rank(cell: Scalar, text: Callable[[str], Any]) -> tuple[int, Any]:
    kind = next(rank for types, rank in _KINDS if isinstance(cell, types))
    if isinstance(cell, str):
        return kind, text(cell)
    return kind, 0 if isinstance(cell, CellError) else cell
