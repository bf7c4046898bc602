"""Othello: the disc total, the sum of the differences, and the Brightwell quotient."""

from __future__ import annotations

from fractions import Fraction
from operator import attrgetter
from typing import Annotated, Dict, List, NamedTuple, Optional, Tuple, Union

from xltie.core.errors import Fault, InputError, chosen
from xltie.core.messages import count, say
from xltie.core.numbers import Number, exact_sum
from xltie.event import EventIndex, Id, RoundRecord, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import GREEN_2015, JOF, MBS_KOREA, PAPP, WOF
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.othello.brightwell_constant import METHODS, constant
from xltie.settings.declared import EMPTY_SQUARES


class ByeConvention(NamedTuple):
    """How a round without a game enters BQ and the disc total."""

    discs: int
    """What a bye adds."""
    self_draw: bool = False
    """It also adds C times the player's own points: a draw against oneself."""
    leaves_out_withdrawn: bool = False
    """Games against players who withdrew count like byes."""
    missed: bool = False
    """Rounds missed count so too."""
    pending: bool = False
    """Rounds still open count so too."""
    total: Optional[int] = None
    """What a bye alone counts in the disc total, where that differs."""

    @property
    def for_total(self) -> ByeConvention:
        """Return the convention for the disc total."""
        return self if self.total is None else ByeConvention(self.total)


BYE_CONVENTIONS: Dict[str, ByeConvention] = {
    "wof": ByeConvention(32, self_draw=True, leaves_out_withdrawn=True),
    "papp": ByeConvention(32, self_draw=True, leaves_out_withdrawn=True, missed=True, total=40),
    "storm": ByeConvention(32, self_draw=True, pending=True),
    "plus32": ByeConvention(32),
    "33-31": ByeConvention(33),
    "40-24": ByeConvention(40),
    "64-0": ByeConvention(64),
    "none": ByeConvention(0),
}
_ALIASES = {
    "": "wof", "woc": "wof", "self-draw": "wof", "seed000": "plus32", "32-32": "plus32",
    "seed001": "33-31",
}  # fmt: skip
NAMES = (*BYE_CONVENTIONS, *filter(None, _ALIASES))


def bye_convention(name: str) -> ByeConvention:
    """Return the bye convention of that name.

    Raises:
        DomainError: there is none of that name.
    """
    wanted = name.strip().lower()
    refusal = say(
        "there is no bye convention {name!r}; choose from {names}",
        name=name, names=", ".join(BYE_CONVENTIONS),
    )  # fmt: skip
    return chosen(_ALIASES.get(wanted, wanted), BYE_CONVENTIONS, refusal)


ByeOption = Annotated[
    str,
    Arg(
        "What a bye adds: 32 discs and C times its own points (wof; papp for rounds missed too, "
        "storm for open ones), 32 discs (plus32), those of 33-31, 40-24 or 64-0, none.",
        names=NAMES,
    ),
]


@rule("DISCS", code="DISCS", source=(GREEN_2015, PAPP), aliases=("disc total", "discs"))
def discs(event_index: EventIndex, who: Id, bye: ByeOption = "wof") -> CriterionValue:
    """Disc total: the discs of all games, plus the discs that a bye counts for.

    A bye counts 32 discs under the rules of the World Othello Federation, 40 in French practice
    (``40-24``, ``papp``) and 33 where it is scored 33:31; ``none`` adds nothing. Discs entered next
    to a bye count as entered.
    """
    found = bye_convention(bye).for_total
    terms: List[Term] = []
    for record in event_index.rounds_of(who):
        if record.own.tally is not None:
            terms.append(Term.of(record, record.own.tally, say("discs")))
        elif record.is_played:
            return _no_discs(record)
        elif _is_bye(record, found):
            terms.append(Term.of(record, Fraction(found.discs), record.own.status.message))
    return CriterionValue.of(terms)


@rule("DISCDIFF", code="DISCDIFF", source=JOF, aliases=("disc difference",))
def disc_difference(event_index: EventIndex, who: Id) -> CriterionValue:
    """Disc difference: own discs minus those of the opponent, added up over all games.

    A bye adds nothing. A game without discs leaves it undefined.
    """
    terms: List[Term] = []
    for record in event_index.rounds_of(who):
        if record.other is None or not (record.is_played or record.own.tally is not None):
            continue
        if record.own.tally is None or record.other.tally is None:
            return _no_discs(record)
        difference = Fraction(record.own.tally - record.other.tally)
        terms.append(Term.of(record, difference, say("difference of the discs")))
    return CriterionValue.of(terms)


_WITHDRAWN = ("", "left-out", "counted")


@rule("BQ", code="BQ", source=(WOF, GREEN_2015, MBS_KOREA, PAPP), aliases=("MBS", "MBQ"))
def bq(
    event_index: EventIndex,
    who: Id,
    c: Annotated[
        Union[Fraction, str],
        Arg(
            "Brightwell constant: a number, or even, exact, wide, narrow, wof, papp, discs.",
            min=0,
            names=METHODS,
        ),
    ] = "wof",
    bye: ByeOption = "wof",
    withdrawn: Annotated[
        str,
        Arg(
            "Games against players who withdrew: left-out or counted; if omitted, by the bye rule.",
            names=_WITHDRAWN,
        ),
    ] = "",
) -> CriterionValue:
    """Brightwell quotient: own discs plus C times the final points of the opponents met.

    Byes and, under the official rule, games against players who later withdrew are left out of both
    sums; for each of them the bye convention adds its discs and, with ``wof`` and ``papp``, also C
    times the player's own final points (a draw against oneself). With C = 64/R, wiping out the
    bottom player is worth as much as being wiped out by the winner; the World Othello Federation
    fixes C at 6. With ``c`` 0 or ``discs``, BQ is the disc total, all that a round robin tells.
    """
    _refuse_what_are_no_discs(event_index)
    found = _convention(bye, withdrawn)
    factor = constant(max(1, event_index.rounds), c) if isinstance(c, str) else Fraction(c)
    if not factor and found.total is not None:
        return discs(event_index, who, bye)  # as the program does, fall back to the disc total
    counted, left_out = _split_rounds(event_index, who, found)
    missing = next((record for record in counted if record.own.tally is None), None)
    if missing is not None:
        return _no_discs(missing)
    drawn = factor * event_index.score(who) if found.self_draw else Fraction(0)
    total = _sum_of_games(event_index, counted, factor) + len(left_out) * (found.discs + drawn)

    def terms() -> List[Term]:
        parts = [_game_term(event_index, record, factor) for record in counted]
        parts += [_left_out_term(event_index, record, found, drawn, factor) for record in left_out]
        return sorted(parts, key=attrgetter("round"))

    return CriterionValue(total, terms)


