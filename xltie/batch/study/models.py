"""How a game ends between two players of known strength, each by a model that somebody published.

A model answers from numbers of a generator, so that the same seed gives the same event everywhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from statistics import NormalDist
from typing import NamedTuple, Protocol

from xltie.event import Outcome

_NORMAL = NormalDist()


class Ending(NamedTuple):
    """How a game ended for the side named first, and both tallies where the game counts them."""

    outcome: Outcome
    tallies: tuple[Fraction, Fraction] | None = None


class Model(Protocol):
    """A way for games to end."""

    def play(self, first: float, second: float, lots: Random) -> Ending:
        """Return how a game ends between two strengths; the first has white, in Othello black."""


@dataclass(frozen=True)
class Davidson:
    """Chess: Elo's logistic curve with draws as R. R. Davidson has them, and white's advantage.

    "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments",
    JASA 65 (1970): the chance of a draw is ``draws`` times the geometric mean of the chances to
    win; with 1.0 equals draw one game in three. ``advantage`` is in Elo points.
    """

    draws: float = 1.0
    advantage: float = 35.0

    def play(self, first: float, second: float, lots: Random) -> Ending:
        """Return a win, a draw or a loss."""
        strength = 10 ** bounded((first + self.advantage - second) / 400)
        total = strength + 1 + self.draws * math.sqrt(strength)
        chance = lots.random() * total
        if chance < strength:
            return Ending(Outcome.WIN)
        return Ending(Outcome.LOSS if chance < strength + 1 else Outcome.DRAW)


@dataclass(frozen=True)
class EgfExpectancy:
    """Go: the winning expectancy of the EGF's rating system of 2021, without draws.

    ``1 / (1 + exp(beta(opponent) - beta(own)))`` with ``beta(r) = -7 ln(3300 - r)``: the same
    hundred points mean more among strong players.
    """

    def play(self, first: float, second: float, lots: Random) -> Ending:
        """Return a win or a loss."""
        a, b = (7 * math.log(max(1.0, 3300 - rating)) for rating in (first, second))
        return Ending(Outcome.WIN if lots.random() < 1 / (1 + math.exp(a - b)) else Outcome.LOSS)


@dataclass(frozen=True)
class NormalDiscs:
    """Othello: the difference in discs is normal about the difference in strength.

    Thurstone's model of paired comparison (1927, case V) with the margin kept: ``spread`` is the
    deviation of a game's difference in discs between equals, ``per_disc`` the Elo points that one
    disc of expected difference is worth. Differences are even, and at most 64.
    """

    spread: float = 22.0
    per_disc: float = 14.0

    def play(self, first: float, second: float, lots: Random) -> Ending:
        """Return the discs of both sides."""
        expected = (first - second) / self.per_disc
        drawn = expected + self.spread * normal(lots)
        difference = 2 * round(max(-64.0, min(64.0, drawn)) / 2)
        discs = Fraction(64 + difference, 2)
        outcome = Outcome.WIN if difference > 0 else Outcome.LOSS if difference else Outcome.DRAW
        return Ending(outcome, (discs, 64 - discs))


def bounded(power: float) -> float:
    """Return a power of a small number that is neither too large for a float nor too near to 0."""
    return max(-300.0, min(300.0, power))


def normal(lots: Random) -> float:
    """Return a standard normal number from one number of the generator."""
    return _NORMAL.inv_cdf(min(max(lots.random(), 1e-12), 1 - 1e-12))
