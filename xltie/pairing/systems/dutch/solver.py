"""One bracket after the other, from the highest score down (articles 1.9 and 3)."""

from __future__ import annotations

from typing import Callable, List, NamedTuple, Optional, Sequence

from xltie.pairing.systems.dutch.bracket import Bracket, PackedCriteria
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.candidates import Candidates, best_matching
from xltie.pairing.systems.dutch.field import Field, Slot, bits
from xltie.pairing.systems.dutch.first_candidate import Pair, first_candidate

_SMALL_REST = 4
"""With so few players below the next scoregroup, the whole field is solved at once."""


class Solved(NamedTuple):
    """A bracket with its pairs and those who float down from it."""

    bracket: Bracket
    pairs: List[Pair]
    floaters: List[Slot]


class Solution(NamedTuple):
    """The brackets of a round, and who has the bye."""

    brackets: List[Solved]
    bye: Optional[Slot]

    @property
    def pairs(self) -> List[Pair]:
        """Return the pairs of all brackets."""
        return [pair for solved in self.brackets for pair in solved.pairs]


def solve(
    field: Field, completion: Completion, pairs_in: Optional[Callable[[Bracket], List[Pair]]] = None
) -> Solution:
    """Return the pairing of a field that can be paired.

    ``pairs_in`` is how another system chooses the pairs of a bracket.
    """
    groups = field.scoregroups()
    movers: List[Slot] = []
    found: List[Solved] = []
    for number, residents in enumerate(groups):
        following = groups[number + 1] if number + 1 < len(groups) else []
        below = [at for group in groups[number + 2 :] for at in group]
        bracket = Bracket(field, completion, movers, residents, following, below)
        pairs = (pairs_in or pairs_of)(bracket)
        movers = left_over(bracket, pairs)
        found.append(Solved(bracket, pairs, movers))
    return Solution(found, movers[0] if movers else None)


def pairs_of(bracket: Bracket) -> List[Pair]:
    """Return the pairs of a bracket.

    Without the criteria C4 and C8 the bracket stands alone. Where the first best candidate then
    lets everybody else be paired, and nothing better can be hoped for in the next bracket, it is
    the answer. Otherwise the next scoregroup, or the whole field, is part of the search.
    """
    completion = bracket.completion
    demands = bits(bracket.members) & ~completion.resting if bracket.bye_inside else 0
    gains = PackedCriteria(bracket, len(bracket.members), demands=demands)
    pairs = first_candidate(gains)
    if pairs is None:
        pairs = Candidates(gains, ()).find()
    if leaves_the_best(bracket, left_over(bracket, pairs)):
        return pairs
    if len(bracket.below) > _SMALL_REST and not bracket.bye_inside:
        near = _with_the_next(bracket)
        if near is not None:
            return near
    beyond = [*bracket.following, *bracket.below]
    everybody = [*bracket.members, *beyond]
    demands = bits(everybody) & ~completion.resting if completion.bye_score is not None else 0
    gains = PackedCriteria(bracket, len(everybody), wide=True, demands=demands, whole=True)
    return Candidates(gains, beyond).find()


def left_over(bracket: Bracket, pairs: Sequence[Pair]) -> List[Slot]:
    """Return who floats down from a bracket that is paired so."""
    paired = {at for pair in pairs for at in pair}
    return [at for at in bracket.members if at not in paired]


def _with_the_next(bracket: Bracket) -> Optional[List[Pair]]:
    """Return the best pairs for the bracket and the next scoregroup if the rest can be paired.

    Nobody of the next scoregroup has to be paired here; so this looks at more candidates than are
    allowed, and its best one is right if it is allowed.
    """
    width = len(bracket.members) + len(bracket.following)
    search = Candidates(PackedCriteria(bracket, width, wide=True), bracket.following)
    pairs = search.find()
    mate = best_matching(search.slots, search.weights)
    over = [at for at in search.slots if at not in mate]
    return pairs if bracket.completion.is_complete([*over, *bracket.below]) else None


def leaves_the_best(bracket: Bracket, floaters: List[Slot]) -> bool:
    """Tell whether floaters leave everybody a pairing (C4) and the best value of C8.

    The best that C8 can have: all of them paired in the next bracket, and nobody of it over, or
    one if their number is odd.
    """
    completion, following, below = bracket.completion, bracket.following, bracket.below
    if bracket.bye_inside:
        return len(floaters) == 1
    if not floaters:
        return completion.is_complete([*following, *below])
    if not following:
        is_alone = len(floaters) == 1 and completion.bye_score is not None
        return is_alone and bool(completion.resting >> floaters[0] & 1)
    return len(floaters) <= len(following) and _has_all_paired_next(bracket, floaters)


def _has_all_paired_next(bracket: Bracket, floaters: List[Slot]) -> bool:
    """Tell whether floaters and the following scoregroup can all be paired but one at most."""
    completion, following, below = bracket.completion, bracket.following, bracket.below
    apart = ~bits(floaters)
    only = {at: bracket.field.open_to[at] & apart for at in floaters}
    together = [*floaters, *following]
    if len(together) % 2 == 0:
        return completion.is_perfect(together, only=only) and completion.is_complete(below)
    for over in reversed(following):
        if not completion.is_perfect([at for at in together if at != over], only=only):
            continue
        if completion.resting >> over & 1 and completion.is_perfect(below):
            return True
        if below and completion.is_complete([*below, over]):
            return True
    return False
