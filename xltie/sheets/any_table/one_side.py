"""What columns of a list say of one side alone: its points, whether it won, who is named first."""

from __future__ import annotations

from typing import Dict, List, Optional, Sequence

from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.sheets.any_table.asked import settled_by
from xltie.sheets.any_table.blocks import Line
from xltie.sheets.any_table.counts import Counts
from xltie.sheets.any_table.opinion import Opinion, agreed
from xltie.sheets.any_table.reading import OF_THE_TABLE
from xltie.sheets.tables import (
    DRAWS,
    HALF,
    NONE,
    ONE,
    WON,
    Score,
    drawn,
    heading_of,
    number_in,
    outcome_of_word,
    score_of,
    words_of,
)

_YES = ("1", "x", "y", "yes", "true", "ja", "oui", "si", "sí", "да", "✓", "✔")
_NO = ("", "0", "-", "n", "no", "false", "nein", "non", "нет")
"""How a column that is called Draw says whether a game was one."""
_WITHOUT_DRAWS = frozenset(("radiant", "dire", "blue", "red"))
"""What the sides are called of games that always have a winner."""
_ENDS = {1: "win", 0: "draw", -1: "loss"}


class OfOneSide(Counts):
    """The columns that tell of one side; opinions go to ``answer``."""

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

    def _won_and_lost(self) -> None:
        """Take those named first as winners, but for draws that another column marks."""
        columns = (self.pair.left, self.pair.right)
        others = [at for at in range(len(self.table.headings)) if at not in columns]
        scores: List[Optional[Score]] = []
        for line in self.lines:
            is_drawn = [at for at in others if self._says_drawn(line, at)]
            scores.append(WON[0 if is_drawn else 1])
        self.answer.opinions.append(Opinion(columns, scores))

    def _says_drawn(self, line: Line, column: int) -> bool:
        """Tell whether a cell beside a winner says draw; 2-2 may have been won by penalties."""
        text = line.texts[column]
        if outcome_of_word(self._heading(column).strip("? ")) == 0:
            is_marked = text.casefold() in _YES
            if not is_marked and text.casefold() not in _NO:
                self._unread(line, column)
            return is_marked
        if self.table.headings[column].meaning == "result":
            return drawn(text) is not None or score_of(text) == WON[0]
        return outcome_of_word(text) == 0

    def _won_or_not(self) -> None:
        """Take a column that says of one side alone whether it won: ``radiant_win``, True or False.

        Who did not win lost, or drew in a game that has draws.
        """
        both = [self.table.columns_of("wins", side=side) for side in self.pair.sides]
        alone = sorted(map(len, both)) == [0, 1]
        for column in [*both[0], *both[1]]:
            texts = [line.texts[column] for line in self.lines]
            cells = [text.casefold() for text in texts]
            won = 1 if column in both[0] else -1
            is_told = alone or not self._are_counts([column])
            if not (is_told and {*_NO} < {*_NO, *cells} <= {*_YES, *_NO}):
                continue
            names = {word for at in self.pair[:2] for word in words_of(self._heading(at))}
            ends = (-won,) if names & _WITHOUT_DRAWS else (-won, 0)
            readings: List[List[Optional[Score]]] = [
                [WON[won] if cell in _YES else WON[end] if cell else None for cell in cells]
                for end in ends
            ]
            told = [one for one in readings if self.table.asked.fits(outcomes_of(texts, one))]
            if self.answer.opinions and told:
                told = [max(told, key=lambda reading: agreed(reading, self.answer.opinions))]
            if len(told) == 1:
                self.answer.opinions.append(Opinion((column,), told[0]))
            elif told:
                self._ambiguous(column, texts, told)

    def _called_winners(self) -> None:
        """Take a column that is called Winner beside other words, where its cells name the sides.

        ``winner_agent`` names one of ``A_name`` and ``B_name`` by A and B.
        """
        for at, heading in enumerate(self.table.headings):
            words = words_of(heading.text)
            if self.answer.opinions or self.answer.faults or heading.meaning:
                continue
            if any(heading_of(word).meaning == "winner" for word in words):
                told = self._by_another_name(at, self._cells(at))
                self.answer.opinions.extend(Opinion((at,), one, True) for one in told)

    def _by_another_name(self, column: int, cells: Sequence[str]) -> List[List[Optional[Score]]]:
        """Return who won by what their columns are called, or by a code that stands for each name.

        The codes stand in two other columns; each is that of one player in all lines.
        """
        words = [set(words_of(self._heading(at))) for at in (self.pair.left, self.pair.right)]
        labels = [{*map(normal, words[at] - words[1 - at])} for at in (0, 1)]
        told = [
            1 if normal(cell) in labels[0] else -1 if normal(cell) in labels[1] else _drawn(cell)
            for cell in cells
        ]  # fmt: skip
        if any(told) and all(one is not None or not cell for one, cell in zip(told, cells)):
            return [[None if one is None else WON[one] for one in told]]
        columns = {*range(len(self.table.headings))} - {column, self.pair.left, self.pair.right}
        for first in sorted(columns):
            for second in sorted(columns - {first}):
                scores = self._by_codes(cells, first, second)
                if scores is not None:
                    return [scores]
        return []

    def _by_codes(
        self, cells: Sequence[str], first: int, second: int
    ) -> Optional[List[Optional[Score]]]:
        """Return who won by the codes of the players in two columns; None if they are none."""
        players: Dict[str, str] = {}
        codes: Dict[str, str] = {}
        scores: List[Optional[Score]] = []
        for line, cell, *names in zip(self.lines, cells, self.left, self.right):
            own = [line.texts[first], line.texts[second]]
            for code, name in zip(own, map(normal, names)):
                if players.setdefault(code, name) != name or codes.setdefault(name, code) != code:
                    return None
            won = 1 if cell == own[0] else -1 if cell == own[1] else _drawn(cell)
            if won is None and cell:
                return None
            scores.append(None if won is None else WON[won])
        return scores if any(score and score.winner for score in scores) else None

    def _ambiguous(
        self, column: int, cells: Sequence[str], readings: Sequence[List[Optional[Score]]]
    ) -> None:
        """Name the first cell of which two readings say different things, and both of them."""
        at, one, other = next(
            (index, a, b)
            for first in readings
            for second in readings
            for index, (a, b) in enumerate(zip(first, second))
            if a != b and a and b
        )
        one, other = sorted((one, other), key=lambda score: -(score.winner or 0))
        both = tuple(f"{cells[at]}={_ENDS[score.winner or 0]}" for score in (one, other))
        said = say(
            "{text!r} in column {name!r} may say {one} or {other}; write 1-0, ½-½ and 0-1, or say "
            "which by {option}",
            text=cells[at],
            name=self._heading(column),
            one=_shown(one),
            other=_shown(other),
            option=settled_by(*both),
        )
        place = self.table.place(self.lines[at], column)
        self.answer.faults.append(Fault(said, place, OF_THE_TABLE, both))


def outcomes_of(
    cells: Sequence[str], scores: Sequence[Optional[Score]]
) -> Dict[str, Optional[int]]:
    """Return what each text of a column says."""
    return {text: score.winner for text, score in zip(cells, scores) if score}


def _drawn(text: str) -> Optional[int]:
    """Return 0 where a cell says draw, None where it does not."""
    return 0 if normal(text) in DRAWS or text in ("=", "½") else None


def _shown(score: Score) -> str:
    return {1: "1-0", 0: "½-½", -1: "0-1"}.get(score.winner or 0, "")
