"""What two columns of a list say together: the scores of both sides, in counts or in points."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import Message, joined, say
from xltie.core.plain_words import normal
from xltie.sheets.any_table.asked import read_as
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.players import Pair
from xltie.sheets.any_table.reading import OF_THE_TABLE
from xltie.sheets.tables import (
    BETWEEN,
    HALF,
    NONE,
    ONE,
    OPPONENTS,
    TO_COME,
    Score,
    number_in,
    score_of,
    scored_in,
    stored_as,
)

_OTHERS = ("rating", "date", "club", "federation", "title", "grade", "tiebreak", "handicap",
           "table", "round", "place", "number", "colour", "player")  # fmt: skip


def no_results(table: Table, pair: Pair, lines: Sequence[Line]) -> Fault:
    """Say that no column of a list holds results, which one could, and how to say so."""
    empty = table.columns_of("result", "winner")
    if empty and all(score_of(line.texts[at]) is TO_COME for at in empty for line in lines):
        return Fault.say("no game has a result", table.place(lines[0], empty[0]))
    filled = [
        at for at in range(len(table.headings))
        if at not in (pair.left, pair.right) and any(line.texts[at] for line in lines)
    ]  # fmt: skip
    before = [at for side in pair.sides for at in table.columns_of("points", side=side)]
    if len(before) == 2 and set(before) <= set(filled):
        said = _of_two(table, before)
        return Fault(said, table.place_of_heading(before[0]))
    unknown = [at for at in filled if table.headings[at].meaning not in _OTHERS]
    counts = [
        at for at in unknown
        if table.headings[at].text and are_counts([line.texts[at] for line in lines])
    ]  # fmt: skip
    if len(counts) == 2 and counts[1] == counts[0] + 1:
        return Fault(_of_two(table, counts), table.place_of_heading(counts[0]))
    likely = _may_be_results(table, unknown)
    if not unknown or (table.heading_row >= 0 and len(unknown) > 1 and not likely):
        said = say("there are players on both sides, but no column of results")
        return Fault(said, table.place_of_heading(pair.right))
    stored = stored_as(_first(lines, unknown[-1]))
    if stored is not None:
        at = next(line for line in lines if line.texts[unknown[-1]])
        return Fault(stored, table.place(at, unknown[-1]))
    text = table.headings[unknown[-1]].text or _first(lines, unknown[-1])
    said = say("no column holds the results; {name!r} is not understood", name=text)
    return Fault(said, table.place_of_heading(unknown[-1]))


def _may_be_results(table: Table, columns: Sequence[int]) -> bool:
    """Tell whether a column is headed as one of results, or has cells that look like some."""
    headings = [table.headings[at] for at in columns]
    headed = ("result", "winner", "points")
    return any(not heading.text or heading.meaning in headed for heading in headings) or any(
        score_of(text) for at in columns for text in table.column(at) if text
    )


def are_counts(cells: Sequence[str]) -> bool:
    """Tell whether some cells are filled, and all of these are numbers."""
    values: List[Optional[object]] = [number_in(cell) for cell in cells if cell]
    return bool(values) and None not in values


def _of_two(table: Table, columns: Sequence[int]) -> Message:
    """Ask whether two columns of numbers are what both scored, or something else."""
    one, other = (table.headings[at].text for at in columns)
    return say(
        "no column holds the results; {one!r} and {other!r} may be what both scored, or not: say "
        "so by {option}",
        one=one,
        other=other,
        option=joined((read_as(one, "Score 1"), read_as(other, "Score 2")), " "),
    )


def _first(lines: Sequence[Line], column: int) -> str:
    return next((line.texts[column] for line in lines if line.texts[column]), "")


class Opinion(NamedTuple):
    """What one column, or two together, say of each line; None where a line says nothing."""

    columns: Tuple[int, ...]
    scores: List[Optional[Score]]
    is_winner: bool = False


class Opinions(NamedTuple):
    """All opinions of a list, what is in the way of one, and what was taken by custom."""

    opinions: List[Opinion]
    faults: List[Fault]
    notes: List[Fault]

    @property
    def columns(self) -> List[int]:
        """Return the columns of all opinions."""
        return sorted({at for opinion in self.opinions for at in opinion.columns})


def nearest(
    readings: Sequence[List[Optional[Score]]], others: Sequence[Opinion]
) -> List[List[Optional[Score]]]:
    """Return the one reading that the scores beside it bear out, or all where none says which.

    Where a few lines contradict it, it is that reading still, and the lines are named.
    """
    shares = [
        sum(a == b for a, b in both) / len(both) if both else 0.5
        for reading in readings
        for both in [[pair for other in others for pair in _both(reading, other.scores)]]
    ]
    best = max(shares, default=0)
    is_sure = best > 0.6 and sum(share > 0.4 for share in shares) == 1
    return [readings[shares.index(best)]] if is_sure else list(readings)


def _both(
    one: Sequence[Optional[Score]], other: Sequence[Optional[Score]]
) -> List[Tuple[int, int]]:
    """Return who won by two opinions, for every line of which both say something."""
    return [
        (a.winner, b.winner) for a, b in zip(one, other)
        if a and b and a.winner is not None and b.winner is not None
    ]  # fmt: skip


_MOST_A_GAME = 3
"""The most points that any league gives for a game."""


class Counts:
    """The columns of a list that hold what both sides scored; opinions go to ``answer``."""

    def __init__(self, table: Table, pair: Pair, lines: Sequence[Line]) -> None:
        self.table = table
        self.pair = pair
        self.lines = lines
        self.answer = Opinions([], [], [])
        self.left = [line.texts[pair.left] for line in lines]
        self.right = [line.texts[pair.right] for line in lines]

    def _two_columns(self) -> None:
        for meaning in ("result", "points", "wins"):
            for sides in (("white", "black"), ("first", "second")):
                both = [self._numbers_of(meaning, side) for side in sides]
                if not all(len(columns) == 1 for columns in both):
                    continue
                columns = [both[0][0], both[1][0]]
                if meaning != "result" and (
                    self.table.columns_of("result", "winner") or self._is_before(columns)
                ):
                    continue
                mine = self.pair.sides if set(self.pair.sides) == set(sides) else sides
                ordered = [columns[sides.index(side)] for side in mine]
                if ordered[0] > ordered[1]:
                    self._swapped(ordered)
                    continue
                self._counts(ordered[0], ordered[1])

    def _numbers_of(self, meaning: str, side: str) -> List[int]:
        """Return the columns of one side; of several, those in which some cell is a number.

        Others tell who scored, or when.
        """
        columns = self.table.columns_of(meaning, side=side)
        if len(columns) < 2:
            return columns
        return [
            at for at in columns if any(number_in(cell) is not None for cell in self._cells(at))
        ]

    def _one_column_of_a_side(self) -> None:
        """Take the score of one side alone: the other has the rest of the point."""
        for at, side in enumerate(self.pair.sides):
            own = [c for m in ("result", "points") for c in self.table.columns_of(m, side=side)]
            other = self.pair.sides[1 - at]
            theirs = [*self.table.columns_of("result", "points", side=other)]
            if len(own) != 1 or theirs or self.table.columns_of("result", "winner"):
                continue
            values = [number_in(text) for text in self._cells(own[0])]
            if values and all(value in (NONE, HALF, ONE) for value in values):
                scores: List[Optional[Score]] = [
                    Score(ONE - value, value) if at else Score(value, ONE - value)
                    for value in values
                    if value is not None
                ]
                self.answer.opinions.append(Opinion((own[0],), scores))

    def _opponents_first(self) -> None:
        """Refuse opponents named before who tells of them: whose result comes first is not said."""
        name = self._heading(self.pair.left)
        words = (normal(word) for word in (name, *name.split()))
        if self.pair.sides == ("second", "first") and not {*OPPONENTS.split()}.isdisjoint(words):
            said = say(
                "the opponents in column {name!r} stand before the players; bring the columns into "
                "the order of the results",
                name=name,
            )
            place = self.table.place_of_heading(self.pair.left)
            self.answer.faults.append(Fault(said, place, OF_THE_TABLE))

    def _swapped(self, columns: Sequence[int]) -> None:
        place = self.table.place_of_heading(columns[0])
        said = say(
            "the columns {first!r} and {second!r} stand the other way round than the players; "
            "bring them into one order",
            first=self._heading(columns[1]),
            second=self._heading(columns[0]),
        )
        self.answer.faults.append(Fault(said, place))

    def _is_before(self, columns: Sequence[int]) -> bool:
        """Tell whether two columns of points may be those before the round.

        They are not where they share out one sum, or where the numbers of most players go up and
        down from game to game.
        """
        told = [line for line in self.lines if any(line.texts[at] for at in columns)]
        values = [[number_in(line.texts[at]) for line in told] for at in columns]
        numbers = [[value for value in column if value is not None] for column in values]
        if numbers != values or not told:
            return True
        if max(map(max, numbers)) > _MOST_A_GAME * len(self.lines):
            return False  # nobody has so many of any number of games before
        sums = set(map(sum, zip(*numbers)))
        if sums == {ONE} or (sums == {Fraction(2)} and len(self.lines) > 2):
            return False
        of_player: Dict[str, List[Fraction]] = {}
        for line, counts in zip(told, zip(*numbers)):
            for at, value in zip((self.pair.left, self.pair.right), counts):
                of_player.setdefault(normal(line.texts[at]), []).append(value)
        return 2 * len([*filter(_is_monotone, of_player.values())]) >= len(of_player)

    def _counts(self, first: int, second: int) -> None:
        scores = [self._both_counted(line, first, second) for line in self.lines]
        self.answer.opinions.append(Opinion((first, second), scores))
        told = [(line, score) for line, score in zip(self.lines, scores) if score is not TO_COME]
        shares = [line for line, score in told if score and _is_share(score)]
        if (
            len(told) > 2
            and shares
            and all(score and score.total in (ONE, 100) for _, score in told)
        ):
            text, place = shares[0].texts[first], self.table.place(shares[0], first)
            said = say("{text!r} is a share of several games, not a result", text=text)
            self.answer.faults.append(Fault(said, place))

    def _both_counted(self, line: Line, first: int, second: int) -> Optional[Score]:
        """Return what two cells say, one of which may say that its side did not come."""
        texts = line.texts[first], line.texts[second]
        if all(score_of(text) is TO_COME for text in texts):
            return TO_COME
        counted = Score(number_in(texts[0]), number_in(texts[1]))
        if counted.winner is None:
            by_default = _by_default(texts)
            if by_default is None:
                self._unread(line, first if counted.left is None else second)
            return by_default
        is_noted = counted.total >= 0 or not self.table.columns_of("winner")
        return counted if is_noted else None  # programs write -1 where nobody noted the score

    def _two_alike(self) -> None:
        """Take two columns under one heading, one beside each player, as the counts of both."""
        for meaning in ("result", "points"):
            columns = self.table.columns_of(meaning)
            if len(columns) != 2:
                continue
            first, second = columns
            is_apart = first < self.pair.right and second > self.pair.left
            if not is_apart or any(score_of(cell) for cell in self._cells(first) if cell and
                                   number_in(cell) is None):  # fmt: skip
                continue
            told_elsewhere = self.table.columns_of("result", "winner")
            if meaning == "points" and (told_elsewhere or self._is_before(columns)):
                continue
            self._counts(first, second)

    def _beside_players(self) -> None:
        """Take two counts in the order of the players whose headings begin with one word of scores.

        What follows that word need not be known: ``GOLCS`` and ``GOLTR``, ``goles_visita``.
        """
        columns = [
            at for at, heading in enumerate(self.table.headings)
            if at not in (self.pair.left, self.pair.right) and scored_in(heading.text)
            and heading.meaning in ("", "result") and any(self._cells(at))
        ]  # fmt: skip
        values = [number_in(cell) for at in columns for cell in self._cells(at) if cell]
        if len(columns) != 2 or any(value is None or value.denominator > 2 for value in values):
            return
        sided = (at for side in self.pair.sides for at in self._numbers_of("result", side))
        if set(sided) - set(columns):
            return  # other counts of both sides: nobody knows which are meant
        first, second = columns
        names = {scored_in(self._heading(at)) for at in columns}
        sides = [self.table.headings[at].side for at in columns]
        in_order = all(a in ("", b) for a, b in zip(sides, self.pair.sides))
        if len(names) == 1 and second == first + 1 and in_order:
            self._counts(first, second)
            for at in columns:
                self._by_looks(at)

    def _shared_out(self) -> None:
        """Take two columns without headings between the players whose numbers share out one sum.

        Discs do, and so do games of a match of a fixed length; points or ratings do not.
        """
        left, right = sorted((self.pair.left, self.pair.right))
        filled = [at for at in range(left + 1, right) if any(self._cells(at))]
        if len(filled) != 2 or any(map(self._heading, filled)) or not self._are_counts(filled):
            return
        both = [tuple(number_in(line.texts[at]) or NONE for at in filled) for line in self.lines]
        told = [pair for pair in both if any(pair)]
        is_one_sum = len({sum(pair) for pair in told}) == 1 and sum(told[0]) > 2
        if is_one_sum and len(set(told)) > 2:
            self._counts(*filled)

    def _by_looks(self, column: int) -> None:
        """Say that a column is taken as the result although its heading does not say so."""
        if not self._heading(column) or self.table.headings[column].meaning:
            return
        said = say(
            "column {name!r} is taken as the result, since all its cells are results",
            name=self._heading(column),
        )
        self.answer.notes.append(Fault(said, self.table.place_of_heading(column)))

    def _around_a_sign(self) -> None:
        """Take two counts around a sign, between the players or behind both: ``3 | : | 1``."""
        left, right = sorted((self.pair.left, self.pair.right))
        for sign in range(left + 1, len(self.table.headings) - 1):
            first, second = sign - 1, sign + 1
            is_there = (left < first and second < right) or first > right
            marks = set(self._cells(sign))
            if is_there and any(marks) and marks <= BETWEEN and self._are_counts([first, second]):
                self._counts(first, second)
                return

    def _cells(self, column: int) -> List[str]:
        return [self.table.asked.pair(line.texts[column]) for line in self.lines]

    def _heading(self, column: int) -> str:
        return self.table.headings[column].text

    def _are_counts(self, columns: Sequence[int]) -> bool:
        return are_counts([cell for at in columns for cell in self._cells(at)])

    def _unread(self, line: Line, column: int) -> None:
        said = stored_as(line.texts[column]) or say(
            "{text!r} is not a result like the others in column {name!r}",
            text=line.texts[column],
            name=self._heading(column),
        )
        self.answer.faults.append(Fault(said, self.table.place(line, column)))


def _by_default(texts: Sequence[str]) -> Optional[Score]:
    """Return who won where one of two cells has a number, and the other says nobody came."""
    score = score_of("-".join("1" if number_in(text) else text for text in texts))
    return score if score and score.forfeit else None


def _is_share(score: Score) -> bool:
    """Tell whether two numbers share out one or a hundred, and neither is what a game gives."""
    return score.total == 100 or (score.total == ONE and score.left not in (NONE, HALF, ONE))


def _is_monotone(values: Sequence[Fraction]) -> bool:
    return list(values) in (sorted(values), sorted(values, reverse=True))
