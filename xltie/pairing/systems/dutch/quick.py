"""The candidate that is usually the best: every mover with the first opponent, then no exchange.

It is taken only where its gain reaches the upper bound (``ceiling``): then it is one of the best,
and as no candidate comes before it, the first of them.
"""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from xltie.pairing.systems.dutch.assignment import first_best_assignment
from xltie.pairing.systems.dutch.bracket import Gains
from xltie.pairing.systems.dutch.ceiling import ceiling
from xltie.pairing.systems.dutch.field import Place

Pair = Tuple[Place, Place]


def quick_candidate(gains: Gains) -> Optional[List[Pair]]:
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
    gains: Gains, upper: Sequence[Place], lower: Sequence[Place]
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
