"""Sums over the opponents met: Buchholz and its variants, Sonneborn-Berger, Koya."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, List

from xltie.core.errors import DomainError
from xltie.core.numbers import show
from xltie.core.rounding import half_up
from xltie.event.index import EventIndex
from xltie.event.model import Id, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import FIDE_2026, SWISS_KOREA
from xltie.rules.chess.opponent_scores import (
    Contribution,
    is_round_robin,
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
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.common.options import ForfeitsOption
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
    met = [o for o in event_index.rounds_of(who) if o.is_played and o.other is not None]
    if not met:
        return CriterionValue.undefined("no opponent was met over the board")

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
                f"Buchholz of {o.opponent}",
            )
            for o in met
        ],
        f"average over {len(met)}, to two decimals",
    )  # fmt: skip


@rule(
    "SONNEBORN",
    code="SB",
    source=(FIDE_2026.at("9.1"), SWISS_KOREA),
    aliases=("SBERGER",),
    modifiers=(*_FORE_MODIFIERS, ("S", "format=swiss")),
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

    def why(part: Contribution) -> str:
        score = own.event_index.in_points(part.adjusted.scaled)
        return f"{show(own.event_index.in_points(part.result))} × {show(score)}, {why_seen(part)}"

    return CriterionValue(
        own.event_index.in_square(total), lambda: marked_terms(parts, gone, value_of, why)
    )


_LIMIT = Arg("Half points added to the limit of 50% (+1, -2), or another limit in percent (60).")


@rule("KOYA", code="KS", source=FIDE_2026.at("9.2"), modifiers=(("L", "limit"),))
def koya(
    event_index: EventIndex, who: Id, limit: Annotated[str, _LIMIT] = "", format: FormatOption = ""
) -> CriterionValue:
    """Koya: the points scored against opponents who made at least half of the maximum score.

    Designed for round robins; forfeits count. If the number of players is odd, the maximum excludes
    the free round.
    """
    least = event_index.cached(
        ("koya", limit, format), lambda: _koya_limit(event_index, limit, format)
    )
    terms: List[Term] = []
    for record in event_index.rounds_of(who):
        if record.other is None or record.own.status is Status.PENDING:
            continue
        score = event_index.score(record.other.who)
        terms.append(
            Term(
                record.round, record.opponent, event_index.points(record),
                f"score {show(score)}, limit {show(least)}", score >= least,
            )
        )  # fmt: skip
    return CriterionValue.of(terms)


def _koya_limit(event_index: EventIndex, limit: str, format: str) -> Fraction:
    found = re.fullmatch(r"\s*(?:([+-])\s*(\d+)|(\d+(?:\.\d+)?)\s*%?)?\s*", limit)
    if found is None:
        raise DomainError(f"limit is {limit!r}, not half points such as +1 or a percentage")
    sign, halves, percent = found.groups()
    games = event_index.begun
    if is_round_robin(event_index, format) and len(event_index.ids) % 2:
        games -= games // len(event_index.ids)
    share = Fraction(percent) / 100 if percent else Fraction(1, 2)
    shift = Fraction(int(halves), 2) if halves else Fraction(0)
    return event_index.event.scoring.win * games * share + (-shift if sign == "-" else shift)
