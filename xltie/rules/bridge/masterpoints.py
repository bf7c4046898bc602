"""Masterpoints of a club session: what a place in a line of a Mitchell is worth.

Of the federations' schemes only the part is here that could be read whole: a Mitchell with two
winners in a club, of the Australian Bridge Federation or of the American Contract Bridge League.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Optional

from xltie.core.rounding import half_away_from_zero
from xltie.functions.registry import Arg, Source, function

BODIES = ("abf", "acbl", "acbl-invitational")
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
_HUNDREDTHS = 100
_ABF_CLUB = Fraction(3, 2)
_PER_PAIR = {"acbl": (10, 150), "acbl-invitational": (8, 120)}
"""What the winners have for every pair of their line, and at most, in hundredths."""
_ACBL_SHARES = {1: Fraction(1), 2: Fraction(7, 10), 3: Fraction(1, 2), 4: Fraction(7, 20)}


def award(place: int, pairs: int, factor: Fraction) -> int:
    """Return the hundredths that a place in a line of so many pairs is worth, rounded half up.

    >>> [award(place, 8, Fraction(3, 2)) for place in range(1, 6)]
    [24, 17, 12, 8, 0]
    """
    if place > pairs // 2:
        return 0
    winners = 2 * factor * pairs
    share = {1: Fraction(1), 2: Fraction(7, 10)}.get(place) or Fraction(1, place - 1)
    return int(half_away_from_zero(winners * share, 0))


def award_of_acbl(place: int, pairs: int, factor: Fraction, club: str) -> int:
    """Return the hundredths that a place in a line is worth in a club of the ACBL.

    >>> [award_of_acbl(place, 8, Fraction(1), "acbl") for place in range(1, 5)]
    [80, 56, 40, 0]
    """
    if place > half_away_from_zero(Fraction(2 * pairs, 5), 0):
        return 0
    per_pair, most = _PER_PAIR[club]
    winners = min(per_pair * pairs, most) * factor
    return int(half_away_from_zero(winners * _ACBL_SHARES.get(place, Fraction(1, place)), 0))


@function("MASTERPOINTS", source=(ABF, ACBL))
def masterpoints(
    place: Annotated[int, Arg("Place in the line, NS or EW.", min=1)],
    pairs: Annotated[int, Arg("Number of pairs in the line.", min=1)],
    tied: Annotated[int, Arg("How many share the place; 1 (default) for none.", min=1)] = 1,
    factor: Annotated[
        Optional[Fraction],
        Arg(
            "Weight of the event; omitted: that of a club, 1.5 in Australia, 1 in America.", above=0
        ),
    ] = None,
    body: Annotated[
        str,
        Arg("abf (Australia), acbl or acbl-invitational (clubs of North America).", names=BODIES),
    ] = "abf",
) -> Fraction:
    """Masterpoints for a place in a line of a Mitchell in a club, by the federation's scheme.

    The upper half of a line has some in Australia, two fifths in North America. Those who share a
    place have the mean of the awards of all their places. Movements with one winner are not here.
    """
    places = range(place, place + tied)
    if body == "abf":
        awards = sum(award(at, pairs, factor or _ABF_CLUB) for at in places)
    else:
        awards = sum(award_of_acbl(at, pairs, factor or Fraction(1), body) for at in places)
    return half_away_from_zero(Fraction(awards, tied), 0) / _HUNDREDTHS
