"""What two columns of a list say together: the scores of both sides, in counts or in points."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import Message, say
from xltie.core.plain_words import normal
from xltie.sheets.any_table.blocks import Line, Table
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
    stored_as,
    without_side,
    won_by_kicks,
)


def are_counts(cells: Sequence[str]) -> bool:
    """Tell whether some cells are filled, and all of these are numbers."""
    values: List[Optional[object]] = [number_in(cell) for cell in cells if cell]
    return bool(values) and None not in values


_MOST_TIMES = 9
"""The most that one of the parts of a score counts: six points a goal, seven a converted try."""
_MOST_SCORED = 300
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
                mine = self.pair.sides if set(self.pair.sides) == set(sides) else sides
                for first, second in self._pairs_of(meaning, mine):
                    if meaning != "result" and (
                        self.table.columns_of("result", "winner")
                        or self._is_before([first, second])
                    ):
                        continue
                    if first > second:
                        self._swapped([first, second])
                    else:
                        self._counts(first, second)
        self._without_parts()

    def _pairs_of(self, meaning: str, sides: Sequence[str]) -> List[Tuple[int, int]]:
        """Return the columns of one meaning of both sides; of several, those that are named alike.

        Home IMP belongs to Away IMP, and Home VP to Away VP.
        """
        both = [self._numbers_of(meaning, side) for side in sides]
        if len(both[0]) == len(both[1]) == 1:
            return [(both[0][0], both[1][0])]
        named = [{without_side(self._heading(at)): at for at in columns} for columns in both]
        are_pairs = len(named[0]) == len(both[0]) and named[0].keys() == named[1].keys()
        return [(at, named[1][name]) for name, at in named[0].items()] if are_pairs else []

    def _without_parts(self) -> None:
        """Leave out counts that the others are made of: goals and behinds of a total, halves."""
        pairs = [opinion for opinion in self.answer.opinions if len(opinion.columns) == 2]
        for part in pairs if len(pairs) > 1 else ():
            if any(self._is_made_of(whole, part) for whole in pairs if whole is not part):
                self.answer.opinions.remove(part)

    def _is_made_of(self, whole: Opinion, part: Opinion) -> bool:
        """Tell whether each count of one pair is that of another, some times, and a third one."""
        sides = zip(whole.columns, part.columns)
        both = [(self._values(total), self._values(some)) for total, some in sides]
        others = [
            self._values(at) for at in range(len(self.table.headings))
            if at not in (*whole.columns, *part.columns) and self._are_counts([at])
        ]  # fmt: skip
        return any(
            all([t - times * s for t, s in zip(*side)] in others for side in both)
            and any(map(any, both[0]))
            for times in range(1, _MOST_TIMES + 1)
        )

    def _values(self, column: int) -> List[Fraction]:
        return [number_in(cell) or NONE for cell in self._cells(column)]

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

    def _unnamed(self) -> None:
        """Take two columns of counts without headings that stand as the players do.

        Between players under headings they have to share out one sum, as discs do and ratings do
        not. Where nothing has a heading they are the only ones, or the sums of the others.
        """
        is_headed = self.table.heading_row >= 0
        left, right = sorted((self.pair.left, self.pair.right))
        end = right if is_headed else len(self.table.headings)
        columns = [at for at in range(left + 1, end) if at != right and self._may_be_scores(at)]
        pairs = self._standing(columns)
        if is_headed:
            pairs = pairs if len(columns) == 2 and self._is_shared(columns) else []
        elif len(pairs) > 1:
            pairs = [pair for pair in pairs if self._adds_up(pair, pairs)]
        if len(pairs) == 1:
            self._counts(*pairs[0])

    def _standing(self, columns: Sequence[int]) -> List[Tuple[int, int]]:
        """Return the pairs of columns side by side, and those as far apart as the players are."""
        left, right = sorted((self.pair.left, self.pair.right))
        return [
            (one, other) for one in columns for other in columns
            if (other == one + 1 and one != right - 1)
            or (one < right and other - one == right - left)
        ]  # fmt: skip

    def _may_be_scores(self, column: int) -> bool:
        """Tell whether a column without a heading holds whole numbers no higher than any score."""
        values = [number_in(cell) for cell in self._cells(column) if cell]
        return (
            bool(values)
            and not self._heading(column)
            and all(
                value is not None and value.denominator == 1 and 0 <= value <= _MOST_SCORED
                for value in values
            )
            and len(set(values)) > 1
        )

    def _adds_up(self, pair: Tuple[int, int], pairs: Sequence[Tuple[int, int]]) -> bool:
        """Tell whether two columns are the sums of two other pairs, those of the halves."""
        total = [self._values(at) for at in pair]
        halves = [[self._values(at) for at in other] for other in pairs
                  if not set(other) & set(pair)]  # fmt: skip
        return any(
            [[a + b for a, b in zip(x, y)] for x, y in zip(one, other)] == total
            for at, one in enumerate(halves)
            for other in halves[:at]
        )

    def _is_shared(self, columns: Sequence[int]) -> bool:
        both = [tuple(number_in(line.texts[at]) or NONE for at in columns) for line in self.lines]
        told = [pair for pair in both if any(pair)]
        is_one_sum = len({sum(pair) for pair in told}) == 1 and sum(told[0]) > 2
        return is_one_sum and len(set(told)) > 2

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
        said = (
            stored_as(line.texts[column])
            or _by_kicks(line.texts[column])
            or say(
                "{text!r} is not a result like the others in column {name!r}",
                text=line.texts[column],
                name=self._heading(column),
            )
        )
        self.answer.faults.append(Fault(said, self.table.place(line, column)))


def _by_kicks(text: str) -> Optional[Message]:
    """Return both readings of a score that penalties made."""
    if not won_by_kicks(text):
        return None
    return say(
        "{text!r} was drawn in play and won by penalties; write the score of play for a draw, or "
        "leave out how it was won for a win",
        text=text,
    )


def _by_default(texts: Sequence[str]) -> Optional[Score]:
    """Return who won where one of two cells has a number, and the other says nobody came."""
    score = score_of("-".join("1" if number_in(text) else text for text in texts))
    return score if score and score.forfeit else None


def _is_share(score: Score) -> bool:
    """Tell whether two numbers share out one or a hundred, and neither is what a game gives."""
    return score.total == 100 or (score.total == ONE and score.left not in (NONE, HALF, ONE))


def _is_monotone(values: Sequence[Fraction]) -> bool:
    return list(values) in (sorted(values), sorted(values, reverse=True))
