"""The list of the French federation, ``ech_ffg_V3.txt``: name, rating, licence, club, country.

Its ratings are those of the EGF less 2050 (OpenGotha converts them so); the rank is the one whose
band of a hundred points holds the rating. -9999 is no rating.
"""

from __future__ import annotations

import re
from typing import Iterator

from xltie.core.go_ranks import in_letters
from xltie.exchange.rating_lists.listed_player import ListedPlayer

_LINE = re.compile(
    r"(?P<name>\S+(?: \S+)*) +(?P<rating>-?\d+) (?P<status>[-eCLX]) (?P<licence>\S{7})"
    r"(?: +(?P<club>\S{4}))?(?: +(?P<country>[A-Z]{2}))?\s*"
)
_OFFSET = 2050
_NO_RATING = -9999


def looks_like(data: bytes) -> bool:
    """Tell whether a file begins as this list does."""
    return data.startswith(b"#Echelle")


def players(data: bytes, name: str, pace: str) -> Iterator[ListedPlayer]:
    """Yield the players, with ratings on the EGF's scale."""
    for line in data.decode("latin-1").splitlines():
        found = None if line.startswith("#") else _LINE.fullmatch(line)
        if found is None:
            continue
        figure = int(found["rating"])
        rating = None if figure == _NO_RATING else figure + _OFFSET
        club = (found["club"] or "").strip()
        yield ListedPlayer(
            found["name"].replace("_", " "),
            "" if set(found["licence"]) == {"-"} else found["licence"],
            rating,
            "" if rating is None else in_letters((rating + 950) // 100 - 30).lower(),
            found["country"] or "",
            "" if set(club) <= {"x"} else club,
            first=found["name"].partition(" ")[2].replace("_", " "),
        )
