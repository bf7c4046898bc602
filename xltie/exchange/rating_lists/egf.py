"""The list of the European Go Database, ``allworld_lp.html``: columns of fixed width.

Read as OpenGotha reads it: PIN in columns 1 to 8 (from 0), name 11 to 47, country 49 to 50, club 53
to 56, the rank declared at the last tournament 60 to 62, rating (GoR) 71 to 74.
"""

from __future__ import annotations

import re
from typing import Iterator

from xltie.exchange.rating_lists.listed_player import ListedPlayer

_LINE = re.compile(r" \d{8}  \S")
_HEAD = re.compile(rb"^ *PIN +Name +Club +Grade", re.MULTILINE)
_NOBODY = ("(undefined)", "Anonymous")


def looks_like(data: bytes) -> bool:
    """Tell whether a file has the heading of the database's list, or lines laid out as its own."""
    if _HEAD.search(data[:4000]):
        return True
    return bool(re.match(rb" \d{8}  \S.{36} [A-Z]{2}  \S", data))


def players(data: bytes, name: str, pace: str) -> Iterator[ListedPlayer]:
    """Yield the players; lines of no person (``Anonymous``, ``(undefined)``) are left out."""
    for line in data.decode("utf-8", "replace").splitlines():
        if not _LINE.match(line) or line[11:48].startswith(_NOBODY):
            continue
        club, country, rating = line[53:57].strip(), line[49:51].strip(), line[71:75].strip()
        surname, *first = (word.replace("_", " ").strip() for word in line[11:48].split())
        yield ListedPlayer(
            " ".join((surname, *first)),
            line[1:9],
            int(rating) if re.fullmatch(r"-?\d+", rating) else None,
            line[60:63].strip(),
            "" if country == "XX" else country,
            "" if set(club) <= {"x"} else club,
            first=" ".join(first),
        )
