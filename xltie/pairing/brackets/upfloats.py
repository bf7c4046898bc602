"""Brackets to which players float up (C.04.4.1, C.04.6), by a matching instead of a list of sets.

In a set with as few players as can be every upfloater meets a resident: two that met each other
could stay below. So a set is what the residents meet below in a pairing of all who are left, and
the criteria and the order of the sets add up over its pairs.
"""

from __future__ import annotations

from typing import Callable, Dict, List, NamedTuple, Sequence, Tuple

from xltie.pairing.brackets.completion import Completion, largest_matching
from xltie.pairing.brackets.criteria import Pair, Paired, Table, Value
from xltie.pairing.brackets.field import Field, Player, Slot, bits, slots_in
from xltie.pairing.brackets.matching import Weights, best_matching

Gain = Callable[[Player, Player], int]


class UpDigit(NamedTuple):
    """What a pair adds to a criterion, 0 or more.

    ``up`` is for a resident and an upfloater, ``inside`` for two residents, ``below`` for two who
    stay below.
    """

    up: Gain = lambda one, other: 0
    inside: Gain = lambda one, other: 0
    below: Gain = lambda one, other: 0


class UpBracket(NamedTuple):
    """A bracket before its upfloaters are chosen: residents, and all who are left below them.

    ``following`` are those of the next scoregroup that are left.
    """

    field: Field
    completion: Completion
    residents: Sequence[Slot]
    following: Sequence[Slot]
    lower: Sequence[Slot]


class UpSystem(NamedTuple):
    """A system whose players float up.

    ``pairs_of(bracket, upfloaters)`` pairs a bracket, ``scores`` are those of all scoregroups of
    the round. ``suits(bracket, below)`` tells whether those who stay below keep the criteria that
    look at them as well as can be.
    """

    table: Table
    pairs_of: Callable[[UpBracket, Sequence[Slot]], List[Pair]]
    scores: Sequence[int]
    suits: Callable[[UpBracket, Sequence[Slot]], bool]

    def step(
        self, field: Field, completion: Completion, movers: List[Slot], left: List[Slot]
    ) -> Paired:
        """Pair the scoregroup of the highest score that is left, with those who come up to it."""
        players = field.players
        residents = field.scoregroups(left)[0]
        lower = left[len(residents) :]
        score = players[residents[0]].score
        next_score = max((other for other in self.scores if other < score), default=None)
        following = [at for at in lower if players[at].score == next_score]
        bracket = UpBracket(field, completion, residents, following, lower)
        up = _Search(self, bracket).first_best()
        rest = [at for at in lower if at not in up]
        return Paired(bracket, up, self.pairs_of(bracket, up), [], rest, (movers, left))


class _Search:
    """The search for the upfloaters of a scoregroup: the first of the best sets."""

    def __init__(self, system: UpSystem, bracket: UpBracket) -> None:
        self.system, self.bracket = system, bracket
        self.players, self.open_to = bracket.field.players, bracket.field.open_to
        self.residents = set(bracket.residents)
        self.digits: List[UpDigit] = [
            UpDigit(lambda one, other: 1, lambda one, other: 2),
            UpDigit(inside=lambda one, other: 1),
            *(digit for criterion in system.table for digit in criterion.digits(bracket)),
        ]

    def first_best(self) -> List[Slot]:
        """Return the first set of the best ones, in order.

        Nobody, or players of the nearest scoregroup only, where that can be proved best.
        """
        residents, lower = self.bracket.residents, self.bracket.lower
        missing = len(residents) - len(largest_matching(residents, self.open_to))
        if not missing and self.bracket.completion.is_perfect(lower):
            return []
        nearest = self.bracket.field.scoregroups(lower)[0] if lower else []
        mate = self._matched_with(nearest, whole=False)
        up = [at for at in nearest if mate.get(at, at) in self.residents]
        is_full = len(up) == missing and all(at in mate for at in residents)
        if is_full and self.system.suits(self.bracket, [at for at in lower if at not in up]):
            return up
        mate = self._matched_with(lower, whole=True)
        return [at for at in lower if mate[at] in self.residents]

    def _matched_with(self, lower: Sequence[Slot], whole: bool) -> Dict[Slot, Slot]:
        """Return the best matching of residents and lower players.

        ``whole`` has the lower players all paired too. Each criterion is a digit of the weight of a
        pair; the order of the sets, by their first difference, is the last one.
        """
        slots = [*self.bracket.residents, *lower]
        turn = {at: 1 << len(lower) - index for index, at in enumerate(lower, 1)}
        members = bits(slots)
        added = {
            (high, low): self._added(high, low)
            for high in (slots if whole else self.bracket.residents)
            for low in slots_in(self.open_to[high] & members)
            if low > high
        }
        rooms = [(len(slots) * max(of_digit)).bit_length() for of_digit in zip(*added.values())]
        weights: Weights = {}
        for (high, low), of_pair in added.items():
            gain = int(whole)
            for room, more in zip(rooms, of_pair):
                gain = (gain << room) + more
            is_up = high in self.residents and low not in self.residents
            weights[high, low] = (gain << len(lower)) + (turn[low] if is_up else 0)
        return best_matching(slots, weights)

    def _added(self, high: Slot, low: Slot) -> List[int]:
        """Return what a pair adds to each digit."""
        one, other = self.players[high], self.players[low]
        if high not in self.residents:
            return [digit.below(one, other) for digit in self.digits]
        if low in self.residents:
            return [digit.inside(one, other) for digit in self.digits]
        return [digit.up(one, other) for digit in self.digits]


def rest_is_perfect(bracket: UpBracket, below: Sequence[Slot]) -> bool:
    """Tell whether those who stay below can all be paired."""
    return bracket.completion.is_perfect(below)


# -- criteria of the upfloaters --------------------------------------------------------------------


def upfloaters_of(paired: Paired) -> Value:
    """Return how many float up."""
    return (len(paired.movers),)


def scores_of_upfloaters(paired: Paired) -> Value:
    """Return the scores of upfloaters, to be as high as can be, the lowest first."""
    players = paired.bracket.field.players
    return tuple(sorted(-players[at].score for at in paired.movers))[::-1]


def digits_of_scores(bracket: UpBracket) -> List[UpDigit]:
    """Return a digit for each score, the lowest first: who floats up should not have it."""

    def differs(score: int) -> Gain:
        return lambda one, other: int(other.score != score)

    scores = sorted({bracket.field.players[at].score for at in bracket.lower})
    return [UpDigit(differs(score)) for score in scores]


def set_in_order(paired: Paired) -> Tuple[Slot, ...]:
    """Return the set of upfloaters in order."""
    return tuple(sorted(paired.movers))
