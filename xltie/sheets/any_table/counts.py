"""What two columns of a list say together: the scores of both sides, in counts or in points."""

from __future__ import annotations

from fractions import Fraction
from typing import List, Optional, Sequence, Set

from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.no_results import are_counts
from xltie.sheets.any_table.opinion import Opinion, Opinions
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
)

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
        for meaning in ("result", "points"):
            for sides in (("white", "black"), ("first", "second")):
                both = [self.table.columns_of(meaning, side=side) for side in sides]
                if not all(len(columns) == 1 for columns in both):
                    continue
                columns = [both[0][0], both[1][0]]
                if meaning == "points" and (
                    self.table.columns_of("result", "winner") or self._is_before(columns)
                ):
                    continue
                mine = self.pair.sides if set(self.pair.sides) == set(sides) else sides
                ordered = [columns[sides.index(side)] for side in mine]
                if ordered[0] > ordered[1]:
                    self._swapped(ordered)
                    continue
                self._counts(ordered[0], ordered[1])

    def _won_and_lost(self) -> None:
        won = Score(ONE, NONE)
        columns = (self.pair.left, self.pair.right)
        self.answer.opinions.append(Opinion(columns, [won for _ in self.lines]))

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
        if self.pair.sides == ("second", "first") and normal(name) in OPPONENTS.split():
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
        """Tell whether two columns of points are those before the round: they share out nothing."""
        sums: Set[Optional[Fraction]] = set()
        most = NONE
        for line in self.lines:
            values = [number_in(line.texts[at]) for at in columns]
            if None in values:
                return True
            sums.add((values[0] or NONE) + (values[1] or NONE))
            most = max(most, *(value or NONE for value in values))
        if most > _MOST_A_GAME * len(self.lines):
            return False  # nobody has so many of any number of games before
        return sums != {ONE} and not (sums == {Fraction(2)} and len(self.lines) > 2)

    def _counts(self, first: int, second: int) -> None:
        scores: List[Optional[Score]] = []
        for line in self.lines:
            texts = line.texts[first], line.texts[second]
            values = [number_in(text) for text in texts]
            if all(score_of(text) is TO_COME for text in texts):
                scores.append(TO_COME)
            elif _are_no_counts(values) and self.table.columns_of("winner"):
                scores.append(None)  # programs write so that nobody noted the score
            elif None in values:
                at = first if values[0] is None else second
                self._unread(line, at)
                scores.append(None)
            else:
                scores.append(Score(values[0], values[1]))
        self.answer.opinions.append(Opinion((first, second), scores))

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
        first, second = columns
        names = {scored_in(self._heading(at)) for at in columns}
        sides = [self.table.headings[at].side for at in columns]
        in_order = all(a in ("", b) for a, b in zip(sides, self.pair.sides))
        if len(names) == 1 and second == first + 1 and in_order:
            self._counts(first, second)
            for at in columns:
                self._by_looks(at)

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
        """Take two counts between the players with a sign between them: Kim | 3 | x | 1 | Lee."""
        first, sign, second = range(self.pair.left + 1, self.pair.left + 4)
        if self.pair.right != second + 1 or not set(self._cells(sign)) <= BETWEEN:
            return
        if self._are_counts([first, second]):
            self._counts(first, second)

    def _cells(self, column: int) -> List[str]:
        return [self.table.asked.pair(line.texts[column]) for line in self.lines]

    def _heading(self, column: int) -> str:
        return self.table.headings[column].text

    def _are_counts(self, columns: Sequence[int]) -> bool:
        return are_counts([cell for at in columns for cell in self._cells(at)])

    def _unread(self, line: Line, column: int) -> None:
        said = say(
            "{text!r} is not a result like the others in column {name!r}",
            text=line.texts[column],
            name=self._heading(column),
        )
        self.answer.faults.append(Fault(said, self.table.place(line, column)))


def _are_no_counts(values: Sequence[Optional[Fraction]]) -> bool:
    """Tell whether the scores of both sides are below nothing: a mark, not a score."""
    return all(value is not None and value < 0 for value in values)
