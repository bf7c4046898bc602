"""From the games of players to matches of teams: no record of a TRF lists the matches."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction
from typing import Dict, List, Mapping, Optional, Set, Tuple

from xltie.core.errors import Fault
from xltie.core.numbers import show
from xltie.event.index import EventIndex
from xltie.event.model import Event, Id, Match, Outcome, Scoring, Side, Status
from xltie.event.teams import BoardPoints, TeamEvent, scored
from xltie.exchange.trf.matches import is_round_robin
from xltie.exchange.trf.players import Notes
from xltie.exchange.trf.team_lines import Lines, TeamLines, read_team_lines

_BYES = {"F": Status.FULL_BYE, "H": Status.HALF_BYE, "Z": Status.ZERO_BYE}
_NONE = Fraction(0)
Byes = Mapping[Tuple[Id, int], str]


class _Entry:
    """What one team did in one round: points by player, the opponent, whether anybody played."""

    def __init__(self) -> None:
        self.points: Dict[Id, Fraction] = {}
        self.met: Dict[Id, Id] = {}
        self.opponents: List[Id] = []
        self.is_played = False


def teams_of(event: Event, lines: Lines, byes: Byes, has_format: bool, notes: Notes) -> TeamEvent:
    """Return the event of the teams that the players of a file play for.

    ``byes`` are those of teams (record 240) by team and round. ``has_format`` tells whether the
    file says what kind of tournament it is.
    """
    found = read_team_lines(lines, notes)
    entries = _entries(event, found, notes)
    boards = found.boards or max((len(own.points) for own in entries.values()), default=0)
    scoring = _scoring(found)
    matches = _Matches(event, found, entries, byes, boards, notes)
    made = tuple(matches.all())
    plain = {own.name: getattr(event, own.name) for own in fields(Event)}
    options = {"criteria": "PTS, MPvGP", **event.settings, "contest": "teams"}
    robin = is_round_robin(made, len(found.teams), max((m.round for m in made), default=0))
    plain.update(
        contestants=tuple(found.teams.values()),
        matches=made,
        scoring=scoring,
        options=tuple(options.items()),
        format=event.format if has_format else "round-robin" if robin else "swiss",
    )
    teams = TeamEvent(
        **plain,
        boards=boards,
        board_points=tuple((*key, points) for key, points in matches.board_points.items()),
        game_scoring=event.scoring,
        primary=found.primary,
        players=event,
    )
    _check(teams, found, notes)
    return teams


def _scoring(found: TeamLines) -> Scoring:
    """Return the match points of every kind of result; a pairing bye is a draw (C.04.6, 1.4)."""
    win, draw, loss = (
        found.match_points.get(kind, usual) for kind, usual in zip("WDL", map(Fraction, (2, 1, 0)))
    )
    bye = found.bye_points[0] if found.bye_points else draw
    return Scoring(win, draw, loss, bye, win, draw, _NONE, win, _NONE, _NONE)


def _entries(event: Event, found: TeamLines, notes: Notes) -> Dict[Tuple[int, Id], _Entry]:
    team_of: Dict[Id, Id] = {}
    known = {contestant.id for contestant in event.contestants}
    for team, members in found.members.items():
        line = found.teams[team].place.line or 0
        for who in members:
            if who in team_of or who not in known:
                said = f"is in team {team_of[who]} too" if who in team_of else "is not in the file"
                notes.warn(f"player {who} of team {team} {said}", line)
            team_of.setdefault(who, team)
    entries: Dict[Tuple[int, Id], _Entry] = {}
    for match in event.matches:
        for own, other in ((match.a, match.b), (match.b, match.a)):
            team = team_of.get(own.who, "") if own is not None else ""
            against = team_of.get(other.who, "") if other is not None else ""
            if own is None or not team or (other is not None and against in ("", team)):
                continue
            if other is None and own.status is not Status.PAIRING_BYE:
                continue
            entry = entries.setdefault((match.round, team), _Entry())
            win = other is None  # a board that was won because nobody sat opposite
            entry.points[own.who] = event.scoring.win if win else event.scoring.points(own)
            entry.is_played |= own.status is Status.PLAYED
            if other is not None:
                entry.met[own.who] = other.who
                entry.opponents.append(against)
    return entries


class _Matches:
    """Makes the matches round by round, and what was scored on every board."""

    def __init__(
        self,
        event: Event,
        found: TeamLines,
        entries: Dict[Tuple[int, Id], _Entry],
        byes: Byes,
        boards: int,
        notes: Notes,
    ) -> None:
        self.event, self.found, self.entries, self.byes = event, found, entries, byes
        self.boards, self.notes = boards, notes
        self.board_points: Dict[Tuple[int, Id], BoardPoints] = {}

    def all(self) -> List[Match]:
        """Return the matches, in the order of rounds and teams."""
        numbers = {match.round for match in self.event.matches} | set(self.found.byes)
        numbers |= {number for number, _ in self.found.forfeits}
        numbers |= {number for _, number in self.byes}
        return [
            match
            for number in range(1, max(numbers, default=0) + 1)
            for match in self._round(number)
        ]

    def _round(self, number: int) -> List[Match]:
        made: List[Match] = []
        done: Set[Id] = set()
        for team, contestant in self.found.teams.items():
            if team in done:
                continue
            other = self._opponent(number, team)
            if other and self._opponent(number, other) != team:
                said = f"teams {team} and {other} do not both meet each other in round {number}"
                self.notes.fault(said, contestant.place.line or 0)
                continue
            if other:
                done.add(other)
                made.append(self._match(number, team, other))
            else:
                made.append(Match(number, self._bye(number, team)))
            made[-1] = replace(made[-1], place=contestant.place)
        return made

    def _opponent(self, number: int, team: Id) -> Id:
        entry = self.entries.get((number, team))
        if entry is not None and entry.opponents:
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
            points = self.found.bye_points
            half = self.boards * self.event.scoring.draw
            return Side(team, Status.PAIRING_BYE, tally=points[1] if points else half)
        return Side(team, _BYES.get(letter, Status.ZERO_BYE))

    def _match(self, number: int, team: Id, other: Id) -> Match:
        orders = [self._order(number, who) for who in (team, other)]
        points = [self._on_boards(number, who, orders[i], orders[1 - i])
                  for i, who in enumerate((team, other))]  # fmt: skip
        entries = [self.entries.get((number, who)) for who in (team, other)]
        if not any(entry is not None and entry.is_played for entry in entries):
            return self._forfeit(number, (team, other), points)
        for who, own in zip((team, other), points):
            self.board_points[number, who] = own
        one, two = (sum(own, _NONE) for own in points)
        return Match(
            number,
            Side(team, outcome=_outcome(one, two), tally=one),
            Side(other, outcome=_outcome(two, one), tally=two),
        )

    def _forfeit(self, number: int, teams: Tuple[Id, Id], points: List[BoardPoints]) -> Match:
        signs = [self.found.forfeits.get((number, who), ("", ""))[1] for who in teams]
        sums = [sum(own, _NONE) for own in points]
        sides = []
        for at, who in enumerate(teams):
            is_won = signs[at] == "+" or (not signs[at] and sums[at] > sums[1 - at])
            status = Status.FORFEIT_WIN if is_won else Status.FORFEIT_LOSS
            sides.append(Side(who, status, tally=sums[at] if is_won and sums[at] else None))
            if sums[at]:
                self.board_points[number, who] = points[at]
        return Match(number, sides[0], sides[1])

    def _order(self, number: int, team: Id) -> Tuple[Tuple[Id, ...], bool]:
        """Return who sat at which board, and whether every board is sure."""
        line_up = self.found.line_ups.get((number, team))
        if line_up is not None:
            return line_up[1], True
        entry = self.entries.get((number, team)) or _Entry()
        fielded = tuple(who for who in self.found.members[team] if who in entry.points)
        return fielded, len(fielded) >= self.boards

    def _on_boards(
        self,
        number: int,
        team: Id,
        own: Tuple[Tuple[Id, ...], bool],
        other: Tuple[Tuple[Id, ...], bool],
    ) -> BoardPoints:
        entry = self.entries.get((number, team)) or _Entry()
        found = [_NONE] * self.boards
        for who, points in entry.points.items():
            at = _board(who, entry.met.get(who), own, other)
            if at is None or at >= self.boards:
                said = f"player {who} is on no board of team {team} in round {number}"
                self.notes.warn(said, self.found.teams[team].place.line or 0)
                found.append(points)  # the points count all the same
            else:
                found[at] += points
        return tuple(found)


def _board(
    who: Id,
    opponent: Optional[Id],
    own: Tuple[Tuple[Id, ...], bool],
    other: Tuple[Tuple[Id, ...], bool],
) -> Optional[int]:
    if opponent and other[1] and not own[1] and opponent in other[0]:
        return other[0].index(opponent)
    return own[0].index(who) if who in own[0] else None


def _outcome(own: Fraction, other: Fraction) -> Outcome:
    if own == other:
        return Outcome.DRAW
    return Outcome.WIN if own > other else Outcome.LOSS


def _check(event: TeamEvent, found: TeamLines, notes: Notes) -> None:
    """Warn of teams whose points in record 310 are not those of their matches."""
    if notes.faults:
        return
    event_index = EventIndex(event)
    for who, claims in found.claimed.items():
        for name, text, column in zip(("MP", "GP"), claims, (55, 62)):
            points = scored(event_index, name).score(who)
            try:
                differs = bool(text) and Fraction(text) != points
            except ValueError:
                differs = True
            if differs:
                said = (
                    f"team {who} has {text} {name} in record 310, but {show(points)} by its "
                    "matches; the matches count"
                )
                notes.warn(said, found.teams[who].place.line or 0, column)


def notice(event: TeamEvent) -> Fault:
    """Return the line that says what a team file is."""
    first = event.contestants[0].place
    return Fault(
        f"this is an event of {len(event.contestants)} teams on {event.boards} boards: standings, "
        "check and explain are those of the teams, a workbook holds their players",
        first,
    )
