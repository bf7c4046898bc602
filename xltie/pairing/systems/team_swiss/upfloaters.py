"""Who comes up to the top scoregroup (C.04.6, 3.5), by a matching instead of a list of all sets.

In a set with as few teams as can be (C4) every upfloater meets a resident: two that met each other
could stay below. So a set is what the residents meet below in a pairing of all teams that are
left, and the criteria and the order of the sets add up over its pairs.
"""

from __future__ import annotations

from typing import Dict, List, Optional, Sequence, Tuple

from xltie.pairing.systems.dutch.bit_matching import largest_matching
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.candidates import best_matching, cheapest_matching
from xltie.pairing.systems.dutch.field import Slot, bits, open_couples, slots_in
from xltie.pairing.systems.team_swiss import criteria
from xltie.pairing.systems.team_swiss.team import Rules, Team


class Upfloaters:
    """The search for the upfloaters of a top scoregroup.

    ``lower`` are all teams below it, in order, ``following`` those of the next scoregroup that are
    left.
    """

    def __init__(
        self,
        teams: Sequence[Team],
        completion: Completion,
        residents: Sequence[Slot],
        following: Sequence[Slot],
        lower: Sequence[Slot],
        rules: Rules,
    ) -> None:
        self.teams, self.completion, self.is_late = teams, completion, rules.is_late
        self.residents, self.following, self.lower = residents, following, lower
        self.open_to = completion.field.open_to

    def first_best(self) -> List[Slot]:
        """Return the first set of the best ones, in order."""
        missing = len(self.residents) - len(largest_matching(self.residents, self.open_to))
        if not missing and self.completion.is_perfect(self.lower):
            return []
        found = self._of_the_nearest(missing)
        return self._of_all() if found is None else found

    def _of_the_nearest(self, missing: int) -> Optional[List[Slot]]:
        """Return the upfloaters where the nearest teams alone give a set that cannot be bettered.

        The fewest (C4) are those whom the residents cannot pair among themselves, the best scores
        (C5) those of the nearest teams. What is left out, completion and C6, is looked at last.
        """
        top = self.teams[self.lower[0]].score if self.lower else 0
        nearest = [at for at in self.lower if self.teams[at].score == top]
        inside, reached = set(self.residents), bits([*self.residents, *nearest])
        room = (len(nearest) + len(self.residents)).bit_length()
        # digits, the lowest first: the order, who was no floater, pairs of residents, residents
        suited = len(nearest) + 1
        pairs = suited + room
        members = pairs + room
        weights: Dict[Tuple[Slot, Slot], int] = {}
        for high in self.residents:
            for low in slots_in(self.open_to[high] & reached):
                if low in inside:
                    weights[min(high, low), max(high, low)] = (2 << members) + (1 << pairs)
                    continue
                was_none = 1 - criteria.floated_before(self.teams[low], self.is_late)
                order = 1 << len(nearest) - nearest.index(low)
                weights[high, low] = (1 << members) + (was_none << suited) + order
        mate = best_matching([*self.residents, *nearest], weights)
        if any(at not in mate for at in self.residents):
            return None
        found = sorted(mate[at] for at in self.residents if mate[at] not in inside)
        return found if len(found) == missing and self._cannot_be_bettered(found) else None

    def _cannot_be_bettered(self, found: Sequence[Slot]) -> bool:
        """Tell whether the rest can be paired, the following scoregroup within itself but for one.

        That is the most that C6 (2.3.3) can ask for.
        """
        taken = set(found)
        rest = [at for at in self.lower if at not in taken]
        following = [at for at in self.following if at not in taken]
        inside = set(following)
        below = [at for at in rest if at not in inside]
        is_perfect = self.completion.is_perfect
        if len(following) % 2 == 0:
            return is_perfect(following) and is_perfect(below)
        return any(
            is_perfect([*following, at]) and is_perfect(other for other in below if other != at)
            for at in below
        )

    def _of_all(self) -> List[Slot]:
        """Return the upfloaters by a cheapest pairing of all that are left."""
        slots = [*self.residents, *self.lower]
        cost_of = _Costs(self).pair
        costs = {pair: cost_of(*pair) for pair in open_couples(self.open_to, slots)}
        mate = cheapest_matching(slots, costs)
        inside = set(self.residents)
        return sorted(mate[at] for at in self.residents if mate.get(at, at) not in inside)


class _Costs:
    """What each pair of all teams that are left costs, one digit for each criterion."""

    def __init__(self, search: Upfloaters) -> None:
        self.search = search
        teams = search.teams
        self.residents, self.following = set(search.residents), set(search.following)
        self.scores = sorted({teams[at].score for at in search.lower}, reverse=True)
        self.room = (len(search.residents) + len(search.lower)).bit_length()
        slots = len(search.lower)
        self.order = {at: 1 << slots - 1 - index for index, at in enumerate(search.lower)}
        self.last = (1 << slots) - 1
        c7 = slots + self.room
        c6 = c7 + self.room
        c5 = c6 + self.room
        self.at = (c5 + self.room * len(self.scores), c5, c6, c7)

    def pair(self, high: Slot, low: Slot) -> int:
        """Return the cost of a pair; ``high`` is not below ``low``."""
        c4, c5, c6, c7 = self.at
        if low in self.residents:
            return 0
        if high not in self.residents:
            is_one = high in self.following
            return criteria.leaves_following(is_one, low not in self.following) << c6
        team = self.search.teams[low]
        return (
            (criteria.more_upfloaters(True) << c4)
            + (criteria.lower_scores(team, self.scores, self.room) << c5)
            + (criteria.floated_before(team, self.search.is_late) << c7)
            + (self.last - self.order[low])
        )
