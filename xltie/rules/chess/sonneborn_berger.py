"""Sonneborn-Berger: the opponents' scores, weighted by the result against them."""

from __future__ import annotations

from fractions import Fraction

from xltie.core.messages import Message, joined
from xltie.event import EventIndex, Id
from xltie.functions.registry import rule
from xltie.functions.sources import FIDE_2026, SWISS_KOREA
from xltie.rules.chess.opponent_scores import Contribution, opponent_scores, why_seen
from xltie.rules.chess.options import CutOptions, OpponentOptions
from xltie.rules.common.criterion_value import CriterionValue, product_of


@rule(
    "SONNEBORN",
    code="SB",
    source=(FIDE_2026.at("9.1"), SWISS_KOREA),
    aliases=("SBERGER",),
    modifiers=(("P", "forfeits=played"), ("F", "fore"), ("S", "format=swiss")),
    takes=("cut", "rulebook", "median", "forfeits", "rounds", "format", "compat", "fore"),
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
    results = [part.result for part in scores.parts[who]]
    values = [scaled * result for scaled, result in zip(scores.scaled[who], results)]

    def value_of(part: Contribution) -> Fraction:
        return planned.in_square(part.adjusted.scaled * part.result)

    def why(part: Contribution) -> Message:
        factors = (part.result, part.adjusted.scaled)
        worth = joined(map(planned.in_points, factors), " × ")
        return product_of(worth, why_seen(part))

    total = planned.in_square(scores.sum_of(who, values, cut))
    return CriterionValue(total, lambda: scores.terms(who, values, cut, value_of, why))
