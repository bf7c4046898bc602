"""A player's own record: points and wins."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Dict

from xltie.event import EventIndex, Id, Outcome, RoundRecord, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import FIDE_2026, SWISS_KOREA, WOF
from xltie.rules.common.counting import count_of, games, is_won
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.common.options import ForfeitsOption
from xltie.rules.common.reasons import ended

_PLAYED, _PENDING, _WIN = Status.PLAYED, Status.PENDING, Outcome.WIN  # to look up takes long


def _all_points(event_index: EventIndex, after: int = 0) -> Dict[Id, Fraction]:
    return {who: event_index.score(who, after or None) for who in event_index.ids}


@rule(
    "POINTS", code="PTS", source=(WOF, SWISS_KOREA), aliases=("score", "points"),
    totals=_all_points,
)  # fmt: skip
def points(
    event_index: EventIndex,
    who: Id,
    after: Annotated[int, Arg("Count only the rounds up to this one; 0 for all.", min=0)] = 0,
) -> CriterionValue:
    """Points scored: 1 for a win, one half for a draw, and for a bye what the event gives.

    The points of all rounds are added, however they were earned. With ``after``, the sum stops at
    that round, as in a chart of the race round by round.
    """
    records = event_index.rounds_of(who)
    total = event_index.score(who)
    if after:
        records = tuple(record for record in records if record.round <= after)
        total = event_index.score(who, after)
    return CriterionValue(total, lambda: [_round_term(event_index, record) for record in records])


def _round_term(event_index: EventIndex, record: RoundRecord) -> Term:
    return Term.of(record, event_index.points(record), ended(record))


@rule("WINS", code="WIN", source=(SWISS_KOREA, FIDE_2026.at("7.1")))
def wins(event_index: EventIndex, who: Id) -> CriterionValue:
    """Number of rounds won, including byes and forfeits that give the points of a win."""
    win = event_index.scaled_win
    records = event_index.rounds_of(who)
    return count_of([record for record in records if record.scaled == win and _earns(record)])


@rule(
    "GAMESWON",
    code="WON",
    source=(SWISS_KOREA, FIDE_2026.at("7.2")),
    modifiers=(("P", "forfeits=played"),),
)
def games_won(event_index: EventIndex, who: Id, forfeits: ForfeitsOption = "") -> CriterionValue:
    """Number of games won over the board; byes and forfeits do not count.

    The rules of chess leave open whether a forfeit win in a round robin counts; ``played`` counts
    it.
    """
    return count_of(list(filter(is_won, games(event_index, who, forfeits))))


def _earns(record: RoundRecord) -> bool:
    side = record.own
    return side.outcome is _WIN if side.status is _PLAYED else side.status is not _PENDING
