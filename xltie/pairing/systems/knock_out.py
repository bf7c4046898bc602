"""A knock-out: who wins goes on, who loses is out; on request a game for the third place.

The players stand in the order of their seeds (pairing numbers, or lots). In the first round the
first meets the last, and the bracket is the usual one: if there is no upset, the best two meet in
the final. Where their number is no power of two, the best have a bye in the first round.
"""

from __future__ import annotations

from typing import List, Optional, Sequence, Set, Tuple

from xltie.core.errors import DomainError, Fault, InputError, Place
from xltie.core.messages import Message, count, say
from xltie.event import Event, EventIndex, Id, Outcome, Status, lot, pairing_order
from xltie.pairing.brackets.field import Player, preference, white_first
from xltie.pairing.brackets.from_event import initial_colour
from xltie.pairing.catalogue import Board, Round, System
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState, rests, state_before

Couple = Tuple[Id, Optional[Id]]
"""Two who meet, the better seed first, or one who goes on without a game."""


def knock_out_round(
    event_index: EventIndex, round_number: int, system: System, wants: RoundOptions
) -> Round:
    """Return a round of a knock-out.

    Who is absent or has left loses by forfeit.

    Raises:
        InputError: games of the rounds before that have no winner, or were paired otherwise.
        DomainError: the knock-out has no such round.
    """
    seeds = _seeds(event_index, round_number, wants)
    rounds = (len(seeds) - 1).bit_length()
    if round_number > rounds:
        held = count(rounds, "{n} round", "{n} rounds")
        raise DomainError.say(
            "a knock-out of {players} has {rounds}", players=len(seeds), rounds=held
        )
    field = _Tree(event_index, seeds)
    couples = field.couples(round_number)
    if wants.third_place and round_number == rounds:
        couples += field.third_place(round_number)
    state = state_before(event_index, round_number, wants)
    couples = sorted(_not_kept(state, couples), key=lambda couple: couple[1] is None)
    boards = [
        _board(event_index, state, seeds, table, couple) for table, couple in enumerate(couples, 1)
    ]
    return Round(round_number, system, tuple(boards), state.kept)


def bracket(players: int) -> List[int]:
    """Return the seeds, from 1, in the order of the bracket; those above ``players`` are byes."""
    line = [1]
    while len(line) < players:
        rivals = 2 * len(line) + 1
        line = [seed for better in line for seed in (better, rivals - better)]
    return line


def _in_first_round(event: Event) -> Set[Id]:
    games = (match for match in event.matches if match.round == 1 and not rests(match))
    return {side.who for match in games for side in match.sides}


def _seeds(event_index: EventIndex, round_number: int, wants: RoundOptions) -> List[Id]:
    """Return who takes part, best first: who is there, or whom the first round had."""
    order = pairing_order(event_index.event)
    if round_number == 1:
        there = {player.id for player in order if not player.has_left(1)} - wants.absent
    else:
        there = _in_first_round(event_index.event)
    found = [player.id for player in order if player.id in there]
    if wants.first == "random":
        found.sort(key=lambda who: lot(wants.seed, 1, who))
    if len(found) < 2:
        raise DomainError.say("a knock-out needs at least 2 players")
    return found


