"""A player's own record: points, wins, running totals, and the order that an arbiter gives."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Annotated, Callable, Dict, List, Optional, Sequence, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.messages import Message, say
from xltie.event import EventIndex, Id, Outcome, RoundRecord, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import FIDE_2026, GREEN_2015, SWISS_KOREA, WOF
from xltie.rules.common.criterion_value import CriterionValue, Term, ended

ForfeitsOption = Annotated[
    str,
    Arg("played: forfeits count as games against the scheduled opponent.", names=("", "played")),
]


def games(event_index: EventIndex, who: Id, forfeits: str) -> List[RoundRecord]:
    """Return a player's games, with ``forfeits`` "played" also those won by forfeit.

    A forfeit lost is an unplayed round for the own record even where forfeits are games (C.07
    15.2).
    """
    played = event_index.games_of(who)
    if forfeits != "played":
        return played
    records = event_index.rounds_of(who)
    won = (record for record in records if record.own.status is Status.FORFEIT_WIN)
    return sorted([*played, *won], key=lambda record: record.round)


def is_won(record: RoundRecord) -> bool:
    """Tell whether a game was won, over the board or by forfeit."""
    return record.own.outcome is Outcome.WIN or record.own.status is Status.FORFEIT_WIN


def count_of(records: List[RoundRecord]) -> CriterionValue:
    """Return the number of a player's rounds that count, which are given."""
    return CriterionValue(
        len(records), lambda: [Term.of(record, 1, _how(record)) for record in records]
    )


def _how(record: RoundRecord) -> Message:
    how = ended(record)
    if record.other is None:
        return how
    if record.own.seat == "black":
        return say("{how} with black", how=how)
    return say("{how} with white", how=how) if record.own.seat else how


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
    return CriterionValue(
        total,
        lambda: [Term.of(record, event_index.points(record), ended(record)) for record in records],
    )


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
        raise UndefinedValue.say("the games do not say in which round they were played")
    records = event_index.rounds_of(who)
    if weights:
        return CriterionValue.of(
            [_weighted(event_index, record, weights, cut) for record in records]
        )
    running = list(accumulate(record.scaled for record in records))
    return added_up(
        event_index,
        who,
        running,
        lambda number: say("total after round {round}", round=number),
        cut,
    )


def added_up(
    event_index: EventIndex,
    who: Id,
    running: Sequence[int],
    why: Callable[[int], Message],
    cut: int = 0,
) -> CriterionValue:
    """Return the sum of what somebody had after each round, without the first ``cut`` of them."""

    def terms() -> List[Term]:
        return [
            Term.of(record, event_index.in_points(scaled), why(record.round), record.round > cut)
            for record, scaled in zip(event_index.rounds_of(who), running)
        ]

    return CriterionValue(event_index.in_points(sum(running[cut:])), terms)


def _weighted(
    event_index: EventIndex, record: RoundRecord, weights: Tuple[Fraction, ...], cut: int
) -> Term:
    points = event_index.points(record)
    weight = weights[min(record.round, len(weights)) - 1]
    why = say("{points} × weight {weight}", points=points, weight=weight)
    return Term.of(record, points * weight, why, record.round > cut)


@rule(
    "MANUALORDER", code="MANUAL", source=FIDE_2026.at("3, 4.2"), aliases=("OTHER_MANUAL",),
    low_wins=True,
)  # fmt: skip
def manual_order(event_index: EventIndex, who: Id) -> CriterionValue:
    """Order given by hand in the column Manual order of the players: 1 comes first.

    For what no results give, such as a play-off or a drawing of lots. Those without a number come
    after the others. ``MANUAL/R`` ranks higher numbers first, as for the points of a play-off.
    """
    given = event_index.contestant(who).manual_order
    if given is None:
        return CriterionValue.undefined(say("nothing stands in the column Manual order"))
    return CriterionValue(given)
