"""What a session of boards waits for, and which round and standings its sheets show."""

from __future__ import annotations

from typing import List, Sequence

from xltie.core.messages import NOTHING, Message, Value, count, joined, say
from xltie.event import BoardResult, Event
from xltie.settings.declared import SESSIONS

_MOST_TABLES = 5


def few(shown: Sequence[Value]) -> Message:
    """Return at most so many tables, and how many there are besides."""
    if len(shown) <= _MOST_TABLES:
        return joined(shown)
    first = joined(shown[: _MOST_TABLES - 1])
    return say("{tables} and {n} more", tables=first, n=len(shown) - _MOST_TABLES + 1)


def next_of_session(event: Event) -> Message:
    """Return what comes next: the movement, the results to come, or the wall page."""
    if event.board_results:
        return _boards_to_come(event.board_results)
    return count(
        len(event.contestants),
        "{n} pair. Next: Tournament, Lay out bridge movement.",
        "{n} pairs. Next: Tournament, Lay out bridge movement.",
    )


def _boards_to_come(board_results: Sequence[BoardResult]) -> Message:
    """Return which results of the first round that waits for any are to come; of all, none."""
    waiting = waiting_boards(board_results)
    if not waiting:
        return say("All boards have results: print Standings.")
    session, number = min((line.session, line.round) for line in waiting)
    missing = [line for line in waiting if (line.session, line.round) == (session, number)]
    tables = list(dict.fromkeys(line.table for line in missing if line.table))
    if not number or not tables:
        return count(len(waiting), "{n} result to come.", "{n} results to come.")
    return count(
        len(missing),
        "{n} result of round {round} to come: table {tables}.",
        "{n} results of round {round} to come: tables {tables}.",
        round=number,
        tables=few(tables),
    )


def waiting_boards(board_results: Sequence[BoardResult]) -> List[BoardResult]:
    """Return the boards at tables without a result."""
    return [line for line in board_results if (line.ns_result, line.ew_result) == (None, None)]


def round_of_boards(event: Event) -> Message:
    """Return the round that is played at the tables, the last one where all have results."""
    lines = event.board_results
    waiting = [(line.session, line.round) for line in waiting_boards(lines)]
    last = max(((line.session, line.round) for line in lines), default=(0, 0))
    session, number = min(waiting, default=last)
    rounds = max((line.round for line in lines if line.session == session), default=0)
    return say("Round {round} of {rounds}", round=number, rounds=rounds) if number else NOTHING


def standings_of_boards(event: Event) -> Message:
    """Return after how many results, or which session, the standings are."""
    waiting, lines = waiting_boards(event.board_results), event.board_results
    if not lines or len(waiting) == len(lines):
        return NOTHING
    if waiting:
        left = len(lines) - len(waiting)
        return say("Standings after {n} of {all} results", n=left, all=len(lines))
    if boards_are_over(event):
        return say("Final standings")
    session = max(line.session for line in lines) or 1
    return say("Standings after session {session}", session=session)


def boards_are_over(event: Event) -> bool:
    """Tell whether all boards of the last session that is planned have results."""
    lines = event.board_results
    session = max((line.session for line in lines), default=0) or 1
    is_last = session >= (event.settings[SESSIONS] or 1)
    return bool(lines) and is_last and not waiting_boards(lines)
