"""A bracket and its criteria in order, packed into one whole number for each pair (article 2.4)."""

from __future__ import annotations

from functools import partial
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.pairing.systems.dutch import criteria
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.field import Field, Slot, bits
from xltie.pairing.systems.dutch.player import DOWN, UP, Player

ALL_SCORES = -1
"""The score of a digit that counts pairs whatever their scores."""

Measure = Callable[[Player, Player], int]
_Key = Tuple[object, ...]


class Criterion(NamedTuple):
    """A criterion as a digit of the number: its code, the score it looks at, what a pair adds."""

    code: str
    score: int
    inside: Measure


def _nothing(high: Player, low: Player) -> int:
    return 0


class Bracket:
    """Players moved down, residents, the next scoregroup and all below it, by their slots.

    ``bye_inside`` tells whether criterion C9 applies: the one player who floats out of the bracket
    has the bye. It does where the number is odd, one of the players may rest, the others can be
    paired among themselves, and everybody below can too.
    """

    def __init__(
        self,
        field: Field,
        completion: Completion,
        movers: List[Slot],
        residents: List[Slot],
        following: List[Slot],
        below: List[Slot],
    ) -> None:
        self.field, self.completion = field, completion
        self.movers, self.residents = movers, residents
        self.following, self.below = following, below
        self.members = movers + residents
        self.member_bits, self.following_bits = bits(self.members), bits(following)
        players = field.players
        self.mover_scores = sorted({players[at].score for at in movers}, reverse=True)
        self.bye_inside = self._has_bye_inside()
        self.rank_by_games: Dict[int, int] = {}
        if self.bye_inside:
            members = (players[at] for at in self.members)
            games = {player.games for player in members if player.score == completion.bye_score}
            most_first = sorted(games, reverse=True)
            self.rank_by_games = {count: rank for rank, count in enumerate(most_first)}

    def within(self, field: Field, completion: Completion) -> Optional[Bracket]:
        """Return the same bracket of a limited field; None where not everybody can be paired."""
        found = Bracket(field, completion, self.movers, self.residents, self.following, self.below)
        everybody = [*found.members, *found.following, *found.below]
        return found if completion.is_complete(everybody) else None

    def _has_bye_inside(self) -> bool:
        bye_score = self.completion.bye_score
        if bye_score is None or len(self.members) % 2 == 0:
            return False
        if bye_score < self.field.players[self.residents[0]].score:
            return False
        not_movers = ~bits(self.movers)
        only = {at: self.field.open_to[at] & not_movers for at in self.movers}
        return self.completion.is_perfect(
            self.members, with_bye=True, only=only
        ) and self.completion.is_perfect(self.following + self.below)


