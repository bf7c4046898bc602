"""What the engine takes and gives, cut to the rows and the places that count."""

from __future__ import annotations

from itertools import product
from typing import Iterable, Iterator, Mapping

from xltie.core.cells import CellError, Scalar
from xltie.recompute.engine.engine_values import EngineError
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.scan import Position


def shown(answer: Scalar | EngineError) -> Scalar:
    """Return what a formula cell shows; a formula that gives a blank shows 0."""
    if isinstance(answer, EngineError):
        return CellError("#VALUE!", answer.reason)
    return 0.0 if answer is None else answer


def _segments(cells: Iterable[tuple[int, Scalar]]) -> Iterator[tuple[int, list[Scalar]]]:
    """Yield cells in consecutive rows together, each time with the first row."""
    first, values = 0, list[Scalar]()
    for row, value in cells:
        if values and first + len(values) != row:
            yield first, values
            values = []
        if not values:
            first = row
        values.append(value)
    if values:
        yield first, values


def without(
    texts: list[str], first: int, left_out: Iterable[int]
) -> Iterator[tuple[int, list[str]]]:
    """Yield the formulas of consecutive rows together, without some rows."""
    out = set(left_out)
    if not out:
        yield first, texts
        return
    kept = ((row, text) for row, text in enumerate(texts, first) if row not in out)
    for start, found in _segments(kept):
        yield start, [str(text) for text in found]


def places_in(area: Bounds, cells: Mapping[Position, object]) -> Iterable[Position]:
    """Return the places of an area, or those of all cells in it where they are fewer."""
    height, width = area.size
    if height * width > len(cells):
        return [place for place in cells if area.holds(*place)]
    return product(range(area.top, area.bottom + 1), range(area.left, area.right + 1))
