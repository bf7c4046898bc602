"""From an event of teams to the lines of its matches, which read back as the same matches."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, Iterator, List, Optional, Sequence, Tuple

from xltie.core.numbers import show
from xltie.event import (
    BoardPoints,
    FirstTeams,
    Id,
    LineUp,
    Match,
    Side,
    Status,
    TeamEvent,
    bonus_of,
    squads_of,
)
from xltie.sheets.round import Seated
from xltie.sheets.tables import (
    read_board,
    write_alone,
    write_board,
    write_bonus,
    write_colour,
    write_game,
)

MatchLine = Dict[str, str]
"""The cells of a line that are typed, by the keys of their columns."""
_Playing = Tuple[Side, Optional[Side]]
_Played = Dict[Tuple[int, Id], _Playing]


def match_lines(event: TeamEvent) -> Iterator[Seated]:
    """Yield one line for every match and bye, in the order of the rounds."""
    writer, before, table = _Writer(event), 0, 0
    for match in sorted(event.matches, key=lambda match: (match.round, match.b is None)):
        table = 1 if match.round != before else table + 1
        before = match.round
        yield writer.line(match, table)


def _by_board(cells: Sequence[Optional[str]]) -> MatchLine:
    return {f"board_{at}": text or "" for at, text in enumerate(cells, 1)}


def _has_won_alone(one: _Playing) -> bool:
    return one[1] is None and one[0].status is Status.PAIRING_BYE


class _Writer:
    """Writes the matches of one event."""

    def __init__(self, event: TeamEvent) -> None:
        self.event = event
        self.points: Dict[Tuple[int, Id], BoardPoints] = {
            (number, who): points for number, who, points in event.board_points
        }
        self.line_ups: Dict[Tuple[int, Id], LineUp] = {
            (number, who): line_up for number, who, line_up in event.line_ups
        }
        self.played: _Played = {}
        self.handicaps: Dict[Tuple[int, Id], int] = {}
        for match in event.players.matches:
            for side in match.sides:
                self.handicaps[match.round, side.who] = match.handicap
            self.played[match.round, match.a.who] = match.a, match.b
            if match.b is not None:
                self.played[match.round, match.b.who] = match.b, match.a
        self.squads = squads_of(event)
        self.first_teams = FirstTeams(event)

    def line(self, match: Match, table: int) -> Seated:
        """Return the line of a match, or of a team without an opponent."""
        one, two = match.a, match.b
        if two is not None and self.first_teams.is_second(match.round, one.who):
            one, two = two, one
        cells = {"first_bonus": write_bonus(*bonus_of(self.event, match.round, one))}
        if two is None:
            cells["result"] = write_alone(one)
        else:
            cells["second_bonus"] = write_bonus(*bonus_of(self.event, match.round, two))
            cells.update(self._boards(match.round, one, two))
        result = cells.pop("result", "")
        typed = tuple((key, text) for key, text in cells.items() if text)
        other = None if two is None else two.who
        return Seated(match.round, table, one.who, other, result, boards=typed)

    def _boards(self, number: int, one: Side, two: Side) -> MatchLine:
        boards = self.event.boards
        blank = ("",) * boards
        seated = [self.line_ups.get((number, side.who), blank) for side in (one, two)]
        line = {
            name: self._line_up(side.who, line_up)
            for name, side, line_up in zip(("first_line-up", "second_line-up"), (one, two), seated)
        }
        given = {name: text for name, text in line.items() if text.strip("- ")}
        if self._is_whole_forfeit(number, one, two):
            return {**given, "result": write_game(one, two)}
        cells = [self._cell(number, at, seated[0][at], seated[1][at]) for at in range(boards)]
        if one.status is Status.PENDING:
            if all(cells):
                cells[-1] = ""
            return {**line, **_by_board(cells)}
        if self._is_borne(number, one, two, cells):
            return {**line, **_by_board(cells)}
        score = "-".join(show(self._games(number, side)) for side in (one, two))
        return {**(given if self._is_score_alone(number, one) else {}), "result": score}

    def _is_score_alone(self, number: int, one: Side) -> bool:
        """Tell whether only the score of a match is known, and nothing of its boards."""
        return one.status is Status.PLAYED and (number, one.who) not in self.points

    def _games(self, number: int, side: Side) -> Fraction:
        return (side.tally or Fraction(0)) - bonus_of(self.event, number, side)[1]

    def _line_up(self, team: Id, seated: LineUp) -> str:
        """Return a line-up, "" where it is the usual one, or where no players are known."""
        usual = tuple(self.squads.get(team, ())[: self.event.boards])
        usual += ("",) * (self.event.boards - len(usual))
        if seated == usual or not self.event.players.contestants:
            return ""
        return " ".join(who or "-" for who in seated)

    def _is_whole_forfeit(self, number: int, one: Side, two: Side) -> bool:
        """Tell whether a match was decided without a board, with the points of every board."""
        if not one.status.is_forfeit:
            return False
        full = (self.event.game_scoring.win,) * self.event.boards
        for side in (one, two):
            points = self.points.get((number, side.who))
            usual = full if side.status is Status.FORFEIT_WIN else ()
            if points is not None and any(points) and points != usual:
                return False
        return True

    def _cell(self, number: int, board: int, one: Id, two: Id) -> Optional[str]:
        """Return the cell of a board, None where it cannot say what happened."""
        own, other = self.played.get((number, one)), self.played.get((number, two))
        if own is not None and other is not None:
            return self._cell_of_two(number, board, own, other)
        for side, sign in ((own, "+"), (other, "-")):
            if side is not None and _has_won_alone(side):
                return sign
        is_empty = all(side is None or side[1] is None for side in (own, other))
        return "--" if is_empty else None

    def _cell_of_two(
        self, number: int, board: int, own: _Playing, other: _Playing
    ) -> Optional[str]:
        """Return the cell of a board at which both are known to sit."""
        if _has_won_alone(own) and _has_won_alone(other):
            return "++"
        if own[1] is None or own[1].who != other[0].who:
            return None
        said = write_board(own[0], other[0])
        handicap, seat = self.handicaps[number, own[0].who], own[0].seat
        usual = not handicap and seat in ("", self.event.seat(board, True))
        return said if usual or not said else said + write_colour(seat, handicap)

    def _is_borne(self, number: int, one: Side, two: Side, cells: Sequence[Optional[str]]) -> bool:
        """Tell whether the boards as written give the points that the match has."""
        if self._is_score_alone(number, one):
            return False
        scoring = self.event.game_scoring
        sums: List[List[Fraction]] = [[], []]
        for text in cells:
            found = read_board(text) if text else None
            if found is None:
                return False
            for at, side in enumerate(found[:2]):
                sums[at].append(scoring.points(side))
        none = (Fraction(0),) * self.event.boards
        return all(
            tuple(points) == self.points.get((number, side.who), none)
            for points, side in zip(sums, (one, two))
        )
