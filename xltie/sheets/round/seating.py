"""A whole movement of bridge: its rounds, what is odd about it, and the cards of its tables.

What the command line and the buttons of the spreadsheet programs share.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Dict, List, NamedTuple, Optional, Tuple

from xltie.core.errors import InputError
from xltie.core.messages import Message, Said, count, joined, say
from xltie.event import EventIndex
from xltie.pairing.catalogue import Board, Round, shared_sets, system_of
from xltie.pairing.systems import draw_round
from xltie.sheets.round.movement_lines import boards_begun, boards_in_set, idle_boards, movement_of


class CardLine(NamedTuple):
    """A round at a table: who sits there, and the boards; ``ew`` is "" where NS sit out."""

    round: int
    ns: str
    ew: str
    boards: Said


@dataclass(frozen=True)
class TableCard:
    """The guide card of a table, and where its pairs go after every round."""

    table: int
    lines: Tuple[CardLine, ...]
    moves: Tuple[Message, ...]


@dataclass(frozen=True)
class Seating:
    """A movement: its rounds as they are scored, and as people sit.

    The two differ in the last rounds where the sides are switched: the players stay, the boards are
    turned by a quarter. ``set_size`` is how many boards a table plays in a round.
    """

    rounds: Tuple[Round, ...]
    seated: Tuple[Round, ...]
    warnings: Tuple[Message, ...]
    set_size: int

    def cards(self) -> List[TableCard]:
        """Return the guide card of every table."""
        lines: Dict[int, List[CardLine]] = {}
        switched = {own.round for own, seen in zip(self.rounds, self.seated) if own is not seen}
        for own in self.seated:
            for board in own.boards:
                boards = self._set(board.boards)
                told = say("{boards} (switch)", boards=boards) if own.round in switched else boards
                line = CardLine(own.round, board.first, board.second or "", told)
                lines.setdefault(board.table, []).append(line)
        moves = _moves(self.seated)
        if switched:
            note = _quarter_turn(min(switched), max(switched))
            moves = {table: [*own, note] for table, own in moves.items()}
        return [
            TableCard(table, tuple(own), tuple(moves.get(table, ())))
            for table, own in sorted(lines.items())
        ]

    def _set(self, number: int) -> str:
        """Return the boards of a set, the first one or the first and the last."""
        first = (number - 1) * self.set_size + 1
        return f"{first}-{first + self.set_size - 1}" if self.set_size > 1 else str(first)


def _quarter_turn(first: int, last: int) -> Message:
    if last == first:
        return say(
            "In round {round} turn the boards by a quarter: NS play the cards of EW", round=first
        )
    return say(
        "In rounds {first} to {last} turn the boards by a quarter: NS play the cards of EW",
        first=first,
        last=last,
    )


def seat_movement(
    event_index: EventIndex, system_name: str = "", rounds: int = 0, switched: Optional[int] = 0
) -> Seating:
    """Return a movement for the pairs that are listed and the boards that are prepared.

    ``system_name`` is a movement, "" that of the settings. ``rounds`` stops it early, 0 plays all.
    In the last ``switched`` rounds NS and EW change seats, so that there is one winner; None is an
    eighth of the rounds, as is usual.

    Raises:
        InputError: not a bridge session, or rounds that the movement has not or that are seated.
        DomainError: the system is no movement, or not for this number of pairs or boards.
    """
    event = event_index.event
    if not event.traits.is_session:
        raise InputError.of(say("only a bridge session has a movement"))
    system = system_of(event, system_name)
    timetable = movement_of(system)
    pairs = len(event.listed)
    drawn = [draw_round(event_index, 1, system)]
    last = timetable.rounds(pairs)
    _refuse_rounds(rounds, last)
    begun = boards_begun(event_index, timetable)
    if begun:
        raise InputError.of(
            say(
                "round {round} is on the Boards sheet already; seat lays out an empty sheet",
                round=begun,
            )
        )
    idle = idle_boards(event_index, system)
    size = boards_in_set(event_index, timetable)
    numbers = range(2, (rounds or last) + 1)
    drawn += [draw_round(event_index, number, system) for number in numbers]
    change = max(1, (len(drawn) + 4) // 8) if switched is None else switched
    _refuse_change(change, len(drawn))
    keep = len(drawn) - change
    scored = [own if own.round <= keep else _switched(own) for own in drawn]
    warnings = [idle] if idle else []
    if shared_sets(timetable, pairs):
        warnings.append(
            say("tables share boards in a round: pass them on during the round, or have two copies")
        )
    return Seating(tuple(scored), tuple(drawn), tuple(warnings), size)


def _refuse_rounds(rounds: int, last: int) -> None:
    """Refuse a number of rounds that a movement has not."""
    if not 0 <= rounds <= last:
        raise InputError.of(
            count(
                last,
                "this movement has {n} round, not {rounds}",
                "this movement has {n} rounds, not {rounds}",
                rounds=rounds,
            )
        )


def _refuse_change(change: int, rounds: int) -> None:
    """Refuse that the sides change seats in more rounds than there are."""
    if not 0 <= change <= rounds:
        raise InputError.of(
            count(
                rounds,
                "the sides cannot change in {change} of {n} round",
                "the sides cannot change in {change} of {n} rounds",
                change=change,
            )
        )


def _switched(drawn: Round) -> Round:
    """Return a round in which everybody plays the cards of the other side."""
    return replace(
        drawn,
        boards=tuple(
            board
            if board.second is None
            else replace(board, first=board.second, second=board.first)
            for board in drawn.boards
        ),
    )


_Seat = Tuple[int, str]


def _seats(board: Board) -> Dict[str, _Seat]:
    seats = {board.first: (board.table, "NS")}
    if board.second is not None:
        seats[board.second] = (board.table, "EW")
    return seats


def _moves(rounds: Tuple[Round, ...]) -> Dict[int, List[Message]]:
    """Return for each table where its pairs go, where that is the same after every round."""
    going: Dict[_Seat, List[Optional[_Seat]]] = {}
    for at, before in enumerate(rounds[:-1], 1):
        there = {who: seat for board in rounds[at].boards for who, seat in _seats(board).items()}
        for board in before.boards:
            for who, seat in _seats(board).items():
                going.setdefault(seat, []).append(there.get(who))
    found: Dict[int, List[Message]] = {}
    for seat, targets in sorted(going.items(), key=lambda own: (own[0][0], own[0][1] == "EW")):
        found.setdefault(seat[0], []).append(_move(seat, targets))
    return found


def _move(seat: _Seat, targets: List[Optional[_Seat]]) -> Message:
    side = seat[1]
    known = {own for own in targets if own is not None}
    if known == {seat}:
        return say("{side} stay", side=side)
    if len(known) == 1 and None not in targets:
        table, other = known.pop()
        return say("{side} go to table {table}, {other}", side=side, table=table, other=other)
    steps = []
    for target, run in groupby(enumerate(targets, 1), key=lambda own: own[1]):
        if target is not None:
            steps.append(_step([number for number, _ in run], seat, target))
    return say("{side}: {steps}", side=side, steps=joined(steps, "; "))


def _step(rounds: List[int], seat: _Seat, target: _Seat) -> Message:
    """Return where the pair of a seat goes after some rounds."""
    when = (
        say("after round {round}", round=rounds[0])
        if len(rounds) == 1
        else say("after rounds {first}-{last}", first=rounds[0], last=rounds[-1])
    )
    if target == seat:
        return say("{when} stay", when=when)
    return say("{when} to table {table}, {side}", when=when, table=target[0], side=target[1])
