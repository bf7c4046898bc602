"""What a contestant has after a session or several: totals, by equal boards, carried forward."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Callable, List, Sequence, Tuple

from xltie.core.messages import count, say
from xltie.core.numbers import half_away_from_zero
from xltie.event import EventIndex, Id
from xltie.event.bridge import of_session, sessions_of
from xltie.functions.registry import Arg, Source, function, rule
from xltie.rules.bridge.board_scores import Sitting, sittings
from xltie.rules.bridge.normal_game import share_below
from xltie.rules.bridge.options import Butler, Cross, Matchpoints, Method, Normal
from xltie.rules.bridge.penalties import Correction, Unit, corrections
from xltie.rules.bridge.sources import BRIDGEWX, EBU_WHITE_BOOK, LAWS_2017, NORMAL_GAME
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


def session_total(
    event_index: EventIndex, who: Id, method: Method, unit: Unit, session: int = 0
) -> CriterionValue:
    """Return the sum over the boards, with carry-over, bonuses and penalties, or of one session."""
    if session:
        return by_itself(event_index, who, session, session_total, method, unit)
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
    return session_total(event_index, who, method, Unit.IMPS, session)


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
    return session_total(event_index, who, method, Unit.IMPS, session)


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


WHITE_BOOK_CARRY = Source(
    "English Bridge Union", "White Book 2025",
    "3.8: half of the qualifying score, brought to the boards and the top of the final",
)  # fmt: skip
_HALF = Fraction(1, 2)


@function("CARRYFORWARD", source=WHITE_BOOK_CARRY)
def carry_forward(
    percent: Annotated[Fraction, Arg("Score of the qualifying stage in percent.", min=0, max=100)],
    boards: Annotated[int, Arg("Number of boards played there.", min=1)],
    top: Annotated[Fraction, Arg("Matchpoints of a top on one board of the final.", above=0)],
    weight: Annotated[
        Fraction, Arg("What a qualifying board weighs: a half (default).", min=0, max=1)
    ] = _HALF,
) -> Fraction:
    """Matchpoints that a pair carries forward from a qualifying stage into a final.

    Every board of the qualifying stage weighs half as much as one of the final. It is typed into
    the column Carry-over of a final that is ranked by matchpoints.
    """
    return weight * percent / 100 * boards * top
