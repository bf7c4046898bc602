"""Counting the rounds of a player: which are games, which are won."""

from __future__ import annotations

from typing import Callable

from xltie.event.index import EventIndex, RoundRecord
from xltie.event.model import Id, Outcome, Status
from xltie.rules.common.criterion_value import CriterionValue, Term


def counts_as_game(record: RoundRecord, forfeits: str) -> bool:
    """Tell whether a round is a game played, with ``forfeits`` "played" also one won by forfeit.

    A forfeit lost is an unplayed round for the own record even where forfeits are games (C.07
    15.2).
    """
    if record.is_played:
        return record.other is not None
    return forfeits.lower() == "played" and record.own.status is Status.FORFEIT_WIN


def is_won(record: RoundRecord) -> bool:
    """Tell whether a game was won, over the board or by forfeit."""
    return record.own.outcome is Outcome.WIN or record.own.status is Status.FORFEIT_WIN


def count(
    event_index: EventIndex, who: Id, counts: Callable[[RoundRecord], bool]
) -> CriterionValue:
    """Return the number of a player's rounds that count."""
    own = list(filter(counts, event_index.rounds_of(who)))
    return CriterionValue(len(own), lambda: [Term(o.round, o.opponent, 1, _how(o)) for o in own])


def _how(record: RoundRecord) -> str:
    own = record.own
    how = own.outcome.value if record.is_played and own.outcome else own.status.value
    return f"{how} with {own.seat}" if own.seat else how
