"""Sums over the opponents met: Buchholz and its variants, Sonneborn-Berger, Koya."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Dict, List

from xltie.core.errors import DomainError
from xltie.core.messages import NOTHING, Message, joined, say
from xltie.core.numbers import half_up
from xltie.event import EventIndex, Id, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import FIDE_2026, SWISS_KOREA
from xltie.rules.chess.opponent_scores import (
    Contribution,
    OpponentScores,
    is_round_robin,
    opponent_scores,
    why_seen,
)
from xltie.rules.chess.options import CutOptions, FormatOption, OpponentOptions
from xltie.rules.common.criterion_value import (
    BELOW_LIMIT,
    CriterionValue,
    Term,
    buchholz_of,
    product_of,
    together,
)
from xltie.rules.common.rulebooks import edition_of, fide_edition

_MODIFIERS = (("P", "forfeits=played"),)
_FORE_MODIFIERS = (*_MODIFIERS, ("F", "fore"))
_LAST_DRAWN = say("all games of the last round count as drawn")
_TAKES = ("cut", "rulebook", "median", "forfeits", "rounds", "compat")


def _all_buchholz(
    event_index: EventIndex, cut: CutOptions, options: OpponentOptions
) -> Dict[Id, Fraction]:
    scores = opponent_scores(event_index, options)
    in_points = scores.event_index.in_points
    return {who: in_points(scaled) for who, scaled in scores.sums_of(scores.scaled, cut).items()}


@rule(
    "BUCHHOLZ",
    code="BH",
    source=(FIDE_2026.at("8.1"), SWISS_KOREA),
    modifiers=_FORE_MODIFIERS,
    takes=(*_TAKES, "fore"),
    totals=_all_buchholz,
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

    total = in_points(scores.sums_of({who: values}, cut)[who])
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


_LIMIT = Arg("Half points added to the limit of 50% (+1, -2), or another limit in percent (60).")


@rule("KOYA", code="KS", source=FIDE_2026.at("9.2"), modifiers=(("L", "limit"),))
def koya(
    event_index: EventIndex, who: Id, limit: Annotated[str, _LIMIT] = "", format: FormatOption = ""
) -> CriterionValue:
    """Koya: the points scored against opponents who made at least half of the maximum score.

    Designed for round robins; forfeits count. If the number of players is odd, the maximum excludes
    the free round, and it excludes the games that do not count after a withdrawal.
    """
    least = event_index.cached(
        ("koya", limit, format), lambda: _koya_limit(event_index, limit, format)
    )
    terms: List[Term] = []
    for record in event_index.rounds_of(who):
        if record.other is None or record.own.status is Status.PENDING:
            continue
        score = event_index.score(record.other.who)
        why = say("score {score}, limit {least}", score=score, least=least)
        is_counted = score >= least
        why = why if is_counted else together((why, BELOW_LIMIT))
        terms.append(Term.of(record, event_index.points(record), why, is_counted))
    return CriterionValue.of(terms)


def _koya_limit(event_index: EventIndex, limit: str, format: str) -> Fraction:
    found = re.fullmatch(r"\s*(?:([+-])\s*(\d+)|(\d+(?:\.\d+)?)\s*%?)?\s*", limit)
    if found is None:
        raise DomainError.say(
            "limit is {limit!r}, not half points such as +1 or a percentage", limit=limit
        )
    sign, halves, percent = found.groups()
    games = event_index.begun
    if is_round_robin(event_index, format) and len(event_index.ids) % 2:
        games -= games // len(event_index.ids)
    if event_index.annulled:
        statuses = ([r.own.status for r in event_index.rounds_of(who)] for who in event_index.ids)
        games -= max(found.count(Status.ANNULLED) for found in statuses)
    share = Fraction(percent) / 100 if percent else Fraction(1, 2)
    shift = Fraction(int(sign + halves), 2) if halves else Fraction(0)
    return event_index.event.scoring.win * games * share + shift
