"""A round of a timetable: who meets whom is known from the start, who is present is not."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Dict, FrozenSet, List, Optional, Sequence, Tuple

from xltie.core.errors import DomainError, Fault, InputError, Place
from xltie.core.messages import Message, count, say
from xltie.core.records import dataclass, replace
from xltie.event import (
    VARMA_FEWEST,
    VARMA_MOST,
    Contestant,
    Event,
    EventIndex,
    Id,
    Match,
    Status,
    timetable_order,
)
from xltie.pairing.catalogue import Board, Meeting, Round, System, Timetable, refuse_size
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import BLACK, first_colour
from xltie.settings.declared import PAIRING_NUMBERS

VARMA_ELSEWHERE = say("Varma numbers are for a round robin")


def scheduled_round(
    event_index: EventIndex,
    round_number: int,
    system: System,
    timetable: Timetable,
    wants: RoundOptions,
) -> Round:
    """Return a round of a timetable; its numbers are the places in the list of players.

    Players who are absent or have left lose by forfeit; in bridge their opponents sit out.

    Raises:
        DomainError: the timetable has no such round, or is not made for so few or many.
        InputError: games that stand in the round already, or were played, and do not fit.
    """
    leagues = _leagues(event_index.event, timetable)
    ids = tuple(chain(*leagues))
    _refuse_misfit(system.title, timetable, max(map(len, [(), *leagues])), round_number)
    drawing = _Drawing(event_index, round_number, timetable, wants)
    boards: List[Board] = []
    tables = 0
    for league in leagues:
        refuse_size(system.title, timetable, len(league))
        if round_number > timetable.rounds(len(league)):
            drawing.resting.update(league)
            continue
        for meeting in timetable.meetings(len(league), round_number):
            second = None if meeting.second is None else league[meeting.second - 1]
            at = meeting._replace(table=tables + meeting.table)
            boards.extend(drawing.seated(at, league[meeting.first - 1], second))
        tables += (len(league) + 1) // 2
    if drawing.faults:
        raise InputError(drawing.faults)
    if not timetable.deals_boards and not drawing.kept:
        boards = _in_order(boards)
    seated = {who for board in boards for who in board.players}
    resting = tuple(who for who in ids if who in drawing.resting - seated)
    return Round(round_number, system, tuple(boards), drawing.kept, resting)


def _team_by_team(players: Sequence[Contestant]) -> List[Contestant]:
    sizes = Counter(player.team for player in players)
    teams, of_each = list(sizes), list(sizes.values())
    if (of_each[1:] != of_each[:1] and teams != [""]) or len(players) % 2:
        raise DomainError.say(
            "two teams of equal size meet in this system; the column Team names them"
        )
    return sorted(players, key=lambda player: teams.index(player.team))


def _leagues(event: Event, timetable: Timetable) -> List[Tuple[Id, ...]]:
    """Return the players of every group, each in the order of their numbers.

    In a match of two teams those of one come before the other; where no team is named, the first
    half of the list is the one.

    Raises:
        DomainError: a timetable of two teams finds others, or numbers are drawn for too many.
    """
    players = timetable_order(event)
    if event.settings[PAIRING_NUMBERS] == "varma":
        _refuse_varma(len(players), timetable)
    if timetable.of_two_teams:
        players = _team_by_team(players)
    leagues: Dict[str, List[Id]] = {}
    for player in players:
        group = "" if timetable.deals_boards or timetable.of_two_teams else player.division
        leagues.setdefault(group, []).append(player.id)
    return list(map(tuple, leagues.values()))


def _refuse_varma(players: int, timetable: Timetable) -> None:
    if timetable.of_two_teams or timetable.deals_boards:
        raise DomainError(VARMA_ELSEWHERE)
    if not VARMA_FEWEST <= players <= VARMA_MOST:
        raise DomainError(say(
            "there are Varma numbers for {fewest} to {most} players, not for {players}",
            fewest=VARMA_FEWEST, most=VARMA_MOST, players=players,
        ))  # fmt: skip


def _in_order(boards: List[Board]) -> List[Board]:
    """Return the boards numbered without a gap: at that of who has no opponent nobody plays."""
    ordered = sorted(boards, key=lambda board: (board.second is None, board.table))
    return [replace(board, table=table) for table, board in enumerate(ordered, 1)]


def _refuse_misfit(name: Message, timetable: Timetable, players: int, round_number: int) -> None:
    """Raise :class:`DomainError` for too few or too many players, or a round too many."""
    refuse_size(name, timetable, players)
    if round_number > timetable.rounds(players):
        held = count(timetable.rounds(players), "{n} round", "{n} rounds")
        raise DomainError.say(
            "a {system} of {players} has {rounds}", system=name, players=players, rounds=held
        )


@dataclass
class _Drawing:
    """One round: the lines it already has, who does not take part, and what does not fit."""

    event_index: EventIndex
    round: int
    timetable: Timetable
    wants: RoundOptions

    def __post_init__(self) -> None:
        event = self.event_index.event
        self.kept = tuple(match for match in event.matches if match.round == self.round)
        self.line_of: Dict[Id, Match] = {s.who: match for match in self.kept for s in match.sides}
        self.out: FrozenSet[Id] = self.wants.absent | {
            contestant.id for contestant in event.listed if contestant.has_left(self.round)
        }
        self.resting = set(self.out)
        self.faults: List[Fault] = []
        # a timetable names White first, and North-South
        self.flip = first_colour(self.event_index) == BLACK

    def seated(self, meeting: Meeting, first: Id, second: Optional[Id]) -> Tuple[Board, ...]:
        """Return the board of two who meet, or of one without opponent; none if there is none."""
        players = (first,) if second is None else (first, second)
        if any(who in self.line_of for who in players):
            self._keep(players)
            return ()
        missing = tuple(who for who in players if who in self.out)
        if second is None or (missing and self.event_index.event.traits.is_session):
            there = (who for who in players if who not in missing)
            return tuple(Board(meeting.table, who, None, boards=meeting.boards) for who in there)
        if not missing:
            self._refuse_again(first, second)
        if self.flip:
            first, second = second, first
        return (Board(meeting.table, first, second, boards=meeting.boards, absent=missing),)

    def _keep(self, players: Tuple[Id, ...]) -> None:
        """Keep the lines of a couple; a player whose opponent has a line without a game rests."""
        lines = [self.line_of[who] for who in players if who in self.line_of]
        for match in lines:
            there = {side.who for side in match.sides}
            if match.b is not None and there != set(players):
                self.faults.append(Fault(self._other_round(players), match.place))
        self.resting.update(who for who in players if who not in self.line_of)

    def _other_round(self, players: Tuple[Id, ...]) -> Message:
        if len(players) == 1:
            return say(
                "round {round} of the timetable is another one: in it {who} has the bye",
                round=self.round, who=players[0],
            )  # fmt: skip
        return say(
            "round {round} of the timetable is another one: in it {one} and {other} meet",
            round=self.round, one=players[0], other=players[1],
        )  # fmt: skip

    def _refuse_again(self, first: Id, second: Id) -> None:
        """Refuse a meeting too many: the list of players is not the one of the rounds before."""
        met = self.event_index.meetings(first) if self.event_index.event.matches else {}
        before = [
            record
            for record in met.get(second, ())
            if record.round != self.round and record.own.status in (Status.PLAYED, Status.PENDING)
        ]
        if len(before) < self.timetable.cycles or self.wants.repeats:
            return
        place = before[0].match.place if before[0].match else Place()
        text = say(
            "round {round} of the timetable has {one} and {other} meet again; they met in round "
            "{before}: was the list of players changed since, or another round paired by hand?",
            round=self.round, one=first, other=second, before=before[0].round,
        )  # fmt: skip
        self.faults.append(Fault(text, place))
