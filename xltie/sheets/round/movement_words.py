"""What a movement means for an evening, in words."""

from __future__ import annotations

from typing import List

from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.pairing.catalogue import MovementFacts


def consequences(facts: MovementFacts) -> Message:
    """Return rounds and boards of a movement, and who is ranked against whom."""
    return joined((
        count(facts.rounds, "{n} round", "{n} rounds"),
        count(facts.set_size, "{n} board a round", "{n} boards a round"),
        count(facts.boards_each, "each pair plays {n} board", "each pair plays {n} boards"),
        say("two winners") if facts.winners > 1 else say("one winner"),
        *_odd(facts),
    ))  # fmt: skip


def _odd(facts: MovementFacts) -> List[Message]:
    found = []
    if facts.unused:
        found.append(count(facts.unused, "{n} board is not used", "{n} boards are not used"))
    if facts.pairs % 2:
        found.append(say("a pair sits out in each round"))
    return found


def announced(facts: MovementFacts) -> Message:
    """Return what the director announces: where pairs skip a table, where tables share boards."""
    said = []
    if facts.skip:
        said.append(say("after round {round} East-West skip a table", round=facts.skip))
    if facts.sharing:
        said.append(_shared(facts))
    return joined(said, "; ") if said else NOTHING


def _shared(facts: MovementFacts) -> Message:
    if len(facts.sharing) == facts.rounds:
        return say(
            "tables share boards in every round: pass them on during the round, or have two copies"
        )
    rounds = joined(facts.sharing)
    return count(
        len(facts.sharing),
        "tables share boards in round {rounds}: pass them on during the round",
        "tables share boards in rounds {rounds}: pass them on during the round",
        rounds=rounds,
    )
