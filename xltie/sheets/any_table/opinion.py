"""What columns of a list say of its games, and which of two readings the others bear out."""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.sheets.tables import Score


class Opinion(NamedTuple):
    """What one column, or two together, say of each line; None where a line says nothing."""

    columns: Tuple[int, ...]
    scores: List[Optional[Score]]
    is_winner: bool = False


class Opinions(NamedTuple):
    """All opinions of a list, what is in the way of one, and what was taken by custom."""

    opinions: List[Opinion]
    faults: List[Fault]
    notes: List[Fault]

    @property
    def columns(self) -> List[int]:
        """Return the columns of all opinions."""
        return sorted({at for opinion in self.opinions for at in opinion.columns})


def nearest(
    readings: Sequence[List[Optional[Score]]], others: Sequence[Opinion]
) -> List[List[Optional[Score]]]:
    """Return the one reading that the scores beside it bear out, or all where none says which.

    Where a few lines contradict it, it is that reading still, and the lines are named.
    """
    shares = [
        sum(a == b for a, b in both) / len(both) if both else 0.5
        for reading in readings
        for both in [[pair for other in others for pair in _both(reading, other.scores)]]
    ]
    best = max(shares, default=0)
    is_sure = best > 0.6 and sum(share > 0.4 for share in shares) == 1
    return [readings[shares.index(best)]] if is_sure else list(readings)


def agreed(reading: Sequence[Optional[Score]], others: Sequence[Opinion]) -> int:
    """Return how many games end in a reading as others say."""
    return sum(a == b for other in others for a, b in _both(reading, other.scores))


def _both(
    one: Sequence[Optional[Score]], other: Sequence[Optional[Score]]
) -> List[Tuple[int, int]]:
    """Return who won by two opinions, for every line of which both say something."""
    return [
        (a.winner, b.winner) for a, b in zip(one, other)
        if a and b and a.winner is not None and b.winner is not None
    ]  # fmt: skip
