"""Which of the values that runs have got are others than those stored, and whether they count.

A stored value stays unless something that its formula reads is new. Here a run has new values that
are new beyond doubt, or none: the general engine then asks of each cell what is to be kept.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from xltie.core.cells import CellError, Scalar
from xltie.recompute.ooxml.stored_values import same_value
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.runs.columns import Cells, Change, FilledRun

CLOSE = 1e-6
"""Numbers that are nearer to each other may differ by noise."""
_SUMS = frozenset("+-")
_AS_TEXT = re.compile(r"\d\.\d|TRUE|FALSE")


def changes_of(run: FilledRun) -> list[Change]:
    """Return the rows whose values are others than those stored."""
    stored, values = run.stored, run.values or []
    if stored == values and list(map(type, stored)) == list(map(type, values)):
        return []
    found = map(Change, range(run.first, run.last + 1), stored, values)
    if stored.count(None) == len(stored):
        return list(found)  # as a program leaves it that computes nothing
    return [change for change in found if not same_value(change.old, change.new)]


def counts(book: Workbook, cells: Cells, run: FilledRun) -> bool:
    """Tell whether all changes of a run are new beyond doubt."""
    lowered = run.template.lowered
    if lowered.ours:
        return True
    told = book.language.told and book.language.words_told
    plain = [piece for piece in lowered.source if isinstance(piece, str)]
    for change in run.changes:
        if _near(change.old, change.new, summed=not _SUMS.isdisjoint(plain)):
            return False
        if not book.calculated or change.old is None:
            continue
        if not told and "&" in plain and _AS_TEXT.search(str(change.new)):
            return False
        unknown = change.old == CellError("#NAME?") and not isinstance(change.new, CellError)
        if not unknown and not _reads_new(cells, run, change.row):
            return False
    return True


def _near(old: Scalar, new: Scalar, *, summed: bool) -> bool:
    """Tell whether two numbers may hardly differ; of a sum that depends on its parts."""
    if not (isinstance(old, (int, float)) and isinstance(new, (int, float))):
        return False
    return summed or abs(old - new) <= CLOSE * max(1.0, abs(old), abs(new))


def _row(change: Change) -> int:
    return change.row


def _reads_new(cells: Cells, run: FilledRun, row: int) -> bool:
    """Tell whether a formula refers to a cell that has a new value."""
    for reference in run.template.lowered.references:
        bounds = reference.bounds(row, run.column)
        columns = cells.columns.get(reference.sheet or run.sheet, {})
        for number, column in columns.items():
            if bounds.left <= number <= bounds.right:
                for other in column.meeting(bounds.top, bounds.bottom):
                    at = bisect_left(other.changes, bounds.top, key=_row)
                    if at < len(other.changes) and other.changes[at].row <= bounds.bottom:
                        return True
    return False
