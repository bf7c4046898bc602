"""A round drawn by the Burstein or the Dubov system: the bye, the pairs, colours and tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List, Optional, Sequence, Tuple

from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.event import EventIndex, Id
from xltie.pairing.catalogue import Round, System
from xltie.pairing.engine import NoPairing
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.bye_first.burstein import fold_pairs, indices_before
from xltie.pairing.systems.bye_first.bye import bye_of
from xltie.pairing.systems.bye_first.dubov import (
    Dubov,
    Upfloats,
    upfloats_before,
    with_mild_preferences,
)
from xltie.pairing.systems.dutch.build_field import build_field, initial_colour
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.dutch_round import (
    dutch_round,
    impossible,
    refuse_unknown,
    round_of,
)
from xltie.pairing.systems.dutch.field import Field, Slot
from xltie.pairing.systems.dutch.first_candidate import Pair
from xltie.pairing.systems.dutch.player import Player, preference, white_first
from xltie.pairing.systems.dutch.solver import Solution, solve

SEEDING_ROUNDS = 4
"""The most rounds that the Burstein system leaves to the Dutch one (C.04.4.2, 1.6.2)."""


def burstein_round(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> Round:
    """Return the pairing of a round by C.04.4.2.

    The seeding rounds, half of all but at most four, are paired by the Dutch system (1.6).

    Raises:
        InputError: an option that the rules exclude, or a number of rounds that is not known.
        NoPairing: no pairing keeps the absolute criteria.
    """
    refuse_unknown(wants, say("the Burstein system"))
    if not state.rounds:
        raise InputError.of(say("the Burstein system needs the number of rounds (C.04.4.2, 1.6.2)"))
    if state.round <= min(state.rounds // 2, SEEDING_ROUNDS):
        seeding = replace(
            system,
            title=say("{title}, a seeding round by FIDE Dutch", title=system.title),
            brackets="dutch",
        )
        return dutch_round(event_index, state, seeding, wants)
    field, bye, even, ranks = burstein_field(event_index, state, wants)
    pairs = burstein_solution(even, Completion(even), ranks).pairs
    return round_of(
        state, system, wants, field, _seated(event_index, state, even, pairs, ranks), bye
    )


def burstein_field(
    event_index: EventIndex, state: PairingState, wants: RoundOptions
) -> Tuple[Field, Optional[Slot], Field, List[int]]:
    """Return the field, who has the bye, the field without, and the ranks in it by the index.

    Raises:
        NoPairing: no pairing keeps the absolute criteria.
    """
    field = build_field(event_index, state, wants, with_topscorers=False)
    playing = frozenset(player.who for player in field.players)
    indices = indices_before(event_index, state.round, playing)

    def ranks_in(limited: Field) -> List[int]:
        """Return the place of everybody by the index and the number (1.8)."""
        players = limited.players
        in_order = sorted(
            range(len(players)),
            key=lambda at: (*(-value for value in indices[players[at].who]), players[at].number),
        )
        ranks = [0] * len(players)
        for rank, at in enumerate(in_order):
            ranks[at] = rank
        return ranks

    bye, even = _without_bye(field, state, ranks_in(field), "C.04.4.2")
    return field, bye, even, ranks_in(even)


def burstein_solution(field: Field, completion: Completion, ranks: Sequence[int]) -> Solution:
    """Return the brackets of an even field that can be paired."""
    return solve(field, completion, lambda bracket: fold_pairs(bracket, ranks))


def dubov_round(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> Round:
    """Return the pairing of a round by C.04.4.1.

    Raises:
        InputError: an option that the rules exclude, a player without a rating, or a number of
            rounds that is not known.
        NoPairing: no pairing keeps the absolute criteria.
    """
    refuse_unknown(wants, say("the Dubov system"))
    field, bye, even, upfloats = dubov_field(event_index, state, wants)
    groups = Dubov(even, upfloats, state.is_last).groups()
    pairs = [pair for _, of_group in groups for pair in of_group]
    ranks = range(len(even))
    return round_of(
        state, system, wants, field, _seated(event_index, state, even, pairs, ranks), bye
    )


def dubov_field(
    event_index: EventIndex, state: PairingState, wants: RoundOptions
) -> Tuple[Field, Optional[Slot], Field, Dict[Id, Upfloats]]:
    """Return the field, who has the bye, the field without, and what is known of upfloats.

    Raises:
        InputError: a player without a rating, or a number of rounds that is not known.
        NoPairing: no pairing keeps the absolute criteria.
    """
    upfloats = upfloats_before(event_index, state, wants)
    field = with_mild_preferences(build_field(event_index, state, wants, with_topscorers=False))
    numbers = [player.number for player in field.players]
    bye, even = _without_bye(field, state, numbers, "C.04.4.1")
    return field, bye, even, upfloats


def _without_bye(
    field: Field, state: PairingState, ranks: Sequence[int], rules: str
) -> Tuple[Optional[Slot], Field]:
    """Return who has the bye, if anybody, and the field without that player.

    Raises:
        NoPairing: there is nobody, or the field cannot be paired.
    """
    if len(field) % 2:
        bye = bye_of(field, lambda at: ranks[at])
        if bye is not None:
            return bye, field.without(bye)
    elif Completion(field).is_possible:
        return None, field
    raise NoPairing.of(impossible(field, state, rules))


def _seated(
    event_index: EventIndex,
    state: PairingState,
    field: Field,
    pairs: Sequence[Pair],
    ranks: Sequence[int],
) -> List[Tuple[Player, Player]]:
    """Return White and Black of each pair (5.2), the higher ranked first by ``ranks``.

    Where neither has played, the higher score and the smaller number decide (5.2.1).
    """
    initial = initial_colour(event_index, state)
    found = []
    for one, other in pairs:
        high, low = field.players[one], field.players[other]
        if not high.colours and not low.colours:
            free = preference(())
            high, low = replace(high, wishes=free), replace(low, wishes=free)
        elif ranks[other] < ranks[one]:
            high, low = low, high
        found.append(white_first(high, low, initial)[:2])
    return found
