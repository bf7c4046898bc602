"""The first of the best candidates of a bracket, in the order of articles 3 and 4.

Its graph is that of the bracket, or reaches further down where that decides. A maximum-weight
matching tells how good the best candidates are; then one decision after the other is fixed in the
order of generation, each by a small bonus below all criteria that shows whether a best candidate
with it exists: which movers are paired (4.4), with whom (4.2), who changes between the halves of
the remainder (4.3), and the pairs of these halves (4.2).

Usually the candidate that comes first is the best: every mover with the first opponent, then no
exchange. It is taken only where its gain reaches an upper bound (``ceiling``): then it is one of
the best, and as no candidate comes before it, the first of them.
"""

from __future__ import annotations

from typing import Dict, Iterable, List, Optional, Sequence, Set, Tuple

from xltie.pairing.brackets.criteria import Pair
from xltie.pairing.brackets.downfloats import PackedCriteria
from xltie.pairing.brackets.field import DOWN, MILD, Player, Slot, open_couples
from xltie.pairing.brackets.matching import Weights, best_matching, first_best_assignment

_BACK = {"C14": 0, "C16": 1, "C18": 0, "C20": 1}


def ceiling(
    gains: PackedCriteria, movers: Sequence[Slot], residents: Sequence[Slot]
) -> Optional[int]:
    """Return what pairing these players can gain at most; None where counting does not tell.

    All movers get an opponent, and as many pairs are made as the number of players allows.
    """
    if len(movers) > len(residents):
        return None
    count = _Count(gains, movers, residents)
    found = gains.of_demands([*movers, *residents])
    for code, digit in gains.digits:
        found += count.most(code, digit.score) << gains.shifts[code, digit.score]
    return found


class _Count:
    """The greatest value of each criterion for movers and residents."""

    def __init__(
        self, gains: PackedCriteria, movers: Sequence[Slot], residents: Sequence[Slot]
    ) -> None:
        self.gains = gains
        self.movers = [gains.players[at] for at in movers]
        self.residents = [gains.players[at] for at in residents]
        self.may_rest = [
            gains.players[at]
            for at in (*movers, *residents)
            if gains.bracket.completion.resting >> at & 1
        ]
        self.pairs, self.floating = divmod(len(movers) + len(residents), 2)
        self.without_wish, self.without_strong_wish = self._clashes()

    def most(self, code: str, score: int) -> int:
        """Return the greatest value of a criterion, for the movers with a score if it has one."""
        if code in ("C7", "C19", "C21"):
            return sum(mover.score == score for mover in self.movers)
        if code in ("C18", "C20"):
            return _floated_down(self.movers, code, score)
        if code == "C9":
            return self._games()
        if code in ("C14", "C16"):
            had = _floated_down(self.residents, code)
            return had if had < len(self.residents) else had - self.floating
        clashes = {"C12": self.without_wish, "C13": self.without_strong_wish}
        return self.pairs - clashes.get(code, 0)

    def _games(self) -> int:
        """Return C9 if the player with the most games rests."""
        bracket = self.gains.bracket
        ranks = bracket.rank_by_games
        bye_score = bracket.completion.bye_score
        everybody = self.movers + self.residents
        total = sum(ranks[player.games] for player in everybody if player.score == bye_score)
        return total - min((ranks[player.games] for player in self.may_rest), default=0)

    def _clashes(self) -> Tuple[int, int]:
        """Return how many pairs of one preference there are at least, and of a strong one."""
        for colour in (1, -1):
            alike = [p for p in self.movers + self.residents if p.wishes.wish == colour]
            least = len(alike) - self.floating - self.pairs
            if least > 0:
                mild = sum(player.wishes.strength <= MILD for player in alike)
                return least, max(0, least - mild)
        return 0, 0


def _floated_down(players: Sequence[Player], code: str, score: Optional[int] = None) -> int:
    back = _BACK[code]
    return sum(p.floats[back] == DOWN and score in (None, p.score) for p in players)


# --------------------------------------------------------------------------------------------------


