"""Counting the rounds of a player: which are games, which are won."""

from __future__ import annotations

from typing import List

from xltie.core.messages import Message, say
from xltie.event import EventIndex, Id, Outcome, RoundRecord, Status
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.common.reasons import ended


def games(event_index: EventIndex, who: Id, forfeits: str) -> List[RoundRecord]:
    """Return a player's games, with ``forfeits`` "played" also those won by forfeit.

    A forfeit lost is an unplayed round for the own record even where forfeits are games (C.07
    15.2).
    """
    played = event_index.games_of(who)
    if forfeits != "played":
        return played
    records = event_index.rounds_of(who)
    won = (record for record in records if record.own.status is Status.FORFEIT_WIN)
    return sorted([*played, *won], key=lambda record: record.round)


def is_won(record: RoundRecord) -> bool:
    """Tell whether a game was won, over the board or by forfeit."""
    return record.own.outcome is Outcome.WIN or record.own.status is Status.FORFEIT_WIN


def count_of(records: List[RoundRecord]) -> CriterionValue:
    """Return the number of a player's rounds that count, which are given."""
    return CriterionValue(
        len(records), lambda: [Term.of(record, 1, _how(record)) for record in records]
    )


def _how(record: RoundRecord) -> Message:
    how = ended(record)
    if record.other is None:
        return how
    if record.own.seat == "black":
        return say("{how} with black", how=how)
    return say("{how} with white", how=how) if record.own.seat else how
