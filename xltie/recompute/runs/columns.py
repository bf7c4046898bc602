"""The cells of a workbook by columns: what is typed, and what runs have given."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any, Callable, NamedTuple, Optional, Sequence

from xltie.core.cells import Grid, Scalar
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.lowering.formulas import Template
from xltie.recompute.ooxml.deadline import Deadline
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW, Bounds
from xltie.recompute.ooxml.runs import Run
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.runs.lines import Line
from xltie.recompute.runs.vectors import Undecided, Vector


class Change(NamedTuple):
    """A row of a run whose value is another than the one that is stored."""

    row: int
    old: Scalar
    new: Scalar


@dataclass(slots=True, eq=False)
class FilledRun:
    """Rows of a run that one template is right for, and their values once they are computed."""

    sheet: str
    run: Run
    first: int
    last: int
    template: Template
    compute: Optional[Callable[[Any], Vector]] = None
    values: Optional[list[Scalar]] = None
    changes: list[Change] = field(default_factory=list)

    @property
    def column(self) -> int:
        """The column of the run."""
        return self.run.column

    @property
    def stored(self) -> list[Scalar]:
        """The values that the file has."""
        return self.run.stored[self.first - self.run.first : self.last - self.run.first + 1]

    @property
    def starts(self) -> list[int]:
        """The offsets of the cells' bytes."""
        return self.run.starts[self.first - self.run.first : self.last - self.run.first + 1]


@dataclass(slots=True)
class Column:
    """The cells of one column; its runs from the top."""

    typed: dict[int, Scalar] = field(default_factory=dict)
    runs: list[FilledRun] = field(default_factory=list)
    _used: int = -1

    @property
    def last(self) -> int:
        """The last row in use."""
        if self._used < 0:
            ends = [self.runs[-1].last] if self.runs else []
            self._used = max([*ends, max(self.typed, default=0)])
        return self._used

    def meeting(self, first: int, last: int) -> Sequence[FilledRun]:
        """Return the runs that have rows between two."""
        runs = self.runs
        start = max(bisect_right(runs, first, key=_first) - 1, 0)
        if start < len(runs) and runs[start].last < first:
            start += 1
        return runs[start : bisect_right(runs, last, key=_first)]

    def between(self, first: int, last: int) -> list[Any]:
        """Return the values of consecutive rows.

        Raises:
            Undecided: some of them are not computed.
        """
        count = last - first + 1
        found: list[Any] = list(map(self.typed.get, range(first, last + 1))) if self.typed else []
        found = found or [None] * count
        for run in self.meeting(first, last):
            if run.values is None:
                raise Undecided
            start, stop = max(run.first, first), min(run.last, last) + 1
            found[start - first : stop - first] = run.values[start - run.first : stop - run.first]
        return found


def _first(run: FilledRun) -> int:
    return run.first


_NO_COLUMN = Column()


class Cells:
    """What the formulas of one workbook read."""

    def __init__(self, book: Workbook, calls: Calls, deadline: Deadline) -> None:
        self.calls = calls
        self.deadline = deadline
        self.columns: dict[str, dict[int, Column]] = {
            sheet.name: {
                number: Column(cells) for number, cells in sheet.scan.columns.items() if cells
            }
            for sheet in book.sheets
        }
        self._lines: dict[tuple[str, Bounds], Line] = {}
        self._grids: dict[tuple[str, Bounds], Grid] = {}

    def add(self, run: FilledRun) -> None:
        """Put a run where it stands."""
        self.columns[run.sheet].setdefault(run.column, Column()).runs.append(run)

    def value(self, sheet: str, row: int, column: int) -> Any:
        """Return the value of a cell."""
        return self._column(sheet, column).between(row, row)[0]

    def vector(self, sheet: str, column: int, rows: Sequence[int], down: int) -> list[Any]:
        """Return the values at a distance from rows, which are in order."""
        first, last = rows[0] + down, rows[-1] + down
        if first < 1 or last > LAST_ROW:
            raise Undecided
        values = self._column(sheet, column).between(first, last)
        return values if isinstance(rows, range) else [values[row + down - first] for row in rows]

    def line(self, sheet: str, bounds: Bounds) -> Line:
        """Return the cells of a range of one column."""
        found = self._lines.get((sheet, bounds))
        if found is None:
            if bounds.left != bounds.right:
                raise Undecided
            column = self._column(sheet, bounds.left)
            last = max(min(bounds.bottom, column.last), bounds.top - 1)
            cells = column.between(bounds.top, last) if last >= bounds.top else []
            found = self._lines[sheet, bounds] = Line(cells, bounds.size[0])
        return found

    def area(self, sheet: str, bounds: Bounds) -> list[Line]:
        """Return the columns of a range."""
        columns = range(bounds.left, bounds.right + 1)
        return [self.line(sheet, bounds._replace(left=one, right=one)) for one in columns]

    def grid(self, sheet: str, bounds: Bounds) -> Grid:
        """Return a range as our functions take it, one grid for all calls."""
        found = self._grids.get((sheet, bounds))
        if found is None:
            found = self._grids[sheet, bounds] = self._new_grid(sheet, bounds)
        return found

    def _new_grid(self, sheet: str, bounds: Bounds) -> Grid:
        used = self._used(sheet, bounds)
        columns = [self._column(sheet, one) for one in range(used.left, used.right + 1)]
        last = min(used.bottom, max(*(column.last for column in columns), used.top))
        rows = list(zip(*[column.between(used.top, last) for column in columns]))
        # below the last cell in use the rows are blank: one row is all of them
        while len(rows) > 0 and not any(cell is not None for cell in rows[-1]):
            rows.pop()
        rows += [(None,) * len(columns)] * (used.bottom - used.top + 1 - len(rows))
        grid = Grid(rows, sheet, used.top, used.left)
        grid.date1904 = self.calls.date1904
        return grid

    def _used(self, sheet: str, bounds: Bounds) -> Bounds:
        """Return whole columns and rows cut down to the cells in use."""
        bottom, right = bounds.bottom, bounds.right
        inside = {
            number: column
            for number, column in self.columns.get(sheet, {}).items()
            if bounds.left <= number <= right
        }
        if bottom == LAST_ROW:
            last = max((column.last for column in inside.values()), default=1)
            bottom = max(bounds.top, last)
        if right == LAST_COLUMN:
            used = (
                number
                for number, column in inside.items()
                if column.meeting(bounds.top, bottom)
                or any(bounds.top <= row <= bottom for row in column.typed)
            )
            right = max(bounds.left, max(used, default=1))
        return Bounds(bounds.top, bounds.left, bottom, right)

    def _column(self, sheet: str, column: int) -> Column:
        return self.columns.get(sheet, {}).get(column, _NO_COLUMN)
