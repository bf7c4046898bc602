"""A set of cells that tells quickly whether an area holds one of them."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Iterable

from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.run.graph import Area


class CellSet:
    """Formula cells, with the cells that they fill; ``sites`` says to which cell each goes back."""

    def __init__(self) -> None:
        self.sites: dict[Site, Site] = {}
        self._rows: dict[str, dict[int, list[int]]] = {}
        self._arrays: dict[str, list[tuple[Bounds, Site]]] = {}

    def __contains__(self, site: Site) -> bool:
        """Tell whether a formula cell is one of them."""
        return site in self.sites

    def add(self, site: Site, filled: Bounds | None = None, origin: Site | None = None) -> None:
        """Add a formula cell and the area that it fills; it goes back to itself, or an origin."""
        if site in self.sites:
            return
        self.sites[site] = origin or site
        insort(self._rows.setdefault(site.sheet, {}).setdefault(site.column, []), site.row)
        if filled is not None:
            self._arrays.setdefault(site.sheet, []).append((filled, site))

    def hold(self, sheet: str, column: int, rows: Iterable[int]) -> None:
        """Hold cells of a column that were computed before: they go back to no formula."""
        held = self._rows.setdefault(sheet, {}).setdefault(column, [])
        held.extend(rows)
        held.sort()

    def __bool__(self) -> bool:
        """Tell whether there are any cells."""
        return bool(self._rows)

    def first(self, areas: Iterable[Area]) -> Site | None:
        """Return the first cell that some areas hold, None where they hold none."""
        for sheet, bounds in areas:
            columns = self._rows.get(sheet)
            if columns is None:
                continue
            top, left, bottom, right = bounds
            several = right - left < len(columns)
            for column in range(left, right + 1) if several else sorted(columns):
                rows = columns.get(column) if left <= column <= right else None
                if rows is not None:
                    at = bisect_left(rows, top)
                    if at < len(rows) and rows[at] <= bottom:
                        return Site(sheet, rows[at], column)
            for filled, site in self._arrays.get(sheet, ()):
                if filled.meets(bounds):
                    return site
        return None
