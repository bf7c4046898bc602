"""A column of scores as people type them: numbers, averages, boards that were not played.

What a cell may say stands in ``score_notation``. An adjusted score is not in the field that
the other scores are compared with.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, List, NamedTuple, Sequence, Tuple

from xltie.core.cells import Grid
from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.messages import say
from xltie.event import Award, Result, Score, Weighted
from xltie.event.bridge import read_entry

_HEADERS = frozenset({"score", "scores", "ns", "ew", "ns score", "ew score", "score ns", "result"})


class Column(NamedTuple):
    """A column (or a row) of scores, and the range that it came from."""

    grid: Grid
    entries: Tuple[Result, ...]

    @property
    def field(self) -> List[Score]:
        """Return the scores that are compared with each other."""
        return [entry for entry in self.entries if isinstance(entry, (Fraction, Weighted))]

    @property
    def expected(self) -> int:
        """Return how many results there are or should be: every cell that is not blank."""
        return sum(entry is not None for entry in self.entries)

    def spill(
        self, scored: Sequence[object], adjusted: Callable[[Award], object]
    ) -> List[Tuple[object, ...]]:
        """Return rows in the shape of the range: the scored field in order, blanks left blank."""
        values = iter(scored)
        cells: List[object] = []
        for entry in self.entries:
            if isinstance(entry, (Fraction, Weighted)):
                cells.append(next(values))
            else:
                cells.append(adjusted(entry) if isinstance(entry, Award) else "")
        width = self.grid.width
        return [tuple(cells[at : at + width]) for at in range(0, len(cells), width)]


def read_column(grid: Grid) -> Column:
    """Return the scores of a range of one column or one row; a title on top stays blank.

    Raises:
        InputError: every cell that is no score, together; or a range of several columns.
    """
    if grid.width != 1 and grid.height != 1:
        raise InputError.of(
            say(
                "the scores of one board are one column, not {height} by {width} cells",
                height=grid.height,
                width=grid.width,
            ),
            grid.place(0, 0),
        )
    entries: List[Result] = []
    faults: List[Fault] = []
    for index, cell in enumerate(grid.flat()):
        if index == 0 and isinstance(cell, str) and cell.strip().casefold() in _HEADERS:
            entries.append(None)
            continue
        try:
            entries.append(read_entry(cell))
        except DomainError as error:
            at = (index, 0) if grid.width == 1 else (0, index)
            faults.append(Fault(error.message, grid.place(*at)))
    if faults:
        raise InputError(faults)
    return Column(grid, tuple(entries))
