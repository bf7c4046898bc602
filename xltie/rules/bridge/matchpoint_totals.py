"""Matchpoints of a session: the total, the percentage of the maximum, and with a handicap."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, List, Optional

from xltie.core.cells import number_of
from xltie.core.errors import DomainError
from xltie.core.messages import count, say
from xltie.core.numbers import half_away_from_zero
from xltie.event import Contestant, EventIndex, Id
from xltie.functions.registry import Arg, rule
from xltie.rules.bridge.board_scores import BoardScore, Sitting, sittings
from xltie.rules.bridge.options import Matchpoints
from xltie.rules.bridge.penalties import Correction, Unit, corrections
from xltie.rules.bridge.session_totals import (
    SessionOption,
    SessionsOption,
    brought,
    by_itself,
    mean_of_sessions,
    most_boards,
    session_total,
    term_of,
)
from xltie.rules.bridge.sources import ACBLSCORE, BRIDGEWX, CLUB_HANDICAP, EBU_NEUBERG, LAWS_2017
from xltie.rules.common.criterion_value import CriterionValue, Term

OwnOption = Annotated[
    str, Arg("yes: A+ is at least, and A- at most, the pair's own percentage.", names=("no", "yes"))
]
PrintedOption = Annotated[
    str,
    Arg(
        "exact (default), or acblscore: brought to equal boards, rounded to two decimals.",
        names=("exact", "acblscore"),
    ),
]
PERCENT_DECIMALS = 2
"""Decimals with which every program of bridge prints a percentage."""
PERCENT_TAKES = ("groups", "expected", "decimals", "own")


@rule(
    "MPTOTAL",
    code="MP",
    source=(LAWS_2017, BRIDGEWX, ACBLSCORE),
    aliases=("matchpoint total",),
    presets={"MPEVEN": {"printed": "acblscore"}},
    takes=(*Matchpoints._fields, "printed", "session"),
)
def matchpoint_total(
    event_index: EventIndex,
    who: Id,
    method: Matchpoints,
    printed: PrintedOption = "exact",
    session: SessionOption = 0,
) -> CriterionValue:
    """Matchpoints of a session: on each board 2 for each result beaten, 1 for each equal one.

    Boards with fewer results than expected are factored by Neuberg's formula. Adjusted scores take
    their share of the top. Carry-over, bonuses and penalties are included. As ACBLscore prints them
    they are on the scale 1 and 1/2, brought to the boards of the pair that played most, and rounded
    to two decimals.
    """
    if session:
        return by_itself(event_index, who, session, matchpoint_total, method, printed)
    if printed == "acblscore":
        return _as_acblscore(event_index, who, method.groups)
    return session_total(event_index, who, method, Unit.MATCHPOINTS)


@rule(
    "MPSCORE",
    code="MP%",
    source=(LAWS_2017, EBU_NEUBERG, BRIDGEWX, ACBLSCORE),
    aliases=("percent", "%"),
    presets={"MPEVEN%": {"printed": "acblscore"}, "ACBL PERCENT": {"printed": "acblscore"}},
    takes=(*PERCENT_TAKES, "printed", "session", "sessions"),
)
def matchpoint_score(
    event_index: EventIndex,
    who: Id,
    method: Matchpoints,
    own: OwnOption = "no",
    printed: PrintedOption = "exact",
    session: SessionOption = 0,
    sessions: SessionsOption = "one-top",
) -> CriterionValue:
    """Session score as a percentage: matchpoints out of the maximum on the boards played.

    Pairs that played different numbers of boards can thus be compared. With ``own``, an average
    plus counts as the pair's percentage on its other boards if that is over 60, an average minus if
    it is under 40. As ACBLscore prints it, the percentage is that of the total which it prints, and
    rounded to two decimals again. Several sessions are factored to one top, or their percentages
    averaged.
    """
    if session:
        return by_itself(event_index, who, session, matchpoint_score, method, own, printed)
    if printed == "acblscore":
        return _percent_of_acblscore(event_index, who, method.groups)
    found = [sitting for sitting in sittings(event_index, who, method) if sitting.score]
    if own == "yes":
        found = _own_session(found)
    tops = [sitting.score.top for sitting in found if sitting.score]
    top = sum(tops, Fraction(0))
    if not top:
        return CriterionValue.undefined(say("no board was compared with another table"))
    more = corrections(event_index.contestant(who), Unit.PERCENT, max(tops), len(tops))
    if sessions == "mean":
        return mean_of_sessions(
            event_index, who, more, top, PERCENT_DECIMALS, matchpoint_score, method, own
        )
    return _percent(found, more, top)


def _percent(found: List[Sitting], more: List[Correction], top: Fraction) -> CriterionValue:
    """Return what boards bring of a top, with what is added in matchpoints or in percent."""
    total = sum((sitting.score.value for sitting in found if sitting.score), Fraction(0))
    points = sum((part.value for part in more if part.in_points), Fraction(0))
    percent = 100 * (total + points) / top
    percent += sum((part.value for part in more if not part.in_points), Fraction(0))

    def terms() -> List[Term]:
        return [*map(term_of, found), *map(_corrected, more)]

    why = count(
        len(found),
        "{points} of {top} matchpoints on {n} board",
        "{points} of {top} matchpoints on {n} boards",
        points=round(total, _SHOWN),
        top=round(top, _SHOWN),
    )
    return CriterionValue(percent, terms, why, PERCENT_DECIMALS)


def _corrected(correction: Correction) -> Term:
    why = (
        say("{correction} (matchpoints)", correction=correction.why)
        if correction.in_points
        else say("{correction} (%)", correction=correction.why)
    )
    return Term.alone(correction.value, why)


_SHOWN = 2
"""Decimals of a figure in an explanation."""


def _own_session(found: List[Sitting]) -> List[Sitting]:
    """Return the boards with averages raised or lowered to the percentage of the others."""
    scores = [sitting.score for sitting in found if sitting.score]
    others = [score for score in scores if score.average not in _RAISED]
    top = sum((score.top for score in others), Fraction(0))
    if not top:
        return found
    share = sum((score.value for score in others), Fraction(0)) / top
    return [
        sitting._replace(score=_by_share(sitting.score, share)) if sitting.score else sitting
        for sitting in found
    ]


_RAISED = {"+": max, "-": min}
"""What an average plus, and an average minus, takes of itself and the percentage of the others."""


def _by_share(score: BoardScore, share: Fraction) -> BoardScore:
    """Return a score, an average by the share of the top that the other boards brought."""
    if score.average not in _RAISED:
        return score
    value = _RAISED[score.average](share * score.top, score.value)
    if value == score.value:
        return score
    percent = round(100 * share, _SHOWN)
    why = say("{result}, own session {percent} %", result=score.why, percent=percent)
    return score._replace(value=value, why=why)


def _as_acblscore(event_index: EventIndex, who: Id, groups: str) -> CriterionValue:
    method = Matchpoints("1/0.5", groups)
    total = session_total(event_index, who, method, Unit.MATCHPOINTS)
    even = brought(event_index, who, total, 0)
    if even.total is None:
        return even
    rounded = half_away_from_zero(Fraction(even.total), 2)  # type: ignore[arg-type]
    return CriterionValue(rounded, lambda: total.terms, even.why)


def _percent_of_acblscore(event_index: EventIndex, who: Id, groups: str) -> CriterionValue:
    even = _as_acblscore(event_index, who, groups)
    played = sittings(event_index, who, Matchpoints("1/0.5", groups))
    top = max((sitting.score.top for sitting in played if sitting.score), default=Fraction(0))
    most = top * most_boards(event_index)
    if even.total is None or not most:
        return CriterionValue.undefined(say("no board was compared with another table"))
    percent = half_away_from_zero(100 * Fraction(even.total) / most, 2)  # type: ignore[arg-type]
    why = say("{evened} boards", evened=even.why)
    return CriterionValue(percent, lambda: even.terms, why, PERCENT_DECIMALS)


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
    terms = (Term.alone(score, session), Term.alone(handicap, say("handicap")))
    return CriterionValue(score + handicap, terms, decimals=PERCENT_DECIMALS)


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
            raise DomainError.say(
                "the handicap of {pair} is {value!r}, not a percentage such as 2.5 or -1.65",
                who.place,
                pair=who.id,
                value=text,
            )
        return found
    return None
