"""The Burstein system: the best against the last by the index (C.04.4.2, from 1 February 2026)."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from typing import Dict, FrozenSet, List, Sequence, Tuple

from xltie.core.messages import say
from xltie.core.records import replace
from xltie.event import EventIndex, Id, RoundRecord, Status
from xltie.pairing.brackets.bracket_round import (
    BracketRound,
    Seated,
    bye_first,
    refuse_unknown,
    without_bye,
)
from xltie.pairing.brackets.criteria import Criterion, Pair, Paired, Table, pairs_in_order
from xltie.pairing.brackets.downfloats import (
    Bracket,
    DownSystem,
    PackedCriteria,
    leaves_the_best,
    left_over,
)
from xltie.pairing.brackets.field import Field, Slot, open_couples, preference, white_first
from xltie.pairing.brackets.from_event import build_field, initial_colour, is_played
from xltie.pairing.brackets.matching import best_matching
from xltie.pairing.catalogue import System
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState, records_before
from xltie.pairing.systems.dutch import dutch_round

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


# -- criteria and the order of pairings ------------------------------------------------------------

_DUTCH = {criterion.key: criterion for criterion in dutch_round.TABLE}
LATER = say("all criteria are kept as well, but the pairing comes later in the order")
TABLE: Table = (
    *(
        replace(_DUTCH[key], code=code, article="2.3", kind=key)
        for code, key in (("C5", "C6"), ("C6", "C7"), ("C7", "C8"), ("C8", "C12"))
    ),
    Criterion("", "4.3", LATER, pairs_in_order),
)
"""Pairs, the scores of those who float out, the same for the next bracket, and colours."""
HANDBOOK = bye_first(say("the Burstein system"), "C.04.4.2", "1.6.2")


def system_of(ranks: Sequence[int]) -> DownSystem:
    """Return the system with the places by the index, for each player."""
    return DownSystem(TABLE, partial(fold_pairs, ranks=ranks))


def fold_pairs(bracket: Bracket, ranks: Sequence[int]) -> List[Pair]:
    """Return the pairs of a bracket; ``ranks`` are the places by the index, for each player.

    Without C4 and C7 the bracket stands alone. Where everybody else can then be paired, and
    nothing better can be hoped for in the next bracket, these are the pairs; otherwise the whole
    field is part of the search.
    """
    members = sorted(bracket.members, key=lambda at: ranks[at])
    pairs = _first_best(PackedCriteria(bracket, len(members)), members, ())
    if leaves_the_best(bracket, left_over(bracket, pairs)):
        return pairs
    beyond = [*bracket.following, *bracket.below]
    gains = PackedCriteria(bracket, len(members) + len(beyond), wide=True, whole=True)
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


# -- a round ---------------------------------------------------------------------------------------

SEEDING_ROUNDS = 4
"""The most rounds that the Burstein system leaves to the Dutch one (1.6.2)."""


def burstein(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> BracketRound:
    """Return a round of C.04.4.2.

    The seeding rounds, half of all but at most four, are paired by the Dutch system (1.6).

    Raises:
        InputError: an option that the rules exclude, or a number of rounds that is not known.
        NoPairing: there is nobody who can have the bye.
    """
    refuse_unknown(wants, state, HANDBOOK)
    if state.round <= min(state.rounds // 2, SEEDING_ROUNDS):
        title = say("{title}, a seeding round by FIDE Dutch", title=system.title)
        seeding = replace(system, title=title, brackets="dutch")
        return dutch_round.dutch(event_index, state, seeding, wants)
    field = build_field(event_index, state, wants, with_topscorers=False)
    playing = frozenset(player.who for player in field.players)
    indices = indices_before(event_index, state.round, playing)
    bye, even = without_bye(field, state, HANDBOOK, ranks_in(field, indices))
    ranks, initial = ranks_in(even, indices), initial_colour(event_index, state)
    return BracketRound(
        HANDBOOK, TABLE, state, field, bye, even, system_of(ranks).step,
        lambda one, other: seated_by_rank(even, ranks, initial, one, other),
        partial(_folded, ranks=ranks), state.denominator, system,
    )  # fmt: skip


def ranks_in(field: Field, indices: Dict[Id, Index]) -> List[int]:
    """Return the place of everybody by the index and the number (1.8)."""
    players = field.players
    in_order = sorted(
        range(len(players)),
        key=lambda at: (*(-value for value in indices[players[at].who]), players[at].number),
    )
    return [in_order.index(at) for at in range(len(players))]


def _folded(paired: Paired, ranks: Sequence[int]) -> Dict[Slot, Slot]:
    """Return the opponents that the first pairing of a bracket has: the last for the first."""
    members = sorted(paired.bracket.members, key=lambda at: ranks[at])
    return dict(zip(members[: len(members) // 2], reversed(members)))


def seated_by_rank(
    field: Field, ranks: Sequence[int], initial: int, one: Slot, other: Slot
) -> Seated:
    """Return White and Black of a pair (5.2), the higher ranked first by ``ranks``.

    Where neither has played, the higher score and the smaller number decide (5.2.1).
    """
    high, low = field.players[one], field.players[other]
    if not high.colours and not low.colours:
        free = preference(())
        high, low = replace(high, wishes=free), replace(low, wishes=free)
    elif ranks[other] < ranks[one]:
        high, low = low, high
    return white_first(high, low, initial)
