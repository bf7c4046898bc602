"""Players without a number: which of them played which game, as far as their totals tell.

In the files of some federations newcomers are ``??????``, in the list and in every game. Where
there is one of them the games are theirs. Where there are several, the points and discs that are
printed for each are the only clue: the games are shared out so that these come out.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Sequence, Set, Tuple

from xltie.event import Match, Outcome, Side
from xltie.exchange.elo.games import HALF_POINTS, UNKNOWN, Game

_MOST_STEPS = 20000
"""So many ways are tried to share the games out."""


class Printed(NamedTuple):
    """What is printed of a player without a number, None where it is not."""

    id: str
    points: Optional[Fraction]
    discs: Optional[Fraction]


class _Seat(NamedTuple):
    """One side of a game that nobody's number stands at."""

    game: int
    side: int


@dataclass
class _Search:
    """Tries the players at the sides one after the other."""

    games: Sequence[Game]
    players: Sequence[Printed]
    seats: Sequence[_Seat]
    by_discs: bool
    """Whether the discs have to come out, else the points alone."""
    halves: Dict[str, Fraction] = field(default_factory=dict)
    discs: Dict[str, Fraction] = field(default_factory=dict)
    taken: Set[Tuple[int, str]] = field(default_factory=set)
    chosen: List[str] = field(default_factory=list)
    steps: int = 0

    def found(self) -> Optional[List[str]]:
        """Return who sits at each side, None where the totals do not come out."""
        for player in self.players:
            if player.points is None or player.discs is None:
                return None
            self.halves[player.id] = player.points * 2
            self.discs[player.id] = player.discs
        return self.chosen if self._next() else None

    def _next(self) -> bool:
        at = len(self.chosen)
        if at == len(self.seats):
            return not any((self.discs if self.by_discs else self.halves).values())
        self.steps += 1
        if self.steps > _MOST_STEPS:
            return False
        number, side = self._side(self.seats[at])
        won, discs = HALF_POINTS[side.outcome or Outcome.LOSS], side.tally or Fraction(0)
        for player in self.players:
            who = player.id
            if (number, who) in self.taken or self.halves[who] < won:
                continue
            if self.by_discs and self.discs[who] < discs:
                continue
            self._sit(number, who, won, discs)
            if self._next():
                return True
            self._rise(number, who, won, discs)
        return False

    def _sit(self, number: int, who: str, won: int, discs: Fraction) -> None:
        self.halves[who] -= won
        self.discs[who] -= discs
        self.taken.add((number, who))
        self.chosen.append(who)

    def _rise(self, number: int, who: str, won: int, discs: Fraction) -> None:
        self.halves[who] += won
        self.discs[who] += discs
        self.taken.discard((number, who))
        self.chosen.pop()

    def _side(self, seat: _Seat) -> Tuple[int, Side]:
        match = self.games[seat.game].match
        return match.round or -1 - seat.game, match.sides[seat.side]


def _seats(games: Sequence[Game]) -> List[_Seat]:
    return [
        _Seat(number, at)
        for number, game in enumerate(games)
        for at, who in enumerate(game.players)
        if who == UNKNOWN
    ]


class Named(NamedTuple):
    """The games with everybody named; those who are not listed come last in ``more``."""

    games: List[Game]
    more: List[str]
    is_guessed: bool
    """Whether the totals allowed it, or did not tell, who of several played which game."""


def named(games: Sequence[Game], players: Sequence[Printed]) -> Named:
    """Return the games with the players without a number told apart."""
    seats = _seats(games)
    if not seats:
        return Named(list(games), [], False)
    tried = (_Search(games, players, seats, by_discs).found() for by_discs in (True, False))
    chosen = next(filter(None, tried), None) if players else None
    in_turn = chosen is None
    if chosen is None:
        chosen = _in_turn(games, players, seats)
    known = {player.id for player in players}
    more = list(dict.fromkeys(who for who in chosen if who not in known))
    sat = dict(zip(seats, chosen))
    done = [
        replace(game, match=_seated(game.match, number, sat)) for number, game in enumerate(games)
    ]
    return Named(done, more, len(players) + len(more) > 1 or (in_turn and bool(more)))


def _in_turn(
    games: Sequence[Game], players: Sequence[Printed], seats: Sequence[_Seat]
) -> List[str]:
    """Return the first who is free in the round for every side; more players where none is."""
    ids = [player.id for player in players]
    taken: Set[Tuple[int, str]] = set()
    chosen: List[str] = []
    for seat in seats:
        match = games[seat.game].match
        key = match.round or -1 - seat.game
        who = next((one for one in ids if (key, one) not in taken), "")
        if not who:
            who = f"{UNKNOWN}{len(ids) + 1}"
            ids.append(who)
        taken.add((key, who))
        chosen.append(who)
    return chosen


def _seated(match: Match, number: int, sat: Dict[_Seat, str]) -> Match:
    sides = [
        replace(side, who=sat.get(_Seat(number, at), side.who))
        for at, side in enumerate(match.sides)
    ]
    return replace(match, a=sides[0], b=sides[1])
