"""A team event: matches between teams, each with match points and game points, played on boards.

The tie-breaks of teams are those of individuals, on one score or on the other (C.07, article 13);
so a team event is an event whose points are match points, and :func:`scored` gives the same event
with game points.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Dict, Tuple

from xltie.core.errors import DomainError, UndefinedValue
from xltie.event.index import EventIndex
from xltie.event.model import Event, Id, Scoring, Side

BoardPoints = Tuple[Fraction, ...]


@dataclass(frozen=True)
class TeamEvent(Event):
    """An event of teams: ``points`` of a side are match points, its ``tally`` is game points.

    ``boards`` is the number of boards of a match, ``board_points`` what a team scored on each of
    them, by round and team, from the first board on. ``game`` points follow ``game_scoring``, that
    of one game. ``primary`` is "MP" or "GP", the score that the places go by first. ``players`` is
    the event of the players, whose games the matches are made of.
    """

    boards: int = 0
    board_points: Tuple[Tuple[int, Id, BoardPoints], ...] = ()
    game_scoring: Scoring = field(default_factory=Scoring)
    primary: str = "MP"
    players: Event = field(default_factory=Event)

    @property
    def secondary(self) -> str:
        """Return the score that is not the primary one."""
        return "GP" if self.primary == "MP" else "MP"

    @property
    def match_scoring(self) -> Scoring:
        """Return the game points of a whole match: a win or a draw on every board."""
        win, draw = self.boards * self.game_scoring.win, self.boards * self.game_scoring.draw
        none = Fraction(0)
        return Scoring(win, draw, none, draw, win, draw, none, win, none, none)


def team_event(event_index: EventIndex) -> TeamEvent:
    """Return the event of an index as one of teams.

    Raises:
        UndefinedValue: it is an event of individuals.
    """
    if not isinstance(event_index.event, TeamEvent):
        raise UndefinedValue("this criterion is for teams, and the event is one of individuals")
    return event_index.event


def scored(event_index: EventIndex, score: str = "") -> EventIndex:
    """Return a team event by match points (MP) or game points (GP), by the primary score if "".

    An event of individuals has one score, its own.

    Raises:
        DomainError: there is no score of that name.
    """
    event = event_index.event
    if not isinstance(event, TeamEvent):
        return event_index
    wanted = score.upper() or event.primary
    if wanted not in ("MP", "GP"):
        raise DomainError(f"the score is {score!r}, not MP or GP")
    by_games = event  # of a narrower type than the attribute
    if wanted == "MP":
        return event_index
    return event_index.cached("game points", lambda: EventIndex(_by_game_points(by_games)))


def _by_game_points(event: TeamEvent) -> Event:
    plain = {own.name: getattr(event, own.name) for own in fields(Event)}
    plain["matches"] = tuple(
        replace(match, a=_side(match.a), b=None if match.b is None else _side(match.b))
        for match in event.matches
    )
    plain["scoring"] = event.match_scoring
    return Event(**plain)


def _side(side: Side) -> Side:
    return replace(side, points=side.tally)


def points_on_boards(event_index: EventIndex) -> Dict[Tuple[int, Id], BoardPoints]:
    """Return what every team scored on every board, by round and team.

    A bye counts as the same result on every board: the pairing bye and the full-point bye as wins
    (C.07, article 12), the half-point bye as draws.
    """
    event = team_event(event_index)
    known = {(number, who): points for number, who, points in event.board_points}
    return event_index.cached("points on boards", lambda: {**_byes(event), **known})


_ON_EVERY_BOARD = {"PAIRING_BYE": "win", "FULL_BYE": "win", "HALF_BYE": "draw",
                   "FORFEIT_WIN": "win"}  # fmt: skip


def _byes(event: TeamEvent) -> Dict[Tuple[int, Id], BoardPoints]:
    found: Dict[Tuple[int, Id], BoardPoints] = {}
    for match in event.matches:
        for side in match.sides:
            result = _ON_EVERY_BOARD.get(side.status.name)
            value = getattr(event.game_scoring, result) if result else Fraction(0)
            found[match.round, side.who] = (value,) * event.boards
    return found
