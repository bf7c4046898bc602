"""From the games of players to matches of teams: no record of a TRF lists the matches."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Dict, List, Optional, Set, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import Fault
from xltie.core.messages import count, say
from xltie.core.records import replace
from xltie.event import (
    BoardPoints,
    Event,
    EventIndex,
    Id,
    LineUp,
    Match,
    Scoring,
    Side,
    Status,
    TeamEvent,
    match_by_boards,
    scored,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.adjustments import adjusted
from xltie.exchange.trf.matches import format_of
from xltie.exchange.trf.players import ALONE
from xltie.exchange.trf.report import Report, TeamLines
from xltie.exchange.trf.team_lines import Order, aligned, board_of, seat_listed
from xltie.settings.declared import CONTEST, CRITERIA

_NONE = Fraction(0)


class _TeamRound:
    """What one team did in one round: points by player, the opponents, what was played."""

    def __init__(self) -> None:
        self.points: Dict[Id, Fraction] = {}
        self.met: Dict[Id, Id] = {}
        self.opponents: List[Id] = []
        self.is_played = False
        self.is_open = False


def teams_of(event: Event, report: Report) -> TeamEvent:
    """Return the event of the teams that the players of a file play for."""
    found, notes = report.teams, report.notes
    seat_listed(found, report.rows, notes)
    team_of = _team_of(event, found, notes)
    entries = _entries(event, team_of)
    boards = len(found.colours) or max((len(entry.points) for entry in entries.values()), default=0)
    scoring = _scoring(found)
    matches = _TeamMatches(event, report, entries, boards)
    made = tuple(matches.all())
    criteria = event.settings.text(CRITERIA, "PTS, MPvGP")
    settings = event.settings.with_(CRITERIA, criteria).with_(CONTEST, "teams")
    plain = dict(
        event.facts,
        contestants=tuple(found.teams.values()),
        matches=made,
        scoring=scoring,
        settings=settings,
        format=event.format if report.format else format_of(made, len(found.teams)),
    )
    teams = TeamEvent(
        **plain,
        boards=boards,
        board_points=tuple((*key, points) for key, points in matches.board_points.items()),
        line_ups=tuple((*key, line_up) for key, line_up in matches.line_ups.items()),
        game_scoring=event.scoring,
        primary=found.primary,
        bye_game_points=found.bye_points[1] if found.bye_points else None,
        colours=found.colours,
        players=_in_teams(event, found, team_of),
    )
    teams = adjusted(teams, report.adjustments)
    _check(teams, found, notes)
    return teams


def _in_teams(event: Event, found: TeamLines, team_of: Dict[Id, Id]) -> Event:
    """Return the event of the players, each with its team, in the order of boards."""
    turn = {
        who: at for at, who in enumerate(who for member in found.members.values() for who in member)
    }
    listed = [
        replace(contestant, team=team_of.get(contestant.id, "")) for contestant in event.contestants
    ]
    listed.sort(key=lambda player: turn.get(player.id, len(turn)))
    return replace(event, contestants=tuple(listed))


def _scoring(found: TeamLines) -> Scoring:
    """Return the match points of every kind of result; a pairing bye is a draw (C.04.6, 1.4)."""
    win, draw, loss = (
        found.match_points.get(kind, usual) for kind, usual in zip("WDL", map(Fraction, (2, 1, 0)))
    )
    bye = found.bye_points[0] if found.bye_points else draw
    return Scoring(win, draw, loss, bye, win, draw, _NONE, win, _NONE, _NONE)


def _team_of(event: Event, found: TeamLines, notes: Notes) -> Dict[Id, Id]:
    """Return the team of every player, noting who is in two of them."""
    team_of: Dict[Id, Id] = {}
    known = {contestant.id for contestant in event.contestants}
    for team, members in found.members.items():
        line = found.teams[team].place.line or 0
        for who in members:
            if who in team_of or who not in known:
                said = (
                    say(
                        "player {who} of team {team} is in team {other} too",
                        who=who,
                        team=team,
                        other=team_of[who],
                    )
                    if who in team_of
                    else say("player {who} of team {team} is not in the file", who=who, team=team)
                )
                notes.warn(said, line)
            team_of.setdefault(who, team)
    return team_of


def _entries(event: Event, team_of: Dict[Id, Id]) -> Dict[Tuple[int, Id], _TeamRound]:
    entries: Dict[Tuple[int, Id], _TeamRound] = {}
    played, pending, bye = Status.PLAYED, Status.PENDING, Status.PAIRING_BYE
    worth: Dict[int, Fraction] = {}  # by identity: the reader shares the sides with the same facts
    for match in event.matches:
        one, two = match.a, match.b
        if two is None and one.status is not bye:
            continue
        teams = team_of.get(one.who, ""), "" if two is None else team_of.get(two.who, "")
        if not teams[0] or (two is not None and teams[1] in ("", teams[0])):
            continue
        for side, other, team, against in ((one, two, *teams), (two, one, *teams[::-1])):
            if side is None:
                continue
            status = side.status
            entry = entries.get((match.round, team))
            if entry is None:
                entry = entries[match.round, team] = _TeamRound()
            if other is None:  # a board that was won because nobody sat opposite
                points: Optional[Fraction] = event.scoring.win
            else:
                points = worth.get(id(side))
            if points is None:
                points = worth[id(side)] = event.scoring.points(side)
            entry.points[side.who] = points
            entry.is_played |= status is played
            entry.is_open |= status is pending
            if other is not None:
                entry.met[side.who] = other.who
                entry.opponents.append(against)
    return entries


class _TeamMatches:
    """Makes the matches round by round, and what was scored on every board."""

    def __init__(
        self, event: Event, report: Report, entries: Dict[Tuple[int, Id], _TeamRound], boards: int
    ) -> None:
        self.event, self.found, self.entries = event, report.teams, entries
        self.byes, self.boards, self.notes = report.byes, boards, report.notes
        self.level = _scoring(report.teams).draw
        self.board_points: Dict[Tuple[int, Id], BoardPoints] = {}
        self.line_ups: Dict[Tuple[int, Id], LineUp] = {}

    def all(self) -> List[Match]:
        """Return the matches, in the order of rounds and teams.

        After the last round of matches there are only the byes announced for the next ones (240).
        """
        numbers = {match.round for match in self.event.matches} | set(self.found.byes)
        numbers |= {number for number, _ in self.found.forfeits}
        last = max(numbers, default=0)
        made = [match for number in range(1, last + 1) for match in self._round(number)]
        announced = sorted((number, team) for team, number in self.byes if number > last)
        return made + [
            Match(number, self._bye(number, team), place=self.found.teams[team].place)
            for number, team in announced
            if team in self.found.teams
        ]

    def _round(self, number: int) -> List[Match]:
        made: List[Match] = []
        done: Set[Id] = set()
        for team, contestant in self.found.teams.items():
            if team in done:
                continue
            other = self._opponent(number, team)
            if other and self._opponent(number, other) != team:
                self.notes.fault(
                    "teams {team} and {other} do not both meet each other in round {round}",
                    contestant.place.line or 0,
                    team=team,
                    other=other,
                    round=number,
                )
                continue
            if other:
                done.add(other)
                is_black = (number, team) in self.found.blacks
                made.append(self._match(number, *((other, team) if is_black else (team, other))))
            else:
                made.append(Match(number, self._bye(number, team), place=contestant.place))
        return made

    def _opponent(self, number: int, team: Id) -> Id:
        entry = self._entry(number, team)
        if entry.opponents:
            first = entry.opponents[0]
            if entry.opponents.count(first) == len(entry.opponents):
                return first  # as nearly always
            return Counter(entry.opponents).most_common(1)[0][0]
        for known in (self.found.forfeits, self.found.line_ups):
            if (number, team) in known:
                other = known[number, team][0]
                return other if other in self.found.teams else ""
        return ""

    def _bye(self, number: int, team: Id) -> Side:
        entry = self.entries.get((number, team))
        letter = self.byes.get((team, number), "")
        if self.found.byes.get(number) == team or (entry is not None and not letter):
            return Side(team, Status.PAIRING_BYE)
        return Side(team, ALONE[letter or "Z"].status)

    def _match(self, number: int, team: Id, other: Id) -> Match:
        pair, place = (team, other), self.found.teams[team].place
        entries = [self._entry(number, who) for who in pair]
        met = {**entries[0].met, **entries[1].met}
        orders = aligned([self._order(number, who) for who in pair], met, self.boards)
        one = self._on_boards(number, team, orders[0], orders[1])
        two = self._on_boards(number, other, orders[1], orders[0])
        if any(entry.is_open for entry in entries):
            sides = Side(team, Status.PENDING), Side(other, Status.PENDING)
            return Match(number, *sides, place=place)
        signs = [self.found.forfeits.get((number, who), ("", ""))[1] for who in pair]
        is_played = any(entry.is_played for entry in entries)
        for who, points in zip(pair, (one, two)):
            if is_played or any(points):
                self.board_points[number, who] = points
        both = (signs[0], signs[1])
        return match_by_boards(number, pair, (one, two), is_played, both, place, level=self.level)

    def _order(self, number: int, team: Id) -> Order:
        """Return who sat at which board, and whether every board is sure."""
        line_up = self.found.line_ups.get((number, team))
        if line_up is not None:
            return line_up[1], True
        entry = self._entry(number, team)
        fielded = tuple(who for who in self.found.members[team] if who in entry.points)
        return fielded, len(fielded) >= self.boards

    def _entry(self, number: int, team: Id) -> _TeamRound:
        return self.entries.get((number, team)) or _TeamRound()

    def _on_boards(self, number: int, team: Id, order: Order, other: Order) -> BoardPoints:
        entry = self._entry(number, team)
        found = [_NONE] * self.boards
        seated = list(order[0][: self.boards]) if order[1] else []
        seated += [""] * (self.boards - len(seated))
        for who, points in entry.points.items():
            at = board_of(who, entry.met.get(who), order, other)
            if at is None or at >= self.boards:
                self.notes.warn(
                    "player {who} is on no board of team {team} in round {round}",
                    self.found.teams[team].place.line or 0,
                    who=who,
                    team=team,
                    round=number,
                )
                found.append(points)  # the points count all the same
            else:
                found[at] = points if found[at] is _NONE else found[at] + points
                seated[at] = who
        if entry.points:
            self.line_ups[number, team] = tuple(seated)
        return tuple(found)


def _check(event: TeamEvent, found: TeamLines, notes: Notes) -> None:
    """Warn of teams whose points in record 310 are not those of their matches."""
    if notes.faults or not any(map(any, found.claimed.values())):
        return
    event_index = EventIndex(event)
    for who, claims in found.claimed.items():
        for name, text, column in zip(("MP", "GP"), claims, (55, 62)):
            points = scored(event_index, name).score(who)
            if text and number_of(text) != points:
                notes.warn(
                    "team {who} has {claimed} {unit} in record 310, but {points} by its matches; "
                    "the matches count",
                    found.teams[who].place.line or 0,
                    column,
                    who=who,
                    claimed=text,
                    unit=name,
                    points=points,
                )


def notice(event: TeamEvent) -> Fault:
    """Return the line that says what a team file is."""
    first = event.contestants[0].place
    return Fault(
        count(
            len(event.contestants),
            "this is an event of {n} team on {boards} boards: standings, check, explain and the "
            "workbook are those of the teams",
            "this is an event of {n} teams on {boards} boards: standings, check, explain and the "
            "workbook are those of the teams",
            boards=event.boards,
        ),
        first,
    )
