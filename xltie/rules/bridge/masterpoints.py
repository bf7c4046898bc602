"""Masterpoints of a club session: what a place in a line of a Mitchell is worth.

Of the federations' schemes only the part is here that could be read whole: two winners, matchpoints
or IMPs by boards, in a club of the Australian Bridge Federation.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from xltie.core.rounding import half_away_from_zero
from xltie.functions.registry import Arg, Source, function

ABF = Source(
    "Australian Bridge Federation", "Masterpoint Manual",
    "4.1: half of the field, rounded down; the second has 70 %, place p the winners' award over "
    "p - 1; the winners of a club Mitchell at 1.5 have three points for every table "
    "(NSWBA, Affiliated Clubs Handbook)",
    "http://www.abfmasterpoints.com.au/mpmanual/html/book4a.htm",
)  # fmt: skip
_CLUB = Fraction(3, 2)
_HUNDREDTHS = 100


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


@function("MASTERPOINTS", source=ABF)
def masterpoints(
    place: Annotated[int, Arg("Place in the line, NS or EW.", min=1)],
    pairs: Annotated[int, Arg("Number of pairs in the line.", min=1)],
    tied: Annotated[int, Arg("How many share the place; 1 (default) for none.", min=1)] = 1,
    factor: Annotated[Fraction, Arg("Weight of the event: 1.5 (default) in a club.", above=0)] = (
        _CLUB
    ),
) -> Fraction:
    """Masterpoints of the Australian Bridge Federation for a place in a line of a Mitchell.

    The upper half of a line has some. Those who share a place have the mean of the awards of all
    their places. Movements with one winner have tables of their own, which are not here.
    """
    awards = sum(award(at, pairs, factor) for at in range(place, place + tied))
    return half_away_from_zero(Fraction(awards, tied), 0) / _HUNDREDTHS
