"""Who has the bye, where it is given before anybody is paired (C.04.4.1 and C.04.4.2, 3.1)."""

from __future__ import annotations

from typing import Callable, Optional, Sequence

from xltie.core.messages import Message
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.field import Field, Slot


def bye_of(field: Field, rank: Callable[[Slot], int]) -> Optional[Slot]:
    """Return who has the bye in an odd field; None where nobody can.

    It goes to one who may have it (3.1.1) and lets all others be paired (3.1.2): with the lowest
    score (3.1.3), then the most games played (3.1.4), then the last by ``rank`` (3.1.5).
    """
    players = field.players
    able = [at for at, player in enumerate(players) if player.may_rest]
    able.sort(key=lambda at: (players[at].score, -players[at].games, -rank(at)))
    completion = Completion(field)
    return next((at for at in able if _lets_all_be_paired(completion, at)), None)


def _lets_all_be_paired(completion: Completion, resting: Slot) -> bool:
    return completion.is_perfect(at for at in range(len(completion.field)) if at != resting)


def why_no_bye(field: Field, slot: Slot, bye: Slot, reasons: Sequence[Message]) -> Message:
    """Say why a player has no bye but the one at ``bye``: the first of :func:`bye_of`'s rules.

    ``reasons`` are, of these: may not have it, score, all others paired, games, order.
    """
    player, holder = field.players[slot], field.players[bye]
    had_one, by_score, others_unpaired, by_games, by_order = reasons
    if not player.may_rest:
        return had_one
    if player.score > holder.score:
        return by_score
    if not _lets_all_be_paired(Completion(field), slot):
        return others_unpaired
    return by_games if player.games < holder.games else by_order
