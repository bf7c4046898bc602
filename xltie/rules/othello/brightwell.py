"""Othello: the disc total and the Brightwell quotient."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Dict, List, NamedTuple, Optional, Tuple, Union

from xltie.core.errors import DomainError
from xltie.event.index import Ledger, Outing
from xltie.event.model import Id, Status
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import GREEN_2015, MBS_KOREA, PAPP, WOF
from xltie.rules.common.criterion_value import Term, Working, show
from xltie.rules.othello.brightwell_constant import METHODS, constant


class Convention(NamedTuple):
    """How a round without a game enters BQ and the disc total.

    A bye adds ``discs``, and with ``self_draw`` also C times the player's own points: a draw
    against oneself. ``leaves_out_withdrawn`` treats games against players who withdrew like byes;
    ``missed`` and ``pending`` say whether rounds missed or still open are treated so too. ``total``
    is what a bye alone counts in the disc total, where that differs.
    """

    discs: int
    self_draw: bool = False
    leaves_out_withdrawn: bool = False
    missed: bool = False
    pending: bool = False
    total: Optional[int] = None

    @property
    def for_total(self) -> Convention:
        """Return the convention for the disc total."""
        return self if self.total is None else Convention(self.total)


CONVENTIONS: Dict[str, Convention] = {
    "wof": Convention(32, self_draw=True, leaves_out_withdrawn=True),
    "papp": Convention(32, self_draw=True, leaves_out_withdrawn=True, missed=True, total=40),
    "storm": Convention(32, self_draw=True, pending=True),
    "plus32": Convention(32),
    "33-31": Convention(33),
    "32-32": Convention(32),
    "40-24": Convention(40),
    "64-0": Convention(64),
    "none": Convention(0),
}
_ALIASES = {
    "": "wof",
    "woc": "wof",
    "self-draw": "wof",
    "seed000": "plus32",
    "seed001": "33-31",
}
NAMES = (*CONVENTIONS, "self-draw", "woc", "seed000", "seed001")


def convention(name: str) -> Convention:
    """Return the bye convention of that name.

    Raises:
        DomainError: there is none of that name.
    """
    wanted = name.strip().lower()
    found = CONVENTIONS.get(_ALIASES.get(wanted, wanted))
    if found is None:
        raise DomainError(f"there is no bye convention {name!r}; known are {', '.join(NAMES)}")
    return found


Bye = Annotated[
    str,
    Arg("What a bye adds: wof, papp, storm, plus32, 33-31, 32-32, 40-24, 64-0, none.", names=NAMES),
]


@rule("DISCS", code="DISCS", source=(GREEN_2015, PAPP), aliases=("disc total", "discs"))
def discs(ledger: Ledger, who: Id, bye: Bye = "wof") -> Working:
    """Disc total: the discs of all games, with the discs that a bye counts for.

    A bye counts 32 discs under the rules of the World Othello Federation, 40 in French practice
    (``40-24``, ``papp``), 33 where it is scored 33:31; ``none`` adds nothing. Discs that are typed
    beside a bye count as typed.
    """
    found = convention(bye).for_total
    terms: List[Term] = []
    for outing in ledger.outings(who):
        if outing.own.tally is not None:
            terms.append(Term(outing.round, outing.opponent, outing.own.tally, "discs"))
        elif outing.is_played:
            return _no_discs(outing)
        elif _is_bye(outing, found):
            terms.append(
                Term(outing.round, outing.opponent, Fraction(found.discs), outing.own.status.value)
            )
    return Working.of(terms)


_WITHDRAWN = ("", "left-out", "counted")


@rule("BQ", code="BQ", source=(WOF, GREEN_2015, MBS_KOREA, PAPP), aliases=("MBS", "MBQ"))
def bq(
    ledger: Ledger,
    who: Id,
    c: Annotated[
        Union[Fraction, str],
        Arg(
            "Brightwell constant: a number, or even, exact, wide, narrow, wof, papp, discs.",
            min=0,
            names=METHODS,
        ),
    ] = "wof",
    bye: Bye = "wof",
    withdrawn: Annotated[
        str,
        Arg(
            "Games against players who withdrew: left-out or counted; else by the bye rule.",
            names=_WITHDRAWN,
        ),
    ] = "",
) -> Working:
    """Brightwell quotient: own discs plus C times the final points of the opponents met.

    Byes, and under the official rule games against players who later withdrew, are left out of both
    sums; for each the bye convention adds its discs, with ``wof`` and ``papp`` also C times the
    player's own final points (a draw against oneself). C of 64/R makes a wipe-out of the last equal
    to a wipe-out by the first; the World Othello Federation fixes 6. With ``c`` 0 or ``discs``, BQ
    is the disc total, which is all that differs in a round robin.
    """
    found = convention(bye)
    factor = constant(max(1, ledger.rounds), c) if isinstance(c, str) else Fraction(c)
    if not factor and found.total is not None:
        return discs(ledger, who, bye)  # the program itself turns to the disc total
    if withdrawn:
        found = found._replace(leaves_out_withdrawn=withdrawn.lower() == "left-out")
    counted, left_out = _parted(ledger, who, found)
    missing = next((outing for outing in counted if outing.own.tally is None), None)
    if missing is not None:
        return _no_discs(missing)
    own = factor * ledger.score(who) if found.self_draw else Fraction(0)
    met = sum(ledger.units(outing.opponent or "") for outing in counted)
    total = sum((outing.own.tally or 0 for outing in counted), Fraction(0))
    total += factor * ledger.in_points(met) + len(left_out) * (found.discs + own)

    def terms() -> List[Term]:
        parts = [_game_term(ledger, outing, factor) for outing in counted]
        parts += [_left_out_term(ledger, outing, found, own, factor) for outing in left_out]
        return sorted(parts, key=lambda term: term.round or 0)

    return Working(total, terms)


def _parted(ledger: Ledger, who: Id, found: Convention) -> Tuple[List[Outing], List[Outing]]:
    """Return the rounds that enter both sums, and those for which the bye convention adds."""
    own = ledger.outings(who)
    counted = [outing for outing in own if _is_counted(ledger, outing, found)]
    rest = [outing for outing in own if not _is_counted(ledger, outing, found)]
    return counted, [outing for outing in rest if _is_left_out(outing, found)]


def _is_counted(ledger: Ledger, outing: Outing, found: Convention) -> bool:
    """Tell whether a round enters both sums: a game, or a forfeit with discs."""
    if outing.other is None or not (outing.is_played or outing.own.tally is not None):
        return False
    return not (found.leaves_out_withdrawn and ledger.is_withdrawn(outing.other.who))


def _is_left_out(outing: Outing, found: Convention) -> bool:
    """Tell whether the bye convention adds something for a round that is not counted."""
    return (outing.is_played and outing.other is not None) or _is_bye(outing, found)


_WIN_WITHOUT_PLAY = frozenset(
    {Status.PAIRING_BYE, Status.FULL_BYE, Status.HALF_BYE, Status.FORFEIT_WIN}
)
_MISSED = frozenset({Status.ABSENT, Status.ZERO_BYE, Status.FORFEIT_LOSS})


def _is_bye(outing: Outing, found: Convention) -> bool:
    status = outing.own.status
    if status in _MISSED:
        return found.missed
    return status in _WIN_WITHOUT_PLAY or (found.pending and status is Status.PENDING)


def _game_term(ledger: Ledger, outing: Outing, factor: Fraction) -> Term:
    tally = outing.own.tally or Fraction(0)
    score = ledger.score(outing.opponent or "")
    why = f"{show(tally)} discs + {show(factor)} × {show(score)} points of {outing.opponent}"
    return Term(outing.round, outing.opponent, tally + factor * score, why)


def _left_out_term(
    ledger: Ledger, outing: Outing, found: Convention, own: Fraction, factor: Fraction
) -> Term:
    reason = "opponent withdrew" if outing.is_played else outing.own.status.value
    if not found.self_draw:
        return Term(
            outing.round, outing.opponent, Fraction(found.discs), f"{reason}: {found.discs} discs"
        )
    score = show(ledger.score(outing.own.who))
    why = f"{reason}: a draw against oneself, {found.discs} discs + {show(factor)} × {score}"
    return Term(outing.round, outing.opponent, found.discs + own, why)


def _no_discs(outing: Outing) -> Working:
    return Working.undefined(
        f"the discs of round {outing.round} against {outing.opponent} are missing"
    )
