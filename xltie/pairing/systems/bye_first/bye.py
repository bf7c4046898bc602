"""Who has the bye, where it is given before anybody is paired (C.04.4.1 and C.04.4.2, 3.1)."""

from __future__ import annotations

from typing import Callable, Optional

from xltie.pairing.systems.dutch.completion import Completion
from xltie.pairing.systems.dutch.field import Field, Place


def bye_of(field: Field, rank: Callable[[Place], int]) -> Optional[Place]:
    """Return who has the bye in an odd field; None where nobody can.

    It goes to one who may have it (3.1.1) and lets all others be paired (3.1.2): with the lowest
    score (3.1.3), then the most games played (3.1.4), then the last by ``rank`` (3.1.5).
    """
    players = field.players
    able = [at for at, own in enumerate(players) if own.may_rest]
    able.sort(key=lambda at: (players[at].score, -players[at].games, -rank(at)))
    completion = Completion(field)
    everybody = range(len(field))
    return next(
        (at for at in able if completion.is_perfect(own for own in everybody if own != at)), None
    )
