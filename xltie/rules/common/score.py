"""A player's own record: points and wins."""

from __future__ import annotations

from typing import Annotated

from xltie.event.index import Ledger, Outing
from xltie.event.model import Id, Outcome, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import FIDE_2026, SWISS_KOREA, WOF
from xltie.rules.common.counting import Forfeits, count, counts_as_game, is_won
from xltie.rules.common.criterion_value import Term, Working


@rule("POINTS", code="PTS", source=(WOF, SWISS_KOREA), aliases=("score", "points"))
def points(
    ledger: Ledger,
    who: Id,
    after: Annotated[int, Arg("Only the rounds up to this one; 0 for all.", min=0)] = 0,
) -> Working:
    """Points scored: a win counts 1, a draw one half, a bye what the event gives for it.

    The points of every round are added, however they were earned. With ``after`` the sum stops at
    that round, which is what a race round by round shows.
    """
    own = [o for o in ledger.outings(who) if not after or o.round <= after]
    total = ledger.in_points(sum(outing.units for outing in own))
    return Working(total, lambda: [_round_term(ledger, outing) for outing in own])


def _round_term(ledger: Ledger, outing: Outing) -> Term:
    own = outing.own
    how = own.outcome.value if outing.is_played and own.outcome else own.status.value
    return Term(outing.round, outing.opponent, ledger.points(outing), how)


@rule("WINS", code="WIN", source=(SWISS_KOREA, FIDE_2026.at("7.1")))
def wins(ledger: Ledger, who: Id) -> Working:
    """Number of rounds won, a bye or a forfeit that gives the points of a win included."""
    win = ledger.win_units
    return count(ledger, who, lambda o: o.units == win and _earns(o))


@rule(
    "GAMESWON",
    code="WON",
    source=(SWISS_KOREA, FIDE_2026.at("7.2")),
    modifiers=(("P", "forfeits=played"),),
)
def games_won(ledger: Ledger, who: Id, forfeits: Forfeits = "") -> Working:
    """Number of games won by playing them; byes and forfeits do not count.

    Whether a forfeit win of a round robin counts is an open reading of the rules of chess;
    ``played`` counts it.
    """
    return count(ledger, who, lambda o: is_won(o) and counts_as_game(o, forfeits))


def _earns(outing: Outing) -> bool:
    if outing.is_played:
        return outing.own.outcome is Outcome.WIN
    return outing.own.status is not Status.PENDING