def first_candidate(gains: PackedCriteria) -> Optional[List[Pair]]:
    """Return the pairs of the first candidate if it is certainly the best one, else None."""
    bracket = gains.bracket
    goal = ceiling(gains, bracket.movers, bracket.residents)
    if goal is None:
        return None
    open_to = bracket.field.open_to
    pairs: List[Pair] = []
    left = list(bracket.residents)
    got = 0
    for mover in bracket.movers:
        is_last = mover == bracket.movers[-1]
        for opponent in left:
            if not open_to[mover] >> opponent & 1:
                continue
            gain = gains.of_pair(mover, opponent)
            rest = [at for at in left if at != opponent]
            if not is_last or got + gain + (ceiling(gains, (), rest) or 0) >= goal:
                break
        else:
            return None
        pairs.append((mover, opponent))
        left, got = rest, got + gain
    half = len(left) // 2
    best = best_halves(gains, left[:half], left[half:])
    return pairs + best[1] if best is not None and got + best[0] == goal else None


def best_halves(
    gains: PackedCriteria, upper: Sequence[Slot], lower: Sequence[Slot]
) -> Optional[Tuple[int, List[Pair]]]:
    """Return the greatest gain of pairing one half with the other, and its first pairing.

    The first is meant as in article 4.2: in the order of transpositions of the lower half.
    """
    if not upper:
        return 0, []
    open_to = gains.bracket.field.open_to
    table = [
        [gains.of_pair(a, b) if b > a and open_to[a] >> b & 1 else None for b in lower]
        for a in upper
    ]
    found = first_best_assignment(table)
    if found is None:
        return None
    total, columns = found
    return total, [(a, lower[column]) for a, column in zip(upper, columns)]


