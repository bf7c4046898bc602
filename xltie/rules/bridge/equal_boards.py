"""Totals of pairs that played different numbers of boards, brought to the same number."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from xltie.core.messages import count, say
from xltie.event import EventIndex, Id
from xltie.functions.registry import Arg, rule
from xltie.rules.bridge.board_scores import sittings
from xltie.rules.bridge.options import Butler, Cross, Matchpoints
from xltie.rules.bridge.session_totals import butler_total, cross_total
from xltie.rules.bridge.sources import EBU_WHITE_BOOK
from xltie.rules.common.criterion_value import CriterionValue

_Boards = Annotated[
    int,
    Arg("Boards that the total is brought to: 1 per board, 0 the most that a pair played.", min=0),
]


def most_boards(event_index: EventIndex) -> int:
    """Return the number of boards of the pair that played most."""
    return max((_played(event_index, who) for who in event_index.ids), default=0)


def _played(event_index: EventIndex, who: Id) -> int:
    return sum(sitting.score is not None for sitting in sittings(event_index, who, Matchpoints()))


def brought(event_index: EventIndex, who: Id, total: CriterionValue, boards: int) -> CriterionValue:
    """Return a total as it would be with so many boards; 0 are those of who played most."""
    played = _played(event_index, who)
    if not played:
        return CriterionValue.undefined(say("no board was played"))
    wanted = boards or most_boards(event_index)
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
    return brought(event_index, who, butler_total(event_index, who, method), boards)


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
    return brought(event_index, who, cross_total(event_index, who, method), boards)
