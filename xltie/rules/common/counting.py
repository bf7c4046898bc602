"""Counting the rounds of a player: which are games, which are won."""

from __future__ import annotations

from typing import Annotated, Callable

from xltie.event.index import Ledger, Outing
from xltie.event.model import Id, Outcome, Status
from xltie.functions.registry import Arg
from xltie.rules.common.criterion_value import Term, Working

Forfeits = Annotated[
    str,
    Arg("played: forfeits count as games with the scheduled opponent.", names=("", "played")),
]


def counts_as_game(outing: Outing, forfeits: str) -> bool:
    """Tell whether a round is a game played, with ``forfeits`` "played" also one won by forfeit.

    A forfeit lost is an unplayed round for the own record even where forfeits are games (C.07
    15.2).
    """
    if outing.is_played:
        return outing.other is not None
    return forfeits.lower() == "played" and outing.own.status is Status.FORFEIT_WIN


def is_won(outing: Outing) -> bool:
    """Tell whether a game was won, at the board or by forfeit."""
    return outing.own.outcome is Outcome.WIN or outing.own.status is Status.FORFEIT_WIN


def count(ledger: Ledger, who: Id, counts: Callable[[Outing], bool]) -> Working:
    """Return the number of a player's rounds that count."""
    own = [outing for outing in ledger.outings(who) if counts(outing)]
    return Working(len(own), lambda: [Term(o.round, o.opponent, 1, _how(o)) for o in own])


def _how(outing: Outing) -> str:
    own = outing.own
    how = own.outcome.value if outing.is_played and own.outcome else own.status.value
    return f"{how} with {own.seat}" if own.seat else how
