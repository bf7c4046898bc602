"""Which games a file counts, by the totals that it prints."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, Mapping, Optional, Sequence, Tuple

from xltie.event import Outcome
from xltie.exchange.elo.games import Game

Printed = Mapping[str, Tuple[Optional[Fraction], Optional[Fraction]]]
"""Points and discs as printed, by player."""
_HALVES = {Outcome.WIN: 2, Outcome.DRAW: 1}


def finals_count(rounds: Sequence[Game], more: Sequence[Game], printed: Printed) -> bool:
    """Tell whether the printed totals are those with some more games rather than without.

    Points count where the games give them to the half; a player who had byes has more. So discs,
    which byes hardly change, count as well.
    """
    players = {who for game in more for who in game.players}
    without, with_them = (
        _totals(games, players) for games in (rounds, [*rounds, *more])
    )
    return _agreeing(with_them, printed) > _agreeing(without, printed)


def _totals(games: Sequence[Game], players: set[str]) -> Dict[str, Tuple[Fraction, Fraction]]:
    found = {who: (Fraction(0), Fraction(0)) for who in players}
    for game in games:
        for side in game.match.sides:
            if side.who in found:
                points, discs = found[side.who]
                earned = Fraction(_HALVES.get(side.outcome or Outcome.LOSS, 0), 2)
                found[side.who] = points + earned, discs + (side.tally or 0)
    return found


def _agreeing(totals: Dict[str, Tuple[Fraction, Fraction]], printed: Printed) -> int:
    agreeing = 0
    for who, (points, discs) in totals.items():
        shown = printed.get(who, (None, None))
        agreeing += shown[0] is not None and shown[0] == points
        agreeing += shown[1] is not None and shown[1] == discs
    return agreeing
