"""The scores that are compared on one board, where a weighted one counts by its shares.

White Book of the English Bridge Union, 4.2.1: every result of a weighted score enters the frequency
table with its share, is scored there, and the scores are averaged by the shares.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict, List, Sequence, Tuple, Union

from xltie.core.messages import Message, Value, count, joined, say
from xltie.core.numbers import Number
from xltie.event import Score, parts_of

Often = Union[int, Fraction]
"""How often a score occurred: less than 1 for a share of a weighted score."""


def frequencies_of(field: Sequence[Score]) -> List[Tuple[Fraction, Often]]:
    """Return every score of a field with how often it occurred, the lowest first."""
    found: Dict[Fraction, Often] = {}
    for result in field:
        if isinstance(result, Fraction):
            found[result] = found.get(result, 0) + 1
        else:
            for share, score in parts_of(result):
                found[score] = found.get(score, 0) + share
    return sorted(found.items())


def worth_of(field: Sequence[Score], worth: Callable[[Fraction], Fraction]) -> List[Fraction]:
    """Return the worth of every result, of a weighted one the mean of its parts by their shares."""
    return [
        worth(result)
        if isinstance(result, Fraction)
        else sum((share * worth(score) for share, score in parts_of(result)), Fraction(0))
        for result in field
    ]


def mean_of(field: Sequence[Score]) -> Fraction:
    """Return the mean of a field that is not empty."""
    total = sum((score * often for score, often in frequencies_of(field)), Fraction(0))
    return total / len(field)


def trimmed_mean(field: Sequence[Score], ends: int) -> Fraction:
    """Return the mean without so many results at each end of a field that has more than these."""
    counts = list(map(list, frequencies_of(field)))
    for at in (0, -1):
        left: Often = ends
        while left:
            dropped = min(left, counts[at][1])
            counts[at][1] -= dropped
            left -= dropped
            if not counts[at][1]:
                del counts[at]
    total = sum((score * often for score, often in counts), Fraction(0))
    return Fraction(total) / (len(field) - 2 * ends)


def signed(number: Number) -> Value:
    """Return a number with its sign: +3, -2.5, and 0 without one."""
    return joined(("+", number), "") if number > 0 else number


def shown_score(score: Score) -> Value:
    """Return a score with its sign; a weighted one with its shares."""
    return signed(score) if isinstance(score, Fraction) else str(score)


def beaten_by(field: Sequence[Score]) -> Dict[Fraction, Message]:
    """Return for every score of a field how many others it beats and equals."""
    found, below = {}, Fraction(0)
    for score, often in frequencies_of(field):
        found[score] = count(
            len(field) - 1,
            "beats {beaten}, equals {equal} of {n} other",
            "beats {beaten}, equals {equal} of {n} others",
            beaten=below,
            equal=max(often - 1, Fraction(0)),
        )
        below += often
    return found


def weighed(result: Score, why_of: Callable[[Fraction], Message]) -> Message:
    """Return what is said of a score, or of each part of a weighted one."""
    if isinstance(result, Fraction):
        return why_of(result)
    parts = (
        say("{share} % {what}", share=100 * share, what=why_of(score))
        for share, score in parts_of(result)
    )
    return joined(parts, "; ")
