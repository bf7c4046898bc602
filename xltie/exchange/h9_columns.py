"""The criterion columns of an EGD tournament file: their names, and McMahon start scores."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Dict, FrozenSet, List, NamedTuple, Optional, Sequence, Tuple

from xltie.cells import printed_number
from xltie.exchange.h9_lines import Row
from xltie.grades import rank_number

_CODES = (
    "SOSOSW", "SOSOSM", "SODOSW", "SODOSM", "SOSOS", "SODOS", "CUSSW", "CUSSM", "SOSW-1", "SOSW-2",
    "SOSM-1", "SOSM-2", "SOSW", "SOSM", "SOS-1", "SOS-2", "SSOS", "SDOS", "CUSS", "SOS", "MMS",
    "NBW", "SDC", "CAT", "EXT", "EXR", "STS", "DC", "MMO", "START", "MM", "WINS", "POINTS",
    "SCORE", "PTS", "S",
)  # fmt: skip
_MEANS = {
    "SSOS": "SOSOS", "SDOS": "SODOS", "MM": "MMS", "WINS": "NBW", "S": "NBW", "POINTS": "NBW",
    "SCORE": "NBW", "PTS": "NBW", "MMO": "START", "START": "START",
}  # fmt: skip
_HEAD = re.compile(
    r"\b(name|grade|grd|gr|rank|rnk|rk|country|cntry|coun|nation|nat|co|club|clb)\b\S*", re.I
)
_ROUND = re.compile(r"R?\d{1,2}\.?", re.IGNORECASE)
_LATIN = str.maketrans("МОСРТА", "MOCPTA")
_GLUED = re.compile("|".join(re.escape(code) for code in _CODES), re.IGNORECASE)

_POINTS = {"+": Fraction(1), "=": Fraction(1, 2)}


class Start(NamedTuple):
    """McMahon start scores found in a column: which one (from 0), and the scores by line."""

    column: int
    scores: Tuple[Fraction, ...]


def column_names(comments: Sequence[str], count: int) -> Tuple[str, ...]:
    """Return what a comment above the players calls the columns, "" where it says nothing.

    Headings run into each other where columns are narrow: ``SOSSOSOS`` is SOS and SOSOS.
    """
    names: List[str] = []
    for comment in comments:
        if len(_HEAD.findall(comment)) >= 2:
            after = list(_HEAD.finditer(comment))[-1].end()
            names = _split(comment[after:].translate(_LATIN))
    return tuple((names + [""] * count)[:count])


def _split(text: str) -> List[str]:
    names: List[str] = []
    for word in text.split():
        if _ROUND.fullmatch(word):
            continue
        codes = _GLUED.findall(word)
        if codes and "".join(codes).upper() == word.upper():
            names.extend(_MEANS.get(code.upper(), code.upper()) for code in codes)
        else:
            names.append(word)
    return names


def earned(row: Row) -> Tuple[Fraction, int]:
    """Return the points of a line's games and full byes, and its number of half-point rounds."""
    points, halves = Fraction(0), 0
    for result in row.results:
        if result.opponent == 0 and result.sign == "=":
            halves += 1
        else:
            points += _POINTS.get(result.sign, Fraction(0))
    return points, halves


def agreeing(rows: Sequence[Row]) -> FrozenSet[int]:
    """Return the lines whose results add up to the number of wins that they print.

    A column holds the number of wins where it does so on nearly all lines. In a file with McMahon
    scores only, those lines do whose start score another line of the same rank has too.
    """
    width = min((len(row.columns) for row in rows), default=0)
    best: FrozenSet[int] = frozenset()
    for column in range(width):
        fitting = frozenset(row.line for row in rows if _is_sum(row, column))
        best = max(best, fitting, key=len)
    return best if len(best) * 5 >= len(rows) * 4 else _starting_alike(rows)


def _starting_alike(rows: Sequence[Row]) -> FrozenSet[int]:
    found = find_start(rows, ())
    starts = [(row.grade.upper(), own) for row, own in zip(rows, found.scores if found else ())]
    return frozenset(row.line for row, own in zip(rows, starts) if starts.count(own) > 1)


def _is_sum(row: Row, column: int) -> bool:
    points, halves = earned(row)
    sums = {points, points + Fraction(halves, 2), points + halves // 2}
    return printed_number(row.columns[column]) in sums


def find_start(rows: Sequence[Row], names: Sequence[str]) -> Optional[Start]:
    """Return the McMahon start scores that a column implies, None in an event without them.

    A column holds McMahon scores where it is points plus a start score, and no stronger rank starts
    below a weaker one. Half-point rounds are added up and rounded down, as the scores are.
    """
    gained = [earned(row) for row in rows]
    ranks = [rank_number(row.grade) for row in rows]
    width = min((len(row.columns) for row in rows), default=0)
    table = [[printed_number(row.columns[column]) for row in rows] for column in range(width)]
    for column, values in enumerate(table):
        if any(value is None for value in values):
            continue
        starts = [
            value - points - halves // 2
            for value, (points, halves) in zip(values, gained)
            if value is not None
        ]
        named = names[column] == "MMS" if column < len(names) else False
        is_printed = any(starts) and any(starts == other for other in table)
        if is_printed or _are_starts(starts, ranks, named):
            return Start(column, tuple(starts))
        if not any(starts) and not named:
            return None  # the plain number of wins comes first: a Swiss
    return None


def _are_starts(starts: List[Fraction], ranks: Sequence[Optional[int]], named: bool) -> bool:
    if len(starts) < (2 if named else 6) or min(starts) < 0 or not any(starts):
        return False
    if any(start.denominator != 1 for start in starts):
        return False
    lowest: Dict[int, Fraction] = {}
    highest: Dict[int, Fraction] = {}
    for start, rank in zip(starts, ranks):
        if rank is not None:
            lowest[rank] = min(lowest.get(rank, start), start)
            highest[rank] = max(highest.get(rank, start), start)
    order = sorted(lowest)
    if len(order) < 2:
        return named
    # A start score is the rank held between floor and bar: it never jumps by more than the ranks,
    # but for a super-group, which a correction of one or two moves.
    return all(
        highest[weak] <= highest[strong] + (1 if named else 0)
        and lowest[strong] - highest[weak] <= strong - weak + 2
        for weak, strong in pairwise(order)
    )
