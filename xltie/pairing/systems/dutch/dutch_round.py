"""A round by the FIDE Dutch system: how a bracket is paired, and what the articles are called."""

from __future__ import annotations

from typing import Dict, List, Optional

from xltie.core.messages import say
from xltie.event import EventIndex
from xltie.pairing.brackets.bracket_round import (
    BARRED_BYE,
    EVEN_PLAYERS,
    HAVE_MET,
    NOBODY_LEFT,
    SAME_COLOUR,
    BracketRound,
    Handbook,
    refuse_unknown,
)
from xltie.pairing.brackets.criteria import Pair, Paired, Verdict
from xltie.pairing.brackets.downfloats import (
    Bracket,
    DownSystem,
    PackedCriteria,
    leaves_the_best,
    left_over,
)
from xltie.pairing.brackets.field import Slot, bits, white_first
from xltie.pairing.brackets.from_event import build_field, initial_colour
from xltie.pairing.brackets.matching import best_matching
from xltie.pairing.catalogue import System
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.dutch.candidates import Candidates, first_candidate
from xltie.pairing.systems.dutch.criteria import TABLE

HANDBOOK = Handbook(
    say("the Dutch system"), "C.04.3",
    met=Verdict("C1", "2.1", HAVE_MET),
    no_bye=Verdict("C2", "2.1", BARRED_BYE),
    colour=Verdict("C3", "2.1", SAME_COLOUR),
    completion=Verdict("C4", "2.2", NOBODY_LEFT),
    by_score=Verdict("C5", "2.3", say("the bye goes to a player with a higher score")),
    even=Verdict("", "1.5", EVEN_PLAYERS),
    decided_by="1.9",
)  # fmt: skip
_SMALL_REST = 4
"""With so few players below the next scoregroup, the whole field is solved at once."""


def dutch(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> BracketRound:
    """Return a round of C.04.3.

    Raises:
        InputError: an option that the rules exclude.
    """
    refuse_unknown(wants, HANDBOOK.name)
    field = build_field(event_index, state, wants)
    players, initial = field.players, initial_colour(event_index, state)
    return BracketRound(
        HANDBOOK, TABLE, state, field, None, field, DUTCH.step,
        lambda high, low: white_first(players[high], players[low], initial),
        first_opponents, state.denominator, system,
    )  # fmt: skip


def first_opponents(paired: Paired) -> Dict[Slot, Slot]:
    """Return the opponents that the first candidate of a bracket has in mind (article 3)."""
    movers, residents = set(paired.movers), paired.bracket.residents
    with_movers = sorted(pair for pair in paired.pairs if pair[0] in movers)
    found = {high: low for (high, _), low in zip(with_movers, residents)}
    met = {low for _, low in with_movers}
    left = [at for at in residents if at not in met]
    half = len(left) // 2
    return {**found, **dict(zip(left[:half], left[half:]))}


# -- the pairs of a bracket ------------------------------------------------------------------------


def pairs_of(bracket: Bracket) -> List[Pair]:
    """Return the pairs of a bracket.

    Without the criteria C4 and C8 the bracket stands alone. Where the first best candidate then
    lets everybody else be paired, and nothing better can be hoped for in the next bracket, it is
    the answer. Otherwise the next scoregroup, or the whole field, is part of the search.
    """
    completion = bracket.completion
    demands = bits(bracket.members) & ~completion.resting if bracket.bye_inside else 0
    gains = PackedCriteria(bracket, len(bracket.members), demands=demands)
    pairs = first_candidate(gains)
    if pairs is None:
        pairs = Candidates(gains, ()).find()
    if leaves_the_best(bracket, left_over(bracket, pairs)):
        return pairs
    if len(bracket.below) > _SMALL_REST and not bracket.bye_inside:
        near = _with_the_next(bracket)
        if near is not None:
            return near
    beyond = [*bracket.following, *bracket.below]
    everybody = [*bracket.members, *beyond]
    demands = bits(everybody) & ~completion.resting if completion.bye_score is not None else 0
    gains = PackedCriteria(bracket, len(everybody), wide=True, demands=demands, whole=True)
    return Candidates(gains, beyond).find()


def _with_the_next(bracket: Bracket) -> Optional[List[Pair]]:
    """Return the best pairs for the bracket and the next scoregroup if the rest can be paired.

    Nobody of the next scoregroup has to be paired here; so this looks at more candidates than are
    allowed, and its best one is right if it is allowed.
    """
    width = len(bracket.members) + len(bracket.following)
    search = Candidates(PackedCriteria(bracket, width, wide=True), bracket.following)
    pairs = search.find()
    mate = best_matching(search.slots, search.weights)
    over = [at for at in search.slots if at not in mate]
    return pairs if bracket.completion.is_complete([*over, *bracket.below]) else None


DUTCH = DownSystem(TABLE, pairs_of)
