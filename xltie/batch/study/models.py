"""How a game ends between two players of known strength, each by a model that somebody published.

A model answers from numbers of a generator, so that the same seed gives the same event everywhere.
"""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from statistics import NormalDist
from typing import NamedTuple, Protocol, Union

from xltie.core.errors import InputError
from xltie.core.records import dataclass
from xltie.event import BoardResult, Id, Outcome
from xltie.event.bridge import contract_score, read_contract, vulnerable_sides

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


_CHOICES = (
    ("2H", "4H", 30), ("2S", "4S", 30), ("1NT", "3NT", 30), ("3C", "3NT", 20), ("3NT", "5D", 10),
    ("4S", "6S", 8), ("3NT", "6NT", 8), ("1S", "2S", 25), ("1NT", "2H", 25),
)  # fmt: skip
"""The two contracts that the tables of a board reach, and how often such boards come."""


@dataclass(frozen=True)
class Boards:
    """Bridge: on each board the tables choose between two contracts and take some tricks.

    A model of ours, not a published one: it is here to compare ways of scoring on the same boards.
    Tricks are normal about the board's own with deviation ``spread``; ``per_trick`` is the
    difference in strength that is worth a trick, ``judgement`` the one that turns even chances of
    reaching the better contract into three to one.
    """

    spread: float = 0.7
    per_trick: float = 1000.0
    judgement: float = 400.0

    def session(self, truth: dict[Id, float], boards: int, lots: Random) -> tuple[BoardResult, ...]:
        """Return the results of a session in which each board pairs everybody anew.

        With an odd number of pairs one of them sits out, another on each board.
        """
        mean = sum(truth.values()) / len(truth)
        found: list[BoardResult] = []
        for board in range(1, boards + 1):
            order = sorted(truth, key=lambda who: lots.random())
            low, high, _ = lots.choices(_CHOICES, [weight[2] for weight in _CHOICES])[0]
            fair = 6 + read_contract(high).level - 0.4 + 1.1 * normal(lots)
            declarer_is_ns = lots.random() < 0.5
            for ns, ew in zip(order[::2], order[1::2], strict=False):
                own, other = (ns, ew) if declarer_is_ns else (ew, ns)
                strength = truth[own] - mean, truth[own] - truth[other]
                score = self._table(board, (low, high), fair, declarer_is_ns, strength, lots)
                result = Fraction(score if declarer_is_ns else -score)
                found.append(
                    BoardResult(
                        board, (ns,), (ew,), ns_result=result, ew_result=-result, round=board
                    )
                )
        return tuple(found)

    def _table(
        self, board: int, contracts: tuple[str, str], fair: float, is_ns: bool,
        strength: tuple[float, float], lots: Random,
    ) -> int:  # fmt: skip
        own, ahead = strength
        wanted = fair >= 6 + read_contract(contracts[1]).level - 0.5
        right = lots.random() < 1 / (1 + 3 ** bounded(-own / self.judgement))
        contract = read_contract(contracts[wanted == right])
        taken = fair + ahead / self.per_trick + self.spread * normal(lots)
        tricks = round(max(0.0, min(13.0, taken)))
        side = "NS" if is_ns else "EW"
        vulnerable = side in vulnerable_sides(board)
        return contract_score(contract, tricks, vulnerable)


MODELS: dict[str, type[Union[Davidson, EgfExpectancy, NormalDiscs, Boards]]] = {
    "davidson": Davidson,
    "egf": EgfExpectancy,
    "discs": NormalDiscs,
    "boards": Boards,
}


def model_named(name: str, options: dict[str, float]) -> Union[Model, Boards]:
    """Return a model with the options that are given.

    Raises:
        InputError: there is no such model, or it has no such option.
    """
    kind = MODELS.get(name)
    if kind is None:
        raise InputError.say(
            "there is no model {name!r}; choose from {models}", name=name, models=", ".join(MODELS)
        )
    known = getattr(kind, "__dataclass_fields__", {})
    unknown = [option for option in options if option not in known]
    if unknown:
        if not known:
            raise InputError.say("model {name} has no options", name=name)
        raise InputError.say(
            "model {name} has no option {option!r}; it has {options}",
            name=name,
            option=unknown[0],
            options=", ".join(known),
        )
    return kind(**options)
