"""Sums over the rounds: the progressive score."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Annotated, List, Optional, Tuple

from xltie.core.errors import UndefinedValue
from xltie.event.index import Ledger, Outing
from xltie.event.model import Id
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import GREEN_2015, SWISS_KOREA
from xltie.rules.common.criterion_value import Term, Working

_WEIGHTS = Arg("What a point is worth in each round, instead of running totals: 1;2;3 or a range.")


@rule("PROGRESSIVE", code="PS", source=(SWISS_KOREA, GREEN_2015))
def progressive(
    ledger: Ledger,
    who: Id,
    cut: Annotated[int, Arg("How many of the first rounds to leave out.", min=0)] = 0,
    weights: Annotated[Optional[Tuple[Fraction, ...]], _WEIGHTS] = None,
) -> Working:
    """Progressive score: the running total of the points after each round, added up.

    An early point counts in every later total. With ``weights`` each round's points are multiplied
    by the weight of the round and added instead, as in the Grand Meijin tournament; a round beyond
    the last weight counts with that weight.
    """
    if not ledger.event.rounds_known:
        raise UndefinedValue("the games do not say in which round they were played")
    own = ledger.outings(who)
    if weights:
        return Working.of([_weighted(ledger, outing, weights, cut) for outing in own])
    running = list(accumulate(outing.units for outing in own))

    def terms() -> List[Term]:
        return [
            Term(
                o.round, o.opponent, ledger.in_points(units), f"total after round {o.round}",
                o.round > cut,
            )
            for o, units in zip(own, running)
        ]  # fmt: skip

    return Working(ledger.in_points(sum(running[cut:])), terms)


def _weighted(ledger: Ledger, outing: Outing, weights: Tuple[Fraction, ...], cut: int) -> Term:
    points = ledger.points(outing)
    weight = weights[min(outing.round, len(weights)) - 1]
    why = f"{points} × weight {weight}"
    return Term(outing.round, outing.opponent, points * weight, why, outing.round > cut)
