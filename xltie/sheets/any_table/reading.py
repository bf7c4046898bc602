"""What came of reading a table: an event, or the faults that are in its way."""

from __future__ import annotations

from fractions import Fraction
from typing import Iterator, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import Message, count, say, word
from xltie.core.records import dataclass
from xltie.event import Event, Scoring
from xltie.ranking import PrintedColumn
from xltie.sheets.any_table.blocks import Table

MOST_FAULTS = 12


OF_THE_TABLE = "table"
"""The code of what is wrong with a table as a whole: faults of its lines only follow from it."""


@dataclass(frozen=True)
class Reading:
    """A table as one shape. ``evidence``, 0 to 1, says how much of it is of that shape at all.

    ``notes`` are what was taken by custom rather than proved, one sentence each.
    """

    shape: str
    evidence: Fraction
    event: Optional[Event] = None
    faults: Tuple[Fault, ...] = ()
    notes: Tuple[Fault, ...] = ()
    is_even: bool = True
    """The two sides of every game add up to the same: no other reading is as sure."""
    printed: Tuple[PrintedColumn, ...] = ()
    taken: Tuple[Message, ...] = ()
    """What the table was taken to mean."""

    @property
    def understood(self) -> Event:
        """Return the event, of a reading that has one."""
        assert self.event is not None
        return self.event


def of_list(
    table: Table, players: Sequence[int], results: Sequence[int], scoring: Scoring
) -> Tuple[Message, ...]:
    """Say which columns of a list hold the players and the results."""
    left, right = (_column(table, at) for at in players)
    shown = " + ".join(_column(table, at) for at in results)
    said = say(
        "a list of games: {left} against {right}, the result in {columns}",
        left=left,
        right=right,
        columns=shown,
    )
    return (said, worth_of(scoring))


def of_cross_table(
    table: Table, rounds: int, numbers: int, seats: Mapping[str, str], scoring: Scoring
) -> Tuple[Message, ...]:
    """Say what opponents' numbers, letters of colours and scores of a cross table mean."""
    said = count(
        rounds,
        "a cross table of {n} round; opponents are given by {column}",
        "a cross table of {n} rounds; opponents are given by {column}",
        column=_column(table, numbers) if numbers >= 0 else word("value", "the order of the lines"),
    )
    return (said, *_letters(seats), worth_of(scoring))


def of_matrix(players: int, scoring: Scoring) -> Tuple[Message, ...]:
    """Say that a table is a matrix, and what its results give."""
    said = say("everybody against everybody: {n} players, a column for each", n=players)
    return (said, worth_of(scoring))


def worth_of(scoring: Scoring) -> Message:
    """Say what a win, a draw and a loss give."""
    return say(
        "{win} for a win, {draw} for a draw, {loss} for a loss",
        win=scoring.win,
        draw=scoring.draw,
        loss=scoring.loss,
    )


def _letters(seats: Mapping[str, str]) -> Iterator[Message]:
    if not seats:
        return
    by_seat = {seat: letter for letter, seat in seats.items()}
    yield say(
        "{white!r} is White, {black!r} is Black",
        white=by_seat.get("white", ""),
        black=by_seat.get("black", ""),
    )


def _column(table: Table, at: int) -> str:
    place = table.place_of_heading(at)
    return f"{table.headings[at].text} ({place})" if table.headings[at].text else str(place)
