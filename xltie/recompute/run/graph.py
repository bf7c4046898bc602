"""Which formula cells depend on which: asked only where something could not be computed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from typing import Callable, Iterable, Iterator, Union

from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.references import Bounds

Area = tuple[str, Bounds]
Node = Union[Site, Area]
FEW = 100


class Graph:
    """The formulas of a workbook and the areas that they read.

    ``reads`` answers with the areas that the formula of a site refers to; ``arrays`` are the areas
    that array formulas fill, by the site of the formula.
    """

    def __init__(
        self,
        sites: Iterable[Site],
        reads: Callable[[Site], Iterable[Area]],
        arrays: dict[Site, Bounds],
    ) -> None:
        self._reads = reads
        self._known: dict[Node, list[Node]] = {}
        self._columns: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for sheet, row, column in sites:
            self._columns[sheet][column].append(row)
        for columns in self._columns.values():
            for rows in columns.values():
                rows.sort()
        self._arrays: dict[str, list[tuple[Bounds, Site]]] = defaultdict(list)
        for site, bounds in arrays.items():
            self._arrays[site.sheet].append((bounds, site))

    def precedents(self, node: Node) -> Iterable[Node]:
        """Return what a formula reads, or the formulas within an area."""
        known = self._known.get(node)
        if known is None:
            known = list(self._find(node))
            # ranges that grow from line to line would fill the memory
            if len(known) <= FEW:
                self._known[node] = known
        return known

    def _find(self, node: Node) -> Iterator[Node]:
        if isinstance(node, Site):
            yield from self._reads(node)
            return
        sheet, bounds = node
        for column, rows in self._columns[sheet].items():
            if bounds.left <= column <= bounds.right:
                start, end = bisect_left(rows, bounds.top), bisect_right(rows, bounds.bottom)
                for row in rows[start:end]:
                    yield Site(sheet, row, column)
        for area, site in self._arrays[sheet]:
            if area.meets(bounds):
                yield site

    def components(self, starts: Iterable[Node]) -> Iterator[list[Node]]:
        """Yield what the starts depend on, cycles as one group, each after what it reads."""
        order: dict[Node, int] = {}
        lowest: dict[Node, int] = {}
        open_nodes: dict[Node, None] = {}
        for start in starts:
            if start in order:
                continue
            work: list[tuple[Node, Iterator[Node]]] = []
            order[start] = lowest[start] = len(order)
            open_nodes[start] = None
            work.append((start, iter(self.precedents(start))))
            while work:
                node, rest = work[-1]
                following = next(rest, None)
                if following is None:
                    work.pop()
                    if work:
                        above = work[-1][0]
                        lowest[above] = min(lowest[above], lowest[node])
                    if lowest[node] == order[node]:
                        yield _close(open_nodes, node)
                elif following not in order:
                    order[following] = lowest[following] = len(order)
                    open_nodes[following] = None
                    work.append((following, iter(self.precedents(following))))
                elif following in open_nodes:
                    lowest[node] = min(lowest[node], order[following])

    def roots(self, failing: set[Site]) -> set[Site]:
        """Return the failing cells that depend on no other failing cell, except in a cycle."""
        tainted: set[Node] = set()
        found: set[Site] = set()
        for group in self.components(failing):
            members = set(group)
            after = any(
                before in tainted
                for node in group
                for before in self.precedents(node)
                if before not in members
            )
            here = {node for node in group if isinstance(node, Site) and node in failing}
            if here and not after:
                found |= here
            if here or after:
                tainted |= members
        return found

    def depending(self, starts: set[Site], sources: set[Site]) -> set[Site]:
        """Return those of the starts that are, or depend on, one of the sources."""
        tainted: set[Node] = set()
        for group in self.components(starts):
            touched = any(
                node in sources or any(before in tainted for before in self.precedents(node))
                for node in group
            )
            if touched:
                tainted.update(group)
        return {site for site in starts if site in tainted}


def _close(open_nodes: dict[Node, None], node: Node) -> list[Node]:
    """Take the nodes opened since ``node``, and itself, off the stack."""
    group: list[Node] = []
    while True:
        last, _ = open_nodes.popitem()
        group.append(last)
        if last == node:
            return group
