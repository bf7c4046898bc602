"""What an event will change in a rating, game by game: the shape that every rating system fills."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, Tuple

from xltie.core.messages import NOTHING, Message, say
from xltie.core.numbers import rounded
from xltie.event import Id, Outcome
from xltie.rules.common.criterion_value import CriterionValue, Term

SCORES = {Outcome.WIN: 1.0, Outcome.DRAW: 0.5, Outcome.LOSS: 0.0}
"""The score of a game by its outcome."""
RATING = say("rating")
"""Where a rating before the event is from: the list of players has it."""
_DECIMALS = 3
"""Of the ratings in the European Go Database; what changes a FIDE rating has no more."""


class RatedGame(NamedTuple):
    """A game as a rating system sees it: ratings before the event, the score, what it changes."""

    round: int
    opponent: Id
    own: float
    opposite: float
    """The rating that was compared, as ``own``: after handicap or a limit."""
    score: float
    expected: float
    change: float
    why: Message
    """How the change comes about."""


class RatingChange(NamedTuple):
    """A player's forecast: the rating before, where it is from, the games and the rating after."""

    who: Id
    before: float
    origin: Message
    games: Tuple[RatedGame, ...]
    after: float
    note: Message = NOTHING

    @property
    def change(self) -> float:
        """Return what the event changes."""
        return self.after - self.before

    def as_value(self) -> CriterionValue:
        """Return the change as a cell shows it, with a term for every game."""
        terms = [
            Term(game.round, game.opponent, rounded(Fraction(game.change), _DECIMALS), game.why)
            for game in self.games
        ]
        return CriterionValue(rounded(Fraction(self.change), _DECIMALS), terms)
