"""Adjusted boards in files that keep the score made at the table and write the award as points.

Compscore does so. Such a line is found by the others: their points are those of a field without
it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Iterator, List, Optional, Sequence, Tuple

from xltie.event import BoardResult

_MOST_LEFT_OUT = 2
_FEWEST_KEPT = 4
_ROUNDED = Fraction(3, 50)
"""Programs print points to a tenth."""


def adjusted_lines(lines: Sequence[BoardResult]) -> Tuple[int, ...]:
    """Return the places of the lines of a board that are not in the field of the others.

    There are some only where the points of all lines fit no way to score the whole board, and those
    of the others fit one when these are left out, which no other lines do.
    """
    played = [at for at, line in enumerate(lines) if _plain(line) is not None]
    if len(played) < len(lines) or _fits(lines, played, len(lines)):
        return ()
    for number in range(1, _MOST_LEFT_OUT + 1):
        if len(played) - number < _FEWEST_KEPT:
            break
        found = [
            out for out in combinations(played, number)
            if _fits(lines, [at for at in played if at not in out], len(lines))
        ]  # fmt: skip
        if found:
            return found[0] if len(found) == 1 else ()
    return ()


def _plain(line: BoardResult) -> Optional[Fraction]:
    """Return the score of a line that prints points for both sides."""
    has_points = line.ns_points is not None and line.ew_points is not None
    return line.ns_result if has_points and isinstance(line.ns_result, Fraction) else None


def _fits(lines: Sequence[BoardResult], field: Sequence[int], expected: int) -> bool:
    """Tell whether the points of a field are its matchpoints, as any program prints them."""
    won: List[int] = []
    for at in field:
        mine = _plain(lines[at])
        others = [_plain(lines[other]) for other in field if other != at]
        won.append(sum(2 * (mine > other) + (mine == other) for other in others
                       if mine is not None and other is not None))  # fmt: skip
    top = 2 * (len(field) - 1)
    return any(
        all(_is_printed(lines[at], points, top, way) for at, points in zip(field, won))
        for way in _ways(len(field), expected)
    )


_Way = Tuple[Fraction, Fraction]
"""What points are multiplied by, and what is added to them."""


def _ways(count: int, expected: int) -> Iterator[_Way]:
    """Yield how points of a field are printed: as they are, or factored to the whole field."""
    for scale in (Fraction(1), Fraction(1, 2)):
        yield scale, Fraction(0)
        if count < expected:
            factor = Fraction(expected, count)
            yield scale * factor, scale * (factor - 1)
            yield scale, scale * (expected - count)
            yield scale * Fraction(expected - 1, count - 1), Fraction(0)


def _is_printed(line: BoardResult, points: int, top: int, way: _Way) -> bool:
    scale, more = way
    wanted = (points * scale + more, (top - points) * scale + more)
    printed = (line.ns_points, line.ew_points)
    return all(shown is not None and abs(shown - value) <= _ROUNDED
               for shown, value in zip(printed, wanted))  # fmt: skip
