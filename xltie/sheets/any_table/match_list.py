"""Matches of teams with their boards below each: the boards prove the score, and it counts."""

from __future__ import annotations

from fractions import Fraction
from typing import List, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.sheets.any_table.games import Game, Games
from xltie.sheets.tables import NONE, ONE

_LEAST_BOARDS = 2


def matches_of_teams(found: Games) -> List[Fault]:
    """Keep the matches of a list whose every match adds up the boards below it; say so.

    A list in which one match does not is left as it is, and its games are no games of one event.
    """
    at, matches = 0, []
    while at < len(found.games):
        boards = _boards_below(found.games, at)
        if not boards:
            return []
        matches.append(found.games[at])
        at += 1 + boards
    if len(matches) < 2 or _are_teams_on_boards(found.games, matches):
        return []
    found.games = matches
    found.paired = [match.line for match in matches]
    said = say("each match adds up the boards below it; the matches are counted, not the boards")
    return [Fault(said, found.table.place(matches[0].line, found.pair.left))]


def _boards_below(games: Sequence[Game], at: int) -> int:
    """Return how many boards below a match add up to it, 0 where they do not."""
    total = _sum(games[at])
    if total is None or total.denominator != 1 or total < _LEAST_BOARDS:
        return 0
    boards = games[at + 1 : at + 1 + int(total)]
    if len(boards) < total or any(_sum(board) != ONE for board in boards):
        return 0
    is_sum = sum((board.score.left or NONE for board in boards), NONE) == games[at].score.left
    return len(boards) if is_sum else 0


def _sum(game: Game) -> Optional[Fraction]:
    left, right = game.score.left, game.score.right
    return None if left is None or right is None else left + right


def _are_teams_on_boards(games: Sequence[Game], matches: Sequence[Game]) -> bool:
    teams = {who for match in matches for who in _sides(match)}
    lines = {match.line.row for match in matches}
    return any(teams & set(_sides(game)) for game in games if game.line.row not in lines)


def _sides(game: Game) -> Tuple[str, str]:
    return game.left, game.right
