"""What every table of a session scores: its result compared with the others on the board."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import (
    Callable,
    Dict,
    Iterable,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from xltie.core.numbers import show_signed
from xltie.core.rounding import rounded
from xltie.event.board_results import SIDES, Award, Deal
from xltie.event.index import Ledger
from xltie.event.model import Id
from xltie.rules.bridge import matchpoints as mp
from xltie.rules.bridge.imps import AVERAGE_PLUS, cross_imps, datum, divisor_of, imps, trimmed_ends
from xltie.rules.bridge.normal_game import award_z, capped, z_scores
from xltie.rules.common.criterion_value import show


class Mark(NamedTuple):
    """What one side scores for a board, out of how much, and why.

    ``average`` is the sign of an average that was awarded.
    """

    value: Fraction
    top: Fraction
    why: str
    average: str = ""


Marks = Dict[Tuple[int, str], Mark]
"""By the number of the deal in the session and the side; nothing for what was not played."""


@dataclass(frozen=True)
class Matchpoints:
    """Matchpoints: 2 for every result beaten, 1 for every equal one, factored by Neuberg."""

    scale: str = "2/1"
    groups: str = "neuberg"
    expected: int = 0
    decimals: Optional[int] = None


@dataclass(frozen=True)
class Butler:
    """IMPs against the datum."""

    trim: Union[Fraction, str] = "none"
    rounding: str = "half-down"
    average: Fraction = AVERAGE_PLUS


@dataclass(frozen=True)
class Cross:
    """IMPs against every other table."""

    divisor: str = "n-1"
    average: Fraction = AVERAGE_PLUS
    decimals: Optional[int] = None


@dataclass(frozen=True)
class Normal:
    """Standard deviations from the mean."""

    sigma: str = "sample"
    cap: Optional[Fraction] = None
    decimals: Optional[int] = None
    average: Fraction = AVERAGE_PLUS


Method = Union[Matchpoints, Butler, Cross, Normal]


_METHODS: Dict[str, Callable[..., Method]] = {
    "MPSCORE": Matchpoints,
    "MPTOTAL": Matchpoints,
    "BUTLERTOTAL": Butler,
    "CROSSTOTAL": Cross,
    "ZTOTAL": Normal,
    "ZSCORE": Normal,
}


def method_with(criterion: str, options: Mapping[str, object]) -> Optional[Method]:
    """Return how a criterion scores a board under its options, None where it scores none."""
    made = _METHODS.get(criterion)
    if made is None:
        return None
    known = {own.name for own in fields(made)}  # type: ignore[arg-type]
    given = {name: value for name, value in options.items() if name in known}
    return made(**{k: v.lower() if isinstance(v, str) else v for k, v in given.items()})


def expected_results(deals: Iterable[Deal]) -> int:
    """Return how many results a board should have: as many as the board with the most has."""
    counts: Dict[int, int] = {}
    for deal in deals:
        if deal.ns_result is not None or deal.ew_result is not None:
            counts[deal.board] = counts.get(deal.board, 0) + 1
    return max(counts.values(), default=0)


def marks_of(ledger: Ledger, method: Method) -> Marks:
    """Return what every table scores, worked out once for each method.

    Each side has a field of its own: where a score was adjusted they need not mirror. Versions of
    a fouled board are fields of their own too.
    """
    return ledger.cached(("bridge marks", method), lambda: _marks(ledger.event.deals, method))


def _marks(deals: Sequence[Deal], method: Method) -> Marks:
    fields: Dict[Tuple[int, str], List[int]] = {}
    for index, deal in enumerate(deals):
        fields.setdefault((deal.board, deal.group), []).append(index)
    expected = getattr(method, "expected", 0) or expected_results(deals)
    found: Marks = {}
    for members in fields.values():
        for side in SIDES:
            _mark_field(deals, members, side, method, expected, found)
    return found


def _mark_field(
    deals: Sequence[Deal],
    members: List[int],
    side: str,
    method: Method,
    expected: int,
    found: Marks,
) -> None:
    results = [(index, deals[index].result(side)) for index in members if deals[index].who(side)]
    scores = [(index, own) for index, own in results if isinstance(own, Fraction)]
    field = [own for _, own in scores]
    scorer = _SCORERS[type(method)](method, field, max(expected, len(field)))
    for (index, own), mark in zip(scores, scorer.scored()):
        found[index, side] = mark._replace(why=f"{show_signed(own)}: {mark.why}")
    for index, award in results:
        if isinstance(award, Award):
            mark = scorer.adjusted(award)
            found[index, side] = mark._replace(why=f"adjusted score {award}", average=award.average)


class _Scorer(NamedTuple):
    scored: Callable[[], List[Mark]]
    adjusted: Callable[[Award], Mark]


def _matchpoints(method: Matchpoints, field: List[Fraction], expected: int) -> _Scorer:
    unit = 1 if method.scale == "2/1" else 2
    top = Fraction(mp.top_of(expected), unit)
    factored = f", factored from {len(field)} to {expected} results"

    def scored() -> List[Mark]:
        points = mp.matchpoints(field, expected, method.groups)
        return [
            Mark(
                rounded(own / unit, method.decimals),
                top,
                f"beats {sum(o < score for o in field)}, "
                f"equals {sum(o == score for o in field) - 1} of {len(field) - 1} others"
                + (factored if len(field) < expected else ""),
            )
            for score, own in zip(field, points)
        ]

    def adjusted(award: Award) -> Mark:
        return Mark(rounded(award.as_share(AVERAGE_PLUS) * top, method.decimals), top, "")

    return _Scorer(scored, adjusted)


_ONE = Fraction(1)


def _butler(method: Butler, field: List[Fraction], expected: int) -> _Scorer:
    # A number of scores to leave out is meant for the boards that have enough of them.
    trim = "none" if 2 * trimmed_ends(len(field), method.trim) >= len(field) else method.trim

    def scored() -> List[Mark]:
        price = datum(field, trim, method.rounding) if field else Fraction(0)
        return [
            Mark(
                Fraction(imps(score - price)),
                _ONE,
                f"{show_signed(score - price)} from the datum {show(price)}",
            )
            for score in field
        ]

    return _Scorer(scored, lambda award: Mark(award.as_imps(method.average), _ONE, ""))


def _cross(method: Cross, field: List[Fraction], expected: int) -> _Scorer:
    by = divisor_of(len(field), method.divisor) or 1
    each = expected - 1 if method.divisor == "total" else 1

    def scored() -> List[Mark]:
        return [
            Mark(
                rounded(Fraction(own, by), method.decimals),
                _ONE,
                f"{own:+d} IMPs against {len(field) - 1} others"
                + (f", divided by {by}" if by > 1 else ""),
            )
            for own in cross_imps(field)
        ]

    def adjusted(award: Award) -> Mark:
        return Mark(rounded(award.as_imps(method.average) * each, method.decimals), _ONE, "")

    return _Scorer(scored, adjusted)


def _normal(method: Normal, field: List[Fraction], expected: int) -> _Scorer:
    def scored() -> List[Mark]:
        if not field:
            return []
        mean = Fraction(sum(field), len(field))
        return [
            Mark(
                rounded(own, method.decimals),
                _ONE,
                f"{show_signed(score - mean)} from the mean {show(mean)}",
            )
            for score, own in zip(field, z_scores(field, method.sigma, method.cap))
        ]

    def adjusted(award: Award) -> Mark:
        value = capped(award_z(award, method.average), method.cap)
        return Mark(rounded(value, method.decimals), _ONE, "")

    return _Scorer(scored, adjusted)


_SCORERS: Dict[type, Callable[..., _Scorer]] = {
    Matchpoints: _matchpoints,
    Butler: _butler,
    Cross: _cross,
    Normal: _normal,
}


class Sitting(NamedTuple):
    """One board as one contestant played it. ``mark`` is None where nothing came of it."""

    deal: Deal
    side: str
    mark: Optional[Mark]

    @property
    def opponents(self) -> str:
        """Return who sat on the other side."""
        return "+".join(self.deal.who("ew" if self.side == "ns" else "ns"))


def sittings(ledger: Ledger, who: Id, method: Method) -> List[Sitting]:
    """Return a contestant's boards in the order of play with what they scored."""

    def build() -> Dict[Id, List[Sitting]]:
        marks = marks_of(ledger, method)
        by: Dict[Id, List[Sitting]] = {own: [] for own in ledger.ids}
        for index, deal in enumerate(ledger.event.deals):
            for side in SIDES:
                for player in deal.who(side):
                    by[player].append(Sitting(deal, side, marks.get((index, side))))
        return by

    return ledger.cached(("bridge sittings", method), build)[who]
