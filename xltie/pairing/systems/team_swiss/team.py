"""A team as the Swiss Team System sees one before a round, and its colour preference (1.6, 1.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, NamedTuple, Tuple

from xltie.pairing.brackets.field import MILD, NO_WISH, STRONG, Player, Preference

Colours = Tuple[int, ...]
"""The colours of the matches played, +1 where the first board had White (1.6.1)."""


@dataclass(frozen=True)
class Team(Player):
    """A team to be paired.

    ``score`` holds the virtual points of the round, ``primary`` and ``secondary`` are without.
    ``was_floater`` tells whether it was a floater in the previous round (1.5). What is called a
    simple preference of type A counts as a strong one.
    """

    primary: int
    secondary: int
    was_floater: bool


class Rules(NamedTuple):
    """What of the competition and of the round the criteria go by.

    ``scores`` are those of all teams of the round, also of the one with the bye, the highest first.
    """

    is_type_b: bool
    is_late: bool
    scores: Tuple[int, ...]


def no_preference(colours: Colours, is_last: bool) -> Preference:
    """Return that a team has no preference: the competition uses none (1.7)."""
    return Preference(0, NO_WISH, abs(sum(colours)), 0)


def preference_a(colours: Colours, is_last: bool) -> Preference:
    """Return the preference of type A (1.7.1)."""
    difference = sum(colours)
    last_two = colours[-2:]
    wish = 0
    if difference < -1 or (difference in (0, -1) and last_two == (-1, -1)):
        wish = 1
    elif difference > 1 or (difference in (0, 1) and last_two == (1, 1)):
        wish = -1
    return Preference(wish, STRONG if wish else NO_WISH, abs(difference), 0)


def preference_b(colours: Colours, is_last: bool) -> Preference:
    """Return the preference of type B: strong where type A has one, else mild (1.7.2).

    The sentence about the last round ends the mild preferences of a difference of zero; the strong
    one of two matches with the same colour stands.
    """
    strong = preference_a(colours, is_last)
    if strong.wish:
        return strong
    difference = sum(colours)
    wish = (difference < 0) - (difference > 0)
    if not difference and colours and not is_last:
        wish = -colours[-1]
    return Preference(wish, MILD if wish else NO_WISH, abs(difference), 0)


PREFERENCES: Dict[str, Callable[[Colours, bool], Preference]] = {
    "A": preference_a, "B": preference_b, "": no_preference,
}  # fmt: skip
"""The preference by what the rules of the competition use (1.7), "" for none."""
