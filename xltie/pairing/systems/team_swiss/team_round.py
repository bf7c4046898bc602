"""A round of teams by C.04.6: which criteria hold, and what the articles are called."""

from __future__ import annotations

from functools import partial
from typing import Sequence, Tuple, cast

from xltie.core.errors import InputError
from xltie.core.messages import Message, say
from xltie.event import EventIndex
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
from xltie.pairing.brackets.criteria import Verdict
from xltie.pairing.brackets.field import Slot
from xltie.pairing.brackets.from_event import initial_colour
from xltie.pairing.brackets.upfloats import UpBracket, UpSystem
from xltie.pairing.catalogue import System
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.team_swiss.bracket_pairs import first_opponents, pairs_of, table_of
from xltie.pairing.systems.team_swiss.team import Rules, Team, team_list, white_first

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
    decided_by="3.3.3", bye_first="3.4", floats_up=True,
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
    refuse_unknown(wants, HANDBOOK.name)
    if not state.rounds:
        raise InputError.of(say("the Swiss Team System needs the number of rounds (C.04.6, 2.3.4)"))
    field, denominator = team_list(event_index, state, system, wants)
    scores = tuple(sorted({player.score for player in field.players}, reverse=True))
    rules = Rules(system.colours == "B", is_late(state.round, state.rounds), scores)
    numbers = [player.number for player in field.players]
    bye, even = without_bye(field, state, numbers, HANDBOOK)
    initial = initial_colour(event_index, state)

    def seat(one: Slot, other: Slot) -> Seated:
        first, second = (cast(Team, even.players[at]) for at in (one, other))
        return white_first(first, second, initial, rules.is_type_b, system.second_score)

    return BracketRound(
        HANDBOOK, table_of(rules), state, field, bye, even, system_of(rules).step, seat,
        first_opponents, denominator, system,
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
