"""Koya: the points scored against the better half of a round robin."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from typing import Annotated, List

from xltie.core.errors import DomainError
from xltie.core.messages import say
from xltie.event import EventIndex, Id, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import FIDE_2026
from xltie.rules.chess.opponent_scores import is_round_robin
from xltie.rules.chess.options import FormatOption
from xltie.rules.common.criterion_value import BELOW_LIMIT, CriterionValue, Term, together

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


def _annulled_games(event_index: EventIndex, who: Id) -> int:
    return sum(record.own.status is Status.ANNULLED for record in event_index.rounds_of(who))


def _koya_limit(event_index: EventIndex, limit: str, format: str) -> Fraction:
    found = re.fullmatch(r"\s*(?:([+-])\s*(\d+)|(\d+(?:\.\d+)?)\s*%?)?\s*", limit)
    if found is None:
        raise DomainError(
            say("limit is {limit!r}, not half points such as +1 or a percentage", limit=limit)
        )
    sign, halves, percent = found.groups()
    games = event_index.begun
    if is_round_robin(event_index, format) and len(event_index.ids) % 2:
        games -= games // len(event_index.ids)
    if event_index.annulled:
        games -= max(map(partial(_annulled_games, event_index), event_index.ids))
    share = Fraction(percent) / 100 if percent else Fraction(1, 2)
    shift = Fraction(int(halves), 2) if halves else Fraction(0)
    return event_index.event.scoring.win * games * share + (-shift if sign == "-" else shift)