class Candidates:
    """The search for a bracket's first best candidate.

    ``slots`` are the members of the bracket and, further down the field, ``beyond``; those of the
    bracket alone are enough where nothing is beyond. ``pairs`` are the bracket's pairs found.
    """

    def __init__(self, gains: PackedCriteria, beyond: Sequence[Slot]) -> None:
        self.gains = gains
        self.bracket = gains.bracket
        self.is_local = not beyond
        self.slots: List[Slot] = [*self.bracket.members, *beyond]
        self.size = (len(self.bracket.members) + 2).bit_length()
        self.bonus_room = 3 * self.size + 4
        self.weights = self._first_weights(beyond)
        self.pairs: List[Pair] = []
        self.mate: Dict[Slot, Slot] = {}

    def _first_weights(self, beyond: Sequence[Slot]) -> Weights:
        open_to, gains = self.bracket.field.open_to, self.gains
        reached = set(beyond)
        movers = set(self.bracket.movers)
        found: Weights = {}
        for high, low in open_couples(open_to, self.slots):
            if low not in movers:
                of_pair = gains.of_pair_outside if low in reached else gains.of_pair
                found[high, low] = of_pair(high, low) << self.bonus_room
        return found

    def find(self) -> List[Pair]:
        """Return the pairs of the first best candidate."""
        self._pair_movers(self._chosen_movers())
        self._pair_remainder()
        return self.pairs

    # -- trials --------------------------------------------------------------------------------

    def _try(self, bonuses: Iterable[Tuple[Pair, int]]) -> None:
        """Match again with bonuses on some pairs."""
        weights = dict(self.weights)
        for pair, bonus in bonuses:
            if pair in weights:
                weights[pair] += bonus
        self.mate = best_matching(self.slots, weights)

    def _fix(self, high: Slot, low: Slot) -> None:
        """Take a pair out of the graph, and keep it."""
        self.pairs.append((high, low))
        self.slots = [at for at in self.slots if at not in (high, low)]
        gone = {high, low}
        self.weights = {
            pair: weight for pair, weight in self.weights.items() if gone.isdisjoint(pair)
        }

    def _forbid(self, pairs: Iterable[Pair]) -> None:
        for pair in pairs:
            self.weights.pop(pair, None)

    # -- movers --------------------------------------------------------------------------------

    def _chosen_movers(self) -> List[Slot]:
        """Return the movers that get an opponent: of those with a score the first ones (4.4)."""
        players, movers = self.bracket.field.players, self.bracket.movers
        residents = self.bracket.residents
        inside = set(residents)
        self._try(())
        chosen: List[Slot] = []
        for score in self.bracket.mover_scores:
            equal = [at for at in movers if players[at].score == score]
            needed = sum(self.mate.get(at) in inside for at in equal)
            for index, mover in enumerate(equal):
                if not needed:
                    break
                if len(equal) - index > needed:
                    if self.mate.get(mover) not in inside:
                        self._try(((mover, at), 1) for at in residents)
                    if self.mate.get(mover) not in inside:
                        continue
                    for at in residents:
                        if (mover, at) in self.weights:
                            self.weights[mover, at] += len(residents)
                chosen.append(mover)
                needed -= 1
        return chosen

    def _pair_movers(self, chosen: Sequence[Slot]) -> None:
        """Give the movers their opponents, each the first one that a best candidate has (4.2)."""
        residents = self.bracket.residents
        for mover in chosen:
            self._try(((mover, at), bonus) for bonus, at in enumerate(reversed(residents)))
            self._fix(mover, self.mate[mover])

    # -- the remainder -------------------------------------------------------------------------

    def _pair_remainder(self) -> None:
        taken = {at for pair in self.pairs for at in pair}
        left = [at for at in self.bracket.residents if at not in taken]
        if not left:
            return
        self._try(())
        inside = set(left)
        matched = [(at, self.mate[at]) for at in left if self._is_upper(at, inside)]
        if not matched:
            return
        half = len(left) // 2
        if self.is_local and len(matched) == half:
            found = best_halves(self.gains, left[:half], left[half:])
            if found and found[0] == sum(self.gains.of_pair(*pair) for pair in matched):
                self.pairs += found[1]
                return
        upper = self._upper_half(left, len(matched))
        lower = [at for at in left if at not in set(upper)]
        if self.is_local:
            exchanged = best_halves(self.gains, upper, lower)
            assert exchanged is not None, "the upper half comes from a matching"
            self.pairs += exchanged[1]
        else:
            self._pair_halves(upper, lower, inside)

    def _is_upper(self, slot: Slot, inside: Set[Slot]) -> bool:
        """Tell whether a player is the better one of a pair within the remainder."""
        mate = self.mate.get(slot, slot)
        return mate > slot and mate in inside

    def _upper_half(self, left: List[Slot], half: int) -> List[Slot]:
        """Return the better half after the first exchange that a best candidate has (4.3).

        A bonus on the better one of each pair makes the exchanges few, and then the difference
        between the numbers exchanged small.
        """
        inside = set(left)
        position = {at: index for index, at in enumerate(left)}
        for pair in self.weights:
            if pair[0] in inside and pair[1] in inside:
                index = position[pair[0]]
                self.weights[pair] += 2 * ((int(index < half) << 2 * self.size) - index)
        self._try(())
        exchanges = sum(not self._is_upper(at, inside) for at in left[:half])
        self._fix_who_leaves(left, half, exchanges)
        self._fix_who_enters(left, half, exchanges)
        return [at for at in left if self._is_upper(at, inside)]

    def _fix_who_leaves(self, left: List[Slot], half: int, missing: int) -> None:
        """Take so many out of the better half, the last ones that a best candidate takes."""
        inside = set(left)
        for index in reversed(range(half)):
            if not missing:
                return
            slot, lower = left[index], left[index + 1 :]
            if self._is_upper(slot, inside):
                self._try(((slot, at), -1) for at in lower)
            if not self._is_upper(slot, inside):
                missing -= 1
                self._forbid((slot, at) for at in lower)

    def _fix_who_enters(self, left: List[Slot], half: int, missing: int) -> None:
        """Take others into it, the first ones; the last of them follows from the rest."""
        inside = set(left)
        for index in range(half, len(left)):
            if missing <= 1:
                return
            slot = left[index]
            if not self._is_upper(slot, inside):
                self._try(((slot, at), 1) for at in left[index + 1 :])
            if self._is_upper(slot, inside):
                missing -= 1
                self._forbid((at, slot) for at in left[:index])
                self._forbid((slot, at) for at in self.bracket.following)

    def _pair_halves(self, upper: Sequence[Slot], lower: Sequence[Slot], inside: Set[Slot]) -> None:
        """Give the upper half its opponents where the rest of the graph has a say too (4.2)."""
        better, worse = set(upper), set(lower)
        self._forbid(
            [
                (a, b)
                for a, b in self.weights
                if a in inside and b in inside and not (a in better and b in worse)
            ]
        )
        for slot in upper:
            self._try(((slot, at), bonus) for bonus, at in enumerate(reversed(lower)))
            self._fix(slot, self.mate[slot])
