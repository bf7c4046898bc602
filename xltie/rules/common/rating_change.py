"""What an event will change in a rating, game by game: the shape that every rating system fills."""

from __future__ import annotations

from typing import NamedTuple, Tuple

from xltie.event.model import Id, Outcome

SCORES = {Outcome.WIN: 1.0, Outcome.DRAW: 0.5, Outcome.LOSS: 0.0}
"""The score of a game by its outcome."""


class RatedGame(NamedTuple):
    """A game as a rating system sees it: ratings before the event, the score, what it changes.

    ``own`` and ``opposite`` are the ratings that were compared, after handicap or a limit; ``why``
    says in words how ``change`` comes about.
    """

    round: int
    opponent: Id
    own: float
    opposite: float
    score: float
    expected: float
    change: float
    why: str


class RatingChange(NamedTuple):
    """A player's forecast: the rating before, where it is from, the games and the rating after."""

    who: Id
    before: float
    origin: str
    games: Tuple[RatedGame, ...]
    after: float
    note: str = ""

    @property
    def change(self) -> float:
        """Return what the event changes."""
        return self.after - self.before
