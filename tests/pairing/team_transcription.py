"""C.04.6, articles 3.5 and 3.6, as they are written: every set and every pairing is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from xltie.pairing.brackets.field import STRONG, Field
from xltie.pairing.systems.team_swiss.team import Rules, Team

Pairing = list[tuple[int, int]]


def identifier(pairs: Sequence[tuple[int, int]]) -> list[int]:
    """The identifier of a pairing by numbers (3.6.2)."""
    sorted_pairs = sorted((min(pair), max(pair)) for pair in pairs)
    return [top for top, _ in sorted_pairs] + [bottom for _, bottom in sorted_pairs]


def in_order(sets: Sequence[Sequence[Team]]) -> list[list[int]]:
    """Sets of upfloaters by their numbers, in the order of 3.5.3 and 3.5.4."""
    return sorted(
        [item.number for item in sorted(one, key=lambda own: (-own.score, own.number))]
        for one in sets
    )


class SlowTeams:
    """A round of an even field of few teams."""

    def __init__(self, field: Field, rules: Rules) -> None:
        self.field, self.rules = field, rules
        self.teams = [team for team in field.players if isinstance(team, Team)]

    def pairings(self, left: Sequence[int]) -> Iterator[Pairing]:
        """All pairings of some teams in which nobody meets again (C1)."""
        if not left:
            yield []
            return
        one, rest = left[0], list(left[1:])
        for other in rest:
            if self.field.open_to[one] >> other & 1:
                for pairs in self.pairings([at for at in rest if at != other]):
                    yield [(one, other), *pairs]

    def is_legal(self, teams: Sequence[int]) -> bool:
        return next(self.pairings(teams), None) is not None

    def brackets(self) -> list[tuple[set[int], set[tuple[int, int]]]]:
        """The upfloaters and the pairs of each bracket."""
        left, found = list(range(len(self.teams))), []
        while left:
            score = self.teams[left[0]].score
            residents = [at for at in left if self.teams[at].score == score]
            chosen = min(self.legal_sets(residents, left), key=lambda own: self.worth(own, left))
            pairs = self.best_pairs(residents, chosen)
            found.append((set(chosen), {(min(pair), max(pair)) for pair in pairs}))
            left = [at for at in left if at not in residents and at not in chosen]
        return found

    def legal_sets(
        self, residents: Sequence[int], left: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """The sets of upfloaters with which the bracket and the rest can be paired (C1, C3)."""
        lower = [at for at in left if at not in residents]
        for size in range(len(lower) + 1):
            for chosen in combinations(lower, size):
                rest = [at for at in lower if at not in chosen]
                if self.is_legal([*residents, *chosen]) and self.is_legal(rest):
                    yield chosen

    def worth(self, chosen: tuple[int, ...], left: Sequence[int]) -> tuple[object, ...]:
        """C4 to C7 of a set, and its place in the order."""
        up = [self.teams[at] for at in chosen]
        floated = 0 if self.rules.is_late else sum(team.was_floater for team in up)
        lowest_first = [-one.score for one in sorted(up, key=lambda own: own.score)]
        return len(up), lowest_first, self.needed(chosen, left), floated, in_order([up])[0]

    def needed(self, chosen: tuple[int, ...], left: Sequence[int]) -> int:
        """How many upfloaters the following scoregroup needs in its turn (C6)."""
        score = self.teams[left[0]].score
        following = next((told for told in self.rules.scores if told < score), None)
        rest = [at for at in left if self.teams[at].score != score and at not in chosen]
        residents = [at for at in rest if self.teams[at].score == following]
        sets = self.legal_sets(residents, rest) if residents else iter([()])
        return len(next(sets))

    def best_pairs(self, residents: Sequence[int], upfloaters: Sequence[int]) -> Pairing:
        """The first of the pairings that keep C8 to C10 best (3.6.4)."""

        def worth(pairs: Pairing) -> tuple[object, ...]:
            same = strong = floated = 0
            for one, other in pairs:
                a, b = self.teams[one], self.teams[other]
                if a.wishes.wish and a.wishes.wish == b.wishes.wish:
                    same += 1
                    strong += a.wishes.strength == b.wishes.strength == STRONG
                for item, opponent in ((one, b), (other, a)):
                    if item in upfloaters and not self.rules.is_late:
                        floated += opponent.was_floater
            numbers = [(self.teams[one].number, self.teams[other].number) for one, other in pairs]
            return same, strong if self.rules.is_type_b else 0, floated, identifier(numbers)

        return min(self.pairings([*residents, *upfloaters]), key=worth)
