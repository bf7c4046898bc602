"""The pairs of the Burstein system: the best against the last by the index (C.04.4.2, 2 to 4)."""

from __future__ import annotations

from itertools import takewhile
from typing import Dict, FrozenSet, List, Sequence, Tuple

from xltie.event import EventIndex, Id, RoundRecord, Status
from xltie.pairing.systems.dutch.bracket import Bracket, Criterion, PackedCriteria
from xltie.pairing.systems.dutch.build_field import is_played, records_before
from xltie.pairing.systems.dutch.candidates import best_matching
from xltie.pairing.systems.dutch.field import Slot, open_couples
from xltie.pairing.systems.dutch.first_candidate import Pair
from xltie.pairing.systems.dutch.solver import leaves_the_best, left_over

Index = Tuple[int, int]
"""Buchholz and Sonneborn-Berger, scaled once and twice."""

_MISSED = (Status.ZERO_BYE, Status.ABSENT)


def indices_before(
    event_index: EventIndex, round_number: int, playing: FrozenSet[Id]
) -> Dict[Id, Index]:
    """Return the index of everybody before a round: Buchholz, then Sonneborn-Berger (1.7.1).

    Virtual points play no part. A round that was not played counts as a game against oneself, with
    the points that it gave. Who does not play in this round, and had zero-point byes in the rounds
    just before it, counts for the opponents as if these were draws (1.7.2).
    """
    records = {who: records_before(event_index, who, round_number) for who in event_index.ids}
    scores = {
        who: event_index.scaled_start(who) + sum(record.scaled for record in rounds)
        for who, rounds in records.items()
    }
    for_others = dict(scores)
    for who in records.keys() - playing:
        missed = takewhile(lambda record: record.own.status in _MISSED, reversed(records[who]))
        for_others[who] += event_index.scaled_draw * len(list(missed))

    def faced(record: RoundRecord) -> int:
        rival = record.other if is_played(record) else None
        return scores[record.own.who] if rival is None else for_others[rival.who]

    return {
        who: (sum(map(faced, rounds)), sum(faced(record) * record.scaled for record in rounds))
        for who, rounds in records.items()
    }


# --------------------------------------------------------------------------------------------------

CRITERIA = ("C6", "C7", "C8", "C12")
"""What the Dutch system calls C5 to C8 of this one: pairs, the scores of those who float out, the
same for the next bracket, and colours (article 2.3)."""


class BursteinGains(PackedCriteria):
    """What each pair of a bracket adds to the criteria of the Burstein system."""

    def _digits(self) -> List[Criterion]:
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


def _first_best(
    gains: PackedCriteria, members: Sequence[Slot], beyond: Sequence[Slot]
) -> List[Pair]:
    """Return the first of the best pairings in the order of article 4.3.

    ``members`` are in the order of their numbers in the bracket (BSN): a pairing comes first if the
    opponent of #1 has the larger number, 0 for who floats out, then that of #2, and so on. So the
    number of each player's opponent is a digit below the criteria, that of #1 the highest.
    """
    open_to, movers = gains.bracket.field.open_to, set(gains.bracket.movers)
    room = (len(members) + 1).bit_length()
    below = room * len(members)
    number = {at: index for index, at in enumerate(members)}
    slots = sorted([*members, *beyond])
    weights = {}
    for high, low in open_couples(open_to, slots):
        if low in movers:
            continue
        if low in number:
            first, second = sorted((number[high], number[low]))
            order = second + 1 << below - room * (first + 1)
            weights[high, low] = (gains.of_pair(high, low) << below) + order
        else:
            weights[high, low] = gains.of_pair_outside(high, low) << below
    mate = best_matching(slots, weights)
    return [(at, mate[at]) for at in slots if mate.get(at, -1) > at and mate[at] in number]
