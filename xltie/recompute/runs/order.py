"""In which order runs are computed: each after what it reads, what reads each other at once.

The groups are the strongly connected components of what reads what (Tarjan, "Depth-first search
and linear graph algorithms", 1972).
"""

from __future__ import annotations

from typing import Iterator, Optional, Sequence

from xltie.core.records import dataclass, field
from xltie.recompute.lowering.builtin_functions import ANYWHERE
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.runs.columns import Area, Cells, FilledRun

MOST_READ = 500_000
"""So many runs are found in ranges at most: beyond that all runs are one group."""
Node = Optional[FilledRun]
"""A run, or None for all runs at once, which is what a formula reads that may refer to anywhere."""


@dataclass(eq=False)
class Group:
    """Runs that read each other, or a single one; ``waits`` counts groups that it has to wait for.

    ``circular`` says that there is something in the group that it reads itself.
    """

    runs: list[FilledRun]
    circular: bool
    waits: int = 0
    readers: list[Group] = field(default_factory=list)


class Reading:
    """What the runs of a workbook read."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self._areas: dict[FilledRun, list[Area]] = {}

    def anywhere(self, run: FilledRun) -> bool:
        """Tell whether only its arguments say which cells a formula refers to."""
        return bool(run.template.functions & ANYWHERE)

    def row(self, run: FilledRun, row: int) -> Iterator[Area]:
        """Yield the areas that the formula of a row refers to."""
        for reference in run.template.references:
            yield reference.sheet or run.sheet, reference.bounds(row, run.column)

    def areas(self, run: FilledRun) -> list[Area]:
        """Return the cells that all rows read, those of a reference as one area."""
        found = self._areas.get(run)
        if found is None:
            found = list(self.row(run, run.first))
            if run.first != run.last:
                last = self.row(run, run.last)
                found = [
                    (sheet, _around(bounds, other))
                    for (sheet, bounds), (_, other) in zip(found, last)
                ]
            self._areas[run] = found
        return found

    def runs(self, run: FilledRun) -> Iterator[FilledRun]:
        """Yield the runs that fill cells which a run reads, some of them more than once."""
        for area in self.areas(run):
            yield from self.cells.meeting(*area)


def _around(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(
        min(one.top, other.top),
        min(one.left, other.left),
        max(one.bottom, other.bottom),
        max(one.right, other.right),
    )


def in_groups(runs: Sequence[FilledRun], reading: Reading) -> list[Group]:
    """Return all runs in groups, each of which stands after those that it reads."""
    reads: dict[Node, list[Node]] = {None: list(runs)}
    left = MOST_READ
    for run in runs:
        found: dict[Node, None] = dict.fromkeys(reading.runs(run))
        if reading.anywhere(run):
            found[None] = None
        reads[run] = list(found)
        left -= len(found)
        if left < 0:
            return [Group(list(runs), circular=True)]
    of_run: dict[Node, Group] = {}
    groups: list[Group] = []
    for members in _components(runs, reads):
        inside = [run for run in members if run is not None]
        circular = len(members) > 1 or members[0] in reads[members[0]]
        group = Group(inside, circular)
        before = {of_run[one]: None for run in members for one in reads[run] if one in of_run}
        of_run.update(dict.fromkeys(members, group))
        for other in before:
            other.readers.append(group)
        group.waits = len(before)
        groups.append(group)
    return groups


def _components(starts: Sequence[Node], reads: dict[Node, list[Node]]) -> Iterator[list[Node]]:
    """Yield the nodes that read each other together, each after what it reads."""
    order: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    open_nodes: dict[Node, None] = {}
    work: list[tuple[Node, Iterator[Node]]] = []

    def enter(node: Node) -> None:
        order[node] = lowest[node] = len(order)
        open_nodes[node] = None
        work.append((node, iter(reads[node])))

    for start in starts:
        if start not in order:
            enter(start)
        while work:
            node, rest = work[-1]
            for following in rest:
                if following not in order:
                    enter(following)
                    break
                if following in open_nodes:
                    lowest[node] = min(lowest[node], order[following])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == order[node]:
                    yield _closed(open_nodes, node)


def _closed(open_nodes: dict[Node, None], node: Node) -> list[Node]:
    """Take the nodes opened since a node, and itself, off the stack."""
    group: list[Node] = []
    while not group or group[-1] is not node:
        group.append(open_nodes.popitem()[0])
    return group[::-1]
