"""The AGA's list for tournament directors, ``tdlista.txt`` and ``tdlistb.txt``: tab-separated.

Name, number, kind of membership, rating, end of membership, chapter, state, sigma, date. AGA
ratings run 1.0 and up for dan, -1.0 and down for kyu, with nothing between: the rank is the whole
part, and on the EGF's scale (as OpenGotha converts) 4.50 is 2400 and -20.06 is 144.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Iterator, Optional, Tuple

from xltie.core.numbers import half_up
from xltie.exchange.rating_lists.listed_player import ListedPlayer

_START = re.compile(rb"[^\t\n]+,[^\t\n]*\t\d+\t[^\t\n]*\t(-?\d+\.\d+)?\t[\d/]*\t")
_GAP = 2050


def looks_like(data: bytes) -> bool:
    """Tell whether the first line has the fields of this list."""
    return bool(_START.match(data))


def players(data: bytes, name: str, pace: str) -> Iterator[ListedPlayer]:
    """Yield the players, with ratings on the EGF's scale."""
    for line in data.decode("utf-8", "replace").splitlines():
        fields = line.split("\t")
        if len(fields) < 6 or not fields[1].isdigit():
            continue
        rating, grade = _converted(fields[3])
        yield ListedPlayer(fields[0].strip(), fields[1], rating, grade, club=fields[5].strip())


def _converted(text: str) -> Tuple[Optional[int], str]:
    """Return an AGA rating on the EGF's scale, and its rank."""
    if not re.fullmatch(r"-?\d+(\.\d+)?", text):
        return None, ""
    aga_rating = Fraction(text)
    if abs(aga_rating) < 1:
        return None, ""
    rating = _GAP + 100 * (aga_rating - 1 if aga_rating > 0 else aga_rating + 1)
    return int(half_up(rating)), f"{int(abs(aga_rating))}{'d' if aga_rating > 0 else 'k'}"
