"""Totals of pairs that played different numbers of boards, brought to the same number."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from xltie.core.messages import count, say
from xltie.core.rounding import half_away_from_zero
from xltie.event import EventIndex, Id
from xltie.functions.registry import Arg, rule
from xltie.rules.bridge.board_scores import sittings
from xltie.rules.bridge.options import Butler, Cross, GroupsOption, Matchpoints
from xltie.rules.bridge.session_totals import butler_total, cross_total, matchpoint_total
from xltie.rules.bridge.sources import ACBLSCORE, EBU_WHITE_BOOK
from xltie.rules.common.criterion_value import CriterionValue

_Boards = Annotated[
    int,
    Arg("Boards that the total is brought to: 1 per board, 0 the most that a pair played.", min=0),
]


def _most(event_index: EventIndex) -> int:
    """Return the number of boards of the pair that played most."""
    return max((_played(event_index, who) for who in event_index.ids), default=0)


def _played(event_index: EventIndex, who: Id) -> int:
    return sum(sitting.score is not None for sitting in sittings(event_index, who, Matchpoints()))


def _brought(
    event_index: EventIndex, who: Id, total: CriterionValue, boards: int
) -> CriterionValue:
    played = _played(event_index, who)
    if not played:
        return CriterionValue.undefined(say("no board was played"))
    wanted = boards or _most(event_index)
    value = Fraction(total.total) * Fraction(wanted, played)  # type: ignore[arg-type]
    why = count(played, "from {n} board to {wanted}", "from {n} boards to {wanted}", wanted=wanted)
    return CriterionValue(value, lambda: total.terms, why)


@rule("BUTLERMEAN", code="BUTLERMEAN", source=EBU_WHITE_BOOK, aliases=("butler per board",))
def butler_mean(
    event_index: EventIndex, who: Id, method: Butler, boards: _Boards = 1
) -> CriterionValue:
    """Butler IMPs per board, or brought to an equal number of boards.

    Pairs that played different numbers of boards can thus be compared.
    """
    return _brought(event_index, who, butler_total(event_index, who, method), boards)


@rule(
    "CROSSMEAN",
    code="XIMPMEAN",
    source=EBU_WHITE_BOOK,
    aliases=("ximp per board",),
    takes=("boards", "divisor", "average"),
)
def cross_mean(
    event_index: EventIndex, who: Id, method: Cross, boards: _Boards = 1
) -> CriterionValue:
    """Cross-IMPs per board, or brought to an equal number of boards.

    Pairs that played different numbers of boards can thus be compared.
    """
    return _brought(event_index, who, cross_total(event_index, who, method), boards)


@rule("MPEVEN", code="MPEVEN", source=ACBLSCORE, aliases=("factored matchpoints",))
def even_matchpoints(
    event_index: EventIndex, who: Id, groups: GroupsOption = "neuberg"
) -> CriterionValue:
    """Matchpoints brought to the boards of the pair that played most, rounded to two decimals.

    They are on the scale 1 and 1/2, as ACBLscore prints them.
    """
    total = matchpoint_total(event_index, who, Matchpoints("1/0.5", groups))
    even = _brought(event_index, who, total, 0)
    if even.total is None:
        return even
    rounded = half_away_from_zero(Fraction(even.total), 2)  # type: ignore[arg-type]
    return CriterionValue(rounded, lambda: total.terms, even.why)


@rule("MPEVENSCORE", code="MPEVEN%", source=ACBLSCORE, aliases=("ACBL percent",))
def even_score(
    event_index: EventIndex, who: Id, groups: GroupsOption = "neuberg"
) -> CriterionValue:
    """Session percentage as ACBLscore prints it: from the factored and rounded matchpoints.

    The factored total, rounded to two decimals, is divided by the top of as many boards, and the
    percentage rounded to two decimals again.
    """
    even = even_matchpoints(event_index, who, groups)
    played = sittings(event_index, who, Matchpoints("1/0.5", groups))
    top = max((sitting.score.top for sitting in played if sitting.score), default=Fraction(0))
    most = top * _most(event_index)
    if even.total is None or not most:
        return CriterionValue.undefined(say("no board was compared with another table"))
    percent = half_away_from_zero(100 * Fraction(even.total) / most, 2)  # type: ignore[arg-type]
    return CriterionValue(percent, lambda: even.terms, say("{evened} boards", evened=even.why))
