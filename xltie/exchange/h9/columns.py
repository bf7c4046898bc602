"""The criterion columns of an EGD tournament file: their names, and McMahon start scores."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import pairwise
from operator import contains, itemgetter
from typing import Callable, Iterator, NamedTuple, Optional, Sequence

from xltie.core.cells import printed_number
from xltie.core.go_ranks import rank_in_file
from xltie.core.numbers import Number, as_whole
from xltie.exchange.h9.lines import H9Line

_CODES = (
    "SOSOSW", "SOSOSM", "SODOSW", "SODOSM", "SOSOS", "SODOS", "CUSSW", "CUSSM", "SOSW-1", "SOSW-2",
    "SOSM-1", "SOSM-2", "SOSW", "SOSM", "SOS-1", "SOS-2", "SSOS", "SDOS", "CUSS", "SOS", "MMS",
    "NBW", "SDC", "CAT", "EXT", "EXR", "STS", "DC", "MMO", "MM0", "START", "MM", "WINS", "POINTS",
    "SCORE", "PTS", "WIN", "PT", "S",
)  # fmt: skip
_MEANS = {
    "SSOS": "SOSOS", "SDOS": "SODOS", "MM": "MMS", "WINS": "NBW", "S": "NBW", "POINTS": "NBW",
    "SCORE": "NBW", "PTS": "NBW", "PT": "NBW", "WIN": "NBW", "MMO": "START",
    "MM0": "START", "START": "START",
}  # fmt: skip
_HEAD = re.compile(
    r"\b(name|grade|grd|gr|rank|rnk|rk|country|cntry|coun|nation|nat|stat|co|cy|club|clb|clu|klub"
    r"|meno|jmeno|jméno|trida|třída|trieda|zeme|země"
    r"|nom|prenom|prénom|niv|niveau|pays|rang|grad|stärke|land|verein|ort|ranga|kraj|klubu"
    r"|nombre|apellido|nivel|pais|país|imya|имя|фамилия|ранг|разряд|страна|город|клуб"
    r"|이름|성명|기력|단급|급수|국가|나라|소속|클럽|名前|氏名|姓名|段位|棋力|国|国籍|所属)\b\S*",
    re.I,
)
_ROUND = re.compile(r"R?\d{1,2}\.?", re.IGNORECASE)
_GROUP = re.compile(r"U\d{1,2}", re.IGNORECASE)
_LATIN = str.maketrans("МОСРТА", "MOCPTA")
_GLUED = re.compile("|".join(re.escape(code) for code in _CODES), re.IGNORECASE)

HALF = Fraction(1, 2)
_IN_HALVES = {"+": 2, "=": 1}


class Halves(NamedTuple):
    """What the rounds printed ``0=`` are worth: each so much, their sum rounded down or not."""

    absent: Fraction
    rounds_down: bool

    def total(self, count: int) -> Number:
        """Return what this many rounds are worth."""
        value = count * self.absent
        return value // 1 if self.rounds_down else as_whole(value)


_HALVES = (Halves(HALF, True), Halves(HALF, False), Halves(Fraction(0), True))


class Start(NamedTuple):
    """McMahon start scores in a column: which one (from 0), the scores by line, and ``0=``."""

    column: int
    scores: tuple[Number, ...]
    halves: Halves


def column_names(comments: Sequence[str], count: int = 20) -> tuple[str, ...]:
    """Return what a comment above the players calls the columns, "" where it says nothing.

    Headings run into each other where columns are narrow: ``SOSSOSOS`` is SOS and SOSOS. A line
    of age groups alone (``U18 U12``) is above the last columns.
    """
    names: list[str] = []
    for comment in comments:
        is_field = re.match(r";\s*[A-Z]{2}\[", comment) is not None
        if not is_field and len(_HEAD.findall(comment)) >= 2:
            after = list(_HEAD.finditer(comment))[-1].end()
            names = _split(comment[after:].translate(_LATIN))
    groups = comments[-1].lstrip("; .").split() if comments and not names else []
    if groups and len(groups) < count and all(_GROUP.fullmatch(word) for word in groups):
        names = [""] * (count - len(groups)) + groups
    return tuple((names + [""] * count)[:count])


def _split(text: str) -> list[str]:
    names: list[str] = []
    words = (word.rstrip(".") for word in text.split() if not _ROUND.fullmatch(word))
    for word in words:
        codes = _GLUED.findall(word)
        if codes and "".join(codes).upper() == word.upper():
            names.extend(_MEANS.get(code.upper(), code.upper()) for code in codes)
        else:
            names.append(word)
    return names


def earned(row: H9Line) -> tuple[Number, int]:
    """Return the points of a line's games and full byes, and its number of half-point rounds."""
    gained = missed = 0
    for result in row.results:
        if result.opponent == 0 and result.sign == "=":
            missed += 1
        else:
            gained += _IN_HALVES.get(result.sign, 0)
    return as_whole(gained * HALF), missed


