"""Teams of players: who sat at which board of a match, and what everybody of a team scored."""

from __future__ import annotations

from fractions import Fraction

from xltie.core.numbers import show
from xltie.event import Contestant, Id, LineUp, TeamEvent, squads_of
from xltie.publish.page_model import Cell, Column, Fold, Links, Page, Row, Table
from xltie.publish.pages import cells
from xltie.publish.results import Results, keys_of


class Boards:
    """The line-ups and the boards of all matches of an event of teams."""

    def __init__(self, results: Results, event: TeamEvent) -> None:
        self.results = results
        self.event = event
        self.players = {player.id: player for player in event.players.contestants}
        self.line_ups = {(number, team): who for number, team, who in event.line_ups}
        self.points = {(number, team): points for number, team, points in event.board_points}
        self.squads = squads_of(event)
        self.keys = keys_of((who for squad in self.squads.values() for who in squad), "m")

    def match(self, number: int, team: Id, opponent: Id) -> Table | None:
        """Return the boards of a match from the first one on; None where none are known."""
        text, figures = self.results.language.text, self.results.language.number
        known = [self.line_ups.get((number, who), ()) for who in (team, opponent)]
        points = [self.points.get((number, who), ()) for who in (team, opponent)]
        boards = max(map(len, (*known, *points)), default=0)
        if not boards:
            return None
        columns = (
            Column(self.results.language.heading("Board"), True), Column(self.results.name(team)),
            Column(text("Result")), Column(self.results.name(opponent)),
        )  # fmt: skip
        rows: list[Row] = []
        for board in range(boards):
            scored = [figures(show(p[board])) if board < len(p) else "" for p in points]
            sat = [self._link(board, line_up) for line_up in known]
            result = "–".join(scored) if all(scored) else ""
            rows.append((str(board + 1), sat[0], result, sat[1]))
        return Table(columns, tuple(rows), named=-1)

    def squad(self, team: Id) -> Table | None:
        """Return the players of a team with the games that they played and the points of these."""
        listed = self.squads.get(team, [])
        if not listed:
            return None
        text, figures = self.results.language.text, self.results.language.number
        played = {who: self._record(team, who) for who in listed}
        columns = (
            Column(self.results.language.heading("Board"), True), Column(text("Player")),
            Column(text("Rating"), True), Column(text("Games"), True), Column(text("Points"), True),
        )  # fmt: skip
        rows = tuple(
            (str(number), self._cell(who), self.players[who].shown_rating,
             str(played[who][0]), figures(show(played[who][1])))
            for number, who in enumerate(listed, 1)
        )  # fmt: skip
        return Table(columns, rows, text("Players of the team"), named=1)

    def pages(self) -> list[Page]:
        """Return a page for everybody in a team: the games with opponents, boards and points."""
        return [
            Page(self.keys[who], self._name(who), self._of_player(team, who), "index")
            for team, squad in self.squads.items()
            for who in squad
        ]

    def _of_player(self, team: Id, who: Id) -> tuple[Links, Table]:
        """Return what stands on the page of a player: the team, and the games."""
        text, figures = self.results.language.text, self.results.language.number
        columns = (
            Column(text("Round"), True), Column(self.results.language.heading("Board"), True),
            Column(text("Opponent")), Column(text("Team")), Column(text("Points"), True),
            Column(text("Sum"), True),
        )  # fmt: skip
        rows: list[Row] = []
        total = Fraction(0)
        for record in self.results.event_index.rounds_of(team):
            line_up = self.line_ups.get((record.round, team), ())
            if who not in line_up or record.opponent is None:
                continue
            board = line_up.index(who)
            scored = self.points.get((record.round, team), ())[board : board + 1]
            total += sum(scored)
            met = self._link(board, self.line_ups.get((record.round, record.opponent), ()))
            rows.append((
                str(record.round), str(board + 1), met, cells.player(self.results, record.opponent),
                figures(show(scored[0])) if scored else "", figures(show(total)),
            ))  # fmt: skip
        own = Links((cells.player(self.results, team),), text("Team"), is_row=True)
        return own, Table(columns, tuple(rows), text("Rounds"), named=2)

    def of_round(self, number: int) -> list[Fold]:
        """Return the boards of every match of a round."""
        found = []
        for match in self.results.games.get(number, ()):
            if match.b is None:
                continue
            table = self.match(number, match.a.who, match.b.who)
            if table is not None:
                sides = (self.results.name(match.a.who), self.results.name(match.b.who))
                found.append(Fold(" – ".join(sides), table))
        return found

    def sides(self, number: int, team: Id, opponent: Id) -> tuple[tuple[str, str, str], ...]:
        """Return the boards of a match to be played: number, and who sits there if it is known."""
        first, second = (self.line_ups.get((number, who), ()) for who in (team, opponent))
        return tuple(
            (str(board + 1), self._at(board, first), self._at(board, second))
            for board in range(self.event.boards)
        )

    def _at(self, board: int, line_up: LineUp) -> str:
        """Return who sits at a board, from 0, "" where that is not known."""
        return self._called(line_up[board]) if board < len(line_up) else ""

    def _link(self, board: int, line_up: LineUp) -> str | Cell:
        """Return who sits at a board, from 0, leading to the player's page."""
        name = self._at(board, line_up)
        key = self.keys.get(line_up[board], "") if name else ""
        return Cell(name, key) if key else name

    def _cell(self, who: Id) -> Cell:
        return Cell(self._name(who), self.keys[who])

    def _record(self, team: Id, who: Id) -> tuple[int, Fraction]:
        """Return how many games a player of a team played, and the points of these."""
        games, total = 0, Fraction(0)
        for (number, other), line_up in self.line_ups.items():
            points = self.points.get((number, other), ())
            if other == team and who in line_up and line_up.index(who) < len(points):
                games += 1
                total += points[line_up.index(who)]
        return games, total

    def _name(self, who: Id) -> str:
        player: Contestant = self.players[who]
        return f"{player.title} {player.name or who}".strip()

    def _called(self, who: Id) -> str:
        """Return a player with the rating, "" for nobody."""
        if who not in self.players:
            return who
        rating = self.players[who].shown_rating
        return f"{self._name(who)} ({rating})" if rating else self._name(who)


def boards_of(results: Results) -> Boards | None:
    """Return the boards of an event of teams whose games are known; None elsewhere."""
    event = results.event
    return Boards(results, event) if isinstance(event, TeamEvent) else None
