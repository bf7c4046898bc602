"""The pairs of a bracket (C.04.6, 3.6): the first of the best ones by their identifiers.

The identifier of a pairing names its top members in ascending order, then the bottom member of
each; of two pairings the one that has the smallest team in which they differ on top is first.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Optional, Sequence, Tuple

from xltie.pairing.brackets.criteria import Pair, Paired
from xltie.pairing.brackets.field import Field, Slot, open_couples
from xltie.pairing.brackets.matching import cheapest_matching, first_best_assignment
from xltie.pairing.brackets.upfloats import UpBracket
from xltie.pairing.systems.team_swiss.criteria import of_pair
from xltie.pairing.systems.team_swiss.team import Rules


def pairs_of(bracket: UpBracket, upfloaters: Sequence[Slot], rules: Rules) -> List[Pair]:
    """Return the pairs of a bracket that can be paired, by their top members in ascending order."""
    return BracketPairs(bracket.field, bracket.residents, upfloaters, rules).first_best()


def first_opponents(paired: Paired) -> Dict[Slot, Slot]:
    """Return the opponents that the first pairing of a bracket has: half against half (3.6.2)."""
    players = paired.bracket.field.players
    members = sorted(
        (at for pair in paired.pairs for at in pair), key=lambda at: players[at].number
    )
    half = len(members) // 2
    return dict(zip(members[:half], members[half:]))


class BracketPairs:
    """The search for the pairs of a bracket that can be paired.

    A pair has its top member first, the one with the smaller number (3.6.1).
    """

    def __init__(
        self, field: Field, residents: Sequence[Slot], upfloaters: Sequence[Slot], rules: Rules
    ) -> None:
        self.teams, self.open_to = field.players, field.open_to
        self.upfloaters, self.rules = upfloaters, rules
        members = [*residents, *upfloaters]
        self.members = sorted(members, key=lambda at: self.teams[at].number)
        self.room = len(members).bit_length()

    def cost(self, one: Slot, other: Slot) -> int:
        """Return what a pair adds to C8, C9 and C10 as one number."""
        c8, c9, c10 = of_pair(self.teams, (one, other), self.upfloaters, self.rules)
        return (c8 << 2 * self.room) + (c9 << self.room) + c10

    def first_best(self) -> List[Pair]:
        """Return the pairs, by their top members in ascending order (3.6.4)."""
        half = len(self.members) // 2
        natural = self._assigned(self.members[:half], self.members[half:])
        if natural is not None and not natural[0]:
            return natural[1]
        best = self._couples(self.cost)
        if natural is not None and natural[0] == sum(self.cost(*pair) for pair in best):
            return natural[1]
        found = self._assigned(*self._halves())
        assert found is not None, "the halves come from a pairing"
        return found[1]

    def _halves(self) -> Tuple[List[Slot], List[Slot]]:
        """Return the top and the bottom members of the first of the best pairings."""
        size = len(self.members)
        order = {at: 1 << size - 1 - index for index, at in enumerate(self.members)}
        couples = self._couples(lambda one, other: (self.cost(one, other) << size) + order[other])
        tops = {top for top, _ in couples}
        bottoms = [at for at in self.members if at not in tops]
        return [at for at in self.members if at in tops], bottoms

    def _couples(self, cost: Callable[[Slot, Slot], int]) -> List[Pair]:
        """Return the pairs of a cheapest pairing of the bracket."""
        costs = {pair: cost(*pair) for pair in open_couples(self.open_to, self.members)}
        mate = cheapest_matching(self.members, costs)
        return [(top, low) for top, low in costs if mate.get(top) == low]

    def _assigned(
        self, tops: Sequence[Slot], bottoms: Sequence[Slot]
    ) -> Optional[Tuple[int, List[Pair]]]:
        """Return the cost and the pairs of the first best pairing with these top members."""
        costs = [[self._cost_of(top, low) for low in bottoms] for top in tops]
        most = max((cost for row in costs for cost in row if cost is not None), default=0)
        gains = [[None if cost is None else most - cost for cost in row] for row in costs]
        found = first_best_assignment(gains)
        if found is None:
            return None
        couples = [(top, bottoms[column]) for top, column in zip(tops, found[1])]
        return most * len(couples) - found[0], couples

    def _cost_of(self, top: Slot, low: Slot) -> Optional[int]:
        """Return what a pair costs, None where it cannot be, or would have its members reversed."""
        is_reversed = self.teams[low].number < self.teams[top].number
        if is_reversed or not self.open_to[top] >> low & 1:
            return None
        return self.cost(top, low)
