"""The cells of an area that may be in the way of an array."""

from __future__ import annotations

from itertools import product
from typing import Iterable, Mapping

from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.plan import Formula


def places_in(area: Bounds, cells: Mapping[Position, object]) -> Iterable[Position]:
    """Return the places of an area, or those of all cells in it where they are fewer."""
    height, width = area.size
    if height * width > len(cells):
        return [place for place in cells if area.holds(*place)]
    rows, columns = range(area.top, area.bottom + 1), range(area.left, area.right + 1)
    return product(rows, columns)


def meets_something(book: Workbook, formula: Formula, area: Bounds) -> bool:
    """Tell whether an array would write over something."""
    if area.single:
        return False
    site = formula.site
    scan = book.scan(site.sheet)
    tables = (table for table in book.tables.values() if table.sheet == site.sheet)
    if any(area.meets(other) for other in scan.merged):
        return True
    if any(area.meets(table.area) for table in tables):
        return True
    for place in places_in(area, scan.cells):
        cell = scan.cells.get(place)
        if cell is None or place == (site.row, site.column) or not cell.filled:
            continue
        if cell.computes or not formula.area.holds(*place):
            return True
    return False
