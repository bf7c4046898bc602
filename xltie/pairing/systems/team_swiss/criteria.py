"""The quality criteria of C.04.6 (2.3), each as what a pair of a bracket adds to it.

C4 to C7 choose the upfloaters of a bracket, C8 to C10 its pairs. Every team of a bracket is paired
in it, so C4 to C7 follow from its upfloaters alone; in a pair that has one, a resident meets it.
"""

from __future__ import annotations

from typing import Sequence

from xltie.pairing.systems.dutch.player import STRONG
from xltie.pairing.systems.team_swiss.team import Team

LAST_ROUNDS = 2
"""The rounds at the end in which it does not matter who was a floater (2.3.4, 2.3.7)."""


def more_upfloaters(is_upfloater: bool) -> int:
    """Return what a team adds to the number of upfloaters: C4 (2.3.1)."""
    return int(is_upfloater)


def lower_scores(team: Team, scores: Sequence[int], room: int) -> int:
    """Return what an upfloater adds to the count of its score: C5 (2.3.2).

    Scores in ascending order are to be as high as can be, so of two sets of the same size the one
    with fewer of the lowest score is better, then of the next one. ``scores`` are all, the lowest
    last; each has a digit of ``room`` bits, the lowest the highest digit.
    """
    return 1 << room * scores.index(team.score)


def leaves_following(is_following: bool, meets_lower: bool) -> int:
    """Return what a pair adds to the upfloaters that the following scoregroup needs: C6 (2.3.3)."""
    return int(is_following and meets_lower)


def floated_before(team: Team, is_late: bool) -> int:
    """Return what an upfloater adds to those who were floaters in the previous round: C7 (2.3.4).

    C10 (2.3.7) counts the opponents of upfloaters alike. In the last two rounds neither counts.
    """
    return int(team.was_floater and not is_late)


def same_wish(one: Team, other: Team) -> int:
    """Return what a pair adds to the teams without the colour that they prefer: C8 (2.3.5).

    Article 4 grants all preferences but one of two for the same colour.
    """
    return int(bool(one.wishes.wish) and one.wishes.wish == other.wishes.wish)


def same_strong_wish(one: Team, other: Team, is_type_b: bool) -> int:
    """Return what a pair adds to strong preferences that are not granted: C9 (2.3.6)."""
    both = one.wishes.strength == other.wishes.strength == STRONG
    return int(is_type_b and both and same_wish(one, other))
