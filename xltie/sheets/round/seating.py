"""A whole movement of bridge: its rounds, what is odd about it, and the cards of its tables.

What the command line and the buttons of the spreadsheet programs share.
"""

from __future__ import annotations

from itertools import groupby
from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import InputError, WrongCall, XltieError
from xltie.core.messages import Message, Said, count, joined, say
from xltie.core.records import dataclass, replace
from xltie.event import BoardResult, Event, EventIndex, Id
from xltie.event.bridge import sessions_of
from xltie.pairing.catalogue import (
    Board,
    MovementFacts,
    Round,
    System,
    fitting_movements,
    system_of,
    wants_of,
)
from xltie.pairing.systems import draw_round
from xltie.settings.declared import SESSIONS
from xltie.sheets.round.kept_seats import (
    is_typed,
    late_for,
    seats_of,
    with_results,
)
from xltie.sheets.round.movement import (
    announced,
    consequences,
    facts_of,
    idle_boards,
    movement_of,
    round_of_boards,
)


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
    turned by a quarter. ``lines`` are the boards of all rounds with the results that are there.
    """

    rounds: Tuple[Round, ...]
    seated: Tuple[Round, ...]
    warnings: Tuple[Message, ...]
    facts: MovementFacts
    lines: Tuple[BoardResult, ...] = ()

    @property
    def system(self) -> System:
        """The movement."""
        return self.facts.system

    @property
    def consequences(self) -> Message:
        """What the movement means for the evening, in one sentence each."""
        return joined((consequences(self.facts), *filter(None, (announced(self.facts),))), "; ")

    def cards(self) -> List[TableCard]:
        """Return the guide card of every table."""
        lines: Dict[int, List[CardLine]] = {}
        switched = {
            one_round.round
            for one_round, seen in zip(self.rounds, self.seated)
            if one_round is not seen
        }
        for seated in self.seated:
            for board in seated.boards:
                boards = self._set(board.boards)
                told = (
                    say("{boards} (switch)", boards=boards) if seated.round in switched else boards
                )
                line = CardLine(seated.round, board.first, board.second or "", told)
                lines.setdefault(board.table, []).append(line)
        moves = _moves(self.seated)
        if switched:
            note = _quarter_turn(min(switched), max(switched))
            moves = {table: [*moved, note] for table, moved in moves.items()}
        return [
            TableCard(table, tuple(card), tuple(moves.get(table, ())))
            for table, card in sorted(lines.items())
        ]

    def _set(self, number: int) -> str:
        """Return the boards of a set, the first one or the first and the last."""
        size = self.facts.set_size
        first = (number - 1) * size + 1
        return f"{first}-{first + size - 1}" if size > 1 else str(first)


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
    event_index: EventIndex, system_name: str = "", rounds: int = 0, switched: Optional[int] = 0,
    *, again: bool = False, session: int = 0,
) -> Seating:  # fmt: skip
    """Return a movement for the pairs that are listed and the boards that are prepared.

    ``system_name`` is a movement; "" is that of the settings, else the one that suits the pairs and
    boards. ``rounds`` stops it early, 0 plays all. In the last ``switched`` rounds NS and EW change
    seats, so that there is one winner; None is an eighth of the rounds, as is usual.

    Laid out ``again``, pairs keep their seats and results stay; a pair that is new takes a seat
    that is free, from the first round on in which nobody has a result yet.

    ``session`` is one of several; 0 is the last, or the next where the settings plan another and
    the last has all its results. The lines of the others stay. In every further session every
    other pair changes lines, so that a Mitchell has other opponents.

    Raises:
        WrongCall: not a bridge session; rounds that the movement has not.
        InputError: boards that are seated already, if not again; or a result that has no place in
            the movement.
        DomainError: the system is no movement, or not for this number of pairs or boards.
    """
    event = event_index.event
    if not event.traits.is_session:
        raise WrongCall.say("only a bridge session has a movement")
    session = session or _session_meant(event)
    alone = _alone(event, session) if session else event
    begun = max((line.round for line in alone.board_results), default=0)
    if alone.board_results and not again:
        raise InputError.of(_already(begun))
    refused: List[XltieError] = []
    for system in _systems(event_index, system_name):
        try:
            found = _seated(EventIndex(alone), system, rounds, switched)
            return _among_others(event, session, found) if session else found
        except XltieError as error:
            refused.append(error)
    raise refused[0]


def _session_meant(event: Event) -> int:
    """Return the session that is to be laid out, 0 where the event has but one."""
    planned = event.settings[SESSIONS] or 1
    numbers = sessions_of(event)
    if planned < 2 and not numbers:
        return 0
    last = max(numbers, default=1)
    lines = [line for line in event.board_results if line.session in (0, last)]
    is_done = bool(lines) and all(map(is_typed, lines))
    return last + 1 if is_done and last < planned else last


def _alone(event: Event, number: int) -> Event:
    """Return one of several sessions by itself, its pairs in the order of their first seats.

    Raises:
        InputError: the session before it has no boards.
    """
    known = sessions_of(event) or ((1,) if event.board_results else ())
    if number > 1 + max(known, default=0):
        raise InputError.say("session {n} has no boards yet", n=number - 1)
    order = list(event.listed)
    for _ in range(number - 1):
        order = order[::2] + order[1::2]
    lines = tuple(line for line in event.board_results if (line.session or 1) == number)
    return replace(event, contestants=tuple(order), entrants=(), board_results=lines)


def _among_others(event: Event, number: int, found: Seating) -> Seating:
    """Return a session with the lines of those before and after its own.

    Who leaves in the first session is said to be missing in the others too: rounds have no session.
    """
    lines = [line._replace(session=line.session or 1) for line in event.board_results]
    lines = [line for line in lines if line.session != number]
    lines += [line._replace(session=number) for line in found.lines]
    sitting = [{who for board in one.boards for who in board.players} for one in found.seated]
    is_next = number > 1 and not any(map(is_typed, found.lines))
    missing = [
        say(
            "{who} misses rounds of session {n} too: blank Not playing in round if that is over",
            who=contestant.known_as,
            n=number,
        )
        for contestant in event.listed
        if is_next and not all(contestant.id in there for there in sitting)
    ]
    return replace(
        found,
        lines=tuple(sorted(lines, key=lambda line: line.session)),
        warnings=(*found.warnings, *missing),
    )


def _already(begun: int) -> Message:
    if not begun:
        return say("pairs are on the Boards sheet already; --replace lays out the rounds again")
    return say(
        "round {round} is on the Boards sheet already; --replace lays out the rounds again and "
        "keeps the results",
        round=begun,
    )


def _systems(event_index: EventIndex, name: str) -> List[System]:
    """Return the movement that was named; or that of the event, and others that may take over.

    With a pair more, or less, another movement may be the one that has room for the results.
    """
    event = event_index.event
    usual = system_of(event, name)
    if name or usual.timetable is None or not usual.timetable.deals_boards:
        return [usual]
    fitting = fitting_movements(len(event.listed), event.rounds)
    return [usual, *(facts.system for facts in fitting if facts.system.name != usual.name)]


def _seated(
    event_index: EventIndex, system: System, rounds: int, switched: Optional[int]
) -> Seating:
    """Return a movement with the results that are there.

    Raises:
        XltieError: it is not for these pairs and boards, or a result has no place in it.
    """
    event = event_index.event
    timetable = movement_of(system)
    draw_round(_bare(event), 1, system)  # refuses too few and too many pairs
    last = timetable.rounds(len(event.listed))
    beyond = count(
        last, "this movement has {n} round, not {rounds}",
        "this movement has {n} rounds, not {rounds}", rounds=rounds,
    )  # fmt: skip
    _refuse_beyond(rounds, last, beyond)
    numbers = range(1, (rounds or last) + 1)
    change = max(1, (len(numbers) + 4) // 8) if switched is None else switched
    beyond = count(
        len(numbers), "the sides cannot change in {change} of {n} round",
        "the sides cannot change in {change} of {n} rounds", change=change,
    )  # fmt: skip
    _refuse_beyond(change, len(numbers), beyond)
    keep = len(numbers) - change
    order = seats_of(event, timetable, range(keep + 1, len(numbers) + 1))
    in_order = _bare(event, order)
    begun = max((line.round for line in event.board_results if is_typed(line)), default=0)
    drawn = []
    for number in numbers:
        wants = wants_of(in_order, number)
        late: FrozenSet[Id] = frozenset()
        if number <= begun:
            there = tuple(line for line in event.board_results if line.round <= number)
            meetings = timetable.meetings(len(order), number)
            late = late_for(replace(event, board_results=there), order, meetings)
        absent = wants.absent | late
        drawn.append(draw_round(in_order, number, system, replace(wants, absent=absent)))
    scored = [seated if seated.round <= keep else _switched(seated) for seated in drawn]
    lines = with_results(
        event, [line for seated in scored for line in round_of_boards(event, seated)]
    )
    facts = facts_of(event, system, len(numbers))
    facts = facts._replace(winners=1) if change else facts
    said = filter(None, [idle_boards(event, facts), *_of_late(event, begun)])
    return Seating(tuple(scored), tuple(drawn), tuple(said), facts, tuple(lines))


def _bare(event: Event, order: Sequence[Id] = ()) -> EventIndex:
    """Return the pairs of an event alone, in the order of their numbers in a movement."""
    by_id = {contestant.id: contestant for contestant in event.listed}
    pairs = tuple(by_id[who] for who in order) or event.listed
    return EventIndex(replace(event, contestants=pairs, entrants=(), board_results=(), faults=()))


def _of_late(event: Event, begun: int) -> Iterator[Message]:
    """Yield from which round on pairs play that came late."""
    seen = {who for line in event.board_results for who in (*line.ns, *line.ew)}
    for contestant in event.listed if begun else ():
        if contestant.id not in seen:
            who = contestant.known_as
            yield say("{who} plays from round {round}", who=who, round=begun + 1)


def _refuse_beyond(asked: int, most: int, said: Message) -> None:
    """Refuse what is asked for beyond 0 and what there is at the most."""
    if not 0 <= asked <= most:
        raise WrongCall.of(said)


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
    for seat, targets in sorted(going.items(), key=lambda item: (item[0][0], item[0][1] == "EW")):
        found.setdefault(seat[0], []).append(_move(seat, targets))
    return found


def _move(seat: _Seat, targets: List[Optional[_Seat]]) -> Message:
    side = seat[1]
    known = {seat for seat in targets if seat is not None}
    if known == {seat}:
        return say("{side} stay", side=side)
    if len(known) == 1 and None not in targets:
        table, other = known.pop()
        return say("{side} go to table {table}, {other}", side=side, table=table, other=other)
    steps = []
    for target, run in groupby(enumerate(targets, 1), key=lambda numbered: numbered[1]):
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
