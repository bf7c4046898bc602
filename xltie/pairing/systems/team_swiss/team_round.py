"""A round of teams by C.04.6: its criteria (2.3), the pairs of a bracket (3.6), the articles.

C4 to C7 choose the upfloaters of a bracket, C8 to C10 its pairs. Every team of a bracket is paired
in it, so C4 to C7 follow from its upfloaters alone; in a pair that has one, a resident meets it.
The identifier of a pairing names its top members in ascending order, then the bottom member of
each; of two pairings the one that has the smallest team in which they differ on top is first.
"""

from __future__ import annotations

from functools import partial
from typing import Callable, Dict, List, Optional, Sequence, Tuple, cast

from xltie.core.errors import InputError
from xltie.core.messages import Message, say
from xltie.event import EventIndex, scored, team_event
from xltie.pairing.brackets.bracket_round import (
    HAVE_MET,
    NOBODY_LEFT,
    SAME_COLOUR,
    BracketRound,
    Handbook,
    Seated,
    refuse_unknown,
    without_bye,
)
from xltie.pairing.brackets.criteria import Criterion, Pair, Paired, Table, Value, Verdict
from xltie.pairing.brackets.field import STRONG, Field, Player, Slot, open_couples
from xltie.pairing.brackets.from_event import initial_colour
from xltie.pairing.brackets.matching import cheapest_matching, first_best_assignment
from xltie.pairing.brackets.upfloats import (
    UpBracket,
    UpDigit,
    UpSystem,
    digits_of_scores,
    scores_of_upfloaters,
    set_in_order,
    upfloaters_of,
)
from xltie.pairing.catalogue import System
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.team_swiss.team import Rules, Team, match_field, white_first

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

    return [UpDigit(below=below)]


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
        return [UpDigit(lambda one, other: 1 - floated_before(other, rules.is_late))]

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


def pairs_of(bracket: UpBracket, upfloaters: Sequence[Slot], rules: Rules) -> List[Pair]:
    """Return the pairs of a bracket that can be paired, by their top members in ascending order."""
    return BracketPairs(bracket.field, bracket.residents, upfloaters, rules).first_best()


def first_opponents(paired: Paired) -> Dict[Slot, Slot]:
    """Return the opponents that the first pairing of a bracket has: half against half (3.6.2)."""
    players = paired.bracket.field.players
    members = sorted(
        (at for pair in paired.pairs for at in pair), key=lambda at: players[at].number
    )
    half = len(members) // 2
    return dict(zip(members[:half], members[half:]))


class BracketPairs:
    """The search for the pairs of a bracket that can be paired.

    A pair has its top member first, the one with the smaller number (3.6.1).
    """

    def __init__(
        self, field: Field, residents: Sequence[Slot], upfloaters: Sequence[Slot], rules: Rules
    ) -> None:
        self.teams, self.open_to = field.players, field.open_to
        self.upfloaters, self.rules = upfloaters, rules
        members = [*residents, *upfloaters]
        self.members = sorted(members, key=lambda at: self.teams[at].number)
        self.room = len(members).bit_length()

    def cost(self, one: Slot, other: Slot) -> int:
        """Return what a pair adds to C8, C9 and C10 as one number."""
        c8, c9, c10 = of_pair(self.teams, (one, other), self.upfloaters, self.rules)
        return (((c8 << self.room) + c9) << self.room) + c10

    def first_best(self) -> List[Pair]:
        """Return the pairs, by their top members in ascending order (3.6.4)."""
        half = len(self.members) // 2
        natural = self._assigned(self.members[:half], self.members[half:])
        if natural is not None and not natural[0]:
            return natural[1]
        best = self._couples(self.cost)
        if natural is not None and natural[0] == sum(self.cost(*pair) for pair in best):
            return natural[1]
        found = self._assigned(*self._halves())
        assert found is not None, "the halves come from a pairing"
        return found[1]

    def _halves(self) -> Tuple[List[Slot], List[Slot]]:
        """Return the top and the bottom members of the first of the best pairings."""
        size = len(self.members)
        order = {at: 1 << size - 1 - index for index, at in enumerate(self.members)}
        couples = self._couples(lambda one, other: (self.cost(one, other) << size) + order[other])
        tops = {top for top, _ in couples}
        bottoms = [at for at in self.members if at not in tops]
        return [at for at in self.members if at in tops], bottoms

    def _couples(self, cost: Callable[[Slot, Slot], int]) -> List[Pair]:
        """Return the pairs of a cheapest pairing of the bracket."""
        costs = {pair: cost(*pair) for pair in open_couples(self.open_to, self.members)}
        mate = cheapest_matching(self.members, costs)
        return [(top, low) for top, low in costs if mate.get(top) == low]

    def _assigned(
        self, tops: Sequence[Slot], bottoms: Sequence[Slot]
    ) -> Optional[Tuple[int, List[Pair]]]:
        """Return the cost and the pairs of the first best pairing with these top members."""
        costs = [[self._cost_of(top, low) for low in bottoms] for top in tops]
        most = max((cost for row in costs for cost in row if cost is not None), default=0)
        gains = [[None if cost is None else most - cost for cost in row] for row in costs]
        found = first_best_assignment(gains)
        if found is None:
            return None
        couples = [(top, bottoms[column]) for top, column in zip(tops, found[1])]
        return most * len(couples) - found[0], couples

    def _cost_of(self, top: Slot, low: Slot) -> Optional[int]:
        """Return what a pair costs, None where it cannot be, or would have its members reversed."""
        is_reversed = self.teams[low].number < self.teams[top].number
        if is_reversed or not self.open_to[top] >> low & 1:
            return None
        return self.cost(top, low)


