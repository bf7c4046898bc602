"""What a pair, a team or a player has at the end of a session, by every method."""

from __future__ import annotations

from fractions import Fraction
from typing import List, Tuple

from xltie.core.messages import count, say
from xltie.core.numbers import half_away_from_zero
from xltie.event import EventIndex, Id
from xltie.functions.registry import rule
from xltie.rules.bridge.board_scores import Sitting, sittings
from xltie.rules.bridge.normal_game import share_below
from xltie.rules.bridge.options import Butler, Cross, Matchpoints, Method, Normal
from xltie.rules.bridge.penalties import Unit, corrections
from xltie.rules.bridge.sessions import SessionOption, by_itself
from xltie.rules.bridge.sources import BRIDGEWX, LAWS_2017, NORMAL_GAME
from xltie.rules.common.criterion_value import CriterionValue, Term


def term_of(sitting: Sitting) -> Term:
    """Return what a board gave a pair, and why."""
    board_result, score = sitting.board_result, sitting.score
    number, opponents = board_result.round or None, sitting.opponents or None
    board, side = board_result.shown_board, sitting.side.upper()
    if score is None:
        why = say("board {board} {side}: not played", board=board, side=side)
        return Term(number, opponents, Fraction(0), why, counted=False)
    why = say("board {board} {side}, {result}", board=board, side=side, result=score.why)
    return Term(number, opponents, score.value, why)


def session_total(event_index: EventIndex, who: Id, method: Method, unit: Unit) -> CriterionValue:
    """Return the sum over the boards, with carry-over, bonuses and penalties."""
    found = sittings(event_index, who, method)
    scores = [sitting.score for sitting in found if sitting.score]
    top = max((score.top for score in scores), default=Fraction(1))
    more = corrections(event_index.contestant(who), unit, top, len(scores))
    total = sum((score.value for score in scores), Fraction(0))
    total += sum((part.value for part in more), Fraction(0))

    def terms() -> List[Term]:
        return [*map(term_of, found), *(Term.alone(part.value, part.why) for part in more)]

    return CriterionValue(total, terms, count(len(scores), "{n} board", "{n} boards"))


@rule("BOARDSPLAYED", code="BOARDS", source=LAWS_2017)
def boards_played(event_index: EventIndex, who: Id) -> CriterionValue:
    """Number of boards for which a pair has a score, adjusted scores included."""
    found = [sitting for sitting in sittings(event_index, who, Matchpoints()) if sitting.score]

    def term(sitting: Sitting) -> Term:
        result = sitting.board_result
        why = say("board {board}", board=result.shown_board)
        return Term(result.round or None, sitting.opponents or None, 1, why)

    return CriterionValue(len(found), lambda: list(map(term, found)))


@rule(
    "BUTLERTOTAL",
    code="BUTLERIMPS",
    source=(NORMAL_GAME, BRIDGEWX),
    aliases=("butler total",),
    takes=(*Butler._fields, "session"),
)
def butler_total(
    event_index: EventIndex, who: Id, method: Butler, session: SessionOption = 0
) -> CriterionValue:
    """Butler score of a session: the IMPs of each board against its datum, added up."""
    if session:
        return by_itself(event_index, who, session, butler_total, method)
    return session_total(event_index, who, method, Unit.IMPS)


@rule(
    "CROSSTOTAL",
    code="XIMPS",
    source=LAWS_2017,
    aliases=("ximp", "cross"),
    takes=(*Cross._fields, "session"),
)
def cross_total(
    event_index: EventIndex, who: Id, method: Cross, session: SessionOption = 0
) -> CriterionValue:
    """Cross-IMPs of a session: on each board the mean IMPs against all other tables, added up."""
    if session:
        return by_itself(event_index, who, session, cross_total, method)
    return session_total(event_index, who, method, Unit.IMPS)


def _deviations(
    event_index: EventIndex, who: Id, method: Normal
) -> Tuple[Fraction, CriterionValue]:
    working = session_total(event_index, who, method, Unit.DEVIATIONS)
    # Sums of the same roots in another order may differ far behind the point.
    total = half_away_from_zero(Fraction(working.total), 12)  # type: ignore[arg-type]
    return total, CriterionValue(total, lambda: working.terms, working.why)


_SHOWN = 2
"""Decimals of a figure in an explanation."""
_Z_TAKES = ("sigma", "cap", "decimals")


@rule("ZTOTAL", code="Z", source=NORMAL_GAME, aliases=("normal",), takes=_Z_TAKES)
def z_total(event_index: EventIndex, who: Id, method: Normal) -> CriterionValue:
    """Normal game: distance from the mean of each board in standard deviations, added up.

    For a team, those of its two pairs are added.
    """
    return _deviations(event_index, who, method)[1]


@rule("ZSCORE", code="Z%", source=NORMAL_GAME, aliases=("normal percent",), takes=_Z_TAKES)
def z_score(event_index: EventIndex, who: Id, method: Normal) -> CriterionValue:
    """Normal game as a percentage: the total over k boards, using N(0, sqrt k).

    Pairs that played different numbers of boards can thus be compared.
    """
    total, criterion_value = _deviations(event_index, who, method)
    boards = sum(sitting.score is not None for sitting in sittings(event_index, who, method))
    if not boards:
        return CriterionValue.undefined(say("no board was played"))
    percent = half_away_from_zero(100 * share_below(total, boards), 9)
    why = count(
        boards,
        "{deviations} deviations on {n} board",
        "{deviations} deviations on {n} boards",
        deviations=round(total, _SHOWN),
    )
    return CriterionValue(percent, lambda: criterion_value.terms, why, _SHOWN)
