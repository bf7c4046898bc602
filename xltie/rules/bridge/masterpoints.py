"""Masterpoints of a club session, as the federations count them for a place.

Of their schemes only the part is here whose rule could be read: a line of a Mitchell in a club of
the Australian Bridge Federation or the American Contract Bridge League, and pairs in England.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Annotated, Callable, Mapping, NamedTuple, Optional

from xltie.core.numbers import half_away_from_zero
from xltie.functions.registry import Arg, Source, function

ABF = Source(
    "Australian Bridge Federation", "Masterpoint Manual",
    "4.1: half of the field, rounded down; the second has 70 %, place p the winners' award over "
    "p - 1; the winners of a club Mitchell at 1.5 have three points for every table "
    "(NSWBA, Affiliated Clubs Handbook)",
    "http://www.abfmasterpoints.com.au/mpmanual/html/book4a.htm",
)  # fmt: skip
ACBL = Source(
    "American Contract Bridge League", "Handbook, chapter 4: Calculating the awards",
    "open clubs 0.10 for every pair of the line, at most 1.50, invitational ones 0.08 and 1.20; "
    "the next 70, 50 and 35 %, then a fifth, a sixth and so on, to 40 % of the pairs, rounded",
    "http://www.acbl.org/about-acbl/administration/acbl-handbook/i-calculating-the-awards/",
)  # fmt: skip
EBU = Source(
    "English Bridge Union", "Licensing and Master Points Handbook, tables of the appendix",
    "as its forum quotes them: full tables count; a quarter of the field below 18 boards, a third "
    "below 36, else half, rounded up; steps of 6 local points, the least award (9, 12, 18, 24 on "
    "other scales). Steps of 10 with two winners, and shared places: SBU, Award of Master Points",
    "https://forums.ebu.co.uk/discussion/1229/eligibility-for-masterpoints-rounding-up-or-down",
)  # fmt: skip
_HUNDREDTHS = 100
_FULL = Fraction(1)


class _Field(NamedTuple):
    """What a place is worth depends on: pairs, boards, and the weight of the event."""

    pairs: int
    boards: int
    factor: Fraction


class _Scheme(NamedTuple):
    """How a federation counts: all in hundredths of a masterpoint."""

    factor: Fraction
    """The weight of an event in a club."""
    awarded: Callable[[_Field], int]
    """How many places have an award."""
    award: Callable[[int, _Field], Fraction]
    """What a place of these is worth."""
    tied: Callable[[Fraction, _Field], Fraction]
    """What of a mean each has who shares places."""


def _rounded(mean: Fraction, field: _Field) -> Fraction:
    return half_away_from_zero(mean, 0)


def _abf(place: int, field: _Field) -> Fraction:
    share = {1: _FULL, 2: Fraction(7, 10)}.get(place) or Fraction(1, place - 1)
    return half_away_from_zero(2 * field.factor * field.pairs * share, 0)


_ACBL_SHARES = {1: _FULL, 2: Fraction(7, 10), 3: Fraction(1, 2), 4: Fraction(7, 20)}


def _acbl(per_pair: int, most: int) -> _Scheme:
    def award(place: int, field: _Field) -> Fraction:
        winners = min(per_pair * field.pairs, most) * field.factor
        return half_away_from_zero(winners * _ACBL_SHARES.get(place, Fraction(1, place)), 0)

    return _Scheme(
        _FULL, lambda field: int(half_away_from_zero(Fraction(2 * field.pairs, 5), 0)),
        award, _rounded,
    )  # fmt: skip


_MANY_BOARDS, _SOME_BOARDS = 36, 18


def _ebu(step: int, pairs_of_a_table: int) -> _Scheme:
    def awarded(field: _Field) -> int:
        pairs = field.pairs // pairs_of_a_table * pairs_of_a_table
        part = 2 if field.boards >= _MANY_BOARDS else 3 if field.boards >= _SOME_BOARDS else 4
        return -(-pairs // part)

    def award(place: int, field: _Field) -> Fraction:
        return step * field.factor * (awarded(field) - place + 1)

    def tied(mean: Fraction, field: _Field) -> Fraction:
        return Fraction(ceil(max(mean, step * field.factor))) if mean else mean

    return _Scheme(_FULL, awarded, award, tied)


_SCHEMES: Mapping[str, _Scheme] = {
    "abf": _Scheme(Fraction(3, 2), lambda field: field.pairs // 2, _abf, _rounded),
    "acbl": _acbl(10, 150),
    "acbl-invitational": _acbl(8, 120),
    "ebu": _ebu(10, 1),
    "ebu-one-winner": _ebu(6, 2),
}


@function("MASTERPOINTS", source=(ABF, ACBL, EBU))
def masterpoints(
    place: Annotated[int, Arg("Place in the line, NS or EW; with one winner in the field.", min=1)],
    pairs: Annotated[int, Arg("Number of pairs in the line; with one winner in the field.", min=1)],
    tied: Annotated[int, Arg("How many share the place; 1 (default) for none.", min=1)] = 1,
    factor: Annotated[
        Optional[Fraction],
        Arg(
            "Weight of the event; omitted: a club's, 1.5 in Australia, else 1; England's district "
            "1.5, county 2, regional 3, national 4.",
            above=0,
        ),
    ] = None,
    body: Annotated[
        str,
        Arg(
            "abf (Australia), acbl or acbl-invitational (clubs of North America), ebu (England, a "
            "line) or ebu-one-winner.",
            names=tuple(_SCHEMES),
        ),
    ] = "abf",
    boards: Annotated[int, Arg("Boards that a pair plays; counts in England.", min=12)] = 24,
) -> Fraction:
    """Masterpoints for a place in a club, by the federation's scheme; 0.24 are 24 local points.

    The upper half of a line has some in Australia, two fifths in North America, by boards a
    quarter, a third or half in England. Those who share a place have the mean of all their places.
    """
    scheme = _SCHEMES[body]
    field = _Field(pairs, boards, factor or scheme.factor)
    places = range(place, min(place + tied, scheme.awarded(field) + 1))
    mean = sum((scheme.award(at, field) for at in places), Fraction(0)) / tied
    return scheme.tied(mean, field) / _HUNDREDTHS
