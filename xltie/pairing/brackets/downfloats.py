"""Brackets whose players float down (C.04.3, C.04.4.2), and their criteria as whole numbers.

What each pair adds to the criteria is packed into one number, the first criterion in the highest
bits.
"""

from __future__ import annotations

from typing import Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.pairing.brackets.completion import Completion
from xltie.pairing.brackets.criteria import Pair, Paired, Table, Value
from xltie.pairing.brackets.field import Field, Player, Slot, bits

ALL_SCORES = -1
"""The score of a digit that counts pairs whatever their scores."""

_Key = Tuple[object, ...]


class Digit(NamedTuple):
    """A digit of the number: the score that it looks at, and what a pair, better first, adds."""

    score: int
    inside: Callable[[Player, Player], int]


class DownSystem(NamedTuple):
    """A system whose players float down: its criteria, and how it chooses a bracket's pairs."""

    table: Table
    pairs_of: Callable[[Bracket], List[Pair]]

    def step(
        self, field: Field, completion: Completion, movers: List[Slot], left: List[Slot]
    ) -> Paired:
        """Pair the bracket of the highest score that is left, and those who came down to it."""
        groups = field.scoregroups(left)
        following = groups[1] if len(groups) > 1 else []
        below = [at for group in groups[2:] for at in group]
        bracket = Bracket(self, field, completion, movers, groups[0], following, below)
        return paired(bracket, self.pairs_of(bracket))


def paired(bracket: Bracket, pairs: List[Pair]) -> Paired:
    """Return a bracket with its pairs."""
    rest = [*bracket.following, *bracket.below]
    before = (bracket.movers, [*bracket.residents, *rest])
    return Paired(bracket, bracket.movers, pairs, left_over(bracket, pairs), rest, before)


class Bracket:
    """Players moved down, residents, the next scoregroup and all below it, by their slots.

    ``bye_inside`` tells whether criterion C9 applies: the one player who floats out of the bracket
    has the bye. It does where the number is odd, one of the players may rest, the others can be
    paired among themselves, and everybody below can too.
    """

    def __init__(
        self,
        system: DownSystem,
        field: Field,
        completion: Completion,
        movers: List[Slot],
        residents: List[Slot],
        following: List[Slot],
        below: List[Slot],
    ) -> None:
        self.system, self.field, self.completion = system, field, completion
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

    def games(self, high: Player, low: Player) -> int:
        """Return what a pair adds to C9: the ranks by games of who may rest in its stead."""
        bye_score, rank = self.completion.bye_score or 0, self.rank_by_games
        return sum(rank[player.games] for player in (high, low) if player.score == bye_score)

    def _has_bye_inside(self) -> bool:
        bye_score = self.completion.bye_score
        if bye_score is None or bye_score < self.field.players[self.residents[0]].score:
            return False
        not_movers = ~bits(self.movers)
        only = {at: self.field.open_to[at] & not_movers for at in self.movers}
        return self.completion.is_perfect(
            self.members, with_bye=True, only=only
        ) and self.completion.is_perfect(self.following + self.below)


OF_THE_NEXT, OF_THE_BYE = "C8", "C9"
"""The criteria of pairs out of the bracket, and of who rests in it."""


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
        for key, digit in reversed(self.digits):
            self.shifts[key, digit.score] = at
            at += 2 * room if key == OF_THE_BYE else room
        self.top = at
        self._kinds: Dict[Slot, int] = {}
        self._known_kinds: Dict[_Key, int] = {}
        self._pairs: Dict[Tuple[int, int], int] = {}

    def _digits(self) -> List[Tuple[str, Digit]]:
        """Return the digits in order, each with the key of its criterion."""
        has_next = self.wide and self.bracket.following
        return [
            (criterion.key, digit)
            for criterion in self.bracket.system.table
            if has_next or criterion.key != OF_THE_NEXT
            for digit in criterion.digits(self.bracket)
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
            for name, digit in self.digits:
                known += digit.inside(one, other) << self.shifts[name, digit.score]
            self._pairs[key] = known
        return known

    def demanded(self, high: Slot, low: Slot) -> int:
        """Return what a pair adds to the digit of those who must be paired."""
        both = (self.demands >> high & 1) + (self.demands >> low & 1)
        return (both + self.whole) << self.top

    def of_pair_outside(self, high: Slot, low: Slot) -> int:
        """Return the gain of a pair out of the bracket, or below it (C8); C9 is for the others."""
        gain = self.demanded(high, low)
        if self.bracket.following_bits >> low & 1:
            gain += 1 << self.shifts[OF_THE_NEXT, ALL_SCORES]
            if self.bracket.member_bits >> high & 1:
                gain += 1 << self.shifts[OF_THE_NEXT, self.players[high].score]
        return gain

    def of_demands(self, slots: Sequence[Slot]) -> int:
        """Return what the digit of those who must be paired is if all of these slots are."""
        return sum(self.demands >> at & 1 for at in slots) << self.top


# -- who floats down -------------------------------------------------------------------------------


def left_over(bracket: Bracket, pairs: Sequence[Pair]) -> List[Slot]:
    """Return who floats down from a bracket that is paired so."""
    taken = {at for pair in pairs for at in pair}
    return [at for at in bracket.members if at not in taken]


def leaves_the_best(bracket: Bracket, floaters: List[Slot]) -> bool:
    """Tell whether floaters leave everybody a pairing and the best to be had in the next bracket.

    That is: all of them paired in it, and nobody of it over, or one if their number is odd.
    """
    completion, following, below = bracket.completion, bracket.following, bracket.below
    if bracket.bye_inside:
        return len(floaters) == 1
    if not floaters:
        return completion.is_complete([*following, *below])
    if not following:
        return len(floaters) == 1 and bool(completion.resting >> floaters[0] & 1)
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


def floaters_of(found: Paired) -> Value:
    """Return how many float down."""
    return (len(found.floaters),)


def out_of_the_next(found: Paired) -> Optional[Value]:
    """Return how many have to float out of the next bracket, and their scores."""
    bracket = found.bracket
    if not bracket.following:
        return None
    system, field, completion = bracket.system, bracket.field, bracket.completion
    groups = field.scoregroups(bracket.below)
    following = groups[0] if groups else []
    below = [at for group in groups[1:] for at in group]
    after = Bracket(system, field, completion, found.floaters, bracket.following, following, below)
    over = left_over(after, system.pairs_of(after))
    return (len(over), *(field.players[at].score for at in over))