def _printed_columns(rows: Sequence[H9Line]) -> list[list[Optional[Number]]]:
    """Return the numbers in the columns that every line has, None where no number stands."""

    def printed(text: str) -> Optional[Number]:
        number = printed_number(text)
        return number if number is None else as_whole(number)

    return [list(map(printed, column)) for column in zip(*(row.columns for row in rows))]


def agreeing(rows: Sequence[H9Line]) -> frozenset[int]:
    """Return the lines whose results add up to the number of wins that they print.

    A column holds the number of wins where it does so on nearly all lines. In a file with McMahon
    scores only, those lines do whose start score another line of the same rank has too.
    """
    sums = list(map(_possible_sums, rows))
    best: frozenset[int] = frozenset()
    for column in _printed_columns(rows):
        fitting = frozenset(
            row.line for row, number, known in zip(rows, column, sums) if number in known
        )
        best = max(best, fitting, key=len)
    return best if len(best) * 5 >= len(rows) * 4 else _starting_alike(rows)


def _starting_alike(rows: Sequence[H9Line]) -> frozenset[int]:
    found = find_start(rows, ())
    starts = [(row.grade.upper(), start) for row, start in zip(rows, found.scores if found else ())]
    alike = Counter(starts)
    return frozenset(row.line for row, start in zip(rows, starts) if alike[start] > 1)


def _possible_sums(row: H9Line) -> frozenset[Optional[Number]]:
    """Return what the results of a line add up to, by every worth that ``0=`` may have."""
    points, count = earned(row)
    return frozenset(points + halves.total(count) for halves in (_HALVES if count else _HALVES[:1]))


def halves_in(rows: Sequence[H9Line]) -> Halves:
    """Return what ``0=`` is worth by the number of wins printed on the lines that have it.

    Many files print absences that earned nothing this way. Where no column tells, it is one half.
    """
    gained = [earned(row) for row in rows]
    sums = list(map(_possible_sums, rows))
    agreeing = [
        (
            sum(
                number == points + halves.total(count)
                for number, (points, count) in zip(column, gained)
                if count
            ),
            halves,
        )
        for column in _printed_columns(rows)
        if sum(map(contains, sums, column)) * 5 >= len(rows) * 3
        for halves in _HALVES
    ]
    return max(agreeing, key=itemgetter(0), default=(0, _HALVES[0]))[1]


def find_start(rows: Sequence[H9Line], names: Sequence[str]) -> Optional[Start]:
    """Return the McMahon start scores that a column implies, None in an event without them.

    A column headed MMS holds McMahon scores: what is left of each without the points is the start,
    whatever the rank, since super-groups, bars and corrections move it. Another column does where
    it is points plus a start score, and no stronger rank starts below a weaker one, or another one
    holds its sums over opponents. Of the possible values of ``0=``, the one is taken for which most
    players of a rank start alike.
    """
    gained = [earned(row) for row in rows]
    ranks = [rank_in_file(row.grade) for row in rows]
    table = _printed_columns(rows)
    for column, numbers in _whole_columns(table):
        left = _without(numbers, gained)
        are_starts: Callable[[list[Number]], bool] = _may_be_starts
        if tuple(names[column : column + 1]) != ("MMS",):
            if not all(map(any, left.values())):
                return None  # the plain number of wins comes first: a Swiss
            are_starts = partial(_explains, numbers=numbers, ranks=ranks, rows=rows, table=table)
        found = [
            Start(column, tuple(starts), halves)
            for halves, starts in left.items()
            if are_starts(starts)
        ]
        if found:
            return min(found, key=lambda start: _alone_in_rank(start.scores, ranks))
    return None


