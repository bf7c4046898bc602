"""The cells of a line of the Matches table: its round, teams, line-ups and bonuses, with faults."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Dict, List, Mapping, NoReturn, Optional, Sequence, Tuple

from xltie.core.cells import CellError, Grid, Scalar, number_of, text_of
from xltie.core.enumerations import all_of
from xltie.core.errors import Fault, Place
from xltie.core.messages import Message, count, say
from xltie.event.index import ids_by_name
from xltie.event.model import Id, Match, Side
from xltie.event.teams import BoardPoints, LineUp, TeamEvent, with_bonus
from xltie.sheets.headers import Header
from xltie.sheets.team_bonus import read_bonus


@dataclass
class MatchTable:
    """What a table of matches says: matches, the boards behind them, who left, what is faulty."""

    matches: List[Match] = field(default_factory=list)
    games: List[Match] = field(default_factory=list)
    board_points: List[Tuple[int, Id, BoardPoints]] = field(default_factory=list)
    line_ups: List[Tuple[int, Id, LineUp]] = field(default_factory=list)
    withdrawn: Dict[Id, int] = field(default_factory=dict)
    faults: List[Fault] = field(default_factory=list)


class BrokenLine(Exception):
    """A line with a fault; it does not become a match."""


class MatchCells:
    """Reads cells of a table of matches; a fault in a line is kept and breaks the line off."""

    def __init__(
        self,
        grid: Grid,
        header: Header,
        event: TeamEvent,
        squads: Optional[Mapping[Id, Sequence[Id]]],
    ) -> None:
        self.grid, self.header, self.event = grid, header, event
        self.squads = squads
        self.names = ids_by_name(event.contestants)
        self.found = MatchTable()
        self.seen: Dict[Tuple[int, Id], Place] = {}

    # -- cells -------------------------------------------------------------------------------

    def _cell(self, number: int, name: str) -> Scalar:
        cell = self.header.get(self.grid.rows[number], name)
        if isinstance(cell, CellError):
            self._break(number, name, say("the cell holds the error {error}", error=str(cell)))
        return cell

    def _text(self, number: int, name: str) -> str:
        return " ".join(text_of(self._cell(number, name)).split())

    def _place(self, number: int, name: str) -> Place:
        return self.grid.place(number, self.header.column(name))

    def _fault(self, number: int, name: str, message: Message) -> None:
        self.found.faults.append(Fault(message, self._place(number, name)))

    def _break(self, number: int, name: str, message: Message) -> NoReturn:
        self._fault(number, name, message)
        raise BrokenLine

    def _boards(self, number: int) -> List[str]:
        numbers = range(1, self.event.boards + 1)
        return [self._text(number, f"board {board}") for board in numbers]

    def _round(self, number: int) -> int:
        value = number_of(self._cell(number, "round"))
        if value is None or value.denominator != 1 or value < 1:
            text = self._text(number, "round")
            said = (
                say("{text!r} is not the number of a round", text=text)
                if text
                else say("the round is missing")
            )
            self._break(number, "round", said)
        if self.event.rounds and value > self.event.rounds:
            said = count(
                self.event.rounds,
                "round {round} is out of range; the event has {n} round",
                "round {round} is out of range; the event has {n} rounds",
                round=value,
            )
            self._break(number, "round", said)
        return int(value)

    def _team(self, number: int, name: str, round_number: int) -> Id:
        text = self._text(number, name)
        ids = self.names.get(text.casefold(), ())
        if len(ids) != 1:
            said = (
                say("{who} is the name of {ids}; write the id", who=text, ids=all_of(ids))
                if ids
                else say("team {text} is not in the list of teams", text=text)
            )
            self._break(number, name, said)
        before = self.seen.get((round_number, ids[0]))
        if before is not None:
            said = say(
                "team {who} is in round {n} a second time (first at {place})",
                who=ids[0],
                n=round_number,
                place=str(before),
            )
            self._break(number, name, said)
        return ids[0]

    def _line_up(self, number: int, name: str, team: Id) -> Tuple[LineUp, bool]:
        """Return who sits at the boards, "" for nobody, and whether the line says so itself."""
        boards = self.event.boards
        field = f"{name} line-up"
        text = self._text(number, field)
        squad = None if self.squads is None else self.squads.get(team, ())
        if not text:
            usual = tuple((squad or ())[:boards])
            return usual + ("",) * (boards - len(usual)), False
        words = re.split(r"[\s,;]+", text.strip(" ,;"))
        if len(words) > boards:
            said = count(
                boards,
                "{players} players for {n} board",
                "{players} players for {n} boards",
                players=len(words),
            )
            self._break(number, field, said)
        seated: List[Id] = []
        by_name = {who.casefold(): who for who in squad or ()}
        for word in words:
            who = "" if word in ("-", "–", "0") else by_name.get(word.casefold(), word)
            if who and squad is not None and who not in squad:
                said = say("player {who} is not in team {team}", who=who, team=team)
                self._break(number, field, said)
            if who and who in seated:
                self._break(number, field, say("player {who} sits at two boards", who=who))
            seated.append(who)
        return tuple(seated) + ("",) * (boards - len(seated)), True

    # -- bonuses -----------------------------------------------------------------------------

    def _with_bonus(self, number: int, name: str, side: Side) -> Side:
        text = self._text(number, f"{name} bonus")
        if not text:
            return side
        points = read_bonus(text)
        if points is None:
            said = say("{text!r} is not a number of points with MP or GP, such as -1 MP", text=text)
            self._break(number, f"{name} bonus", said)
        return with_bonus(self.event, side, points["MP"], points["GP"])


def score_in(text: str) -> Optional[Tuple[Fraction, Fraction]]:
    """Return both sides of a score such as ``2½-1½``, None for anything else."""
    parts = re.split(r"\s*[-–—:]\s*", text.strip())
    numbers = [number_of(part) for part in parts]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return numbers[0], numbers[1]
