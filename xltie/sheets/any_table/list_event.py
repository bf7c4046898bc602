"""A list of games as an event."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Optional, Tuple, Union

from xltie.core.messages import say
from xltie.event import Contestant, Event, Match, Outcome, Scoring, Side, Status
from xltie.sheets.any_table.asked import settled_by
from xltie.sheets.any_table.games import Bye, Game, Games
from xltie.sheets.any_table.points import asked_scoring
from xltie.sheets.tables import HALF, NONE, ONE, Score

_OUTCOME = {1: Outcome.WIN, 0: Outcome.DRAW, -1: Outcome.LOSS}
_SEATS = ("white", "black")
_DISCS = 64
"""What the discs of two players of Othello add up to."""


def event_of(found: Games) -> Event:
    """Return the event in a list; what is wrong with its results is added to its faults."""
    both_lose = _both_lose(found)
    scores = [game.score for game in found.games if game.score.left is not None]
    counts = any(max(score.left or NONE, score.right or NONE) > 1 for score in scores)
    is_64 = _are_discs(found)
    turns: Dict[str, int] = {}
    matches: List[Match] = []
    players: Dict[str, Contestant] = {}
    lines: List[Union[Game, Bye]] = [*found.games, *found.byes]
    for line in sorted(lines, key=lambda line: line.line.row):
        who = [line.who] if isinstance(line, Bye) else [line.left, line.right]
        number = found.rounds.get(line.line.row) or 1 + max(turns.get(name, 0) for name in who)
        turns.update(dict.fromkeys(who, number))
        match = (
            _alone(found, line, number)
            if isinstance(line, Bye)
            else _match(found, line, number, counts, both_lose)
        )
        matches.append(match)
        for side in match.sides:
            players.setdefault(side.who, Contestant(side.who, place=side.place))
    return Event(
        game="othello" if is_64 else "",
        contestants=tuple(players.values()), matches=tuple(matches),
        tally_sum=_DISCS if is_64 else None, rounds_known=bool(found.rounds),
        scoring=asked_scoring(found.table.asked) or Scoring(),
    )  # fmt: skip


def _are_discs(found: Games) -> bool:
    """Tell whether the scores are discs of Othello; those that are not 64 among them are faults."""
    scored = [game for game in found.games if game.score.left is not None]
    odd = [
        game for game in scored
        if (game.score.left or NONE) + (game.score.right or NONE) != _DISCS
    ]  # fmt: skip
    if 2 * len(odd) >= len(scored):
        return False
    for game in odd:
        said = say(
            "{one} and {other} are not {sum} discs",
            one=game.score.left or NONE,
            other=game.score.right or NONE,
            sum=_DISCS,
        )
        found.fault(game.line, found.pair.left, said)
    return True


def _both_lose(found: Games) -> bool:
    """Tell whether 0-0 is a game that nobody won, rather than a draw without goals."""
    scores = {
        game.score
        for game in found.games
        if game.score.winner is not None and not game.score.forfeit
    }
    pairs = {(score.left, score.right) for score in scores}
    has_halves = any(side is not None and side.denominator > 1 for pair in pairs for side in pair)
    nothing = [game for game in found.games if (game.score.left, game.score.right) == (NONE, NONE)]
    if has_halves or (pairs and max(side or NONE for pair in pairs for side in pair) <= 1):
        _uneven(found)
    if not nothing or nothing[0].score.forfeit:
        return False
    if has_halves:
        return True
    if any((left or NONE) + (right or NONE) > 1 for left, right in pairs):
        return False
    said = say(
        "0-0 is a draw or a game that both lost; write ½-½, or + and - for a forfeit, or say which "
        "by {option}",
        option=settled_by("0-0=draw"),
    )
    found.fault(nothing[0].line, found.pair.left, said)
    return False


def _uneven(found: Games) -> None:
    """Refuse results with halves that do not add up to what the others do."""
    sums: Dict[Fraction, int] = {}
    played = [
        game for game in found.games if game.score.left is not None and game.score.right is not None
    ]
    for game in played:
        total = (game.score.left or NONE) + (game.score.right or NONE)
        sums[total] = sums.get(total, 0) + 1
    usual = max(sums, key=lambda total: (sums[total], total == ONE))
    for game in played:
        total = (game.score.left or NONE) + (game.score.right or NONE)
        if total not in (usual, NONE):
            found.fault(
                game.line, found.pair.right,
                say("the result of this line adds up to {sum}, the others to {usual}",
                    sum=total, usual=usual),
            )  # fmt: skip


def _match(found: Games, game: Game, number: int, counts: bool, both_lose: bool) -> Match:
    score, places = game.score, [
        found.table.place(game.line, at) for at in (found.pair.left, found.pair.right)
    ]  # fmt: skip
    seats = [side if side in _SEATS else "" for side in found.pair.sides]
    left, right = _statuses(score, both_lose)
    tallies = (score.left, score.right) if counts and not score.forfeit else (None, None)
    a = Side(game.left, *left, tally=tallies[0], seat=seats[0], place=places[0])
    b = Side(game.right, *right, tally=tallies[1], seat=seats[1], place=places[1])
    return Match(number, a, b, place=places[0])


def _alone(found: Games, bye: Bye, number: int) -> Match:
    status = {None: Status.PENDING, ONE: Status.PAIRING_BYE, HALF: Status.HALF_BYE}.get(
        bye.points, Status.ZERO_BYE
    )
    place = found.table.place(bye.line, bye.column)
    return Match(number, Side(bye.who, status, place=place), place=place)


def _statuses(
    score: Score, both_lose: bool
) -> Tuple[Tuple[Status, Optional[Outcome]], Tuple[Status, Optional[Outcome]]]:
    winner = score.winner
    if winner is None:
        return (Status.PENDING, None), (Status.PENDING, None)
    nobody = both_lose and (score.left, score.right) == (NONE, NONE)
    if score.forfeit or nobody:
        if not winner:
            lost = (Status.FORFEIT_LOSS, None)
            return lost, lost
        both = ((Status.FORFEIT_WIN, None), (Status.FORFEIT_LOSS, None))
        return both if winner > 0 else (both[1], both[0])
    return (Status.PLAYED, _OUTCOME[winner]), (Status.PLAYED, _OUTCOME[-winner])