LAST_ROUNDS = 2
"""The rounds at the end in which it does not matter who was a floater (2.3.4, 2.3.7)."""


def bye_reasons(score: Message, games: Message, number: Message) -> Tuple[Verdict, ...]:
    """Return why another one has the bye, by the articles of C.04.5 and C.04.6."""
    unpaired = say("not everybody else could be paired")
    by_article = {"3.4.2": score, "3.4.1": unpaired, "3.4.3": games, "3.4.4": number}
    return tuple(Verdict("", article, why) for article, why in by_article.items())


HANDBOOK = Handbook(
    say("the Swiss Team System"), "C.04.6",
    met=Verdict("C1", "2.1.1", HAVE_MET),
    no_bye=Verdict("C2", "2.1.2", say("there was a bye, or a match won by forfeit, before")),
    colour=Verdict("", "", SAME_COLOUR),
    completion=Verdict("C3", "", NOBODY_LEFT),
    even=Verdict("", "3.4", say("the number of teams is even")),
    decided_by="3.3.3", bye_first="3.4", floats_up=True, needs_rounds="2.3.4",
    bye_reasons=bye_reasons(
        say("another team has a lower score"),
        say("another team has played more matches"),
        say("another team has a larger number"),
    ),
)  # fmt: skip


def teams(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> BracketRound:
    """Return a round of C.04.6.

    Raises:
        InputError: an option that the rules exclude, a number of rounds that is not known, or
            virtual points that cannot be used.
        NoPairing: there is no team that can have the bye.
    """
    refuse_unknown(wants, state, HANDBOOK)
    event = team_event(event_index)
    if wants.baku and event.primary == "GP":  # C.04.7, 1.4.4
        text = say("Baku acceleration is for match points as the first score (C.04.7)")
        raise InputError.of(text)
    primary, secondary = scored(event_index), scored(event_index, event.secondary)
    field = match_field(primary, secondary, state, system, wants)
    scores = tuple(sorted({player.score for player in field.players}, reverse=True))
    rules = Rules(system.colours == "B", is_late(state.round, state.rounds), scores)
    bye, even = without_bye(field, state, HANDBOOK)
    initial = initial_colour(event_index, state)

    def seat(one: Slot, other: Slot) -> Seated:
        first, second = (cast(Team, even.players[at]) for at in (one, other))
        return white_first(first, second, initial, rules.is_type_b, system.second_score)

    return BracketRound(
        HANDBOOK, table_of(rules), state, field, bye, even, system_of(rules).step, seat,
        first_opponents, primary.denominator, system,
    )  # fmt: skip


def is_late(round_number: int, rounds: int) -> bool:
    """Tell whether a round is one of the last two, in which C7 and C10 do not hold."""
    return bool(rounds) and round_number > rounds - LAST_ROUNDS


def system_of(rules: Rules) -> UpSystem:
    """Return the system under the rules of a competition and a round.

    The following scoregroup is the one with the next score of all; it may be empty already, and
    then C6 (2.3.3) asks for nothing.
    """
    return UpSystem(table_of(rules), partial(pairs_of, rules=rules), rules.scores, suits)


def suits(bracket: UpBracket, below: Sequence[Slot]) -> bool:
    """Tell whether the rest can be paired, the following scoregroup within itself but for one.

    That is the most that C6 (2.3.3) can ask for.
    """
    inside = set(bracket.following) & set(below)
    following = [at for at in below if at in inside]
    others = [at for at in below if at not in inside]
    is_perfect = bracket.completion.is_perfect
    if len(following) % 2 == 0:
        return is_perfect(following) and is_perfect(others)
    return any(
        is_perfect([*following, at]) and is_perfect(other for other in others if other != at)
        for at in others
    )
