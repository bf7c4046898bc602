"""Buchholz and its variants: sums of the scores of the opponents met."""

from __future__ import annotations

from fractions import Fraction
from typing import List

from xltie.core.messages import NOTHING, say
from xltie.core.numbers import half_up
from xltie.event import EventIndex, Id
from xltie.functions.registry import rule
from xltie.functions.sources import FIDE_2026, SWISS_KOREA
from xltie.rules.chess.opponent_scores import opponent_scores, why_seen
from xltie.rules.chess.options import CutOptions, OpponentOptions
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.common.reasons import buchholz_of
from xltie.rules.common.rulebooks import edition_of, fide_edition

_MODIFIERS = (("P", "forfeits=played"),)
_FORE_MODIFIERS = (*_MODIFIERS, ("F", "fore"))
_LAST_DRAWN = say("all games of the last round count as drawn")
_TAKES = ("cut", "rulebook", "median", "forfeits", "rounds", "compat")


@rule(
    "BUCHHOLZ",
    code="BH",
    source=(FIDE_2026.at("8.1"), SWISS_KOREA),
    modifiers=_FORE_MODIFIERS,
    takes=(*_TAKES, "fore"),
)
def buchholz(
    event_index: EventIndex, who: Id, cut: CutOptions, options: OpponentOptions
) -> CriterionValue:
    """Buchholz: the sum of the final scores of the opponents met.

    The rulebook determines the score at which an opponent who missed rounds counts, and whether the
    player's own rounds without a game add anything. Go players know the same sum as SOS.
    """
    scores = opponent_scores(event_index, options)
    values = scores.scaled[who]
    in_points = scores.event_index.in_points

    def terms() -> List[Term]:
        return scores.terms(
            who, values, cut, lambda part: in_points(part.adjusted.scaled), why_seen
        )

    total = in_points(scores.sum_of(who, values, cut))
    return CriterionValue(total, terms, _LAST_DRAWN if options.fore else NOTHING)


@rule("FOREBUCHHOLZ", code="FB", source=FIDE_2026.at("8.3"), modifiers=_MODIFIERS, takes=_TAKES)
def forebuchholz(
    event_index: EventIndex, who: Id, cut: CutOptions, options: OpponentOptions
) -> CriterionValue:
    """Fore Buchholz: Buchholz as if every game of the last round had been drawn.

    It is known before the last round is played. Byes in that round stay as they are.
    """
    return buchholz(event_index, who, cut, _by_fide(event_index, options, fore=1))


def _by_fide(event_index: EventIndex, options: OpponentOptions, fore: int) -> OpponentOptions:
    """Return an edition for what only FIDE's rules define, even if the game is not known."""

    def build() -> OpponentOptions:
        event = event_index.event
        edition = edition_of(event) if event.game else fide_edition(event.start_date)
        return options._replace(rulebook=options.rulebook or edition, fore=fore)

    return event_index.cached(("by fide", options, fore), build)


@rule(
    "AVGOPPBUCHHOLZ",
    code="AOB",
    source=FIDE_2026.at("8.2"),
    modifiers=_FORE_MODIFIERS,
    takes=("rulebook", "fore", "forfeits", "rounds", "compat"),
)
def average_buchholz(event_index: EventIndex, who: Id, options: OpponentOptions) -> CriterionValue:
    """Average Buchholz of the opponents met over the board, to two decimals.

    Undefined for a player who has not yet played an opponent.
    """
    scores = opponent_scores(event_index, _by_fide(event_index, options, options.fore))
    met = event_index.games_of(who)
    if not met:
        return CriterionValue.undefined(say("no opponent was met over the board"))
    theirs = [scores.sums[record.opponent or ""] for record in met]
    in_points = scores.event_index.in_points
    return CriterionValue(
        half_up(Fraction(sum(theirs), len(met) * scores.event_index.denominator), 2),
        lambda: [
            Term.of(record, in_points(scaled), buchholz_of(record.opponent))
            for record, scaled in zip(met, theirs)
        ],
        say("average over {n}, to two decimals", n=len(met)),
    )
