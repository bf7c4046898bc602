"""The scores that are compared on one board, where a weighted one counts by its shares.

White Book of the English Bridge Union, 4.2.1: every result of a weighted score enters the frequency
table with its share, is scored there, and the scores are averaged by the shares. A column of a
sheet is read as people type it; an adjusted score is not in the field.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict, List, NamedTuple, Sequence, Tuple, Union

from xltie.core.cells import Grid
from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.messages import Message, Value, count, joined, say
from xltie.core.numbers import Number
from xltie.event import Award, Result, Score, Weighted, parts_of
from xltie.event.bridge import read_entry

Often = Union[int, Fraction]
"""How often a score occurred: less than 1 for a share of a weighted score."""


def frequencies_of(field: Sequence[Score]) -> List[Tuple[Fraction, Often]]:
    """Return every score of a field with how often it occurred, the lowest first."""
    found: Dict[Fraction, Often] = {}
    for result in field:
        if isinstance(result, Fraction):
            found[result] = found.get(result, 0) + 1
        else:
            for share, score in parts_of(result):
                found[score] = found.get(score, 0) + share
    return sorted(found.items())


def worth_of(field: Sequence[Score], worth: Callable[[Fraction], Fraction]) -> List[Fraction]:
    """Return the worth of every result, of a weighted one the mean of its parts by their shares."""
    return [
        worth(result)
        if isinstance(result, Fraction)
        else sum((share * worth(score) for share, score in parts_of(result)), Fraction(0))
        for result in field
    ]


def mean_of(field: Sequence[Score]) -> Fraction:
    """Return the mean of a field that is not empty."""
    total = sum((score * often for score, often in frequencies_of(field)), Fraction(0))
    return total / len(field)


def trimmed_mean(field: Sequence[Score], ends: int) -> Fraction:
    """Return the mean without so many results at each end of a field that has more than these."""
    counts = list(map(list, frequencies_of(field)))
    for at in (0, -1):
        left: Often = ends
        while left:
            dropped = min(left, counts[at][1])
            counts[at][1] -= dropped
            left -= dropped
            if not counts[at][1]:
                del counts[at]
    total = sum((score * often for score, often in counts), Fraction(0))
    return Fraction(total) / (len(field) - 2 * ends)


def signed(number: Number) -> Value:
    """Return a number with its sign: +3, -2.5, and 0 without one."""
    return joined(("+", number), "") if number > 0 else number


def shown_score(score: Score) -> Value:
    """Return a score with its sign; a weighted one with its shares."""
    return signed(score) if isinstance(score, Fraction) else str(score)


def beaten_by(field: Sequence[Score]) -> Dict[Fraction, Message]:
    """Return for every score of a field how many others it beats and equals."""
    found, below = {}, Fraction(0)
    for score, often in frequencies_of(field):
        found[score] = count(
            len(field) - 1,
            "beats {beaten}, equals {equal} of {n} other",
            "beats {beaten}, equals {equal} of {n} others",
            beaten=below,
            equal=max(often - 1, Fraction(0)),
        )
        below += often
    return found


def weighed(result: Score, why_of: Callable[[Fraction], Message]) -> Message:
    """Return what is said of a score, or of each part of a weighted one."""
    if isinstance(result, Fraction):
        return why_of(result)
    parts = (
        say("{share} % {what}", share=100 * share, what=why_of(score))
        for share, score in parts_of(result)
    )
    return joined(parts, "; ")


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
        raise InputError.say(
            "the scores of one board are one column, not {height} by {width} cells",
            grid.place(0, 0),
            height=grid.height,
            width=grid.width,
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
