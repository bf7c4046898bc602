"""Cell functions of an event of teams as a whole: its text, the score of a line, board prizes."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Dict, List, NamedTuple, Optional, Tuple

from xltie.core.cells import CellError, Grid, Scalar, text_of, to_cell
from xltie.core.errors import DomainError, TextWithFaults
from xltie.core.messages import count, say
from xltie.event import EventIndex, Id, Outcome, Status, team_event
from xltie.event.packed import LONGEST, MOST_PARTS, pack, part_of
from xltie.functions.registry import Arg, Kind, Shape, function, table
from xltie.ranking.cells import id_cell, packed_refusal
from xltie.rules.chess.rating_table import difference
from xltie.rules.chess.ratings import average
from xltie.sheets.tables import read_board

Row = Tuple[object, ...]


@table("TEAMEVENT", shape=Shape.PACK, without_event=packed_refusal)
def team_event_text(
    event_index: EventIndex,
    roster: Annotated[
        Optional[Grid], Arg("The players with their teams, from board 1 on.", kind=Kind.RANGE)
    ] = None,
    part: Annotated[int, Arg("Which part of the text, from 1.", min=1)] = 1,
    parts: Annotated[int, Arg("How many cells hold the text.", min=1, max=MOST_PARTS)] = 1,
) -> str:
    """Event of teams as text in one cell, or in several: teams, matches, roster, and settings.

    A column with all its parts, or the one cell, stands for the games in every function.
    """
    text: str = event_index.cached("event text", lambda: pack(event_index.event))
    if len(text) > LONGEST * parts:
        raise DomainError.say(
            "the event text would have {length} characters; {parts} x {most} are too few",
            length=len(text),
            parts=parts,
            most=LONGEST,
        )
    return TextWithFaults.of(part_of(text, part), event_index.event.faults)


_GAME_POINTS = Annotated[Fraction, Arg("Game points for a won board.", min=0)]
_HALF = Annotated[Fraction, Arg("Game points for a drawn board.", min=0)]


@function("MATCHSCORE")
def match_score(
    cells: Annotated[Grid, Arg("The results of the boards of one match.", kind=Kind.RANGE)],
    win: _GAME_POINTS = Fraction(1),
    draw: _HALF = Fraction(1, 2),
) -> Scalar:
    """Score of a match from its boards, as 2½-1½; a star for every board without a result yet.

    Blank if no board has a result, #VALUE! if one cannot be read.
    """
    points = [Fraction(0), Fraction(0)]
    open_boards = 0
    for cell in cells.flat():
        text = text_of(cell)
        found = None if isinstance(cell, CellError) else read_board(text)
        if found is None:
            if text:
                said = say("{value!r} is not the result of a board", value=text)
                return CellError("#VALUE!", said)
            open_boards += 1
            continue
        for at, side in enumerate(found[:2]):
            is_won = side.outcome is Outcome.WIN or side.status is Status.FORFEIT_WIN
            points[at] += win if is_won else draw if side.outcome is Outcome.DRAW else 0
    if open_boards == cells.height * cells.width:
        return ""
    return "-".join(map(_halves, points)) + "*" * open_boards


def _halves(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(whole) if not rest else str(float(value))


# -- board prizes --------------------------------------------------------------------------------

_HEADER: Row = ("Place", "ID", "Name", "Team", "Points", "Games", "%", "Performance")
_ORDERS = ("points", "percent", "performance")


class _Record(NamedTuple):
    """What a player scored at one board: exact points, games, and the performance if known."""

    who: Id
    team: Id
    points: Fraction
    games: int
    performance: Optional[int]

    def key(self, order: str) -> Tuple[Fraction, ...]:
        """Return what sorts better players first."""
        share = self.points / self.games
        rated = Fraction(self.performance or 0)
        first = {"points": self.points, "percent": share, "performance": rated}[order]
        return (-first, -self.points, -share, -rated)


@table("BOARDPRIZES", event_alone=True)
def board_prizes(
    event_index: EventIndex,
    board: Annotated[int, Arg("The board, from 1.", min=1)] = 1,
    order: Annotated[
        str, Arg("What comes first: points, percent or performance.", names=_ORDERS)
    ] = "points",
    least: Annotated[int, Arg("Games that a player needs to be listed.", min=1)] = 1,
) -> List[Row]:
    """Players of a board, best first: place, player, team, points, games, per cent, performance.

    A player belongs to the board at which most of their games were played, the higher of two. Only
    games count, not forfeits and byes; the performance (10.2) is blank if a rival has no rating,
    and in Go.
    """
    event = team_event(event_index)
    if board > event.boards:
        raise DomainError(
            count(
                event.boards,
                "board {board}; a match has {n} board",
                "board {board}; a match has {n} boards",
                board=board,
            )
        )
    records = event_index.cached("board records", lambda: _records(event_index))
    own = [record for record in records.get(board, []) if record.games >= least]
    own.sort(key=lambda record: record.key(order.lower()))
    rows: List[Row] = [_HEADER]
    for position, record in enumerate(own):
        is_level = position and record.key(order.lower()) == own[position - 1].key(order.lower())
        place = rows[-1][0] if is_level else position + 1
        name = next(c.name for c in event.players.contestants if c.id == record.who)
        team = event_index.contestant(record.team)
        percent = to_cell(100 * record.points / record.games)
        rows.append(
            (place, id_cell(record.who), name, team.known_as, record.points, record.games,
             percent, record.performance if record.performance is not None else "")
        )  # fmt: skip
    return rows


def _records(event_index: EventIndex) -> Dict[int, List[_Record]]:
    """Return what the players of every board scored there and elsewhere."""
    event = team_event(event_index)
    seats = {
        (number, who): (team, board)
        for number, team, line_up in event.line_ups
        for board, who in enumerate(line_up, 1)
        if who
    }
    players = EventIndex(event.players)
    found: Dict[int, List[_Record]] = {}
    for who in players.ids:
        played = [o for o in players.rounds_of(who) if o.is_played and (o.round, who) in seats]
        if not played:
            continue
        boards = [seats[o.round, who][1] for o in played]
        usual = min(set(boards), key=lambda number: (-boards.count(number), number))
        points = sum((players.points(o) for o in played), Fraction(0))
        rivals = [players.contestant(o.other.who).rating for o in played if o.other is not None]
        known = [rating for rating in rivals if rating]
        wins = sum(2 * (o.own.outcome is Outcome.WIN) + (o.own.outcome is Outcome.DRAW)
                   for o in played)  # fmt: skip
        is_rated = event.traits.rating_system == "fide" and len(known) == len(played)
        performance = average(known) + difference(wins, len(known)) if is_rated else None
        team = seats[played[0].round, who][0]
        found.setdefault(usual, []).append(_Record(who, team, points, len(played), performance))
    return found
