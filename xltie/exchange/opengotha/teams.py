"""Teams of OpenGotha: who sits at which board; their matches are made of the players' games."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import all_of, say
from xltie.core.records import replace
from xltie.event import (
    BoardPoints,
    Contestant,
    Event,
    Id,
    LineUp,
    Match,
    Scoring,
    Side,
    Status,
    TeamEvent,
    match_by_boards,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml import Node, parse, tag
from xltie.exchange.opengotha.parameters import MOST_CRITERIA, element_of, refuse_too_many
from xltie.exchange.opengotha.players import key_of, name_of
from xltie.exchange.opengotha.tournament import Reading, read_players, who_is, write
from xltie.settings import declared
from xltie.settings.declared import CRITERIA

_USUAL_BOARDS = "4"
_MOST_BOARDS = 10
_USUAL_CRITERIA = ("TEAMP", "BDW", "BDW3U", "BDW2U", "BDW1U", "MNR")
TEAM_POINTS = Scoring(*map(Fraction, (2, 1, 0, 1, 2, 1, 0, 2, 0, 0)))
"""What matches are worth to a team."""


class _Seat(NamedTuple):
    """Where a player sits in a round; the board counts from 0."""

    team: Id
    board: int


_Seats = Dict[Tuple[int, Id], _Seat]
_Key = Tuple[int, Id, Id]
_Games = Dict[int, Tuple[Side, Side, Match]]
"""The games of a match by board, from 0: the side of either team, and the game."""


def read_teams(data: bytes, name: str) -> TeamEvent:
    """Return the event of the teams; they have the numbers of the file.

    The team named first in a match has White on board 1. A match with a game whose result is not
    known is still to be played.

    Raises:
        InputError: as ``read``; no team, or a game between players who do not sit opposite.
    """
    root = parse(data, name, doctype=True)
    players, reading = read_players(root)
    nodes = list(root.all("Team"))
    if not nodes:
        raise InputError.say("the file contains no teams", root.place)
    general = element_of(root, "TeamGeneralParameterSet")
    size = general.get("teamSize", _USUAL_BOARDS)
    boards = int(size) if size.isdecimal() else 0
    if not 1 <= boards <= _MOST_BOARDS:
        said = say("teamSize is {size!r}, not 1 to {most}", size=size, most=_MOST_BOARDS)
        raise InputError.of(said, general.place)
    teams = _teams(nodes)
    begun = max((match.round for match in players.matches), default=0)
    seats = _seats(nodes, teams, boards, begun, reading)
    found = _SeatedGames(players, seats, boards)
    found.read(reading.notes)
    reading.notes.refuse()
    return _event(root, players, teams, found)


def _teams(nodes: List[Node]) -> Tuple[Contestant, ...]:
    """Return the teams by their numbers in the file, or by their order if those are no numbers."""
    numbers = [node.get("teamNumber") for node in nodes]
    are_usable = all(map(str.isdecimal, numbers)) and len(set(numbers)) == len(numbers)
    ids = numbers if are_usable else [str(n) for n in range(1, len(nodes) + 1)]
    return tuple(
        Contestant(who, node.get("teamName"), place=node.place) for who, node in zip(ids, nodes)
    )


def _seats(
    nodes: List[Node], teams: Tuple[Contestant, ...], boards: int, rounds: int, reading: Reading
) -> _Seats:
    """Return who sits where; a seat without a round is one for all, as before version 3.28."""
    seats: _Seats = {}
    for node, team in zip(nodes, teams):
        for seat in node.all("Board"):
            who = who_is(seat, "player", reading)
            number, turn = seat.get("boardNumber", "1"), seat.get("roundNumber")
            if not number.isdecimal() or (turn and not turn.isdecimal()):
                said = say("board {board!r} of round {round!r} is not a place in a line-up",
                           board=number, round=turn)  # fmt: skip
                reading.notes.fault(said, seat.place)
                continue
            if not who or not 1 <= int(number) <= boards:
                continue
            for round_number in _rounds_of(turn, rounds):
                before = seats.setdefault((round_number, who), _Seat(team.id, int(number) - 1))
                if before != (team.id, int(number) - 1):
                    said = say("a player sits at two boards in round {round}", round=round_number)
                    reading.notes.fault(said, seat.place)
    return seats


def _rounds_of(turn: str, rounds: int) -> List[int]:
    return [number for number in range(1, rounds + 1) if not turn or number == int(turn)]


class _SeatedGames:
    """The matches that the games of seated players make."""

    def __init__(self, players: Event, seats: _Seats, boards: int) -> None:
        self.players, self.seats, self.boards = players, seats, boards
        self.matches: List[Match] = []
        self.points: List[Tuple[int, Id, BoardPoints]] = []
        self.line_ups: Dict[Tuple[int, Id], List[Id]] = {}
        self.apart: Dict[Tuple[int, Id], Side] = {}
        """Who plays somebody that does not sit opposite, by round."""
        for (number, who), seat in seats.items():
            row = self.line_ups.setdefault((number, seat.team), [""] * boards)
            row[seat.board] = who

    def read(self, notes: Notes) -> None:
        """Collect the matches in the order of the rounds and tables."""
        games: Dict[_Key, _Games] = {}
        for match in self.players.matches:
            both = self._opposite(match)
            if both is None:
                continue
            one, two = (self.seats[match.round, side.who] for side in both)
            key, sides = (match.round, one.team, two.team), both
            if (match.round, two.team, one.team) in games:
                key, sides = (match.round, two.team, one.team), (both[1], both[0])
            games.setdefault(key, {})[one.board] = (*sides, match)
        known = set()
        for (number, one_team, two_team), played in sorted(games.items(), key=_order):
            for team in (one_team, two_team):
                if (number, team) in known:
                    said = say(
                        "team {team} plays two matches in round {round}", team=team, round=number
                    )
                    notes.fault(said, next(iter(played.values()))[2].place)
                known.add((number, team))
            if self._has_black(number, one_team):
                turned = {board: (two, one, game) for board, (one, two, game) in played.items()}
                self._match(number, (two_team, one_team), turned)
            else:
                self._match(number, (one_team, two_team), played)

    def _has_black(self, number: int, team: Id) -> bool:
        """Tell whether the player of the first board of a team has Black."""
        first = self.line_ups[number, team][0]
        games = (game for game in self.players.matches if game.round == number)
        return any(game.b is not None and game.a.who == first for game in games)

    def _opposite(self, match: Match) -> Optional[Tuple[Side, Side]]:
        """Return the sides of a game in a match of teams, that of White first; else None.

        Players who do not sit at the same board of two teams play all the same: see ``_match``.
        """
        if match.b is None:
            return None
        black, white = match.a, match.b
        seats = [self.seats.get((match.round, side.who)) for side in (white, black)]
        if seats == [None, None]:
            return None
        one, two = seats
        if one is None or two is None or one.team == two.team or one.board != two.board:
            self.apart.update(((match.round, side.who), side) for side in (white, black))
            return None
        return (white, black) if one.board % 2 == 0 else (black, white)

    def _match(self, number: int, teams: Tuple[Id, Id], games: _Games) -> None:
        first = _table(games)
        table = str((first - 1) // self.boards + 1) if first else ""
        place = games[min(games)][2].place
        sides = [side for one, two, _ in games.values() for side in (one, two)]
        if any(side.status is Status.PENDING for side in sides):
            one, two = (Side(team, Status.PENDING) for team in teams)
            self.matches.append(Match(number, one, two, table, place=place))
            return
        points = {board: (_points(one), _points(two)) for board, (one, two, _) in games.items()}
        ours, theirs = zip(
            *(points.get(board, self._apart(number, teams, board)) for board in range(self.boards))
        )
        half = Fraction(self.boards, 2)
        both = (ours, theirs)
        match = match_by_boards(number, teams, both, is_played=True, place=place, half=half)
        self.matches.append(replace(match, table=table))
        self.points += [(number, team, line) for team, line in zip(teams, both)]

    def _apart(self, number: int, teams: Tuple[Id, Id], board: int) -> Tuple[Fraction, Fraction]:
        """Return the points of a board whose two players do not play each other.

        The program looks at the game of the team that has White at the first board, against
        whomever it is; the other player of the board is not in it, and has nothing of it.
        """
        line_up = self.line_ups.get((number, teams[0]), [])
        side = self.apart.get((number, line_up[board])) if board < len(line_up) else None
        return (_NONE if side is None else _points(side)), _NONE


_NONE = Fraction(0)


def _order(item: Tuple[_Key, _Games]) -> Tuple[int, int, Id, Id]:
    """Return what sorts matches by rounds and tables."""
    (number, one, two), games = item
    return number, _table(games), one, two


def _table(games: _Games) -> int:
    """Return the lowest table number of the games of a match, 0 if they have none."""
    return min((int(m.table) for _, _, m in games.values() if m.table.isdecimal()), default=0)


def _points(side: Side) -> Fraction:
    return Scoring().points(side) if side.points is None else side.points


def _event(
    root: Node, players: Event, teams: Tuple[Contestant, ...], found: _SeatedGames
) -> TeamEvent:
    placed = element_of(root, "TeamPlacementParameterSet").all("PlacementCriterion")
    names = [node.get("name") for node in placed]
    criteria = [name for name in names or _USUAL_CRITERIA if name and name != "NULL"]
    about = players.settings.only(
        declared.PLACE, declared.LAST_DAY, declared.KOMI, declared.TIME, declared.OVERTIME,
        declared.CLASS,
    )  # fmt: skip
    settings = about.with_(declared.CONTEST, "teams").with_(declared.CRITERIA, ", ".join(criteria))
    plain = dict(
        players.facts,
        format="swiss", contestants=teams, matches=tuple(found.matches), scoring=TEAM_POINTS,
        settings=settings,
    )  # fmt: skip
    line_ups: List[Tuple[int, Id, LineUp]] = [
        (number, team, tuple(line_up)) for (number, team), line_up in sorted(found.line_ups.items())
    ]
    return TeamEvent(
        **plain,
        boards=found.boards,
        board_points=tuple(found.points),
        line_ups=tuple(line_ups),
        bye_game_points=None,
        players=replace(players, contestants=_roster(players, teams, found)),
    )


def _roster(
    players: Event, teams: Tuple[Contestant, ...], found: _SeatedGames
) -> Tuple[Contestant, ...]:
    """Return the players with their teams: those of a team together, by their first boards."""
    first: Dict[Id, Tuple[int, int, str]] = {}
    order = {team.id: at for at, team in enumerate(teams)}
    for (_, who), seat in sorted(found.seats.items(), key=lambda item: item[0][0]):
        first.setdefault(who, (order[seat.team], seat.board, seat.team))
    last = (len(teams), 0, "")
    listed = sorted(players.contestants, key=lambda player: first.get(player.id, last)[:2])
    return tuple(replace(player, team=first.get(player.id, last)[2]) for player in listed)


_CRITERIA = re.compile(r"TEAMP|SOST|BDW([1-9]U)?|MNR")
_END = "</Tournament>"
_USUAL_OF_PLAYERS = "NBW, SOS, SOSOS"


def write_teams(event: TeamEvent, criteria: str) -> bytes:
    """Return the event as a tournament of OpenGotha with its players, their games and their teams.

    Raises:
        InputError: everything that OpenGotha cannot hold, such as a match without its games.
    """
    notes = Notes()
    numbers = _numbers(event)
    parts = [_team_elements(event, numbers), _parameters(event, criteria, notes)]
    text = write(_players(event)).decode("utf-8")
    data = text.replace(_END, "\n".join([*parts, _END])).encode("utf-8")
    if _team_points(event.scoring) != _team_points(TEAM_POINTS):
        notes.fault("OpenGotha gives 2 team points for a match won and 1 for one drawn")
    notes.refuse(() if notes.faults else _otherwise(event, read_teams(data, ""), numbers))
    return data


def _team_points(scoring: Scoring) -> Tuple[Fraction, ...]:
    return scoring.win, scoring.draw, scoring.loss


def _numbers(event: TeamEvent) -> Dict[Id, str]:
    """Return the number of every team in the file: its own where all have one."""
    ids = [contestant.id for contestant in event.contestants]
    have_all = all(who.isdecimal() and int(who) > 0 for who in ids)
    return {team_id: team_id if have_all else str(n) for n, team_id in enumerate(ids, 1)}


def _players(event: TeamEvent) -> Event:
    """Return the event of the players as the program has it; it ranks them as in a Swiss."""
    players = event.players
    if players.settings.text(CRITERIA):
        return players
    settings = players.settings.with_(CRITERIA, _USUAL_OF_PLAYERS)
    return replace(players, format="swiss", settings=settings, rounds=event.rounds)


def _team_elements(event: TeamEvent, numbers: Dict[Id, str]) -> str:
    keys = {contestant.id: key_of(*name_of(contestant)) for contestant in event.players.contestants}
    found = []
    for team in event.contestants:
        seats = [
            tag("Board", {"boardNumber": str(board), "player": keys[player],
                          "roundNumber": str(number)})
            for number, who, line_up in event.line_ups
            if who == team.id
            for board, player in enumerate(line_up, 1)
            if player
        ]  # fmt: skip
        named = {"teamName": team.known_as, "teamNumber": numbers[team.id]}
        found.append(tag("Team", named, *seats))
    return tag("Teams", {}, *found)


def _parameters(event: TeamEvent, criteria: str, notes: Notes) -> str:
    names = list(filter(None, (name.strip().upper() for name in re.split(r"[,;\n]", criteria))))
    for name in names:
        if not _CRITERIA.fullmatch(name):
            notes.fault("OpenGotha has no criterion {name} for teams", name=name)
    refuse_too_many(names, notes)
    listed = [*names, *["NULL"] * (MOST_CRITERIA - len(names))]
    placed = [
        tag("PlacementCriterion", {"name": criterion, "number": str(number)})
        for number, criterion in enumerate(listed, 1)
    ]
    size = tag("TeamGeneralParameterSet", {"teamSize": str(event.boards)})
    criteria_set = tag("TeamPlacementParameterSet", {}, tag("PlacementCriteria", {}, *placed))
    return tag("TeamTournamentParameterSet", {}, size, criteria_set)


def _match_points(event: TeamEvent, numbers: Dict[Id, str]) -> Dict[Tuple[int, str], object]:
    """Return what the matches gave, and their boards, by the round and the number of the team."""
    boards = {(number, who): points for number, who, points in event.board_points}
    return {
        (match.round, numbers[side.who]): (
            event.scoring.points(side),
            boards.get((match.round, side.who)),
        )
        for match in event.matches
        for side in match.sides
        if side.status is not Status.PENDING
    }


def _otherwise(event: TeamEvent, back: TeamEvent, numbers: Dict[Id, str]) -> List[Fault]:
    """Return the matches that the file does not say, or says otherwise."""
    ours = _match_points(event, numbers)
    theirs = _match_points(back, {number: number for number in numbers.values()})
    names = {contestant.id: contestant.known_as for contestant in event.contestants}

    def differs(match: Match) -> bool:
        keys = [(match.round, numbers[side.who]) for side in match.sides]
        return any(key in ours and ours[key] != theirs.get(key) for key in keys)

    return [
        Fault.say(
            "round {round}, {teams}: OpenGotha makes matches of the games of their players, "
            "which do not give this result",
            match.place,
            round=match.round,
            teams=all_of(names[side.who] for side in match.sides),
        )
        for match in event.matches
        if differs(match)
    ]
