"""Buchholz and its variants: sums of the scores of the opponents met."""

from __future__ import annotations

from fractions import Fraction

from xltie.core.messages import say
from xltie.core.rounding import half_up
from xltie.event import EventIndex, Id
from xltie.functions.registry import rule
from xltie.functions.sources import FIDE_2026, SWISS_KOREA
from xltie.rules.chess.opponent_scores import cut as cut_parts
from xltie.rules.chess.opponent_scores import (
    marked_terms,
    opponent_scores,
    why_seen,
)
from xltie.rules.chess.options import (
    CompatOption,
    CutOption,
    ForeOption,
    MedianOption,
    RoundsOption,
    RulebookOption,
)
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.common.options import ForfeitsOption
from xltie.rules.common.reasons import buchholz_of
from xltie.rules.common.rulebooks import edition_of, fide_edition

_MODIFIERS = (("P", "forfeits=played"),)
_FORE_MODIFIERS = (*_MODIFIERS, ("F", "fore"))


@rule("BUCHHOLZ", code="BH", source=(FIDE_2026.at("8.1"), SWISS_KOREA), modifiers=_FORE_MODIFIERS)
def buchholz(
    event_index: EventIndex,
    who: Id,
    cut: CutOption = 0,
    rulebook: RulebookOption = "",
    median: MedianOption = 0,
    forfeits: ForfeitsOption = "",
    rounds: RoundsOption = 0,
    compat: CompatOption = "",
    fore: ForeOption = 0,
) -> CriterionValue:
    """Buchholz: the sum of the final scores of the opponents met.

    The rulebook determines the score at which an opponent who missed rounds counts, and whether the
    player's own rounds without a game add anything. Go players know the same sum as SOS.
    """
    own = opponent_scores(event_index, rulebook, forfeits, rounds, "", compat, fore=bool(fore))
    parts = own.parts[who]
    values = [part.adjusted.scaled for part in parts]
    low = cut + median
    gone = cut_parts(parts, values, own.book, low, median) if low else []
    total = sum(values) - sum(values[index] for index, _ in gone)
    in_points = own.event_index.in_points
    return CriterionValue(
        in_points(total),
        lambda: marked_terms(parts, gone, lambda part: in_points(part.adjusted.scaled), why_seen),
    )


@rule("FOREBUCHHOLZ", code="FB", source=FIDE_2026.at("8.3"), modifiers=_MODIFIERS)
def forebuchholz(
    event_index: EventIndex,
    who: Id,
    cut: CutOption = 0,
    rulebook: RulebookOption = "",
    median: MedianOption = 0,
    forfeits: ForfeitsOption = "",
    rounds: RoundsOption = 0,
    compat: CompatOption = "",
) -> CriterionValue:
    """Fore Buchholz: Buchholz as if every game of the last round had been drawn.

    It is known before the last round is played. Byes in that round stay as they are.
    """
    book = rulebook or _fide(event_index)
    return buchholz(event_index, who, cut, book, median, forfeits, rounds, compat, fore=1)


def _fide(event_index: EventIndex) -> str:
    """Return the edition for what only FIDE's rules define, even if the game is not known."""
    return (
        edition_of(event_index.event)
        if event_index.event.game
        else fide_edition(event_index.event.start_date)
    )


@rule(
    "AVGOPPBUCHHOLZ",
    code="AOB",
    source=FIDE_2026.at("8.2"),
    modifiers=_FORE_MODIFIERS,
)
def average_buchholz(
    event_index: EventIndex,
    who: Id,
    rulebook: RulebookOption = "",
    fore: ForeOption = 0,
    forfeits: ForfeitsOption = "",
    rounds: RoundsOption = 0,
    compat: CompatOption = "",
) -> CriterionValue:
    """Average Buchholz of the opponents met over the board, to two decimals.

    Undefined for a player who has not yet played an opponent.
    """
    book = rulebook or _fide(event_index)
    own = opponent_scores(event_index, book, forfeits, rounds, "", compat, fore=bool(fore))
    met = event_index.games_of(who)
    if not met:
        return CriterionValue.undefined(say("no opponent was met over the board"))

    def value(opponent: Id) -> int:
        return sum(part.adjusted.scaled for part in own.parts[opponent])

    sums = own.event_index.cached(
        ("buchholz sums", own.book.name, forfeits), lambda: {w: value(w) for w in own.parts}
    )
    total = sum(sums[o.opponent or ""] for o in met)
    return CriterionValue(
        half_up(Fraction(total, len(met) * own.event_index.denominator), 2),
        lambda: [
            Term(
                o.round, o.opponent, own.event_index.in_points(sums[o.opponent or ""]),
                buchholz_of(o.opponent),
            )
            for o in met
        ],
        say("average over {n}, to two decimals", n=len(met)),
    )  # fmt: skip
