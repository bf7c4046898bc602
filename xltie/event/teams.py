"""A team event: matches between teams, each with match points and game points, played on boards.

The tie-breaks of teams are those of individuals, on one score or on the other (C.07, article 13);
so a team event is an event whose points are match points, and :func:`scored` gives the same event
with game points.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, FrozenSet, List, Optional, Tuple, TypeVar

from xltie.core.errors import NOWHERE, DomainError, Place, UndefinedValue
from xltie.core.numbers import exact_sum
from xltie.core.records import dataclass, field, replace
from xltie.event.index import EventIndex
from xltie.event.model import FOR_THE_OTHER, Event, Id, Match, Outcome, Scoring, Side, Status

BoardPoints = Tuple[Fraction, ...]
LineUp = Tuple[Id, ...]
_NONE = Fraction(0)


@dataclass(frozen=True)
class TeamEvent(Event):
    """An event of teams: ``points`` of a side are match points, its ``tally`` is game points."""

    boards: int = 0
    """The number of boards of a match."""
    board_points: Tuple[Tuple[int, Id, BoardPoints], ...] = ()
    """Round, team, and what it scored from board 1 on; none of a match whose score alone is known.
    """
    line_ups: Tuple[Tuple[int, Id, LineUp], ...] = ()
    """Round, team, and who sat at the boards, "" where nobody did."""
    game_scoring: Scoring = field(default_factory=Scoring)
    """The points of one game."""
    primary: str = "MP"
    """The score that the places go by first: "MP" or "GP"."""
    bye_game_points: Optional[Fraction] = None
    """What a pairing bye is worth, None for a draw on every board."""
    colours: str = ""
    """Those of the team named first, from board 1 on."""
    players: Event = field(default_factory=Event)
    """The players, of whose games the matches are made; their ``team`` is the id of one."""

    @property
    def secondary(self) -> str:
        """Return the score that is not the primary one."""
        return "GP" if self.primary == "MP" else "MP"

    @property
    def match_scoring(self) -> Scoring:
        """Return the game points of a whole match: a win or a draw on every board."""
        win, draw = self.boards * self.game_scoring.win, self.boards * self.game_scoring.draw
        bye = draw if self.bye_game_points is None else self.bye_game_points
        return Scoring(win, draw, _NONE, bye, win, draw, _NONE, win, _NONE, _NONE)

    @property
    def half(self) -> Optional[Fraction]:
        """Return the game points that the winner of a match has to exceed, None for none."""
        is_needed = self.traits.needs_over_half
        return self.boards * self.game_scoring.win / 2 if is_needed else None

    def seat(self, board: int, is_first: bool) -> str:
        """Return the colour at a board, from 0; without a rule it alternates from White on."""
        letter = self.colours[board] if board < len(self.colours) else "WB"[board % 2]
        return "white" if (letter == "W") == is_first else "black"


def squads_of(event: TeamEvent) -> Dict[Id, List[Id]]:
    """Return the players of every team, from board 1 on."""
    squads: Dict[Id, List[Id]] = {contestant.id: [] for contestant in event.contestants}
    for contestant in event.players.contestants:
        if contestant.team in squads:
            squads[contestant.team].append(contestant.id)
    return squads


def team_event(event_index: EventIndex) -> TeamEvent:
    """Return the event of an index as one of teams.

    Raises:
        UndefinedValue: it is an event of individuals.
    """
    if not isinstance(event_index.event, TeamEvent):
        raise UndefinedValue.say("this criterion is for teams, and the event is one of individuals")
    return event_index.event


def scored(event_index: EventIndex, score: str = "") -> EventIndex:
    """Return a team event by match points (MP) or game points (GP), by the primary score if "".

    An event of individuals has one score, its own; one of boards alone has none.

    Raises:
        DomainError: there is no score of that name.
    """
    event = event_index.event
    if not isinstance(event, TeamEvent):
        return event_index.for_games()
    wanted = score.upper() or event.primary
    if wanted not in ("MP", "GP"):
        raise DomainError.say("the score is {score!r}, not MP or GP", score=score)
    by_games = event  # of a narrower type than the attribute
    if wanted == "MP":
        return event_index
    return event_index.cached("game points", lambda: EventIndex(_by_game_points(by_games)))


def _by_game_points(event: TeamEvent) -> Event:
    matches = tuple(
        Match(
            match.round,
            _side(match.a),
            None if match.b is None else _side(match.b),
            match.table,
            match.handicap,
            match.place,
        )
        for match in event.matches
    )
    return Event(**{**event.facts, "matches": matches, "scoring": event.match_scoring})


def _side(side: Side) -> Side:
    """Return a side with its game points; made anew, as ``replace`` takes far longer."""
    tally = side.tally
    return Side(side.who, side.status, side.outcome, tally, tally, side.seat, side.code, side.place)


def points_on_boards(event_index: EventIndex) -> Dict[Tuple[int, Id], BoardPoints]:
    """Return what every team scored on every board, by round and team.

    A bye counts as the same result on every board: the pairing bye and the full-point bye as wins
    (C.07, article 12), the half-point bye as draws.
    """
    event = team_event(event_index)

    def build() -> Dict[Tuple[int, Id], BoardPoints]:
        gone = _annulled_rounds(event_index)
        known = {(number, who): points for number, who, points in event.board_points}
        found = {**_byes(event), **known}
        return {key: points for key, points in found.items() if key not in gone}

    return event_index.cached("points on boards", build)


def without_boards(event_index: EventIndex) -> FrozenSet[Tuple[int, Id]]:
    """Return the rounds and teams of matches of which only the score is known."""
    event = team_event(event_index)

    def find() -> FrozenSet[Tuple[int, Id]]:
        known = {(number, who) for number, who, _ in event.board_points}
        return frozenset(
            (match.round, side.who)
            for match in event.matches
            for side in match.sides
            if side.status is Status.PLAYED and (match.round, side.who) not in known
        ) - _annulled_rounds(event_index)

    return event_index.cached("matches without boards", find)


def _annulled_rounds(event_index: EventIndex) -> FrozenSet[Tuple[int, Id]]:
    """Return the rounds and teams of matches against a team whose results do not count."""
    return frozenset(
        (record.round, who)
        for who in (event_index.ids if event_index.annulled else ())
        for record in event_index.rounds_of(who)
        if record.own.status is Status.ANNULLED
    )


def match_by_boards(
    number: int,
    teams: Tuple[Id, Id],
    points: Tuple[BoardPoints, BoardPoints],
    is_played: bool,
    signs: Tuple[str, str] = ("", ""),
    place: Place = NOWHERE,
    half: Optional[Fraction] = None,
    level: Fraction = _NONE,
) -> Match:
    """Return the match that was decided on its boards; the larger sum wins, if it exceeds ``half``.

    Without a game played (C.07, article 15) it is won by forfeit by the team with a ``+`` in
    ``signs`` or, where those are not given, with more boards, and lost by forfeit otherwise. Where
    both won as many boards by forfeit, each has these and ``level`` match points, of a draw.
    """
    one, two = map(exact_sum, points)
    if is_played:
        how = outcome_of(one, two, half)
        theirs = FOR_THE_OTHER[how] if half is None else outcome_of(two, one, half)
        return Match(
            number,
            Side(teams[0], outcome=how, tally=one),
            Side(teams[1], outcome=theirs, tally=two),
            place=place,
        )
    sides = _by_forfeit(teams, (one, two), signs, level)
    return Match(number, sides[0], sides[1], place=place)


def _by_forfeit(
    teams: Tuple[Id, Id], boards: Tuple[Fraction, Fraction], signs: Tuple[str, str], level: Fraction
) -> List[Side]:
    """Return the sides of a match without a game played, in which so many boards were won."""
    one, two = boards
    if one and one == two and "+" not in signs:
        return [Side(team, Status.FORFEIT_LOSS, Outcome.DRAW, level, one) for team in teams]
    sides = []
    for at, earned, others in ((0, one, two), (1, two, one)):
        is_won = signs[at] == "+" or (not signs[at] and earned > others)
        status = Status.FORFEIT_WIN if is_won else Status.FORFEIT_LOSS
        sides.append(Side(teams[at], status, tally=earned if is_won and earned else None))
    return sides


def outcome_of(value: Fraction, other: Fraction, half: Optional[Fraction] = None) -> Outcome:
    """Return how a match ended for one team, by the game points of both and those to exceed."""
    least = other if half is None else max(other, half)
    if value == least:
        return Outcome.DRAW
    return Outcome.WIN if value > least else Outcome.LOSS


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


def with_bonus(event: TeamEvent, side: Side, match_points: Fraction, game_points: Fraction) -> Side:
    """Return a side with a bonus, or a penalty below 0, beside what its match earned."""
    games = event.match_scoring.points(_side(side))
    return replace(
        side,
        points=event.scoring.points(side) + match_points,
        tally=games + game_points if game_points else side.tally,
    )


def _on_boards(event: TeamEvent, number: int, who: Id) -> Optional[BoardPoints]:
    found = (points for r, w, points in event.board_points if (r, w) == (number, who))
    return next(found, None)


def bonus_of(event: TeamEvent, number: int, side: Side) -> Tuple[Fraction, Fraction]:
    """Return the match points and game points that a side has beside what its match earned."""
    is_level = side.status is Status.FORFEIT_LOSS and side.outcome is Outcome.DRAW
    usual = event.scoring.draw if is_level else event.scoring.points(replace(side, points=None))
    match_points = _NONE if side.points is None else side.points - usual
    boards = _on_boards(event, number, side.who)
    if side.tally is None or (boards is None and side.status is Status.PLAYED):
        return match_points, _NONE
    if boards is not None and any(boards):
        return match_points, side.tally - exact_sum(boards)
    return match_points, side.tally - event.match_scoring.points(replace(side, points=None))


# -- which team of a match had which colour on the first board, as its line or its games say -------

_Games = Dict[Tuple[int, Id], Side]


class FirstTeams:
    """Who stands first in a match: the team with the colours of the event from board 1 on.

    The games of its players say so, as they are read from a report; without any, the team that the
    match names first.
    """

    def __init__(self, event: TeamEvent) -> None:
        self.event = event
        self.line_ups = {(number, who): line_up for number, who, line_up in event.line_ups}
        self.games: _Games = {}
        for match in event.players.matches:
            if match.b is not None:
                self.games.update({(match.round, side.who): side for side in match.sides})

    def is_second(self, number: int, team: Id) -> bool:
        """Tell whether a team that a match of a round names first had the second one's colours."""
        for board, who in enumerate(self.line_ups.get((number, team), ())):
            entry = self.games.get((number, who)) if who else None
            if entry is not None and entry.seat:
                return entry.seat != self.event.seat(board, True)
        return False


