"""Can everybody be paired? The completion test (criteria C4 and C5) and who may stay free (C2)."""

from __future__ import annotations

from typing import Callable, Dict, Iterable, Optional

from xltie.pairing.brackets.bit_matching import largest_matching
from xltie.pairing.brackets.field import Field, Slot, bits


class Completion:
    """The completion test of a round.

    In an odd field exactly one player stays free: ``bye_score`` is the lowest score of somebody who
    can (criterion C5), ``resting`` are the players with it who may have the bye, as bits.
    ``is_possible`` is False where no pairing keeps the absolute criteria.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self.bye_score: Optional[int] = None
        self.resting = 0
        everybody = range(len(field))
        if len(field) % 2 == 0:
            self.is_possible = self.is_perfect(everybody)
            return
        players = field.players
        self.is_possible = False
        for score in sorted({player.score for player in players if player.may_rest}):
            self.resting = bits(
                at for at, player in enumerate(players) if player.may_rest and player.score == score
            )
            if self.is_perfect(everybody, with_bye=True):
                self.bye_score, self.is_possible = score, True
                return

    def is_perfect(
        self,
        slots: Iterable[Slot],
        with_bye: bool = False,
        only: Optional[Dict[Slot, int]] = None,
    ) -> bool:
        """Tell whether these players can all be paired among themselves.

        ``with_bye`` leaves one of them, who may, without an opponent; ``only`` restricts whom
        some of them may meet.
        """
        vertices = list(slots)
        open_to = self.field.open_to
        neighbours = {at: open_to[at] for at in vertices}
        neighbours.update(only or {})
        if with_bye:
            bye = len(self.field)
            free = bits(vertices) & self.resting
            for at in vertices:
                if free >> at & 1:
                    neighbours[at] |= 1 << bye
            neighbours[bye] = free
            vertices.append(bye)
        if len(vertices) % 2:
            return False
        return len(largest_matching(vertices, neighbours)) == len(vertices)

    def lets_rest(self, resting: Slot) -> bool:
        """Tell whether everybody but one can be paired."""
        return self.is_perfect(at for at in range(len(self.field)) if at != resting)

    def is_complete(self, slots: Iterable[Slot]) -> bool:
        """Tell whether these players can be paired, with the bye where their number is odd."""
        listed = list(slots)
        return self.is_perfect(listed, with_bye=len(listed) % 2 == 1)


def bye_of(field: Field, rank: Callable[[Slot], int]) -> Optional[Slot]:
    """Return who has the bye where it is given before anybody is paired; None where nobody can.

    It goes to one who may have it and lets all others be paired: with the lowest score, then the
    most games played, then the last by ``rank`` (C.04.4.1 and C.04.4.2, 3.1; C.04.6, 3.4).
    """
    players = field.players
    able = [at for at, player in enumerate(players) if player.may_rest]
    able.sort(key=lambda at: (players[at].score, -players[at].games, -rank(at)))
    completion = Completion(field)
    return next((at for at in able if completion.lets_rest(at)), None)
