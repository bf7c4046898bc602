"""From the lines of a table of matches to matches of teams, and to the games at their boards."""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from typing import List, Mapping, Optional, Sequence, Tuple

from xltie.core.cells import Grid
from xltie.core.messages import count, joined, say
from xltie.core.numbers import show
from xltie.core.records import replace
from xltie.event import (
    BoardPoints,
    Id,
    LineUp,
    Match,
    Side,
    Status,
    TeamEvent,
    ids_by_name,
    match_by_boards,
    with_bonus,
)
from xltie.sheets.read.lines import BrokenLine, LineReader, id_of
from xltie.sheets.tables import (
    KNOWN_ALONE,
    KNOWN_BOARD_RESULTS,
    BoardSides,
    Header,
    is_bye,
    is_withdrawal,
    not_known,
    read_board,
    read_bonus,
    read_game,
    read_without_opponent,
    score_in,
)

_NONE = Fraction(0)
Sides = Tuple[str, str]
FIRST_SECOND: Sides = ("first", "second")


class MatchReader(LineReader):
    """Reads the lines of a table of matches for an event of teams without matches yet.

    ``squads`` names the players of every team from board 1 on; None where no players are known.
    """

    def __init__(
        self,
        grid: Grid,
        header: Header,
        event: TeamEvent,
        squads: Optional[Mapping[Id, Sequence[Id]]],
    ) -> None:
        super().__init__(grid, header)
        self.event = event
        self.squads = squads
        self.names = ids_by_name(event.contestants)
        self.matches: List[Match] = []
        self.games: List[Match] = []
        self.board_points: List[Tuple[int, Id, BoardPoints]] = []
        self.line_ups: List[Tuple[int, Id, LineUp]] = []

    def read(self) -> MatchReader:
        """Read all lines; what they say stands in the attributes."""
        for number in self.grid.below(self.header.row):
            with suppress(BrokenLine):
                self._line(number)
        return self

    # -- one line ----------------------------------------------------------------------------

    def _line(self, number: int) -> None:
        if self.has_errors(number):
            return
        line, boards = self.grid.rows[number], range(1, self.event.boards + 1)
        teams = [self.text(number, self.header.telling(line, side)) for side in FIRST_SECOND]
        result = self.text(number, "result")
        typed = [self.text(number, f"board {board}") for board in boards]
        if not any(teams):
            if result or any(typed):
                self.refuse(number, say("there is a result here but no teams"), "first")
            return
        if not all(teams) and not (teams[0] and result):
            if any(typed):
                said = say("there are results here, but only one team is named")
                self.refuse(number, said, "second" if teams[0] else "first")
            return  # the pairing is still being typed
        round_number = self.round(number)
        if round_number is None:
            return
        one = self._team(number, "first", teams[0])
        if is_bye(teams[1]):
            self._alone(number, round_number, one, result, teams[1], typed)
            return
        both = one, self._team(number, "second", teams[1])
        self._keep(number, self._match(number, round_number, both, typed, result))

    def _team(self, number: int, side: str, typed: str) -> Id:
        """Return the id of a team; of one that is not listed what is typed."""
        who, said = id_of(typed, self.names)
        if said:
            self.refuse(number, said, side)
        return who

    def _keep(self, number: int, match: Match) -> None:
        """Keep a match, with the table of its line and the bonuses that stand there."""
        one, *others = (
            replace(self._with_bonus(number, name, side), place=self.place(number, name))
            for name, side in zip(FIRST_SECOND, match.sides)
        )
        other = others[0] if others else None
        table = self.text(number, "table")
        self.matches.append(replace(match, a=one, b=other, table=table, place=one.place))

    def _alone(
        self, number: int, at_round: int, who: Id, result: str, instead: str, boards: Sequence[str]
    ) -> None:
        found = read_without_opponent(result, instead)
        if found is None:
            said = not_known(result or instead, KNOWN_ALONE)
            self.refuse(number, said, "result" if result else "second")
        if any(boards):
            board = next(at for at, text in enumerate(boards, 1) if text)
            said = say("there is a result on a board, but no second team")
            self.refuse(number, said, f"board {board}")
        if is_withdrawal(result or instead):
            self.withdraw(who, at_round)
        self._keep(number, Match(at_round, Side(who, found)))

    def _match(
        self, number: int, round_number: int, teams: Tuple[Id, Id], boards: List[str], result: str
    ) -> Match:
        line_ups = [self._line_up(number, name, who) for name, who in zip(FIRST_SECOND, teams)]
        if not any(boards):
            for who, seated, is_typed in ((w, *line_up) for w, line_up in zip(teams, line_ups)):
                if is_typed:
                    self.line_ups.append((round_number, who, seated))
            return self._whole(number, round_number, teams, result)
        sides = [self._board(number, board, text) for board, text in enumerate(boards, 1)]
        if None in sides:
            if result:
                board = boards.index("") + 1
                said = say("board {board} is blank, but not the result", board=board)
                self.refuse(number, said, f"board {board}")
            return self._pending(round_number, teams)
        known = [side for side in sides if side is not None]
        return self._by_boards(number, round_number, teams, known, line_ups, result)

    def _board(self, number: int, board: int, text: str) -> Optional[BoardSides]:
        found = read_board(text) if text else None
        if text and found is None:
            said = not_known(text, KNOWN_BOARD_RESULTS)
            self.refuse(number, said, f"board {board}")
        if found is not None and found.handicap and not self.event.traits.has_handicap:
            self.refuse(number, say("a handicap in stones is for Go"), f"board {board}")
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
                self.refuse(number, said, "result")
            half = self.event.half
            return match_by_boards(round_number, teams, ((one,), (two,)), True, half=half)
        found = read_game(result)
        if found is None or not found[0].status.is_forfeit:
            known = say("a score such as 2.5-1.5, or 1-0F, 0-1F, 0-0F")
            self.refuse(
                number,
                say("result {text!r} is not one of {what}", text=result, what=known),
                "result",
            )
        a, b = (Side(who, side.status) for who, side in zip(teams, found))
        return Match(round_number, a, b)

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
        level = self.event.scoring.draw
        match = match_by_boards(round_number, teams, both, is_played, half=half, level=level)
        totals = [sum(of_side, _NONE) for of_side in points]
        score = score_in(result) if result else None
        if result and (score is None or list(score) != totals):
            said = say(
                "the result is {result}, but the boards add up to {sum}",
                result=result,
                sum="-".join(map(show, totals)),
            )
            self.refuse(number, said, "result")
        for at, who in enumerate(teams):
            if is_played or any(points[at]):
                self.board_points.append((round_number, who, points[at]))
            if any(line_ups[at][0]):
                self.line_ups.append((round_number, who, line_ups[at][0]))
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
                self.games.extend(Match(round_number, side, None, str(board + 1)) for side in alone)
            elif all(seated):
                first, last = (0, 1) if own[0].seat == "white" else (1, 0)
                table = str(board + 1)
                game = Match(round_number, own[first], own[last], table, both.handicap)
                self.games.append(game)
            elif any(seated):
                at = 0 if seated[0] else 1
                is_known = is_sure[1 - at] or self.squads is not None
                if is_known and own[at].status is Status.FORFEIT_WIN:
                    # nobody sat opposite, as the line-up says, or a squad that is too small
                    winner = Side(seated[at], Status.PAIRING_BYE)
                    self.games.append(Match(round_number, winner, None, str(board + 1)))

    # -- line-ups and bonuses

    def _line_up(self, number: int, name: str, team: Id) -> Tuple[LineUp, bool]:
        """Return who sits at the boards, "" for nobody, and whether the line says so itself."""
        boards = self.event.boards
        field = f"{name} line-up"
        text = self.text(number, field)
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
            self.refuse(number, said, field)
        seated: List[Id] = []
        by_name = {who.casefold(): who for who in squad or ()}
        for word in words:
            who = "" if word in ("-", "–", "0") else by_name.get(word.casefold(), word)
            if who and squad is not None and who not in squad:
                said = say("player {who} is not in team {team}; its players are {players}",
                           who=who, team=team, players=joined(squad) or "-")  # fmt: skip
                self.refuse(number, said, field)
            if who and who in seated:
                self.refuse(number, say("player {who} sits at two boards", who=who), field)
            seated.append(who)
        return tuple(seated) + ("",) * (boards - len(seated)), True

    def _with_bonus(self, number: int, name: str, side: Side) -> Side:
        text = self.text(number, f"{name} bonus")
        if not text:
            return side
        points = read_bonus(text)
        if points is None:
            said = say("{text!r} is not a number of points with MP or GP, such as -1 MP", text=text)
            self.refuse(number, said, f"{name} bonus")
        return with_bonus(self.event, side, points["MP"], points["GP"])
