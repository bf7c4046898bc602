"""The quality criteria of C.04.6 (2.3), and the orders of its sets and pairings (3.5.4, 3.6.3).

C4 to C7 choose the upfloaters of a bracket, C8 to C10 its pairs. Every team of a bracket is paired
in it, so C4 to C7 follow from its upfloaters alone; in a pair that has one, a resident meets it.
"""

from __future__ import annotations

from typing import List, Sequence, Tuple, cast

from xltie.core.messages import say
from xltie.pairing.brackets.criteria import Criterion, Pair, Paired, Table, Value
from xltie.pairing.brackets.field import STRONG, Player, Slot, open_couples
from xltie.pairing.brackets.matching import cheapest_matching
from xltie.pairing.brackets.upfloats import (
    UpBracket,
    UpDigit,
    digits_of_scores,
    scores_of_upfloaters,
    set_in_order,
    upfloaters_of,
)
from xltie.pairing.systems.team_swiss.team import Rules, Team

Kept = Tuple[int, int, int]
"""What a pair adds to C8, C9 and C10."""


def same_wish(one: Player, other: Player) -> int:
    """Return what a pair adds to the teams without the colour that they prefer: C8 (2.3.5).

    Article 4 grants all preferences but one of two for the same colour.
    """
    return int(bool(one.wishes.wish) and one.wishes.wish == other.wishes.wish)


def same_strong_wish(one: Player, other: Player, is_type_b: bool) -> int:
    """Return what a pair adds to strong preferences that are not granted: C9 (2.3.6)."""
    both = one.wishes.strength == other.wishes.strength == STRONG
    return int(is_type_b and both and same_wish(one, other))


def floated_before(team: Player, is_late: bool) -> int:
    """Return what an upfloater adds to those who were floaters in the previous round: C7 (2.3.4).

    C10 (2.3.7) counts the opponents of upfloaters alike. In the last two rounds neither counts.
    """
    return int(cast(Team, team).was_floater and not is_late)


def of_pair(teams: Sequence[Player], pair: Pair, upfloaters: Sequence[Slot], rules: Rules) -> Kept:
    """Return what a pair adds to C8, C9 and C10."""
    one, other = (teams[at] for at in pair)
    met = [team for team, at in zip((other, one), pair) if at in upfloaters]
    return (
        same_wish(one, other),
        same_strong_wish(one, other, rules.is_type_b),
        sum(floated_before(team, rules.is_late) for team in met),
    )


def _needed(paired: Paired) -> Value:
    """Return how many upfloaters the following scoregroup needs after some have left it (C6)."""
    bracket = paired.bracket
    following = {at for at in bracket.following if at not in paired.movers}
    costs = {
        (high, low): int(high in following and low not in following)
        for high, low in open_couples(bracket.field.open_to, paired.rest)
    }
    mate = cheapest_matching(paired.rest, costs)
    return (sum(mate.get(at, at) not in following for at in following),)


def _stays_within(bracket: UpBracket) -> List[UpDigit]:
    """Return the digit of C6: a team of the following scoregroup meets another one of it."""
    slot, following = bracket.field.slot, set(bracket.following)

    def below(one: Player, other: Player) -> int:
        return int(slot[one.who] not in following or slot[other.who] in following)

    return [UpDigit(1, lambda one, other: 0, below=below)]


def _pairs_in_order(paired: Paired) -> Value:
    """Return the identifier of a pairing: its top members in order, then their opponents."""
    players = paired.bracket.field.players
    numbers = sorted((players[top].number, players[low].number) for top, low in paired.pairs)
    return (*(top for top, _ in numbers), *(low for _, low in numbers))


def table_of(rules: Rules) -> Table:
    """Return the criteria under the rules of a competition and a round."""

    def floated(paired: Paired) -> Value:
        players = paired.bracket.field.players
        return (sum(floated_before(players[at], rules.is_late) for at in paired.movers),)

    def no_floater(bracket: UpBracket) -> List[UpDigit]:
        return [UpDigit(1, lambda one, other: 1 - floated_before(other, rules.is_late))]

    def added(which: int, paired: Paired) -> Value:
        teams = paired.bracket.field.players
        values = (of_pair(teams, pair, paired.movers, rules) for pair in paired.pairs)
        return (sum(value[which] for value in values),)

    return (
        Criterion("C4", "2.3.1", say("more teams float up"), upfloaters_of, is_counted=True),
        Criterion(
            "C5", "2.3.2", say("teams with lower scores float up"), scores_of_upfloaters,
            digits_of_scores,
        ),
        Criterion(
            "C6", "2.3.3", say("the following scoregroup needs more upfloaters"), _needed,
            _stays_within, is_counted=True,
        ),
        Criterion(
            "C7", "2.3.4", say("more teams float up that were floaters in the previous round"),
            floated, no_floater, is_counted=True,
        ),
        Criterion("", "3.5.4", say(
            "all criteria are kept as well, but the upfloaters come later in the order"
        ), set_in_order),
        Criterion(
            "C8", "2.3.5", say("more teams do not get the colour that they prefer"),
            lambda paired: added(0, paired), is_counted=True,
        ),
        Criterion(
            "C9", "2.3.6", say("more teams do not get a strong preference"),
            lambda paired: added(1, paired), is_counted=True,
        ),
        Criterion(
            "C10", "2.3.7",
            say("more opponents of upfloaters were floaters in the previous round"),
            lambda paired: added(2, paired), is_counted=True,
        ),
        Criterion("", "3.6.3", say(
            "all criteria are kept as well, but the pairing comes later in the order"
        ), _pairs_in_order),
    )  # fmt: skip
