"""The rules of Dutch and Burstein brackets once more: slowly, by trying every pairing.

Written from the articles, not from the code under test: every pairing of a bracket is listed and
judged by one value for each criterion in order; the least one is taken. Good for about ten players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from xltie.pairing.brackets.field import ABSOLUTE, DOWN, STRONG, UP, Field, Player

Pairs = tuple[tuple[int, int], ...]


def matchings(field: Field, members: Sequence[int]) -> Iterator[Pairs]:
    """Every way to pair some of the members, the better placed player first."""
    if not members:
        yield ()
        return
    first, rest = members[0], members[1:]
    yield from matchings(field, rest)
    for other in rest:
        if field.open_to[first] >> other & 1:
            left = [at for at in rest if at != other]
            for more in matchings(field, left):
                yield ((min(first, other), max(first, other)), *more)


class Slow:
    """A field and, bracket by bracket, its pairs."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.players = field.players
        self.completes = cache(self._completes)
        self.bye_score: int | None = None
        if len(field) % 2:
            able = sorted({entry.score for entry in self.players if entry.may_rest})
            self.bye_score = next(
                (s for s in able if self._completes(tuple(range(len(field))), s)), None
            )

    def _completes(self, left: tuple[int, ...], bye_score: int | None) -> bool:
        """Tell whether all can be paired, or one with this score rests (C2, C4, C5)."""
        if not left:
            return True
        first, rest = left[0], left[1:]
        own = self.players[first]
        may_rest = len(left) % 2 and own.may_rest and own.score == bye_score
        if may_rest and self.completes(rest, None):
            return True
        return any(
            self.field.open_to[first] >> other & 1
            and self.completes(tuple(at for at in rest if at != other), bye_score)
            for other in rest
        )

    @property
    def is_possible(self) -> bool:
        return self.completes(tuple(range(len(self.field))), self.bye_score)

    def dutch(self) -> set[tuple[int, int]]:
        return self._by_brackets(self._best_dutch)

    def burstein(self, ranks: Sequence[int]) -> set[tuple[int, int]]:
        return self._by_brackets(
            lambda movers, groups: min(
                self._candidates(movers, groups),
                key=lambda pairs: self._burstein_value(movers, groups, pairs, ranks),
            )
        )

    def _by_brackets(self, best) -> set[tuple[int, int]]:  # type: ignore[no-untyped-def]
        groups, movers, found = self.field.scoregroups(range(len(self.field))), [], set()
        while groups:
            pairs = best(movers, groups)
            found |= set(pairs)
            movers = self._over([*movers, *groups[0]], pairs)
            groups = groups[1:]
        return found

    @staticmethod
    def _over(members: Sequence[int], pairs: Pairs) -> list[int]:
        paired = {at for pair in pairs for at in pair}
        return [at for at in members if at not in paired]

    def _candidates(self, movers: list[int], groups: list[list[int]]) -> Iterator[Pairs]:
        """The pairings after which all others can be paired (C4)."""
        members = [*movers, *groups[0]]
        below = [at for group in groups[1:] for at in group]
        for pairs in matchings(self.field, members):
            if all(low not in movers for _, low in pairs):
                left = tuple(sorted([*self._over(members, pairs), *below]))
                if self.completes(left, self.bye_score if len(left) % 2 else None):
                    yield pairs

    def _falls(self, places: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """How many float down, and their scores from the highest."""
        return len(places), tuple(sorted((self.players[at].score for at in places), reverse=True))

    def _next(self, floaters: list[int], groups: list[list[int]]) -> tuple[int, tuple[int, ...]]:
        """The best that the next bracket can do with these floaters."""
        if len(groups) < 2:
            return 0, ()
        members = [*floaters, *groups[1]]
        return min(
            self._falls(self._over(members, pairs))
            for pairs in self._candidates(floaters, groups[1:])
        )

    # -- Burstein: C.04.4.2, articles 2.3 and 4 --------------------------------------------------

    def _burstein_value(
        self, movers: list[int], groups: list[list[int]], pairs: Pairs, ranks: Sequence[int]
    ) -> tuple[object, ...]:
        members = sorted([*movers, *groups[0]], key=lambda at: ranks[at])
        floaters = self._over(members, pairs)
        number = {at: index for index, at in enumerate(members, 1)}
        mate = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        order = tuple(-number[mate[at]] if at in mate else 0 for at in members)
        clashes = sum(self._same_wish(a, b) for a, b in pairs)
        return (*self._falls(floaters), self._next(floaters, groups), clashes, order)

    def _same_wish(self, a: int, b: int) -> bool:
        return self.players[a].wishes.wish == self.players[b].wishes.wish != 0

    # -- Dutch: C.04.3, articles 2.4 and 4 -------------------------------------------------------

    def _best_dutch(self, movers: list[int], groups: list[list[int]]) -> Pairs:
        members = [*movers, *groups[0]]
        below = tuple(at for group in groups[1:] for at in group)
        found = list(self._candidates(movers, groups))
        if self.bye_score is not None and len(members) % 2 and self.completes(below, None):
            # one of the bracket can rest, and nobody else floats: that is what C5 to C8 ask for
            resting = [
                pairs
                for pairs in found
                if len(over := self._over(members, pairs)) == 1
                and self.players[over[0]].may_rest
                and self.players[over[0]].score == self.bye_score >= self._score(groups)
            ]
            if resting:
                return min(resting, key=lambda p: self._dutch_value(movers, groups, p, True))
        return min(found, key=lambda pairs: self._dutch_value(movers, groups, pairs, False))

    def _score(self, groups: list[list[int]]) -> int:
        return self.players[groups[0][0]].score

    def _dutch_value(
        self, movers: list[int], groups: list[list[int]], pairs: Pairs, has_bye: bool
    ) -> tuple[object, ...]:
        players = self.players
        members = [*movers, *groups[0]]
        floaters = self._over(members, pairs)
        couples = [(players[a], players[b]) for a, b in pairs]
        same = [(a, b) for a, b in couples if a.wishes.wish == b.wishes.wish != 0]
        value: list[object] = [*self._falls(floaters)]
        value.append(-players[floaters[0]].games if has_bye else self._next(floaters, groups))
        value.append(sum(a.wishes.imbalance > 1 and b.wishes.imbalance > 1 for a, b in same))
        value.append(sum(map(_third_colour, same)))
        value.append(len(same))
        value.append(sum(_loses_strong(a, b) for a, b in same))
        residents_down = [players[at] for at in floaters if at not in movers]
        met = [(players[a], players[b]) for a, b in pairs if a in movers]
        left = [players[at] for at in floaters if at in movers]
        for back in (0, 1):
            value.append(sum(player.floats[back] == DOWN for player in residents_down))
            value.append(sum(low.floats[back] == UP for _, low in met))
        for back in (0, 1):
            gaps = [high.score - low.score for high, low in met if high.floats[back] == DOWN]
            gaps += [1000 + player.score for player in left if player.floats[back] == DOWN]
            value.append(sorted(gaps, reverse=True))
            ups = [high.score - low.score for high, low in met if low.floats[back] == UP]
            value.append(sorted(ups, reverse=True))
        return (*value, self._dutch_order(movers, groups[0], pairs))

    def _dutch_order(self, movers: list[int], residents: list[int], pairs: Pairs) -> object:
        """Where a candidate stands in the order of articles 4.2 to 4.4."""
        of_movers = sorted((a, b) for a, b in pairs if a in movers)
        taken = {b for _, b in of_movers}
        remainder = [at for at in residents if at not in taken]
        number = {at: index for index, at in enumerate(remainder, 1)}
        inside = sorted((number[a], number[b]) for a, b in pairs if a not in movers)
        half = len(inside)
        upper = [a for a, _ in inside]
        up = sorted(number for number in upper if number > half)
        down = sorted((n for n in range(1, half + 1) if n not in upper), reverse=True)
        return (
            [a for a, _ in of_movers], [b for _, b in of_movers], len(up), sum(up) - sum(down),
            [-number for number in down], up, [b for _, b in inside],
        )  # fmt: skip


def _third_colour(pair: tuple[Player, Player]) -> bool:
    """Whether one of two, both absolute for one colour, gets the other a third time (C11)."""
    one, other = (side.wishes for side in pair)
    if not one.strength == other.strength == ABSOLUTE:
        return False
    losers = [one, other] if one.imbalance == other.imbalance else [min(one, other, key=_width)]
    return all(player.repeated == -player.wish for player in losers)


def _width(own: object) -> int:
    return own.imbalance  # type: ignore[attr-defined, no-any-return]


def _loses_strong(a: Player, b: Player) -> bool:
    """Whether a strong preference is not granted (C13)."""
    return min(a.wishes.strength, b.wishes.strength) == STRONG
