"""The players of Othello as PAPP lists them, ``joueurs.txt``: number, name, country, rating.

``pays = ARG`` names the country of the lines below; ``280016 ACUNA, Ricardo {CHI} %_<1641>`` is a
player, whose own country and rating may be left out. ``%`` begins a comment, but ``%_`` is only a
gap. The numbers are those of the World Othello Federation's ratings.
"""

from __future__ import annotations

import re
from typing import Iterator

from xltie.exchange.common.text import decode
from xltie.exchange.rating_lists.listed_player import ListedPlayer

_COUNTRY = re.compile(r'\s*pays\s*=\s*"?(\w+)"?.*', re.IGNORECASE)
_PLAYER = re.compile(
    r"\s*(?P<number>\d+)\s+(?P<name>[^\s{<%`][^{<%`]*)(?:\{(?P<country>\w+)\}\s*)?"
    r"(?:(?:%_\s*)?<\s*(?P<rating>-?\d+)\s*>\s*)?(?:[%`].*)?"
)
_RATED = re.compile(rb"^\s*\d+ [^\r\n,]+,[^\r\n]*%_<-?\d+>", re.MULTILINE)
_HEADED = re.compile(rb"^\s*[Pp]ays *= *\"?[A-Z]{3}", re.MULTILINE)


def looks_like(data: bytes) -> bool:
    """Tell whether a country heads players, one of them rated, near the beginning."""
    head = data[:20000]
    return bool(_HEADED.search(head) and _RATED.search(head))


def players(data: bytes, name: str, pace: str) -> Iterator[ListedPlayer]:
    """Yield the players up to ``__eof__``, each with the country that heads it."""
    country = ""
    for line, _ in decode(data).lines:
        if line.strip() == "__eof__":
            return
        headed, found = _COUNTRY.fullmatch(line), _PLAYER.fullmatch(line)
        if headed:
            country = headed[1]
        elif found:
            rating = found["rating"]
            yield ListedPlayer(
                found["name"].rstrip(), found["number"], int(rating) if rating else None,
                country=found["country"] or country,
            )  # fmt: skip
