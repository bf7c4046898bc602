"""Sonneborn-Berger: the opponents' scores, weighted by the result against them."""

from __future__ import annotations

from fractions import Fraction

from xltie.core.messages import Message, joined
from xltie.event import EventIndex, Id
from xltie.functions.registry import rule
from xltie.functions.sources import FIDE_2026, SWISS_KOREA
from xltie.rules.chess.opponent_scores import (
    Contribution,
    marked_terms,
    opponent_scores,
    why_seen,
)
from xltie.rules.chess.opponent_scores import cut as cut_parts
from xltie.rules.chess.options import (
    CompatOption,
    CutOption,
    ForeOption,
    FormatOption,
    MedianOption,
    RoundsOption,
    RulebookOption,
)
from xltie.rules.common.criterion_value import CriterionValue
from xltie.rules.common.options import ForfeitsOption
from xltie.rules.common.reasons import product_of


@rule(
    "SONNEBORN",
    code="SB",
    source=(FIDE_2026.at("9.1"), SWISS_KOREA),
    aliases=("SBERGER",),
    modifiers=(("P", "forfeits=played"), ("F", "fore"), ("S", "format=swiss")),
)
def sonneborn(
    event_index: EventIndex,
    who: Id,
    cut: CutOption = 0,
    rulebook: RulebookOption = "",
    median: MedianOption = 0,
    forfeits: ForfeitsOption = "",
    rounds: RoundsOption = 0,
    format: FormatOption = "",
    compat: CompatOption = "",
    fore: ForeOption = 0,
) -> CriterionValue:
    """Sonneborn-Berger: the scores of opponents beaten plus half the scores of those drawn with.

    Each opponent's score is multiplied by the points scored against that opponent. In a round
    robin, opponents count with the score they made, and forfeits count as games.
    """
    own = opponent_scores(event_index, rulebook, forfeits, rounds, format, compat, bool(fore))
    parts = own.parts[who]
    values = [part.adjusted.scaled * part.result for part in parts]
    low = cut + median
    gone = cut_parts(parts, values, own.book, low, median) if low else []
    total = sum(values) - sum(values[index] for index, _ in gone)
    square = own.event_index.denominator * own.event_index.denominator

    def value_of(part: Contribution) -> Fraction:
        return Fraction(part.adjusted.scaled * part.result, square)

    def why(part: Contribution) -> Message:
        factors = (part.result, part.adjusted.scaled)
        worth = joined(map(own.event_index.in_points, factors), " × ")
        return product_of(worth, why_seen(part))

    return CriterionValue(
        own.event_index.in_square(total), lambda: marked_terms(parts, gone, value_of, why)
    )