class _Tree:
    """The players at their places in the bracket, and who is still in."""

    def __init__(self, event_index: EventIndex, seeds: Sequence[Id]) -> None:
        self.event_index = event_index
        self.seeds = seeds
        self.places = [
            seeds[seed - 1] if seed <= len(seeds) else None for seed in bracket(len(seeds))
        ]

    def couples(self, round_number: int) -> List[Couple]:
        """Return who meets in a round, in the order of the bracket."""
        width = 1 << round_number
        found: List[Couple] = []
        faults: List[Fault] = []
        for start in range(0, len(self.places), width):
            halves = range(start, start + width, width // 2)
            both = [self._left(at, width // 2, round_number, faults) for at in halves]
            players = sorted((who for who in both if who is not None), key=self.seeds.index)
            if players:
                found.append((players[0], players[1] if len(players) > 1 else None))
        if faults:
            raise InputError(faults)
        return found

    def third_place(self, round_number: int) -> List[Couple]:
        """Return the couple of those who lost the games before the last round, if there are two."""
        losers = []
        for one, other in self.couples(round_number - 1) if round_number > 1 else ():
            losers += [who for who in (one, other) if who and self._is_out(who, round_number)]
        losers.sort(key=self.seeds.index)
        return [(losers[0], losers[1])] if len(losers) == 2 else []

    def _left(self, start: int, width: int, round_number: int, faults: List[Fault]) -> Optional[Id]:
        """Return who of a part of the bracket is still in before a round, if anybody."""
        part = self.places[start : start + width]
        still = [who for who in part if who is not None and not self._is_out(who, round_number)]
        if len(still) > 1:
            faults.append(self._undecided(still[0], still[1], round_number))
        return still[0] if still else None

    def _is_out(self, who: Id, round_number: int) -> bool:
        """Tell whether a player has lost a game before a round, or did not come to one."""
        return any(
            record.own.outcome is Outcome.LOSS or record.own.status is Status.FORFEIT_LOSS
            for record in self.event_index.rounds_of(who)
            if record.round < round_number and record.other is not None
        )

    def _undecided(self, one: Id, other: Id, round_number: int) -> Fault:
        met = self.event_index.meetings(one).get(other, [])
        games = [record.match for record in met if record.round < round_number and record.match]
        place = games[-1].place if games else Place()
        why = say("they have not met")
        if games:
            why = say("their game has no winner: type who goes on")
        text = say(
            "{one} and {other} are both still in before round {round} of the knock-out; {why}",
            one=one, other=other, round=round_number, why=why,
        )  # fmt: skip
        return Fault(text, place)


def _not_kept(state: PairingState, couples: Sequence[Couple]) -> List[Couple]:
    """Return the couples without those whose game stands in the round already.

    Raises:
        InputError: such a game is one of others.
    """
    line_of = {side.who: match for match in state.kept for side in match.sides}
    found: List[Couple] = []
    faults: List[Fault] = []
    for couple in couples:
        players = sorted(filter(None, couple))
        lines = [line_of[who] for who in players if who in line_of]
        others = (match for match in lines if sorted(s.who for s in match.sides) != players)
        text = _other_round(state.round, players)
        faults += dict.fromkeys(Fault(text, match.place) for match in others)
        if not lines:
            found.append(couple)
    if faults:
        raise InputError(faults)
    return found


def _other_round(number: int, players: Sequence[Id]) -> Message:
    if len(players) == 1:
        return say(
            "round {round} of the knock-out is another one: in it {who} has a bye",
            round=number, who=players[0],
        )  # fmt: skip
    return say(
        "round {round} of the knock-out is another one: in it {one} and {other} meet",
        round=number, one=players[0], other=players[1],
    )  # fmt: skip


def _board(
    event_index: EventIndex, state: PairingState, seeds: Sequence[Id], table: int, couple: Couple
) -> Board:
    """Return a table: colours by balance and alternation, as FIDE's systems allot them."""
    high, low = couple
    if low is None:
        return Board(table, high, None)
    entries = {entry.who: entry for entry in state.entries}
    missing = tuple(who for who in (high, low) if who not in entries)
    if missing:
        return Board(table, high, low, absent=missing)
    one, other = (
        Player(who, seeds.index(who) + 1, entries[who].score, entries[who].had, entries[who].met,
               (0, 0), True, preference(entries[who].had), len(entries[who].had))
        for who in (high, low)
    )  # fmt: skip
    white, black, _ = white_first(one, other, initial_colour(event_index, state))
    first, second = (white, black) if state.first_colour == 1 else (black, white)
    return Board(table, first.who, second.who)
