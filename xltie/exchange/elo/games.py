"""The games of a result file, as they stand there, and the rounds in which they were played."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

from xltie.core.errors import Place
from xltie.event import Match, Outcome, Side

GAME = re.compile(
    r"\s*(\d+|\?{3,})\s*(?:\(\s*(\d{1,2})\s*\)\s*([<>=])\s*\(\s*(\d{1,2})\s*\)|([<>=]))"
    r"\s*(\d+|\?{3,})(?:\s*([BWbw]))?(?=\s|$)"
)
_OUTCOMES = {
    ">": (Outcome.WIN, Outcome.LOSS),
    "<": (Outcome.LOSS, Outcome.WIN),
    "=": (Outcome.DRAW, Outcome.DRAW),
}
HALF_POINTS = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
"""What a game is worth, as the points of result files count."""
UNKNOWN = "?"
"""What the number of a player begins with whose number is not known."""


@dataclass(frozen=True)
class Game:
    """A game with the section that it stands in: a round, finals, or games beside the event."""

    match: Match
    """Its round is 0 where no heading tells it."""
    finals: str = ""
    is_beside: bool = False

    @property
    def players(self) -> Tuple[str, ...]:
        """The numbers of the two."""
        return tuple(side.who for side in self.match.sides)

    def at(self, number: int) -> Game:
        """Return the game in another round."""
        return replace(self, match=replace(self.match, round=number))


def games_of(line: str, round: int, white_first: bool, place: Place) -> Optional[List[Match]]:
    """Return the games of a line, mostly one; None where something else stands in it."""
    found: List[Match] = []
    at = 0
    while line[at:].strip():
        game = GAME.match(line, at)
        if game is None:
            return None
        found.append(_match(game, round, white_first, place))
        at = game.end()
    return found


def _match(game: re.Match[str], round: int, white_first: bool, place: Place) -> Match:
    is_white = game[7].upper() == "W" if game[7] else white_first
    sides = [
        Side(_plain(who), outcome=outcome, tally=Fraction(discs) if discs else None, seat=seat)
        for who, discs, outcome, seat in zip(
            (game[1], game[6]),
            (game[2], game[4]),
            _OUTCOMES[game[3] or game[5]],
            ("white", "black") if is_white else ("black", "white"),
        )
    ]
    sides.sort(key=lambda side: side.seat)
    return Match(round, sides[0], sides[1], place=place)


def _plain(who: str) -> str:
    return UNKNOWN if who.startswith(UNKNOWN) else who.lstrip("0") or "0"


def won_by_right(match: Match, who: str) -> Match:
    """Return a draw that a player wins by a right, such as that of the last choice of colour."""
    if any(side.outcome is not Outcome.DRAW for side in match.sides):
        return match
    return match.with_sides(
        lambda side: replace(side, outcome=Outcome.WIN if side.who == who else Outcome.LOSS)
    )


def played_twice(games: Iterable[Game]) -> Optional[Game]:
    """Return the first game in which somebody plays who has played in its round already."""
    seen = set()
    for game in games:
        for who in game.players:
            if who != UNKNOWN and (game.match.round, who) in seen:
                return game
            seen.add((game.match.round, who))
    return None


def in_their_order(games: Sequence[Game], after: int = 0) -> List[Game]:
    """Return games in the rounds that their order allows: each in the first with room for both."""
    last: Dict[str, int] = {}
    found: List[Game] = []
    for game in games:
        number = 1 + max(last.get(who, after) for who in game.players)
        last.update(dict.fromkeys(game.players, number))
        found.append(game.at(number))
    return found