def with_colours(event_index: EventIndex) -> EventIndex:
    """Return an event of teams whose sides have the colours of the first board, first team first.

    An event of individuals is returned as it is.
    """
    event = event_index.event
    if not isinstance(event, TeamEvent) or any(match.a.seat for match in event.matches):
        return event_index
    of_teams = event  # of a narrower type than the attribute
    return event_index.cached("colours of teams", lambda: EventIndex(_coloured(of_teams)))


def _coloured(event: TeamEvent) -> TeamEvent:
    first_teams = FirstTeams(event)
    found: List[Match] = []
    for match in event.matches:
        one, two = match.a, match.b
        if two is None:
            found.append(match)
            continue
        if first_teams.is_second(match.round, one.who):
            one, two = two, one
        found.append(
            replace(
                match,
                a=replace(one, seat=event.seat(0, True)),
                b=replace(two, seat=event.seat(0, False)),
            )
        )
    return replace(event, matches=tuple(found))


# -- an event as it was after an earlier round -----------------------------------------------------


E = TypeVar("E", bound=Event)


def has_places_after_rounds(event: Event) -> bool:
    """Tell whether it is known which results an earlier round had: not in a session of boards."""
    return event.rounds_known and not event.board_results


def after_round(event: E, number: int) -> E:
    """Return the event as it was after a round: nothing of the rounds that followed."""
    players = tuple(
        replace(contestant, withdrawn_after=None, is_expelled=False)
        if contestant.withdrawn_after is not None and contestant.withdrawn_after > number
        else contestant
        for contestant in event.contestants
    )
    matches = tuple(match for match in event.matches if match.round <= number)
    if isinstance(event, TeamEvent):
        boards = tuple(point for point in event.board_points if point[0] <= number)
        return replace(
            event, contestants=players, matches=matches, board_points=boards,
            players=after_round(event.players, number),
        )  # fmt: skip
    return replace(event, contestants=players, matches=matches)
