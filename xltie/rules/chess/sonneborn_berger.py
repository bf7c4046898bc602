"""Sonneborn-Berger: the opponents' scores, weighted by the result against them."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List

from xltie.core.messages import Message, joined
from xltie.event import EventIndex, Id
from xltie.functions.registry import rule
from xltie.functions.sources import FIDE_2026, SWISS_KOREA
from xltie.rules.chess.opponent_scores import (
    Contribution,
    OpponentScores,
    opponent_scores,
    why_seen,
)
from xltie.rules.chess.options import CutOptions, OpponentOptions
from xltie.rules.common.criterion_value import CriterionValue
from xltie.rules.common.reasons import product_of


def _products(scores: OpponentScores, who: Id) -> List[int]:
    return [part.adjusted.scaled * part.result for part in scores.parts[who]]


def _all_sonneborn(
    event_index: EventIndex, cut: CutOptions, options: OpponentOptions
) -> Dict[Id, Fraction]:
    scores = opponent_scores(event_index, options)
    sums = scores.sums_of({who: _products(scores, who) for who in scores.parts}, cut)
    return {who: scores.event_index.in_square(scaled) for who, scaled in sums.items()}


@rule(
    "SONNEBORN",
    code="SB",
    source=(FIDE_2026.at("9.1"), SWISS_KOREA),
    aliases=("SBERGER",),
    modifiers=(("P", "forfeits=played"), ("F", "fore"), ("S", "format=swiss")),
    takes=("cut", "rulebook", "median", "forfeits", "rounds", "format", "compat", "fore"),
    totals=_all_sonneborn,
)
def sonneborn(
    event_index: EventIndex, who: Id, cut: CutOptions, options: OpponentOptions
) -> CriterionValue:
    """Sonneborn-Berger: the scores of opponents beaten plus half the scores of those drawn with.

    Each opponent's score is multiplied by the points scored against that opponent. In a round
    robin, opponents count with the score they made, and forfeits count as games.
    """
    scores = opponent_scores(event_index, options)
    planned = scores.event_index
    values = _products(scores, who)

    def value_of(part: Contribution) -> Fraction:
        return planned.in_square(part.adjusted.scaled * part.result)

    def why(part: Contribution) -> Message:
        factors = (part.result, part.adjusted.scaled)
        worth = joined(map(planned.in_points, factors), " × ")
        return product_of(worth, why_seen(part))

    total = planned.in_square(scores.sums_of({who: values}, cut)[who])
    return CriterionValue(total, lambda: scores.terms(who, values, cut, value_of, why))
