"""Which columns of a list say how the games ended: all that could, and whether they agree."""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.sheets.any_table.asked import settled_by
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.no_results import no_results
from xltie.sheets.any_table.one_side import OfOneSide, outcomes_of
from xltie.sheets.any_table.opinion import Opinion, Opinions, nearest
from xltie.sheets.any_table.players import Pair
from xltie.sheets.any_table.reading import OF_THE_TABLE
from xltie.sheets.any_table.results import one_sided
from xltie.sheets.any_table.sets import sets_in
from xltie.sheets.tables import (
    DASH,
    TO_COME,
    ByKicks,
    Score,
    are_times,
    drawn,
    number_in,
    outcome_of_word,
    score_of,
)

_NEVER = ("date", "not result", "decider", "extra time", "player", "rating", "tiebreak")
"""What no column of results is called, whatever its cells look like."""


def opinions_in(table: Table, pair: Pair, lines: Sequence[Line]) -> Opinions:
    """Return what the columns of a list say of its games."""
    return _Opinions(table, pair, lines).found()


class _Opinions(OfOneSide):
    def found(self) -> Opinions:
        """Return all opinions; where there is none, what was looked for."""
        self._opponents_first()
        sets = sets_in(self.table, self.lines)
        if sets is not None:
            self.answer.opinions.extend(filter(None, (sets.opinion,)))
            self.answer.faults.extend(sets.faults)
            return self.answer
        if self.pair.sides == ("winner", "loser"):
            self._won_and_lost()
        self._two_columns()
        self._one_column_of_a_side()
        self._named("result", is_winner=False)
        if self.pair.sides != ("winner", "loser"):
            self._named("winner", is_winner=True)
            self._won_or_not()
            self._called_winners()
        self._deciders()
        self._halves()
        if not self.answer.opinions and not self.answer.faults:
            self._two_alike()
        if not self.answer.opinions and not self.answer.faults:
            self._around_a_sign()
        if not self.answer.opinions and not self.answer.faults:
            self._beside_players()
            self._unnamed()
        self._by_content()
        if not self.answer.opinions and not self.answer.faults:
            self.answer.faults.append(no_results(self.table, self.pair, self.lines))
        return self.answer

    # -- one column ----------------------------------------------------------------------------

    def _named(self, meaning: str, is_winner: bool) -> None:
        columns = self.table.columns_of(meaning)
        if not is_winner and self._each_own(columns):
            return
        if len(columns) == 2 and not is_winner and self._are_counts(columns):
            return
        for column in sorted(columns, key=lambda at: self._are_counts([at])):
            cells = self._cells(column)
            if any(cells) and not (self._are_counts([column]) and self._are_sums(column, cells)):
                self._one(column, cells, is_winner)

    def _are_sums(self, column: int, cells: Sequence[str]) -> bool:
        """Tell whether numbers of nobody are mostly the sums of scores; name those that are not."""
        for opinion in self.answer.opinions:
            both = [
                (line, number_in(cell), score)
                for line, cell, score in zip(self.lines, cells, opinion.scores)
                if cell and score and score.winner is not None and score.left is not None
            ]
            odd = [line for line, total, score in both if total != score.total]
            if 2 * len(odd) < len(both):
                self._contradict(odd, column, opinion.columns)
                return True
        return False

    def _contradict(self, lines: Sequence[Line], column: int, columns: Sequence[int]) -> None:
        for line in lines:
            self._contradicts(line, column, columns)

    def _contradicts(self, line: Line, column: int, columns: Sequence[int]) -> None:
        said = say(
            "{text!r} contradicts {other!r} in {cell}",
            text=line.texts[column],
            other=" : ".join(line.texts[at] for at in columns),
            cell=self.table.place(line, columns[0]).cell,
        )
        self.answer.faults.append(Fault(said, self.table.place(line, column)))

    def _each_own(self, columns: Sequence[int]) -> bool:
        """Take two columns under one heading, one beside each player, that tell of their own."""
        if len(columns) != 2 or len({normal(self._heading(at)) for at in columns}) > 1:
            return False
        first, second = columns
        cells, others = self._cells(first), self._cells(second)
        if not first < self.pair.right < second or self._are_counts(columns):
            return False
        mine = one_sided(cells, self.left, self.right, self.pair.sides, is_winner=False)
        theirs = one_sided(others, self.right, self.left, self.pair.sides[::-1], is_winner=False)
        if len(mine) != 1 or len(theirs) != 1:
            return False
        told = [
            a is not None and b is not None and a.winner == -(b.winner or 0)
            for a, b in zip(mine[0], theirs[0])
        ]
        if 2 * sum(told) <= len(told):
            return False
        for line, agrees, a, b in zip(self.lines, told, cells, others):
            if not agrees and (a or b):
                self._contradicts(line, second, (first,))
        self.answer.opinions.append(Opinion((first, second), mine[0]))
        return True

    def _one(self, column: int, cells: List[str], is_winner: bool) -> None:
        pairs = [score_of(cell) or drawn(cell) for cell in cells]
        if any(score and score.winner for score in pairs):
            pairs = [score or _alone(cell) for score, cell in zip(pairs, cells)]
        are_pairs = None not in pairs and any(pair != TO_COME for pair in pairs)
        if are_pairs and not _are_numbers(cells):
            self.answer.opinions.append(Opinion((column,), pairs))
            return
        readings = self._one_sided(column, cells, is_winner) or self._with_games_to_come(
            column, cells, is_winner
        )
        if len(readings) == 1 and not is_winner and self._is_of_either(column, cells):
            self._unsided(column)
        elif len(readings) == 1:
            self.answer.opinions.append(Opinion((column,), readings[0], is_winner))
            if not is_winner and not any(cell.isdecimal() for cell in cells):
                self._by_custom(column)
        elif readings:
            self._ambiguous(column, cells, readings)
        else:
            self._odd_ones(column, cells, is_winner)

    def _with_games_to_come(
        self, column: int, cells: List[str], is_winner: bool
    ) -> List[List[Optional[Score]]]:
        """Return the readings of a column in which some games are marked as not played yet."""
        to_come = [bool(cell) and score_of(cell) is TO_COME for cell in cells]
        filled = ["" if waits else cell for waits, cell in zip(to_come, cells)]
        if not any(to_come) or not any(filled):
            return []
        return [
            [TO_COME if waits else score for waits, score in zip(to_come, sided)]
            for sided in self._one_sided(column, filled, is_winner)
        ]

    def _is_of_either(self, column: int, cells: Sequence[str]) -> bool:
        """Tell whether numbers of one side are all the same, or stand in two columns of results."""
        filled = {cell for cell in cells if cell}
        if not all(number_in(text) is not None for text in filled):
            return False
        others = [
            at for at in self.table.columns_of("result") if at != column and any(self._cells(at))
        ]
        return len(filled) == 1 or any(self._are_counts([at]) for at in others)

    def _unsided(self, column: int) -> None:
        said = say(
            "one column {text!r} does not say whose it is; name the columns of both players, such "
            "as Black score and White score",
            text=self._heading(column),
        )
        place = self.table.place_of_heading(column)
        self.answer.faults.append(Fault(said, place))

    def _one_sided(
        self, column: int, cells: List[str], is_winner: bool
    ) -> List[List[Optional[Score]]]:
        readings = [
            sided
            for sided in one_sided(cells, self.left, self.right, self.pair.sides, is_winner)
            if self.table.asked.fits(outcomes_of(cells, sided))
        ]
        if is_winner and not readings:
            readings = self._by_another_name(column, cells)
        # signs alone could be either: the scores beside them say which
        return nearest(readings, self.answer.opinions) if len(readings) > 1 else readings

    def _by_custom(self, column: int) -> None:
        if {*self._cells(column)} & {*self.left, *self.right}:
            return  # it names who won
        place = self.table.place_of_heading(column)
        said = say(
            "column {name!r} says the result of {side!r}, who is named first",
            name=self._heading(column) or place.cell,
            side=self._heading(self.pair.left) or self.table.place_of_heading(self.pair.left).cell,
        )
        self.answer.notes.append(Fault(said, place))

    def _odd_ones(self, column: int, cells: List[str], is_winner: bool) -> None:
        """Name the cells that the others in the column are not like."""
        kinds = [self._kind(cell, at, is_winner) for at, cell in enumerate(cells)]
        counted = {kind: kinds.count(kind) for kind in set(kinds) if kind}
        usual = max(counted, key=lambda kind: counted[kind]) if counted else ""
        odd = [at for at, kind in enumerate(kinds) if kind != usual and cells[at]]
        for at in odd[:4]:
            self._unread(self.lines[at], column)

    def _kind(self, text: str, at: int, is_winner: bool) -> str:
        if not text:
            return ""
        if score_of(text) is not None and number_in(text) is None:
            return "pair"
        left, right = [self.left[at]], [self.right[at]]
        return "one" if one_sided([text], left, right, self.pair.sides, is_winner) else ""

    # -- what stands beside the result ---------------------------------------------------------

    def _deciders(self) -> None:
        """Count what was played beyond the result: extra time does, and penalties are only said.

        Penalties of a game that was not drawn in play say that one of the two is wrong.
        """
        for of_play in (True, False):
            for columns in self._beyond("extra time" if of_play else "decider"):
                if self._are_of_play(columns):
                    continue
                for at, line in enumerate(self.lines):
                    score = self._told_beyond(line, columns)
                    for opinion in self.answer.opinions if score else ():
                        if not self._goes_beyond(opinion, at, of_play, score):
                            self._too_far(line, columns[0])
                            return

    def _are_of_play(self, columns: Sequence[int]) -> bool:
        """Tell whether counts called penalties are goals of play: most stand beside games won."""
        told = [at for at, line in enumerate(self.lines) if self._told_beyond(line, columns)]
        won = [at for at in told if any(
            score and score.winner for score in (o.scores[at] for o in self.answer.opinions)
        )]  # fmt: skip
        return len(columns) == 2 and len(won) > 4 and 2 * len(won) > len(told)

    def _beyond(self, meaning: str) -> List[Tuple[int, ...]]:
        """Return the columns of what goes beyond a result, two where each side has its own."""
        both = [self.table.columns_of(meaning, side=side) for side in self.pair.sides]
        alone = [(at,) for at in self.table.columns_of(meaning)]
        return alone + ([(both[0][0], both[1][0])] if all(len(own) == 1 for own in both) else [])

    def _told_beyond(self, line: Line, columns: Sequence[int]) -> Optional[Score]:
        texts = [line.texts[at] for at in columns]
        both = Score(number_in(texts[0]), number_in(texts[-1]))
        score = score_of(texts[0]) if len(texts) == 1 else both
        return score if score is not None and score.winner is not None else None

    def _goes_beyond(
        self, opinion: Opinion, at: int, of_play: bool, score: Optional[Score]
    ) -> bool:
        """Take what a line says beyond an opinion; False where the two contradict."""
        own = opinion.scores[at]
        if own is None or own.winner is None or score is None or opinion.is_winner:
            return True
        if own.winner:
            return of_play and own.winner == score.winner
        opinion.scores[at] = score if of_play else ByKicks(*own)
        return True

    def _too_far(self, line: Line, column: int) -> None:
        said = say(
            "{text!r} in column {name!r} goes beyond the result; keep the one that counts",
            text=line.texts[column],
            name=self._heading(column),
        )
        self.answer.faults.append(Fault(said, self.table.place(line, column)))

    def _halves(self) -> None:
        """Refuse half times and sets where nothing proves that these columns are no results."""
        if self.pair.is_proved:
            return
        for column in self.table.columns_of("not result"):
            for at, line in enumerate(self.lines):
                score = score_of(line.texts[column])
                if score is None or score.winner is None or number_in(line.texts[column]):
                    continue
                for opinion in self.answer.opinions:
                    told = opinion.scores[at]
                    if told is not None and told.winner not in (None, score.winner):
                        self._either(line, column, opinion)
                        return

    def _either(self, line: Line, column: int, own: Opinion) -> None:
        both = tuple(f"{self._heading(at)}=Result" for at in (own.columns[0], column))
        said = say(
            "{text!r} and {other!r} in {cell} could both be the result; keep one of the columns, "
            "or say which by {option}",
            text=line.texts[column],
            other=" : ".join(line.texts[at] for at in own.columns),
            cell=self.table.place(line, own.columns[0]).cell,
            option=settled_by(*both),
        )
        place = self.table.place(line, column)
        self.answer.faults.append(Fault(said, place, OF_THE_TABLE, both))

    def _by_content(self) -> None:
        """Take columns whose headings say nothing and whose cells are all results of both sides."""
        taken = {self.pair.left, self.pair.right, *self.answer.columns}
        named = _NEVER if not self.answer.opinions and not self.answer.faults else None
        for column, heading in enumerate(self.table.headings):
            is_other = heading.meaning if named is None else heading.meaning in named
            cells = self._cells(column)
            if column in taken or is_other or are_times(cells):
                continue
            scores = [score_of(cell) for cell in cells]
            told = [score for score in scores if score is not None and score.winner is not None]
            if None in scores or 2 * len(told) <= len(cells) or _are_numbers(cells):
                if not heading.meaning:
                    self._words_by_content(column, cells)
                continue
            if self._disagrees(column, scores):
                return
            if not self.answer.opinions:
                self.answer.opinions.append(Opinion((column,), scores))
                self._by_looks(column)

    def _disagrees(self, column: int, scores: Sequence[Optional[Score]]) -> bool:
        """Tell whether a column says other results than those that are known, and name a line."""
        for opinion in self.answer.opinions:
            for line, score, other in zip(self.lines, scores, opinion.scores):
                winners = {one.winner for one in (score, other) if one} - {None}
                if len(winners) > 1:
                    self._either(line, column, opinion)
                    return True
        return False

    def _words_by_content(self, column: int, cells: List[str]) -> None:
        """Take a column of one sign or word a line if it has no number and one reading.

        A word that is the same in every line is a result between the players: ``Kim win Lee``.
        """
        if self.answer.opinions or self.answer.faults or not all(cells) or _are_numbers(cells):
            return
        named = self.table.columns_of("result", "winner")
        if any(any(self._cells(at)) for at in named):
            return  # it says so, and is not understood: no other sign stands for it
        readings = one_sided(cells, self.left, self.right, self.pair.sides, is_winner=False)
        is_between = self.pair.left + 1 == column == self.pair.right - 1
        is_verb = is_between and outcome_of_word(cells[0]) is not None
        if len(readings) == 1 and (len(set(cells)) > 1 or is_verb):
            self.answer.opinions.append(Opinion((column,), readings[0]))
            self._by_custom(column)


def _alone(text: str) -> Optional[Score]:
    """Return what a dash says where all others are scores of both sides: not played yet."""
    return TO_COME if DASH.sub("-", text) == "-" else None


def _are_numbers(cells: Sequence[str]) -> bool:
    return all(number_in(cell) is not None for cell in cells if cell)
