"""The cells of a line of the Matches table: its round, teams, line-ups and bonuses, with faults."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Dict, List, Mapping, NamedTuple, NoReturn, Optional, Sequence, Tuple

from xltie.core.cells import CellError, Grid, Scalar, number_of, text_of
from xltie.core.errors import Fault, Place
from xltie.core.messages import Message, all_of, count, joined, say
from xltie.core.numbers import show
from xltie.event import (
    FOR_THE_OTHER,
    BoardPoints,
    Id,
    LineUp,
    Match,
    Outcome,
    Side,
    Status,
    TeamEvent,
    ids_by_name,
    with_bonus,
)
from xltie.sheets.tables.headers import Header, find_header, sides_of, titles, with_numbers
from xltie.sheets.tables.names_and_rounds import no_round, round_in
from xltie.sheets.tables.result_notation import read_game, write_game

MOST_BOARDS = 20
"""Boards that a match may have: no competition plays on more."""

MATCH_COLUMNS: Mapping[str, Tuple[str, ...]] = {
    "round": titles("Round", "Rd", "Rnd", "R", "라운드"),
    "table": titles("Table", "Match", "Tbl", "테이블"),
    "first": titles("Team A", "Team 1", "Home", "White team", "팀 A", "홈팀"),
    "second": titles("Team B", "Team 2", "Away", "Black team", "팀 B", "원정팀"),
    "result": titles("Result", "결과"),
    "first line-up": titles("Line-up A", "Line-up 1", "Home line-up"),
    "second line-up": titles("Line-up B", "Line-up 2", "Away line-up"),
    "first bonus": titles("Bonus A", "Bonus 1", "Home bonus"),
    "second bonus": titles("Bonus B", "Bonus 2", "Away bonus"),
    **{
        f"board {number}": titles(f"Board {number}", f"Bd {number}", f"보드 {number}")
        for number in range(1, MOST_BOARDS + 1)
    },
}
_NEEDED = (("round",), ("first",), ("second",), ("board 1", "result"))


def matches_header(grid: Grid) -> Optional[Header]:
    """Return the header row of a table of matches, None where a grid is none."""
    return grid.cached("matches header", _matches_header)


def _matches_header(grid: Grid) -> Optional[Header]:
    header = find_header(grid, MATCH_COLUMNS, _NEEDED)
    return header and with_numbers(header, *sides_of(header))


def boards_in(header: Header) -> int:
    """Return how many columns of boards a table of matches has, counted from board 1."""
    numbers = range(1, MOST_BOARDS + 1)
    return next((n - 1 for n in numbers if f"board {n}" not in header.columns), MOST_BOARDS)


class BoardSides(NamedTuple):
    """What happened at a board: a side for either team, without a player yet, and the handicap.

    The sides have colours where the cell names them.
    """

    one: Side
    two: Side
    handicap: int = 0


_COLOURED = re.compile(r"(.*[^/])/([bw])(\d?)")
_SHORT = {"+": "1-0f", "-": "0-1f", "--": "0-0f", "–": "0-1f", "−": "0-1f", "¹": "1-0"}
_UNRATED = {"w": Outcome.WIN, "d": Outcome.DRAW, "l": Outcome.LOSS}
_LETTERS = {Outcome.WIN: "W", Outcome.DRAW: "D", Outcome.LOSS: "L"}
KNOWN_BOARD_RESULTS = say("1, 0, ½, +, -, --, or both sides as in 1-0, 0-0, ½-0, 1-0F")
"""What a person may type for a board."""


def read_board(text: str) -> Optional[BoardSides]:
    """Return what the cell of a board says, as the team named first sees it; None if nothing known.

    ``W``, ``D`` and ``L`` are games that do not count for rating, as in a tournament report. After
    a stroke stands the colour of the team named first, with the stones that Black was given.
    """
    word = text.strip().lower()
    coloured = _COLOURED.fullmatch(word)
    if coloured is not None:
        plain = read_board(coloured[1])
        seats = ("black", "white") if coloured[2] == "b" else ("white", "black")
        if plain is None:
            return None
        one, two = (replace(side, seat=seat) for side, seat in zip(plain[:2], seats))
        return BoardSides(one, two, int(coloured[3] or 0))
    if word in _UNRATED:
        own = _UNRATED[word]
        one, two = (Side("", outcome=o, code=_LETTERS[o]) for o in (own, FOR_THE_OTHER[own]))
        return BoardSides(one, two)
    if word == "++":  # both won, each without a rival: the line-ups of a report do not say more
        return BoardSides(Side("", Status.FORFEIT_WIN), Side("", Status.FORFEIT_WIN))
    found = read_game(_SHORT.get(word, word), black_is_left=False)
    if found is None or found.right is None or found.left is Status.PENDING:
        return None
    return BoardSides(
        Side("", found.left, found.left_outcome), Side("", found.right, found.right_outcome)
    )


_WRITTEN: Dict[str, str] = {
    "1-0": "1", "0-1": "0", "1/2-1/2": "½", "1-0F": "+", "0-1F": "-", "0-0F": "--",
    "1/2-0": "½-0", "0-1/2": "0-½",
}  # fmt: skip


def write_colour(seat: str, handicap: int) -> str:
    """Return what follows the result of a board with another colour than usual, or a handicap."""
    return f"/{seat[0]}{handicap or ''}"


def write_board(one: Side, two: Side) -> str:
    """Return the cell of a board; what :func:`read_board` reads. "" for a game to come."""
    if one.code in _LETTERS.values() and two.code in _LETTERS.values():
        return one.code
    said = write_game(one, two)
    return _WRITTEN.get(said, said)


# -- bonuses and penalties of a match as a person writes them: ``-1 MP``, ``-1 MP -0.5 GP`` --------

_BONUS = re.compile(r"([-+−]?\s*[\d.,½/]+)\s*(MP|GP)", re.IGNORECASE)


def read_bonus(text: str) -> Optional[Dict[str, Fraction]]:
    """Return the match points and game points of a text such as ``-1 MP +0.5 GP``."""
    points = {"MP": Fraction(0), "GP": Fraction(0)}
    if re.sub(r"[\s,;]", "", _BONUS.sub("", text)):
        return None
    for amount, kind in _BONUS.findall(text):
        number = number_of(re.sub(r"\s", "", amount).replace("−", "-"))
        if number is None:
            return None
        points[kind.upper()] += number
    return points


def write_bonus(match_points: Fraction, game_points: Fraction) -> str:
    """Return a bonus as text, "" where there is none; what :func:`read_bonus` reads."""
    both = ((match_points, "MP"), (game_points, "GP"))
    return " ".join(
        f"{'+' if value > 0 else ''}{show(value)} {kind}" for value, kind in both if value
    )


# --------------------------------------------------------------------------------------------------


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

    def _named(self, number: int, side: str) -> str:
        """Return the team of a side: by the number beside the name, else by the name."""
        return self._text(number, self.header.telling(self.grid.rows[number], side))

    def _place(self, number: int, name: str) -> Place:
        field = self.header.telling(self.grid.rows[number], name)
        return self.grid.place(number, self.header.column(field))

    def _fault(self, number: int, name: str, message: Message) -> None:
        self.found.faults.append(Fault(message, self._place(number, name)))

    def _break(self, number: int, name: str, message: Message) -> NoReturn:
        self._fault(number, name, message)
        raise BrokenLine

    def _boards(self, number: int) -> List[str]:
        numbers = range(1, self.event.boards + 1)
        return [self._text(number, f"board {board}") for board in numbers]

    def _round(self, number: int) -> int:
        value = round_in(self._cell(number, "round"))
        if value is None or value < 1:
            self._break(number, "round", no_round(self._text(number, "round")))
        if self.event.rounds and value > self.event.rounds:
            said = count(
                self.event.rounds,
                "round {round} is out of range; the event has {n} round",
                "round {round} is out of range; the event has {n} rounds",
                round=value,
            )
            self._break(number, "round", said)
        return value

    def _team(self, number: int, name: str, round_number: int) -> Id:
        text = self._named(number, name)
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
                said = say("player {who} is not in team {team}; its players are {players}",
                           who=who, team=team, players=joined(squad) or "-")  # fmt: skip
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