class PackedCriteria:
    """What each pair of a bracket adds to the criteria, the first of them in the highest bits.

    ``width`` is the number of slots that play a part; ``wide`` adds what C8 asks of the following
    bracket. ``demands`` are the slots that must be paired, as bits, in a digit above all others;
    with ``whole`` that digit counts pairs too, so that as many as possible are paired (C4).
    """

    def __init__(
        self,
        bracket: Bracket,
        width: int,
        wide: bool = False,
        demands: int = 0,
        whole: bool = False,
    ) -> None:
        self.bracket = bracket
        self.players = bracket.field.players
        self.demands = demands
        self.wide, self.whole = wide, whole
        self.digits = self._digits()
        # Why one number for each pair can stand for a list of criteria: a digit has room for what
        # all pairs of the bracket add to it, so that no sum carries into the digit above, and of
        # two pairings the one with the greater sum is better at the first criterion that differs.
        # Six players of one score (width 6), asked for C6, C12 and C13 only: 2 * 6 + 2 = 14 wants 4
        # bits a digit, the shifts are C13: 0, C12: 4, C6: 8. A pair in which both get their colour
        # adds 1 << 8 | 1 << 4 | 1 = 273, one in which a mild wish is not met 1 << 8 | 0 << 4 | 1 =
        # 257. Three of the former are 819 = 3 << 8 | 3 << 4 | 3. Two pairs with all wishes, 546,
        # are less than three with none, 768: more pairs (C6) go before any number of wishes.
        room = (2 * width + 2).bit_length()
        self.shifts: Dict[Tuple[str, int], int] = {}
        at = 0
        for digit in reversed(self.digits):
            self.shifts[digit.code, digit.score] = at
            at += 2 * room if digit.code == "C9" else room
        self.top = at
        self._kinds: Dict[Slot, int] = {}
        self._known_kinds: Dict[_Key, int] = {}
        self._pairs: Dict[Tuple[int, int], int] = {}

    def _digits(self) -> List[Criterion]:
        bracket, players = self.bracket, self.players
        scores = bracket.mover_scores
        found = [Criterion("C6", ALL_SCORES, criteria.pairs_formed)]
        found += [Criterion("C7", s, partial(criteria.mover_paired, score=s)) for s in scores]
        if self.wide and bracket.following:
            everybody = {players[at].score for at in bracket.members}
            found.append(Criterion("C8", ALL_SCORES, _nothing))
            found += [Criterion("C8", s, _nothing) for s in sorted(everybody, reverse=True)]
        if bracket.bye_inside:
            found.append(Criterion("C9", ALL_SCORES, self._games))
        members = [players[at] for at in bracket.members]
        if sum(member.wishes.imbalance > 1 for member in members) > 1:
            found.append(Criterion("C10", ALL_SCORES, criteria.without_wide_difference))
        if sum(member.is_absolute for member in members) > 1:
            found.append(Criterion("C11", ALL_SCORES, criteria.without_third_colour))
        found.append(Criterion("C12", ALL_SCORES, criteria.with_wishes))
        found.append(Criterion("C13", ALL_SCORES, criteria.with_strong_wishes))
        return found + self._float_digits()

    def _games(self, high: Player, low: Player) -> int:
        bye_score = self.bracket.completion.bye_score or 0
        return criteria.games_of_paired(high, low, bye_score, self.bracket.rank_by_games)

    def _float_digits(self) -> List[Criterion]:
        """Return C14 to C21, as far as anybody has the floats that they look at."""
        movers, residents = self.bracket.movers, self.bracket.residents
        found: List[Criterion] = []
        for back in (0, 1):
            if self._anybody_had(residents, back, DOWN):
                down = partial(criteria.kept_from_second_down, back=back)
                found.append(Criterion(("C14", "C16")[back], ALL_SCORES, down))
            if movers and self._anybody_had(residents, back, UP):
                up = partial(criteria.kept_from_second_up, back=back)
                found.append(Criterion(("C15", "C17")[back], ALL_SCORES, up))
        for back in (0, 1):
            if self._anybody_had(movers, back, DOWN):
                found += self._by_score(("C18", "C20")[back], criteria.mover_from_second_down, back)
            if self._anybody_had(residents, back, UP):
                found += self._by_score(
                    ("C19", "C21")[back], criteria.opponent_from_second_up, back
                )
        return found

    def _anybody_had(self, slots: Sequence[Slot], back: int, way: int) -> bool:
        return any(self.players[at].floats[back] == way for at in slots)

    def _by_score(self, code: str, measure: Callable[..., int], back: int) -> List[Criterion]:
        scores = self.bracket.mover_scores
        return [
            Criterion(code, score, partial(measure, back=back, score=score)) for score in scores
        ]

    def _kind(self, slot: Slot) -> int:
        """Return a number for all that the criteria look at in a player."""
        known = self._kinds.get(slot)
        if known is None:
            player = self.players[slot]
            must_be_paired = self.demands >> slot & 1
            key = (player.score, player.wishes, player.floats, player.games, must_be_paired)
            known = self._known_kinds.setdefault(key, len(self._known_kinds))
            self._kinds[slot] = known
        return known

    def of_pair(self, high: Slot, low: Slot) -> int:
        """Return the gain of a pair inside the bracket; ``low`` is a resident."""
        key = (self._kind(high), self._kind(low))
        known = self._pairs.get(key)
        if known is None:
            one, other = self.players[high], self.players[low]
            known = self.demanded(high, low)
            for digit in self.digits:
                known += digit.inside(one, other) << self.shifts[digit.code, digit.score]
            self._pairs[key] = known
        return known

    def demanded(self, high: Slot, low: Slot) -> int:
        """Return what a pair adds to the digit of those who must be paired."""
        both = (self.demands >> high & 1) + (self.demands >> low & 1)
        return (both + self.whole) << self.top

    def of_pair_outside(self, high: Slot, low: Slot) -> int:
        """Return the gain of a pair that reaches out of the bracket, or is below it (C8, C9)."""
        gain = self.demanded(high, low)
        one, other = self.players[high], self.players[low]
        if self.bracket.following_bits >> low & 1:
            gain += 1 << self.shifts["C8", ALL_SCORES]
            if self.bracket.member_bits >> high & 1:
                gain += 1 << self.shifts["C8", one.score]
        if self.bracket.bye_inside:
            gain += self._games(one, other) << self.shifts["C9", ALL_SCORES]
        return gain

    def of_demands(self, slots: Sequence[Slot]) -> int:
        """Return what the digit of those who must be paired is if all of these slots are."""
        return sum(self.demands >> at & 1 for at in slots) << self.top
