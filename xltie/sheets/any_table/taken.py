"""What was taken a table to mean, one sentence each, for a person to confirm once."""

from __future__ import annotations

from typing import Iterator, Mapping, Sequence, Tuple

from xltie.core.messages import Message, count, say, word
from xltie.event import Scoring
from xltie.sheets.any_table.blocks import Table


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
