"""Why a table is as it is: score groups, floats and colours, in a line for a person."""

from __future__ import annotations

from typing import List, Mapping

from xltie.event.model import Id
from xltie.pairing.engine.state import NAMES, WHITE, Entry, Field
from xltie.pairing.systems.drawn_round import Board, Round
from xltie.rules.common.criterion_value import show


def reason_lines(drawn: Round) -> List[str]:
    """Return a line for each table of a drawn round."""
    if drawn.field is None:
        return [_scheduled(board, drawn.system.title) for board in drawn.boards]
    entries = {entry.who: entry for entry in drawn.field.entries}
    words = {wish.name: wish.broken for wish in drawn.wishes if wish.rule}
    return [_line(drawn.field, board, entries, words) for board in drawn.boards]


def _scheduled(board: Board, title: str) -> str:
    text = f"table {board.table}: by the timetable ({title})"
    return f"{text}; {' and '.join(board.absent)} will not come" if board.absent else text


def _line(field: Field, board: Board, entries: Mapping[Id, Entry], words: Mapping[str, str]) -> str:
    first = entries[board.first]
    second = None if board.second is None else entries[board.second]
    if second is None:
        parts = [f"{first.called} has the bye with {_points(field, first)}"]
        if first.score == field.lowest:
            parts.append("the lowest score group")
    else:
        parts = [_couple(field, first, second), *_colours(field, first, second)]
        if board.handicap:
            parts.append(f"handicap {board.handicap}")
    against = [
        words[name].format(cost=cost)
        for name, cost in board.costs
        if name in words and name != "score"
    ]
    if against:
        parts.append("could not be helped: " + ", ".join(against))
    return f"table {board.table}: " + "; ".join(parts)


def _points(field: Field, entry: Entry) -> str:
    return show(field.points(entry))


def _couple(field: Field, first: Entry, second: Entry) -> str:
    named = f"{first.called} - {second.called}"
    if first.score == second.score:
        return f"{named}: both in the group with {_points(field, first)}"
    high, low = (first, second) if first.score > second.score else (second, first)
    return (
        f"{named}: {high.called} floats down from {_points(field, high)} to {_points(field, low)}"
    )


def _colours(field: Field, first: Entry, second: Entry) -> List[str]:
    seats = ((first, field.first_seat), (second, -field.first_seat))
    return [f"{NAMES[colour].title()} {_history(entry)}" for entry, colour in seats]


def _history(entry: Entry) -> str:
    letters = {True: "W", False: "B"}
    had = " ".join(letters[colour == WHITE] for _, colour in entry.colours)
    return f"{entry.called} (had {had})" if had else f"{entry.called} (no colour yet)"
