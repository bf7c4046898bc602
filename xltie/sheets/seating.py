"""A whole movement of bridge: its rounds, what is odd about it, and the cards of its tables.

What the command line and the buttons of the spreadsheet programs share.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Dict, List, NamedTuple, Optional, Tuple

from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.event.index import EventIndex
from xltie.pairing.round_settings import system_of
from xltie.pairing.systems.draw import draw_round
from xltie.pairing.systems.drawn_round import Board, Round
from xltie.pairing.systems.movements import shared_sets
from xltie.sheets.movement_lines import boards_begun, boards_in_set, idle_boards, movement_of


class CardLine(NamedTuple):
    """A round at a table: who sits there, and the boards; ``ew`` is "" where NS sit out."""

    round: int
    ns: str
    ew: str
    boards: str


@dataclass(frozen=True)
class TableCard:
    """The guide card of a table, and where its pairs go after every round."""

    table: int
    lines: Tuple[CardLine, ...]
    moves: Tuple[str, ...]


@dataclass(frozen=True)
class Seating:
    """A movement: its rounds as they are scored, and as people sit.

    The two differ in the last rounds where the sides are switched: the players stay, the boards are
    turned by a quarter. ``set_size`` is how many boards a table plays in a round.
    """

    rounds: Tuple[Round, ...]
    seated: Tuple[Round, ...]
    warnings: Tuple[str, ...]
    set_size: int

    def cards(self) -> List[TableCard]:
        """Return the guide card of every table."""
        lines: Dict[int, List[CardLine]] = {}
        switched = {own.round for own, seen in zip(self.rounds, self.seated) if own is not seen}
        for own in self.seated:
            for board in own.boards:
                first = (board.boards - 1) * self.set_size + 1
                last = first + self.set_size - 1
                boards = f"{first}-{last}" if self.set_size > 1 else str(first)
                boards += " (switch)" if own.round in switched else ""
                line = CardLine(own.round, board.first, board.second or "", boards)
                lines.setdefault(board.table, []).append(line)
        moves = _moves(self.seated)
        if switched:
            first, last = min(switched), max(switched)
            when = f"rounds {first} to {last}" if last > first else f"round {first}"
            note = say("In {when} turn the boards by a quarter: NS play the cards of EW", when=when)
            moves = {table: [*own, note] for table, own in moves.items()}
        return [
            TableCard(table, tuple(own), tuple(moves.get(table, ())))
            for table, own in sorted(lines.items())
        ]


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
    if event_index.event.game != "bridge":
        raise InputError.of(say("only a bridge session has a movement"))
    system = system_of(event_index.event, system_name)
    timetable = movement_of(system)
    pairs = len(event_index.event.listed)
    drawn = [draw_round(event_index, 1, system)]
    last = timetable.rounds(pairs)
    if not 0 <= rounds <= last:
        raise InputError.of(say("this movement has {n} rounds, not {m}", n=last, m=rounds))
    begun = boards_begun(event_index, timetable)
    if begun:
        raise InputError.of(
            say("round {n} is on the Boards sheet already; seat lays out an empty sheet", n=begun)
        )
    idle = idle_boards(event_index, system)
    size = boards_in_set(event_index, timetable)
    numbers = range(2, (rounds or last) + 1)
    drawn += [draw_round(event_index, number, system) for number in numbers]
    change = max(1, (len(drawn) + 4) // 8) if switched is None else switched
    if not 0 <= change <= len(drawn):
        raise InputError.of(
            say("the sides cannot change in {n} of {m} rounds", n=change, m=len(drawn))
        )
    keep = len(drawn) - change
    scored = [own if own.round <= keep else _switched(own) for own in drawn]
    warnings = [idle] if idle else []
    if shared_sets(timetable, pairs):
        warnings.append(
            say("tables share boards in a round: pass them on during the round, or have two copies")
        )
    return Seating(tuple(scored), tuple(drawn), tuple(warnings), size)


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


def _moves(rounds: Tuple[Round, ...]) -> Dict[int, List[str]]:
    """Return for each table where its pairs go, where that is the same after every round."""
    going: Dict[_Seat, List[Optional[_Seat]]] = {}
    for at, before in enumerate(rounds[:-1], 1):
        there = {who: seat for board in rounds[at].boards for who, seat in _seats(board).items()}
        for board in before.boards:
            for who, seat in _seats(board).items():
                going.setdefault(seat, []).append(there.get(who))
    found: Dict[int, List[str]] = {}
    for seat, targets in sorted(going.items(), key=lambda own: (own[0][0], own[0][1] == "EW")):
        found.setdefault(seat[0], []).append(_move(seat, targets))
    return found


def _move(seat: _Seat, targets: List[Optional[_Seat]]) -> str:
    side = seat[1]
    known = {own for own in targets if own is not None}
    if known == {seat}:
        return f"{side} stay"
    if len(known) == 1 and None not in targets:
        table, other = known.pop()
        return say("{side} go to table {table}, {other}", side=side, table=table, other=other)
    steps = []
    for target, run in groupby(enumerate(targets, 1), key=lambda own: own[1]):
        numbers = [number for number, _ in run]
        when = f"round {numbers[0]}" if len(numbers) == 1 else f"rounds {numbers[0]}-{numbers[-1]}"
        if target is not None:
            where = "stay" if target == seat else f"to table {target[0]}, {target[1]}"
            steps.append(f"after {when} {where}")
    return f"{side}: {'; '.join(steps)}"
