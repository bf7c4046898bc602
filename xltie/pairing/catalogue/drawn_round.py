"""What a drawn round is: its tables, and who rests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import Iterable, List, NamedTuple, Optional, Tuple

from xltie.core.messages import NOTHING, Message, Said, joined, say
from xltie.event import Id, Match
from xltie.pairing.catalogue.catalogue import System
from xltie.pairing.objectives import Objective
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState


@dataclass(frozen=True)
class Board:
    """A table of a round; ``second`` is None for a bye, ``first`` sits in the first column.

    ``costs`` are the objectives that it goes against, by name, with how much. ``boards`` is the
    number of the set of boards in bridge. ``absent`` are those of the two who lose by forfeit,
    where a timetable has them meet and they do not come.
    """

    table: int
    """Its number, 0 as long as it has none."""
    first: Id
    second: Optional[Id]
    handicap: int = 0
    costs: Tuple[Tuple[str, int], ...] = ()
    boards: int = 0
    absent: Tuple[Id, ...] = ()

    @property
    def players(self) -> Tuple[Id, ...]:
        """Return the one or two players."""
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True)
class Round:
    """A round that was drawn. ``state`` is None if a timetable, or the director, says who meets.

    For the director there are so many ``open_tables``, an odd player's bye included.
    """

    round: int
    system: System
    boards: Tuple[Board, ...]
    kept: Tuple[Match, ...] = ()
    resting: Tuple[Id, ...] = ()
    half_byes: Tuple[Id, ...] = ()
    state: Optional[PairingState] = None
    objectives: Tuple[Objective, ...] = ()
    open_tables: int = 0


def round_of(
    state: PairingState,
    system: System,
    boards: Iterable[Board],
    wants: RoundOptions,
    objectives: Tuple[Objective, ...] = (),
) -> Round:
    """Return a drawn round; its boards, in order, get the numbers that the round has not yet."""
    taken = {match.table for match in state.kept if match.table}
    free = (number for number in count(1) if str(number) not in taken)
    numbered = tuple(replace(board, table=table) for board, table in zip(boards, free))
    half_byes = tuple(who for who in state.resting if who in wants.half_byes)
    return Round(
        state.round, system, numbered, state.kept, state.resting, half_byes, state, objectives
    )


class TableReason(NamedTuple):
    """The reasons for a table: its players, its bracket, who floats and why, colours, and the rest.

    ``order`` says what is against the table and could not be helped, or why the better of the two
    does not meet the first opponent in order; ``colour_rule`` alone says what decides the colours,
    ``brief`` names of floats and order the criteria only.
    """

    table: int
    players: Said
    bracket: Message = NOTHING
    floats: Message = NOTHING
    colours: Message = NOTHING
    order: Message = NOTHING
    colour_rule: Message = NOTHING
    brief: Message = NOTHING

    @property
    def parts(self) -> Tuple[Said, ...]:
        """Return the reasons without the table."""
        return self.players, self.bracket, self.floats, self.colours, self.order

    @property
    def message(self) -> Message:
        """Return the reasons as one sentence."""
        reasons = joined(filter(None, self.parts), "; ")
        return say("table {table}: {reasons}", table=self.table, reasons=reasons)

    def lines(self, in_full: bool) -> List[Message]:
        """Return the reasons as lines, at most three of them if not in full."""
        bracket = joined(filter(None, (self.players, self.bracket)), "; ")
        head = say("table {table}: {reasons}", table=self.table, reasons=bracket)
        if in_full:
            rest = [self.floats, self.colours, self.order]
        else:
            either = joined(filter(None, (self.floats, self.order)), "; ")
            rest = [self.brief or either, self.colour_rule or self.colours]
        return [head, *filter(None, rest)]
