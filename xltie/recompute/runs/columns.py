"""The cells of a workbook by columns: what is typed, and what runs of formulas have given."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, Callable, Iterable, Iterator, Optional, Sequence

from xltie.core.cells import Grid, Scalar
from xltie.core.messages import NOTHING, Message
from xltie.core.records import dataclass, field
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.lowering.template import Site, Template
from xltie.recompute.ooxml.package import Deadline
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW, Bounds
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.ooxml.workbook import Sheet, Workbook
from xltie.recompute.runs.vectors import Line, Undecided, Vector, certain, spread

Area = tuple[str, Bounds]
PLAIN, FIXED, DYNAMIC = "plain", "fixed", "dynamic"
"""What a formula fills: its own cell, a fixed area, or as many cells as its answer has."""


@dataclass(slots=True, eq=False)
class FilledRun:
    """Rows of a column that one template is right for; an array formula is a run of one row.

    ``area`` is what an array formula fills in the file, ``members`` the other cells of it with
    what they hold there, ``rows`` and ``fills`` its values and their area now. ``refusal`` says
    why none of the rows can be computed. Once the run is settled, ``values`` are what its cells
    hold, ``changes`` the rows in which they are new, ``refused`` those that were not computed, with
    the reason, and ``kept`` those whose stored value stays beside another one that was computed.
    ``marks`` say of rows what others have to know that read them, and from which cell it comes if
    not from themselves.
    """

    sheet: str
    column: int
    first: int
    last: int
    starts: list[int]
    stored: list[Scalar]
    template: Template
    refusal: Message = NOTHING
    shared: str = ""
    kind: str = PLAIN
    area: Optional[Bounds] = None
    compute: Optional[Callable[[Any], Vector]] = None
    members: dict[Position, Scalar] = field(default_factory=dict)
    fills: Optional[Bounds] = None
    rows: Optional[list[list[Scalar]]] = None
    values: Optional[list[Scalar]] = None
    changes: list[int] = field(default_factory=list)
    refused: dict[int, Message] = field(default_factory=dict)
    kept: dict[int, tuple[Scalar, Message]] = field(default_factory=dict)
    marks: dict[str, dict[int, Optional[Site]]] = field(default_factory=dict)

    def site(self, row: int) -> Site:
        """Return the cell of a row."""
        return Site(self.sheet, row, self.column)

    @property
    def reach(self) -> Bounds:
        """All the cells that it may fill."""
        if self.kind == DYNAMIC:
            return Bounds(self.first, self.column, LAST_ROW, LAST_COLUMN)
        return self.area or Bounds(self.first, self.column, self.last, self.column)

    def marked(self, mark: str, first: int, last: int) -> int:
        """Return the first row between two that has a mark, 0 where none has."""
        rows = self.marks.get(mark)
        if not rows:
            return 0
        if self.area is not None:
            return next(iter(rows))
        if len(rows) == len(self.starts):
            return max(first, self.first) if first <= self.last and last >= self.first else 0
        order = sorted(rows)
        at = bisect_left(order, first)
        return order[at] if at < len(order) and order[at] <= last else 0


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

    def put(self, row: int, value: Scalar) -> None:
        """Put a value of an array into a cell."""
        self._used = -1
        self.typed[row] = value


def _first(run: FilledRun) -> int:
    return run.first


_NO_COLUMN = Column()


class Cells:
    """What the formulas of one workbook read."""

    def __init__(self, book: Workbook, calls: Calls, deadline: Deadline) -> None:
        self.book = book
        self.calls = calls
        self.deadline = deadline
        self.columns: dict[str, dict[int, Column]] = {}
        for sheet in book.sheets:
            spilled = any(run.alone for run in sheet.scan.runs)
            self.columns[sheet.name] = {
                number: Column(dict(cells) if spilled else cells)
                for number, cells in sheet.scan.columns.items()
                if cells
            }
        self.arrays: dict[str, list[FilledRun]] = {sheet.name: [] for sheet in book.sheets}
        self._lines: dict[tuple[str, Bounds], Line] = {}
        self._grids: dict[tuple[str, Bounds], Grid] = {}

    def add(self, sheet: Sheet, runs: Iterable[FilledRun]) -> None:
        """Put the runs of a sheet where they stand; what arrays fill is theirs from now on."""
        columns = self.columns[sheet.name]
        for run in runs:
            columns.setdefault(run.column, Column()).runs.append(run)
            if run.area is not None:
                self.arrays[sheet.name].append(run)
                run.members = dict(self._typed(sheet.name, run.area))
        for column in columns.values():
            column.runs.sort(key=_first)
        for run in self.arrays[sheet.name]:
            for row, number in run.members:
                columns[number].typed.pop(row, None)

    def _typed(self, sheet: str, area: Bounds) -> Iterator[tuple[Position, Scalar]]:
        for number, column in self.inside(sheet, area):
            for row, value in column.typed.items():
                if area.top <= row <= area.bottom:
                    yield (row, number), value

    def filled(self, run: FilledRun) -> dict[Position, Scalar]:
        """Return what an array formula fills beside its own cell."""
        if run.fills is None or run.rows is None:
            return run.members
        return {
            (row, column): value
            for row, line in enumerate(run.rows, run.fills.top)
            for column, value in enumerate(line, run.fills.left)
            if (row, column) != (run.first, run.column)
        }

    def fill(self, run: FilledRun) -> None:
        """Put what an array formula fills beside itself into the cells, which nobody read yet."""
        columns = self.columns[run.sheet]
        for (row, number), value in self.filled(run).items():
            columns.setdefault(number, Column()).put(row, value)

    def inside(self, sheet: str, bounds: Bounds) -> Iterator[tuple[int, Column]]:
        """Yield the columns in use of a range."""
        within = self.columns.get(sheet, {})
        if bounds.right - bounds.left < len(within):
            for number in range(bounds.left, bounds.right + 1):
                if number in within:
                    yield number, within[number]
        else:
            for number, column in list(within.items()):
                if bounds.left <= number <= bounds.right:
                    yield number, column

    def meeting(self, sheet: str, bounds: Bounds) -> Iterator[FilledRun]:
        """Yield the runs that fill, or may fill, cells of a range."""
        for _, column in self.inside(sheet, bounds):
            yield from column.meeting(bounds.top, bounds.bottom)
        for run in self.arrays.get(sheet, ()):
            if run.reach.meets(bounds):
                yield run

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
            found = self._lines[sheet, bounds] = Line(cells)
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
        used = self.used(sheet, bounds)
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

    def used(self, sheet: str, bounds: Bounds) -> Bounds:
        """Return whole columns and rows cut down to the cells in use."""
        bottom, right = bounds.bottom, bounds.right
        inside = dict(self.inside(sheet, bounds))
        if bottom == LAST_ROW:
            last = max((column.last for column in inside.values()), default=1)
            bottom = max(bounds.top, last)
        if right == LAST_COLUMN:
            right = max(bounds.left, max(inside, default=1))
        return Bounds(bounds.top, bounds.left, bottom, right)

    def _column(self, sheet: str, column: int) -> Column:
        return self.columns.get(sheet, {}).get(column, _NO_COLUMN)


class Frame:
    """The rows in which something is computed: all of a run, or some."""

    __slots__ = ("cells", "column", "rows", "sheet")

    def __init__(self, cells: Cells, sheet: str, column: int, rows: Sequence[int]) -> None:
        self.cells = cells
        self.sheet = sheet
        self.column = column
        self.rows = rows

    def part(self, places: Sequence[int]) -> Frame:
        """Return some of the rows, by their places from 0."""
        rows: Sequence[int] = [self.rows[place] for place in places]
        if rows[-1] - rows[0] == len(rows) - 1:
            rows = range(rows[0], rows[-1] + 1)
        return Frame(self.cells, self.sheet, self.column, rows)


Compute = Callable[[Frame], Vector]
"""From the rows in which a formula is asked for to its values there, or to those of a part."""


def chosen(frame: Frame, first: Vector, places: list[int], compute: Compute) -> Vector:
    """Return values with those of some rows, by their places, replaced by what is computed."""
    if not places:
        return first
    if len(places) == len(frame.rows):
        return certain(compute(frame))
    found = list(spread(first, len(frame.rows)))
    values = spread(certain(compute(frame.part(places))), len(places))
    for place, value in zip(places, values):
        found[place] = value
    return found
