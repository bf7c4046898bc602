"""Sums over the rounds: the progressive score."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Annotated, List, Optional, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.messages import say
from xltie.event import EventIndex, Id, RoundRecord
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import GREEN_2015, SWISS_KOREA
from xltie.rules.common.criterion_value import CriterionValue, Term

_WEIGHTS = Arg("Weight of a point in each round, used instead of running totals: 1;2;3 or a range.")


@rule("PROGRESSIVE", code="PS", source=(SWISS_KOREA, GREEN_2015))
def progressive(
    event_index: EventIndex,
    who: Id,
    cut: Annotated[int, Arg("Number of first rounds to leave out.", min=0)] = 0,
    weights: Annotated[Optional[Tuple[Fraction, ...]], _WEIGHTS] = None,
) -> CriterionValue:
    """Progressive score: the running total of the points after each round, added up.

    A point scored early counts in every later total. With ``weights``, the points of each round are
    multiplied by its weight and added instead, as in the Grand Meijin tournament; rounds after the
    last weight take that weight.
    """
    if not event_index.event.rounds_known:
        raise UndefinedValue(say("the games do not say in which round they were played"))
    records = event_index.rounds_of(who)
    if weights:
        return CriterionValue.of(
            [_weighted(event_index, record, weights, cut) for record in records]
        )
    running = list(accumulate(record.scaled for record in records))

    def terms() -> List[Term]:
        return [
            Term.of(
                record,
                event_index.in_points(scaled),
                say("total after round {round}", round=record.round),
                record.round > cut,
            )
            for record, scaled in zip(records, running)
        ]

    return CriterionValue(event_index.in_points(sum(running[cut:])), terms)


def _weighted(
    event_index: EventIndex, record: RoundRecord, weights: Tuple[Fraction, ...], cut: int
) -> Term:
    points = event_index.points(record)
    weight = weights[min(record.round, len(weights)) - 1]
    why = say("{points} × weight {weight}", points=points, weight=weight)
    return Term.of(record, points * weight, why, record.round > cut)
