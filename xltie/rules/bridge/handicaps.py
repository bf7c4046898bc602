"""Handicaps of a club: a percentage of each pair, added to what it scored in the session."""

from __future__ import annotations

from fractions import Fraction
from typing import Optional

from xltie.core.cells import number_of
from xltie.core.errors import DomainError
from xltie.core.messages import say
from xltie.event import Contestant, EventIndex, Id
from xltie.functions.registry import rule
from xltie.rules.bridge.matchpoint_totals import PERCENT_TAKES, OwnOption, matchpoint_score
from xltie.rules.bridge.options import Matchpoints
from xltie.rules.bridge.sources import CLUB_HANDICAP
from xltie.rules.common.criterion_value import CriterionValue, Term

_COLUMNS = ("handicap", "hcp", "handicap %", "handicap%")


@rule(
    "HANDICAPSCORE",
    code="MP%H",
    source=CLUB_HANDICAP,
    aliases=("handicap percent",),
    takes=PERCENT_TAKES,
)
def handicap_score(
    event_index: EventIndex, who: Id, method: Matchpoints, own: OwnOption = "no"
) -> CriterionValue:
    """Session percentage with the pair's handicap: that of the column Handicap is added to it.

    The handicap is that of the pair, in percent, negative for a strong one; 0 for none. What it is
    made from is the club's affair: usually 50 less the average of both players over a year. A pair
    without one has no value.
    """
    scratch = matchpoint_score(event_index, who, method, own)
    if scratch.total is None:
        return scratch
    handicap = _handicap(event_index.contestant(who))
    if handicap is None:
        return CriterionValue.undefined(say("the column Handicap is blank; 0 stands for none"))
    score = Fraction(scratch.total)  # type: ignore[arg-type]
    session = say("session: {score}", score=scratch.why)
    return CriterionValue.of((Term.alone(score, session), Term.alone(handicap, say("handicap"))))


def _handicap(who: Contestant) -> Optional[Fraction]:
    """Return a pair's handicap in percent, None where it is blank.

    Raises:
        DomainError: it is not a percentage.
    """
    for title, text in who.more:
        if title.strip().casefold() not in _COLUMNS or not text.strip():
            continue
        word = text.strip().replace("−", "-").rstrip("%").lstrip("+").strip()
        found = number_of(word)
        if found is None or abs(found) > 100:
            raise DomainError(
                say(
                    "the handicap of {pair} is {value!r}, not a percentage such as 2.5 or -1.65",
                    pair=who.id,
                    value=text,
                ),
                who.place,
            )
        return found
    return None
