"""Teams as the Swiss Team System sees them: the field, preferences (1.6, 1.7), colours (4)."""

from __future__ import annotations

from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

from xltie.core.messages import Message, say
from xltie.core.records import dataclass
from xltie.event import EventIndex, RoundRecord, Status, pairing_order
from xltie.pairing.brackets.field import MILD, NO_WISH, STRONG, Field, Player, Preference
from xltie.pairing.brackets.from_event import (
    Scores,
    colours_and_met,
    forbidden_couples,
    is_played,
    numbered,
    scores_before,
)
from xltie.pairing.catalogue import System
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState, running_scores

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


_BARS_THE_BYE = (Status.PAIRING_BYE, Status.FORFEIT_WIN, Status.FULL_BYE)
"""After these nobody has the pairing-allocated bye: C2 (2.1.2)."""


def match_field(
    primary: EventIndex, secondary: Optional[EventIndex], state: PairingState, system: System,
    wants: RoundOptions,
) -> Field:  # fmt: skip
    """Return who plays matches in a round, by the first score and the second, if there is one.

    Raises:
        InputError: virtual points that cannot be read, or Baku where it is not allowed.
    """
    scores = scores_before(primary, state, wants)
    playing = {entry.who for entry in state.entries}
    order = pairing_order(primary.event)
    teams = []
    for number, who, records in numbered(primary, order, playing, state.round):
        first, second = (
            0 if index is None else running_scores(index, who, state.round, ())[-1]
            for index in (primary, secondary)
        )
        colours, met = colours_and_met(records)
        may_rest = not any(record.own.status in _BARS_THE_BYE for record in records)
        teams.append(Team(
            who, number, scores[who][-1], colours, met, (0, 0), may_rest,
            PREFERENCES[system.colours](colours, state.is_last), sum(map(is_played, records)),
            first, second, _was_floater(records, scores, state.round - 1),
        ))  # fmt: skip
    return Field(teams, forbidden_couples(primary, wants, playing))


def _was_floater(records: List[RoundRecord], scores: Scores, number: int) -> bool:
    """Tell whether a team played against another score in a round (1.5); a bye is no float."""
    record = next((record for record in records if record.round == number), None)
    if record is None or record.other is None or not is_played(record):
        return False
    return scores[record.own.who][number - 1] != scores[record.other.who][number - 1]


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
