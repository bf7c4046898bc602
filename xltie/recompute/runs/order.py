"""In which order runs can be computed: each after all that it reads.

What reads itself, directly or through others, comes never, and neither does what reads from that
or from anything else that is not computed here.
"""

from __future__ import annotations

from typing import Iterable, Iterator, Mapping

from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.runs.columns import Column, FilledRun

Area = tuple[str, Bounds]
MOST_READ = 500_000
"""So many runs are found in ranges at most: beyond that the general engine is the faster one."""


def in_order(
    columns: Mapping[str, Mapping[int, Column]],
    runs: Iterable[FilledRun],
    obstacles: Mapping[str, list[Bounds]],
) -> Iterator[FilledRun]:
    """Yield the runs that can be computed, in order; what reads one without values does not come.

    ``obstacles`` are areas of cells that are computed elsewhere, by sheet.
    """
    waiting: dict[FilledRun, int] = {}
    readers: dict[FilledRun, list[FilledRun]] = {}
    left = MOST_READ
    for run in runs:
        if run.compute is None:
            continue
        read: set[FilledRun] = set()
        for sheet, bounds in areas(run):
            if any(bounds.meets(area) for area in obstacles.get(sheet, ())):
                break
            within = columns.get(sheet, {})
            for column in _inside(within, bounds):
                read.update(within[column].meeting(bounds.top, bounds.bottom))
        else:
            left -= len(read)
            if left < 0:
                return
            waiting[run] = len(read)
            for one in read:
                readers.setdefault(one, []).append(run)
    ready = [run for run, count in waiting.items() if not count]
    for run in ready:
        yield run
        if run.values is None:
            continue
        for reader in readers.get(run, ()):
            waiting[reader] -= 1
            if not waiting[reader]:
                ready.append(reader)


def _inside(within: Mapping[int, Column], bounds: Bounds) -> list[int]:
    """Return the columns in use of a range."""
    if bounds.right - bounds.left < len(within):
        return [one for one in range(bounds.left, bounds.right + 1) if one in within]
    return [column for column in within if bounds.left <= column <= bounds.right]


def areas(run: FilledRun) -> Iterator[Area]:
    """Yield the cells that a run reads, all those of a reference as one area."""
    for reference in run.template.lowered.references:
        top, left, bottom, right = reference.bounds(run.first, run.column)
        last = reference.bounds(run.last, run.column)
        area = Bounds(min(top, last.top), left, max(bottom, last.bottom), right)
        yield reference.sheet or run.sheet, area
