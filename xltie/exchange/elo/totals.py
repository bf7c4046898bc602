"""Which games a file counts, by the totals that it prints."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

from xltie.event import Match, Outcome
from xltie.exchange.elo.games import HALF_POINTS, UNKNOWN, Game

Printed = Mapping[str, Tuple[Optional[Fraction], Optional[Fraction]]]
"""Points and discs as printed, by player; those of all without a number together, too."""


def they_count(rounds: Sequence[Game], more: Sequence[Game], printed: Printed) -> bool:
    """Tell whether the printed totals are those with some more games rather than without.

    More lines have to be right as a whole: a point alone may have been a bye.
    """
    players = {who for game in more for who in game.players}
    without, with_them = (
        _agreeing(games, players, printed) for games in (rounds, [*rounds, *more])
    )
    return with_them[1] > without[1] and with_them[0] >= without[0]


def without_extra(rounds: Sequence[Game], printed: Printed) -> Tuple[List[Game], List[Game]]:
    """Return the games of the rounds, and those that the printed totals leave out.

    Where somebody plays twice in a round, one of the two games may be an extra one that nobody
    counted, often of another kind (in some clubs the fewer discs win). Game after game of these is
    left out, or exchanged for another, while the totals come nearer to the printed ones.
    """
    doubtful = _doubtful(rounds, sum(who.startswith(UNKNOWN) for who in printed) - 1)
    if not doubtful:
        return list(rounds), []
    players = {who for game in rounds for who in game.players}

    def agreeing(left_out: Set[int]) -> Tuple[Fraction, int]:
        kept = [game for at, game in enumerate(rounds) if at not in left_out]
        return _agreeing(kept, players, printed)

    odd = {at for at, game in enumerate(rounds) if _fewer_lost(game.match)}
    later = {at for at, others in doubtful.items() if min(others, default=at) < at}
    starts: List[Set[int]] = [set(), later, odd]
    left_out = max((_nearer(start, doubtful, agreeing) for start in starts), key=agreeing)
    return (
        [game for at, game in enumerate(rounds) if at not in left_out],
        [game for at, game in enumerate(rounds) if at in left_out],
    )


def _nearer(
    left_out: Set[int],
    doubtful: Mapping[int, Set[int]],
    agreeing: Callable[[Set[int]], Tuple[Fraction, int]],
) -> Set[int]:
    """Return what to leave out so that no change of one game, or of two, agrees better."""
    best = agreeing(left_out)
    is_better = True
    while is_better:
        is_better = False
        for change in _changes(doubtful, left_out):
            tried = agreeing(left_out ^ change)
            if tried > best:
                best, left_out, is_better = tried, left_out ^ change, True
    return left_out


def _changes(doubtful: Mapping[int, Set[int]], left_out: Set[int]) -> Iterator[Set[int]]:
    """Yield what may be left out or taken back at once: one game, or one for another."""
    for at, others in doubtful.items():
        yield {at}
        for other in others:
            if (at in left_out) != (other in left_out):
                yield {at, other}


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


def _doubtful(rounds: Sequence[Game], unnumbered: int) -> Dict[int, Set[int]]:
    """Return the games in whose round one of the two plays again, with those other games.

    Those without a number play again where they sit at more sides than they are.
    """
    held: Dict[Tuple[int, str], List[int]] = {}
    for at, game in enumerate(rounds):
        for who in game.players if game.match.round else ():
            held.setdefault((game.match.round, who), []).append(at)
    found: Dict[int, Set[int]] = {}
    for (_, who), games in held.items():
        if len(games) > (unnumbered if who == UNKNOWN else 1):
            for at in games:
                found.setdefault(at, set()).update(other for other in games if other != at)
    return found


def _agreeing(games: Sequence[Game], players: Set[str], printed: Printed) -> Tuple[Fraction, int]:
    """Return how well games agree with what is printed, of these players, the weightiest first.

    First how far the points are apart, then the lines that are right as a whole.
    """
    apart, whole = Fraction(0), 0
    for who, (points, discs) in _totals(games, players).items():
        shown = printed.get(who, (None, None))
        if shown[0] is not None:
            apart += abs(shown[0] - points)
            whole += shown[0] == points and shown[1] in (None, discs)
    return -apart, whole


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
