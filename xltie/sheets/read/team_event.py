"""From the Matches, Teams, Players and Settings tables to an event of teams."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Dict, List, Mapping, Optional, Tuple

from xltie.core.cells import Grid
from xltie.core.errors import Fault, InputError
from xltie.core.messages import all_of, say
from xltie.core.numbers import show
from xltie.event import (
    Contestant,
    Event,
    Id,
    LineUp,
    Match,
    Side,
    Status,
    TeamEvent,
    contestant_faults,
    ids_by_name,
    match_by_boards,
)
from xltie.settings.declared import BY_KEY
from xltie.sheets.read.drop_faulty_lines import drop_faulty_lines, in_order
from xltie.sheets.read.players import read_players
from xltie.sheets.settings import checked_event, settings_of, team_base
from xltie.sheets.tables import (
    KNOWN_ALONE,
    KNOWN_BOARD_RESULTS,
    BoardSides,
    BrokenLine,
    Header,
    MatchCells,
    MatchTable,
    boards_in,
    is_bye,
    matches_header,
    not_known,
    read_board,
    read_game,
    read_without_opponent,
    score_in,
)

_NONE = Fraction(0)
Sides = Tuple[str, str]
FIRST_SECOND: Sides = ("first", "second")


class MatchReader(MatchCells):
    """Reads the lines of a table of matches for an event of teams without matches yet.

    ``squads`` names the players of every team from board 1 on; None where no players are known.
    """

    def read(self) -> MatchTable:
        """Return what all lines say."""
        for number in self.grid.below(self.header.row):
            try:
                self._line(number)
            except BrokenLine:
                continue
        return self.found

    # -- one line ----------------------------------------------------------------------------

    def _line(self, number: int) -> None:
        teams = [self._named(number, name) for name in FIRST_SECOND]
        result, boards = self._text(number, "result"), self._boards(number)
        if not any(teams):
            if result or any(boards):
                self._break(number, "first", say("there is a result here but no teams"))
            return
        if not all(teams) and not (teams[0] and result):
            if any(boards):
                where = "second" if teams[0] else "first"
                self._break(
                    number, where, say("there are results here, but only one team is named")
                )
            return  # the pairing is still being typed
        round_number = self._round(number)
        if is_bye(teams[1]):
            self._alone(number, round_number, result, teams[1])
            return
        one, two = (self._team(number, name, round_number) for name in FIRST_SECOND)
        if one == two:
            self._break(number, "second", say("team {who} plays against itself", who=one))
        match = self._match(number, round_number, (one, two), boards, result)
        self._keep(number, match)

    def _keep(self, number: int, match: Match) -> None:
        """Keep a match, with the table of its line and the bonuses that stand there."""
        sides = [
            self._with_bonus(number, name, side) for name, side in zip(FIRST_SECOND, match.sides)
        ]
        for name, side in zip(FIRST_SECOND, sides):
            self.seen[match.round, side.who] = self._place(number, name)
        self.found.matches.append(
            replace(
                match,
                a=sides[0],
                b=sides[1] if len(sides) > 1 else None,
                table=self._text(number, "table"),
                place=self._place(number, "first"),
            )
        )

    def _alone(self, number: int, round_number: int, result: str, instead: str) -> None:
        who = self._team(number, "first", round_number)
        found = read_without_opponent(result, instead)
        if found is None:
            said = not_known(result or instead, KNOWN_ALONE)
            self._break(number, "result" if result else "second", said)
        for board, text in enumerate(self._boards(number), 1):
            if text:
                said = say("there is a result on a board, but no second team")
                self._break(number, f"board {board}", said)
        if found.withdraws:
            self.found.withdrawn[who] = min(
                self.found.withdrawn.get(who, round_number), round_number - 1
            )
        self._keep(number, Match(round_number, Side(who, found.left)))

    def _match(
        self, number: int, round_number: int, teams: Tuple[Id, Id], boards: List[str], result: str
    ) -> Match:
        line_ups = [self._line_up(number, name, who) for name, who in zip(FIRST_SECOND, teams)]
        if not any(boards):
            for who, seated, is_typed in ((w, *line_up) for w, line_up in zip(teams, line_ups)):
                if is_typed:
                    self.found.line_ups.append((round_number, who, seated))
            return self._whole(number, round_number, teams, result)
        sides = [self._board(number, board, text) for board, text in enumerate(boards, 1)]
        if None in sides:
            if result:
                board = boards.index("") + 1
                said = say("board {board} is blank, but not the result", board=board)
                self._break(number, f"board {board}", said)
            return self._pending(round_number, teams)
        known = [side for side in sides if side is not None]
        return self._by_boards(number, round_number, teams, known, line_ups, result)

    def _board(self, number: int, board: int, text: str) -> Optional[BoardSides]:
        found = read_board(text) if text else None
        if text and found is None:
            said = not_known(text, KNOWN_BOARD_RESULTS)
            self._break(number, f"board {board}", said)
        if found is not None and found.handicap and not self.event.traits.has_handicap:
            self._break(number, f"board {board}", say("a handicap in stones is for Go"))
        return found

    @staticmethod
    def _pending(round_number: int, teams: Tuple[Id, Id]) -> Match:
        one, two = (Side(who, Status.PENDING) for who in teams)
        return Match(round_number, one, two)

    def _whole(self, number: int, round_number: int, teams: Tuple[Id, Id], result: str) -> Match:
        """Return a match without boards: by forfeit, by its score, or still to come."""
        if not result:
            return self._pending(round_number, teams)
        score = score_in(result)
        if score is not None:
            one, two = score
            most = self.event.boards * self.event.game_scoring.win
            if one + two > most:
                said = say(
                    "{first} and {second} are more than {most} game points",
                    first=one,
                    second=two,
                    most=most,
                )
                self._break(number, "result", said)
            half = self.event.half
            return match_by_boards(round_number, teams, ((one,), (two,)), True, half=half)
        found = read_game(result)
        if found is None or found.left not in (Status.FORFEIT_WIN, Status.FORFEIT_LOSS):
            known = say("a score such as 2.5-1.5, or 1-0F, 0-1F, 0-0F")
            self._break(
                number,
                "result",
                say("result {text!r} is not one of {what}", text=result, what=known),
            )
        assert found.right is not None
        return Match(round_number, Side(teams[0], found.left), Side(teams[1], found.right))

    # -- boards ------------------------------------------------------------------------------

    def _by_boards(
        self,
        number: int,
        round_number: int,
        teams: Tuple[Id, Id],
        sides: List[BoardSides],
        line_ups: List[Tuple[LineUp, bool]],
        result: str,
    ) -> Match:
        scoring = self.event.game_scoring
        points = [tuple(scoring.points(side[:2][at]) for side in sides) for at in (0, 1)]
        half = self.event.half
        # Where a match is won by a number of boards, those by default count like any others.
        is_played = half is not None or any(side.one.status is Status.PLAYED for side in sides)
        both = (points[0], points[1])
        match = match_by_boards(round_number, teams, both, is_played, half=half)
        totals = [sum(of_side, _NONE) for of_side in points]
        score = score_in(result) if result else None
        if result and (score is None or list(score) != totals):
            said = say(
                "the result is {result}, but the boards add up to {sum}",
                result=result,
                sum="-".join(map(show, totals)),
            )
            self._break(number, "result", said)
        for at, who in enumerate(teams):
            if is_played or any(points[at]):
                self.found.board_points.append((round_number, who, points[at]))
            if any(line_ups[at][0]):
                self.found.line_ups.append((round_number, who, line_ups[at][0]))
        self._add_games(round_number, sides, line_ups)
        return match

    def _add_games(
        self, round_number: int, sides: List[BoardSides], line_ups: List[Tuple[LineUp, bool]]
    ) -> None:
        """Keep the games of the players whose seats are known."""
        for board, both in enumerate(sides):
            seated = [line_ups[at][0][board] for at in (0, 1)]
            is_sure = [line_ups[at][1] for at in (0, 1)]
            own = [
                replace(side, who=who, seat=side.seat or self.event.seat(board, at == 0))
                for at, (side, who) in enumerate(zip(both[:2], seated))
            ]
            if all(side.status is Status.FORFEIT_WIN for side in own):
                alone = (Side(who, Status.PAIRING_BYE) for who in seated if who)
                self.found.games.extend(
                    Match(round_number, side, None, str(board + 1)) for side in alone
                )
            elif all(seated):
                first, last = (0, 1) if own[0].seat == "white" else (1, 0)
                table = str(board + 1)
                game = Match(round_number, own[first], own[last], table, both.handicap)
                self.found.games.append(game)
            elif any(seated):
                at = 0 if seated[0] else 1
                is_known = is_sure[1 - at] or self.squads is not None
                if is_known and own[at].status is Status.FORFEIT_WIN:
                    # nobody sat opposite, as the line-up says, or a squad that is too small
                    winner = Side(seated[at], Status.PAIRING_BYE)
                    self.found.games.append(Match(round_number, winner, None, str(board + 1)))


def read_team_tables(
    matches: Grid,
    teams: Optional[Grid] = None,
    settings: Optional[Grid] = None,
    players: Optional[Grid] = None,
) -> TeamEvent:
    """Return the event of all that is right in the tables; its ``faults`` name the rest.

    Raises:
        InputError: a table that cannot be read at all, or a setting that is not understood.
    """

    def read(games: Grid, listed: Optional[Grid], roster: Optional[Grid]) -> Event:
        return _read(games, listed, settings, roster)

    known = checked_event(settings_of(settings)).faults
    found = drop_faulty_lines((matches, teams, players), read, known)
    assert isinstance(found, TeamEvent)
    return found


def _read(
    matches: Grid, teams: Optional[Grid], settings: Optional[Grid], players: Optional[Grid]
) -> TeamEvent:
    header = matches_header(matches)
    if header is None:
        raise InputError.of(
            say(
                "there is no header row here; matches need the columns Round, Team A, Team B and "
                "Board 1 or Result, with the header row inside the range"
            ),
            matches.place(0, 0),
        )
    faults: List[Fault] = []
    event = team_base(settings_of(settings), boards_in(header))
    event = replace(event, contestants=_teams(matches, header, teams, faults))
    roster, squads = _players(event, players, faults)
    found = MatchReader(matches, header, event, squads).read()
    faults.extend(found.faults)
    if faults:
        raise InputError(in_order(faults, matches))
    return _made(event, found, roster)


def _teams(
    matches: Grid, header: Header, teams: Optional[Grid], faults: List[Fault]
) -> Tuple[Contestant, ...]:
    """Return the teams of their table; without one, those that the matches name."""
    named: Dict[str, Contestant] = {}
    for line in matches.rows[header.row + 1 :]:
        for side in ("first", "second"):
            cell = header.get(line, header.telling(line, side))
            who = " ".join(str(_plain(cell)).split())
            if who and not is_bye(who):
                named.setdefault(who.casefold(), Contestant(who))
    if teams is None:
        return tuple(named.values())
    listed = read_players(teams).taking_part(named.keys())
    faults.extend(listed.faults)
    faults.extend(contestant_faults(listed.contestants, are_teams=True))
    return listed.contestants


def _plain(cell: object) -> object:
    is_whole = isinstance(cell, float) and cell.is_integer()
    return "" if cell is None else int(cell) if is_whole else cell  # type: ignore[call-overload]


def _players(
    event: TeamEvent, players: Optional[Grid], faults: List[Fault]
) -> Tuple[Tuple[Contestant, ...], Optional[Mapping[Id, List[Id]]]]:
    """Return the players, and those of every team from board 1 on; None without a table.

    A team may be written by its name: the players that come back have its id.
    """
    if players is None:
        return (), None
    listed = read_players(players)
    faults.extend(listed.faults)
    faults.extend(() if event.traits.has_decimal_ratings else listed.not_whole)
    faults.extend(contestant_faults(listed.contestants))
    names = ids_by_name(event.contestants)
    squads: Dict[Id, List[Id]] = {}
    roster: List[Contestant] = []
    for contestant in listed.contestants:
        teams = names.get(" ".join(contestant.team.split()).casefold(), ())
        if listed.has_names and not contestant.name and contestant.id.isdecimal() and not teams:
            continue  # a seat of a team that nobody has entered
        if contestant.team and len(teams) != 1:
            said = (
                say(
                    "team {team} of player {who} is the name of {ids}; write the id",
                    team=contestant.team,
                    who=contestant.id,
                    ids=all_of(teams),
                )
                if teams
                else say(
                    "team {team} of player {who} is not in the list of teams",
                    team=contestant.team,
                    who=contestant.id,
                )
            )
            faults.append(Fault(said, contestant.place))
        elif teams:
            squads.setdefault(teams[0], []).append(contestant.id)
        roster.append(replace(contestant, team=teams[0]) if len(teams) == 1 else contestant)
    return tuple(roster), squads


def _made(event: TeamEvent, found: MatchTable, roster: Tuple[Contestant, ...]) -> TeamEvent:
    contestants = tuple(
        replace(contestant, withdrawn_after=found.withdrawn[contestant.id])
        if contestant.id in found.withdrawn
        else contestant
        for contestant in event.contestants
    )
    known = {member.id for member in roster}
    games = tuple(match for match in found.games if all(side.who in known for side in match.sides))
    of_players = (setting for setting in BY_KEY.values() if setting.is_of_players)
    players = Event(
        event.name, event.game, event.format, event.rounds, event.rulebook, roster, games,
        event.game_scoring, start_date=event.start_date, settings=event.settings.only(*of_players),
    )  # fmt: skip
    return replace(
        event,
        contestants=contestants,
        matches=tuple(found.matches),
        board_points=tuple(found.board_points),
        line_ups=tuple(found.line_ups),
        players=players,
    )
