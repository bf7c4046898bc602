"""Which team has White on the first board (C.04.6, article 4)."""

from __future__ import annotations

from typing import Tuple

from xltie.core.messages import Message, say
from xltie.pairing.brackets.field import STRONG
from xltie.pairing.systems.team_swiss.team import Team

Decided = Tuple[int, Message]
"""The colour of the first-team, +1 for White, and what decides."""


def first_team(one: Team, other: Team, with_secondary: bool) -> Tuple[Team, Team]:
    """Return the first-team and the other one (4.2); virtual points are not part of a score."""
    keys = [
        (-team.primary, -team.secondary if with_secondary else 0, team.number)
        for team in (one, other)
    ]
    return (one, other) if keys[0] < keys[1] else (other, one)


def white_first(
    one: Team, other: Team, initial: int, is_type_b: bool, with_secondary: bool
) -> Tuple[Team, Team, Message]:
    """Return the team with White, the one with Black, and what of article 4.3 decides.

    ``initial`` is the initial colour, +1 for White.
    """
    first, second = first_team(one, other, with_secondary)
    colour, why = _of_first(first, second, initial, is_type_b)
    return (first, second, why) if colour == 1 else (second, first, why)


def _of_first(first: Team, second: Team, initial: int, is_type_b: bool) -> Decided:
    if not first.colours and not second.colours:
        colour = initial if first.number % 2 else -initial
        return colour, say("the initial colour goes by pairing numbers (4.3.1)")
    wish, other = first.wishes.wish, second.wishes.wish
    if wish != other:
        why = say("both preferences are granted (4.3.3)")
        if not wish or not other:
            why = say("the only preference is granted (4.3.2)")
        return wish or -other, why
    is_strong = [team.wishes.strength == STRONG for team in (first, second)]
    if is_type_b and wish and is_strong[0] != is_strong[1]:
        return wish if is_strong[0] else -other, say(
            "the only strong preference is granted (4.3.4)"
        )
    return _by_history(first, second)


def _by_history(first: Team, second: Team) -> Decided:
    difference = sum(first.colours) - sum(second.colours)
    if difference:
        why = say("the team with the lower colour difference has White (4.3.5)")
        return (1 if difference < 0 else -1), why
    for colour, opposite in zip(reversed(first.colours), reversed(second.colours)):
        if colour != opposite:
            return opposite, say("both change from when they last had different colours (4.3.6)")
    if first.wishes.wish:
        return first.wishes.wish, say("the first-team's preference is granted (4.3.7)")
    if first.colours:
        return -first.colours[-1], say("the first-team changes from its last match (4.3.8)")
    return second.colours[-1], say("the other team changes from its last match (4.3.9)")
