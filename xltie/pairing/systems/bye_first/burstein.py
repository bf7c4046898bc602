"""The pairs of the Burstein system: the best against the last by the index (C.04.4.2, 2 to 4)."""

from __future__ import annotations

from typing import List, Sequence

from xltie.pairing.systems.dutch.bracket import Bracket, Digit, Gains
from xltie.pairing.systems.dutch.candidates import best_matching
from xltie.pairing.systems.dutch.field import Place, open_couples
from xltie.pairing.systems.dutch.quick import Pair
from xltie.pairing.systems.dutch.solver import leaves_the_best, left_over

CRITERIA = ("C6", "C7", "C8", "C12")
"""What the Dutch system calls C5 to C8 of this one: pairs, the scores of those who float out, the
same for the next bracket, and colours (article 2.3)."""


class BursteinGains(Gains):
    """What each pair of a bracket adds to the criteria of the Burstein system."""

    def _digits(self) -> List[Digit]:
        return [digit for digit in super()._digits() if digit.code in CRITERIA]


def fold_pairs(bracket: Bracket, ranks: Sequence[int]) -> List[Pair]:
    """Return the pairs of a bracket; ``ranks`` are the places by the index, for each player.

    Without C4 and C7 the bracket stands alone. Where everybody else can then be paired, and
    nothing better can be hoped for in the next bracket, these are the pairs; otherwise the whole
    field is part of the search.
    """
    members = sorted(bracket.members, key=lambda at: ranks[at])
    pairs = _first_best(BursteinGains(bracket, len(members)), members, ())
    if leaves_the_best(bracket, left_over(bracket, pairs)):
        return pairs
    beyond = [*bracket.following, *bracket.below]
    gains = BursteinGains(bracket, len(members) + len(beyond), wide=True, whole=True)
    return _first_best(gains, members, beyond)


def _first_best(gains: Gains, members: Sequence[Place], beyond: Sequence[Place]) -> List[Pair]:
    """Return the first of the best pairings in the order of article 4.3.

    ``members`` are in the order of their numbers in the bracket (BSN): a pairing comes first if the
    opponent of #1 has the larger number, 0 for who floats out, then that of #2, and so on. So the
    number of each player's opponent is a digit below the criteria, that of #1 the highest.
    """
    open_to, movers = gains.bracket.field.open_to, set(gains.bracket.movers)
    room = (len(members) + 1).bit_length()
    below = room * len(members)
    number = {at: index for index, at in enumerate(members)}
    places = sorted([*members, *beyond])
    weights = {}
    for high, low in open_couples(open_to, places):
        if low in movers:
            continue
        if low in number:
            first, second = sorted((number[high], number[low]))
            order = second + 1 << below - room * (first + 1)
            weights[high, low] = (gains.of_pair(high, low) << below) + order
        else:
            weights[high, low] = gains.of_pair_outside(high, low) << below
    mate = best_matching(places, weights)
    return [(at, mate[at]) for at in places if mate.get(at, -1) > at and mate[at] in number]
