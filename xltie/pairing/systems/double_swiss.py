"""The Double-Swiss system (C.04.5, from 1 February 2026): every pairing is a match of two games.

Brackets take upfloaters from below, as in the Swiss Team System, with the same sets (3.5) and the
same identifiers of pairings (3.6); colours are no criterion. Who has White plays the first game of
the match with White and the second with Black (4.4).
"""

from __future__ import annotations

from typing import Tuple, cast

from xltie.core.messages import Message, say
from xltie.core.records import replace
from xltie.event import EventIndex
from xltie.pairing.brackets.bracket_round import (
    EVEN_PLAYERS,
    BracketRound,
    Seated,
    refuse_unknown,
    without_bye,
)
from xltie.pairing.brackets.criteria import Table, Verdict
from xltie.pairing.brackets.field import Player, Slot
from xltie.pairing.brackets.from_event import initial_colour
from xltie.pairing.catalogue import System
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.team_swiss import team_round
from xltie.pairing.systems.team_swiss.team import Rules, Team, match_field
from xltie.pairing.systems.team_swiss.team_round import first_opponents

HANDBOOK = team_round.HANDBOOK._replace(
    name=say("the Double-Swiss system"), chapter="C.04.5",
    even=Verdict("", "3.4", EVEN_PLAYERS),
    decided_by="3.1", needs_rounds="2.3",
    bye_reasons=team_round.bye_reasons(
        say("another player has a lower score"),
        say("another player has played more matches"),
        say("another player has a larger number"),
    ),
)  # fmt: skip
"""That of the Swiss Team System, whose articles have the same numbers."""
_IN_TEAMS = {
    "C4": ("C4", "2.3.1", say("more players float up")),
    "C5": ("C5", "2.3.2", say("players with lower scores float up")),
    "C6": ("C6", "2.3.3", say("the following scoregroup needs more upfloaters")),
    "C7": ("C7", "2.3.4", say("more players float up that were floaters in the previous round")),
    "C10": (
        "C8", "2.3.5",
        say("more opponents of upfloaters were floaters in the previous round"),
    ),
}  # fmt: skip
"""The criteria by the codes that the Swiss Team System has for them."""


def double_swiss(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> BracketRound:
    """Return a round of C.04.5.

    Raises:
        InputError: an option that the rules exclude, or a number of rounds that is not known.
        NoPairing: there is nobody who can have the bye.
    """
    refuse_unknown(wants, state, HANDBOOK)
    field = match_field(event_index, None, state, system, wants)
    scores = tuple(sorted({player.score for player in field.players}, reverse=True))
    rules = Rules(is_type_b=False, is_late=state.is_last, scores=scores)
    bye, even = without_bye(field, state, HANDBOOK)
    initial = initial_colour(event_index, state)

    def seat(one: Slot, other: Slot) -> Seated:
        first, second = (even.players[at] for at in sorted((one, other)))
        return white_first(first, second, initial)

    table = table_of(rules)
    step = team_round.system_of(rules)._replace(table=table).step
    return BracketRound(
        HANDBOOK, table, state, field, bye, even, step, seat, first_opponents,
        event_index.denominator, system,
    )  # fmt: skip


def table_of(rules: Rules) -> Table:
    """Return the criteria: those of teams but for colours; floats do not count in the last round.

    The orders of sets (3.5.4) and of pairings (3.6.3) have the same articles in both texts.
    """
    found = []
    for criterion in team_round.table_of(rules):
        if not criterion.code:
            found.append(criterion)
        elif criterion.code in _IN_TEAMS:
            code, article, worse = _IN_TEAMS[criterion.code]
            found.append(replace(criterion, code=code, article=article, worse=worse))
    return tuple(found)


def white_first(high: Player, low: Player, initial: int) -> Seated:
    """Return White and Black of the first game, and what of article 4.3 decides.

    ``high`` has the higher score, or the smaller number; ``initial`` is the initial colour, +1 for
    White.
    """
    colour, why = _of_high(cast(Team, high), cast(Team, low), initial)
    return (high, low, why) if colour == 1 else (low, high, why)


def _of_high(high: Team, low: Team, initial: int) -> Tuple[int, Message]:
    if not high.colours and not low.colours:
        colour = initial if high.number % 2 else -initial
        return colour, say("the initial colour goes by pairing numbers (4.3.1)")
    fewer = high.colours.count(1) - low.colours.count(1)
    if fewer:
        return (1 if fewer < 0 else -1), say("White goes to who had it less often (4.3.2)")
    for own, opposite in zip(reversed(high.colours), reversed(low.colours)):
        if own != opposite:
            return opposite, say("both change from when they last had different colours (4.3.3)")
    if high.colours:
        return -high.colours[-1], say("the higher ranked player changes colour (4.3.4)")
    return low.colours[-1], say("the other player changes colour (4.3.5)")
