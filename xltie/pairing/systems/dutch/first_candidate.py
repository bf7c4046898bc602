"""The candidate that is usually the best: every mover with the first opponent, then no exchange.

It is taken only where its gain reaches the upper bound (``ceiling``): then it is one of the best,
and as no candidate comes before it, the first of them.
"""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from xltie.pairing.brackets.criteria import Pair
from xltie.pairing.brackets.downfloats import PackedCriteria
from xltie.pairing.brackets.field import DOWN, MILD, Player, Slot
from xltie.pairing.brackets.matching import first_best_assignment

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
