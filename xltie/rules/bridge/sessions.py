"""One session of an event of several, and what their percentages make together."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Callable, Sequence

from xltie.core.messages import count, say
from xltie.event import EventIndex, Id
from xltie.event.bridge import of_session, sessions_of
from xltie.functions.registry import Arg
from xltie.rules.bridge.penalties import Correction
from xltie.rules.common.criterion_value import CriterionValue, Term

SessionOption = Annotated[
    int, Arg("One session by itself, without carry-over and penalties; 0: all of them.", min=0)
]
SessionsOption = Annotated[
    str,
    Arg(
        "Several sessions: one-top (default) factors every board to the largest field, mean takes "
        "the mean of the sessions' percentages.",
        names=("one-top", "mean"),
    ),
]


def by_itself(
    event_index: EventIndex, who: Id, number: int, value: Callable[..., CriterionValue],
    *options: object,
) -> CriterionValue:  # fmt: skip
    """Return a value in one session: nobody is compared with what others did in another.

    ``options`` are those of the rule. The only session of an event is number 1.
    """
    numbers = sessions_of(event_index.event)
    if number == 1 and not numbers:
        return value(event_index, who, *options)
    if number not in numbers:
        return CriterionValue.undefined(say("there is no session {n}", n=number))
    alone = event_index.cached(
        ("bridge session", number), lambda: EventIndex(of_session(event_index.event, number))
    )
    if who not in alone.ids:
        return CriterionValue.undefined(say("not in session {n}", n=number))
    return value(alone, who, *options)


def mean_of_sessions(
    event_index: EventIndex,
    who: Id,
    more: Sequence[Correction],
    top: Fraction,
    decimals: int,
    value: Callable[..., CriterionValue],
    *options: object,
) -> CriterionValue:
    """Return the mean of the sessions' percentages that a pair has, and what is added to it.

    ``top`` are the matchpoints of all its boards: what is added in matchpoints is a share of them.
    """
    found = [
        (number, by_itself(event_index, who, number, value, *options))
        for number in sessions_of(event_index.event) or (1,)
    ]
    played = [(number, percent) for number, percent in found if percent.total is not None]
    if not played:
        return CriterionValue.undefined(say("no board was compared with another table"))
    terms = [
        Term.alone(
            Fraction(percent.total) / len(played),  # type: ignore[arg-type]
            say("session {n}: {percent} %", n=number, percent=round(Fraction(percent.total), 2)),  # type: ignore[arg-type]
        )
        for number, percent in played
    ]
    for part in more:
        in_percent = 100 * part.value / top if part.in_points else part.value
        terms.append(Term.alone(in_percent, part.why))
    total = sum((Fraction(term.value) for term in terms), Fraction(0))
    why = count(len(played), "mean of {n} session", "mean of {n} sessions")
    return CriterionValue(total, lambda: terms, why, decimals)
