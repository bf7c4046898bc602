"""The cells of an area that may be in the way of an array."""

from __future__ import annotations

from itertools import product
from typing import Iterable, Mapping

from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.scan import Position


def places_in(area: Bounds, cells: Mapping[Position, object]) -> Iterable[Position]:
    """Return the places of an area, or those of all cells in it where they are fewer."""
    height, width = area.size
    if height * width > len(cells):
        return [place for place in cells if area.holds(*place)]
    rows, columns = range(area.top, area.bottom + 1), range(area.left, area.right + 1)
    return product(rows, columns)