def _convention(bye: str, withdrawn: str) -> ByeConvention:
    found = bye_convention(bye)
    return found._replace(leaves_out_withdrawn=withdrawn == "left-out") if withdrawn else found


def _sum_of_games(event_index: EventIndex, counted: List[RoundRecord], factor: Fraction) -> Number:
    """Return the discs and, times the factor, the final points of the opponents met."""
    points = sum(event_index.scaled_score(record.opponent or "") for record in counted)
    tallies = exact_sum(record.own.tally or Fraction(0) for record in counted)
    return tallies + factor * event_index.in_points(points)


_DISCS = 64


def _refuse_what_are_no_discs(event_index: EventIndex) -> None:
    """Refuse scores that are differences or leave out the empty squares, in a plain table too.

    Raises:
        InputError: every game whose discs do not add up to 64.
    """
    may_be_fewer = event_index.event.settings[EMPTY_SQUARES] == "nobody"

    def faults() -> List[Fault]:
        return [
            Fault.say(
                "the discs of {player} and {opponent} are {tally} and {other}: "
                "together not {discs}, as BQ needs them",
                match.place,
                player=match.a.who,
                opponent=match.b.who,
                tally=match.a.tally,
                other=match.b.tally,
                discs=_DISCS,
            )
            for match in event_index.event.matches
            if match.b is not None
            and match.a.tally is not None
            and match.b.tally is not None
            and not _is_board_of(match.a.tally + match.b.tally, may_be_fewer)
        ]

    found = event_index.cached("no discs", faults)
    if found:
        raise InputError(found)


def _is_board_of(discs: Number, may_be_fewer: bool) -> bool:
    return discs == _DISCS or (may_be_fewer and discs < _DISCS)


def _split_rounds(
    event_index: EventIndex, who: Id, found: ByeConvention
) -> Tuple[List[RoundRecord], List[RoundRecord]]:
    """Return the rounds that enter both sums, and those for which the bye convention adds."""
    counted, left_out = [], []
    for record in event_index.rounds_of(who):
        if _is_counted(event_index, record, found):
            counted.append(record)
        elif _is_left_out(record, found):
            left_out.append(record)
    return counted, left_out


def _is_counted(event_index: EventIndex, record: RoundRecord, found: ByeConvention) -> bool:
    """Tell whether a round enters both sums: a game, or a forfeit with discs."""
    if record.other is None or not (record.is_played or record.own.tally is not None):
        return False
    return not (found.leaves_out_withdrawn and event_index.is_withdrawn(record.other.who))


def _is_left_out(record: RoundRecord, found: ByeConvention) -> bool:
    """Tell whether the bye convention adds something for a round that is not counted."""
    return (record.is_played and record.other is not None) or _is_bye(record, found)


_WIN_WITHOUT_PLAY = frozenset(
    {Status.PAIRING_BYE, Status.FULL_BYE, Status.HALF_BYE, Status.FORFEIT_WIN}
)
_MISSED = frozenset({Status.ABSENT, Status.ZERO_BYE, Status.FORFEIT_LOSS})


def _is_bye(record: RoundRecord, found: ByeConvention) -> bool:
    status = record.own.status
    if status in _MISSED:
        return found.missed
    return status in _WIN_WITHOUT_PLAY or (found.pending and status is Status.PENDING)


def _game_term(event_index: EventIndex, record: RoundRecord, factor: Fraction) -> Term:
    tally = record.own.tally or Fraction(0)
    score = event_index.score(record.opponent or "")
    why = say(
        "{tally} discs + {factor} × {score} points of {opponent}",
        tally=tally,
        factor=factor,
        score=score,
        opponent=record.opponent,
    )
    return Term.of(record, tally + factor * score, why)


def _left_out_term(
    event_index: EventIndex,
    record: RoundRecord,
    found: ByeConvention,
    drawn: Fraction,
    factor: Fraction,
) -> Term:
    reason = say("opponent withdrew") if record.is_played else record.own.status.message
    if not found.self_draw:
        why = count(found.discs, "{reason}: {n} disc", "{reason}: {n} discs", reason=reason)
        return Term.of(record, Fraction(found.discs), why)
    why = say(
        "{reason}: a draw against oneself, {discs} discs + {factor} × {score}",
        reason=reason,
        discs=found.discs,
        factor=factor,
        score=event_index.score(record.own.who),
    )
    return Term.of(record, found.discs + drawn, why)


def _no_discs(record: RoundRecord) -> CriterionValue:
    return CriterionValue.undefined(
        say(
            "the discs of round {round} against {opponent} are missing",
            round=record.round,
            opponent=record.opponent,
        )
    )