def _whole_columns(
    table: Sequence[Sequence[Optional[Number]]],
) -> Iterator[tuple[int, list[Number]]]:
    """Yield the columns in which a number stands on every line, by their places."""
    for column, values in enumerate(table):
        numbers = [value for value in values if value is not None]
        if len(numbers) == len(values):
            yield column, numbers


def _without(
    numbers: Sequence[Number], gained: Sequence[tuple[Number, int]]
) -> dict[Halves, list[Number]]:
    """Return what is left of a column without the points gained, by every worth of ``0=``."""
    return {
        halves: [
            value - points - halves.total(count) for value, (points, count) in zip(numbers, gained)
        ]
        for halves in (_HALVES if any(count for _, count in gained) else _HALVES[:1])
    }


def _explains(
    starts: list[Number],
    numbers: Sequence[Number],
    ranks: Sequence[Optional[int]],
    rows: Sequence[H9Line],
    table: Sequence[Sequence[Optional[Number]]],
) -> bool:
    """Tell whether start scores are printed, go by the ranks, or are in sums over opponents."""
    return starts in table or _are_starts(starts, ranks) or _are_summed(rows, numbers, table)


def _are_summed(
    rows: Sequence[H9Line],
    scores: Sequence[Number],
    table: Sequence[Sequence[Optional[Number]]],
) -> bool:
    """Tell whether a column holds the sums of these scores over the opponents, on nearly all lines.

    Only lines with an even game in every round tell it, opponents numbered in the order of lines.
    """
    sums: dict[int, Number] = {}
    for at, row in enumerate(rows):
        met = [0 if result.handicap else result.opponent for result in row.results]
        if 0 < min(met, default=1) <= max(met, default=1) <= len(rows):
            sums[at] = sum(scores[other - 1] for other in met)
    if len(sums) < _FEWEST or len(set(sums.values())) * 2 < len(sums):
        return False
    told = (sum(column[at] == total for at, total in sums.items()) for column in table)
    return max(told, default=0) * 10 >= len(sums) * 9


def _alone_in_rank(starts: Sequence[Number], ranks: Sequence[Optional[int]]) -> int:
    """Return how many players have another start score than most of their rank."""
    counts = Counter(zip(ranks, starts))
    usual: dict[Optional[int], int] = {}
    for (rank, _), count in counts.items():
        usual[rank] = max(usual.get(rank, 0), count)
    return len(starts) - sum(usual.values())


_FEWEST = 6
"""So many lines at least tell whether a column holds start scores."""
_MOST = 60
"""No start score is higher: 9d counted from 30k is 38. Sums over opponents are."""


def _may_be_starts(starts: Sequence[Number]) -> bool:
    """Tell whether a column headed MMS can be read as such: nearly all starts are small and whole.

    Halves stand where a file rounds byes otherwise, or is mistaken on a line.
    """
    whole = sum(1 for start in starts if start.denominator == 1)
    return any(starts) and max(*starts, -min(starts)) <= _MOST and whole * 10 >= len(starts) * 9


def _are_starts(starts: list[Number], ranks: Sequence[Optional[int]]) -> bool:
    if len(starts) < _FEWEST or min(starts) < 0 or not any(starts):
        return False
    if any(start.denominator != 1 for start in starts):
        return False
    lowest: dict[int, Number] = {}
    highest: dict[int, Number] = {}
    for start, rank in zip(starts, ranks):
        if rank is not None:
            lowest[rank] = min(lowest.get(rank, start), start)
            highest[rank] = max(highest.get(rank, start), start)
    order = sorted(lowest)
    # A start score is the rank held between floor and bar: it never jumps by more than the ranks,
    # but for a super-group, which a correction of one or two moves.
    return len(order) > 1 and all(
        highest[weak] <= highest[strong] and lowest[strong] - highest[weak] <= strong - weak + 2
        for weak, strong in pairwise(order)
    )
