"""Which games a file counts, by the totals that it prints."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Mapping, Optional, Sequence, Set, Tuple

from xltie.event import Match, Outcome
from xltie.exchange.elo.games import HALF_POINTS, Game

Printed = Mapping[str, Tuple[Optional[Fraction], Optional[Fraction]]]
"""Points and discs as printed, by player."""


def they_count(rounds: Sequence[Game], more: Sequence[Game], printed: Printed) -> bool:
    """Tell whether the printed totals are those with some more games rather than without."""
    players = {who for game in more for who in game.players}
    without, with_them = (
        _agreeing(games, players, printed) for games in (rounds, [*rounds, *more])
    )
    return with_them > without and with_them[0] == without[0]


def without_extra(rounds: Sequence[Game], printed: Printed) -> Tuple[List[Game], List[Game]]:
    """Return the games of the rounds, and those that the printed totals leave out.

    Where somebody plays twice in a round, one of the two games may be an extra one that nobody
    counted: the second of them, or one of another kind (in some clubs the fewer discs win).
    """
    later = _second_games(rounds)
    if not later:
        return list(rounds), []
    players = {who for game in rounds for who in game.players}
    best, left_out = _agreeing(rounds, players, printed), set()
    odd = [at for at, game in enumerate(rounds) if _fewer_lost(game.match)]
    usual = set(odd) if 2 * len(odd) < len(rounds) else set()
    for extra in (later, usual):
        kept = [game for at, game in enumerate(rounds) if at not in extra]
        agreeing = _agreeing(kept, players, printed)
        if extra and agreeing > best:
            best, left_out = agreeing, extra
    return (
        [game for at, game in enumerate(rounds) if at not in left_out],
        [game for at, game in enumerate(rounds) if at in left_out],
    )


def finals_among(added: Sequence[Game], listed: Sequence[str]) -> Tuple[List[Game], List[Game]]:
    """Return the finals among games that were added, and the others.

    Programs write the finals as results added after the rounds. They are finals where those whom
    they connect stand next to each other in the list: the first four, say, or third and fourth.
    Games that are called finals of some others (women, juniors) are none for the places.
    """
    at = {who: place for place, who in enumerate(listed)}
    groups = _connected(added)
    for_places: Set[str] = set()
    for group in groups:
        held = [at.get(who, -1) for who in group]
        missing = max(held) - min(held) + 1 - len(group)
        allowed = {0: _MOST_ABSENT}.get(min(held), 0)
        if 0 <= min(held) <= _MOST_AHEAD and missing <= allowed:
            for_places |= group
    finals = [game for game in added if not game.finals and for_places >= set(game.players)]
    return finals, [game for game in added if game not in finals]


def _connected(games: Sequence[Game]) -> List[Set[str]]:
    """Return who is connected by games with each other, group by group."""
    groups: List[Set[str]] = []
    for game in games:
        met = set(game.players)
        for group in [group for group in groups if group & met]:
            groups.remove(group)
            met |= group
        groups.append(met)
    return groups


_MOST_AHEAD = 2
"""So many may stand ahead of those who play for places: a match for third place, no games later."""
_MOST_ABSENT = 4
"""So many of the first may not play in their finals, such as the second player of a country."""


def _second_games(rounds: Sequence[Game]) -> Set[int]:
    seen: Set[Tuple[int, str]] = set()
    found: Set[int] = set()
    for at, game in enumerate(rounds):
        keys = {(game.match.round, who) for who in game.players}
        if game.match.round and keys & seen:
            found.add(at)
        seen |= keys
    return found


def _agreeing(games: Sequence[Game], players: Set[str], printed: Printed) -> Tuple[int, int, int]:
    """Return how well games agree with what is printed, of these players, the weightiest first.

    Points that the games give beyond the printed ones cannot be; printed ones beyond those of the
    games may be byes.
    """
    beyond = whole = points_only = 0
    for who, (points, discs) in _totals(games, players).items():
        shown = printed.get(who, (None, None))
        beyond += shown[0] is not None and shown[0] < points
        points_only += shown[0] == points
        whole += shown[0] == points and shown[1] in (None, discs)
    return -beyond, whole, points_only


def _totals(games: Sequence[Game], players: Set[str]) -> Dict[str, Tuple[Fraction, Fraction]]:
    found = {who: (Fraction(0), Fraction(0)) for who in players}
    for game in games:
        for side in game.match.sides:
            if side.who in found:
                points, discs = found[side.who]
                earned = Fraction(HALF_POINTS[side.outcome or Outcome.LOSS], 2)
                found[side.who] = points + earned, discs + (side.tally or 0)
    return found


def _fewer_lost(match: Match) -> bool:
    """Tell whether a game was decided and not by the fewer discs, by a right after 32-32, too."""
    return match.a.outcome is not Outcome.DRAW and not match.fewer_won
