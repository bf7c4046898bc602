"""A player in a result file: ``%_% 5537, TAKANASHI, Yusuke, JPN, 11, 513, 2583``.

Number, name, first name, country, points, discs or BQ, rating, in this order, whatever is left
out. New players have a ``+`` before their number, players whose number nobody knew ``??????``.
Points are also written ``3,5``, ``.5`` and ``5+2``, discs ``262-186`` (theirs and the opponents'),
a rating that there is not yet ``-``; the last columns may be parted by blanks only.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import List, NamedTuple, Optional, Tuple

from xltie.core.cells import printed_number

_LINE = re.compile(r"%_%\s*\+?\s*(\d+|\?{3,})\s*[, \t](.*)")
_DECIMAL_COMMA = re.compile(r"(\s\d{1,2}),(5)(?=[,+\s])")
_FIGURE = r"(?:-?\d*\.?\d+(?:\s*[+-]\s*\d+)?|-|\?)"
_BY_BLANKS = re.compile(rf"(.*?)\s+({_FIGURE})\s+({_FIGURE})")
_ONE_BY_BLANKS = re.compile(rf"([A-Za-z]+|\d*\.?\d+)\s+({_FIGURE})")
_COUNTRY = re.compile(r"\{?([A-Z]{1,3})\d?\}?")


class PlayerLine(NamedTuple):
    """What is told of a player, as it stands there."""

    number: str
    name: str
    country: str
    points: str
    total: str
    """The disc total or BQ, "" without one."""
    rating: Optional[int]


def player_line(line: str) -> Optional[PlayerLine]:
    """Return the player of a line, None where it is none."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    texts, figures = _parted(_DECIMAL_COMMA.sub(r"\1.\2", found[2]))
    country = ""
    at = next((at for at in range(len(texts) - 1, 0, -1) if _COUNTRY.fullmatch(texts[at])), 0)
    if at > 1 or (at and len(texts) == 2 and not figures):
        country = _COUNTRY.sub(r"\1", texts.pop(at))
    points, total, rating = (*figures, "", "", "")[:3]
    if not country and len(texts) > 2 and figures:
        country = texts.pop()
    rated = printed_number(rating)
    return PlayerLine(
        found[1].lstrip("0") or found[1],
        ", ".join(text for text in texts if text.strip("?")),
        country,
        points,
        total.partition("-")[0].strip(),
        int(rated) if rated else None,
    )


def _parted(rest: str) -> Tuple[List[str], List[str]]:
    """Return the words of a line and the figures behind them, each in its order."""
    cells: List[str] = []
    for cell in re.split(r"[,\t]", rest):
        text = cell.strip()
        several = _BY_BLANKS.fullmatch(text) or _ONE_BY_BLANKS.fullmatch(text)
        cells += several.groups() if several else [text]
    figures: List[str] = []
    while cells and (not cells[-1] or re.fullmatch(_FIGURE, cells[-1])):
        figures.insert(0, cells.pop())
    while figures and not figures[0].strip("-?"):  # a country that is not known
        figures.pop(0)
    if re.search(r"[A-Za-z]", cells[-1] if cells else ""):
        last = re.fullmatch(rf"(.*?)\s+({_FIGURE})", cells[-1])
        if last and last[1] and not figures:
            cells[-1:], figures = [last[1]], [last[2]]
    words = [word for cell in cells for word in re.split(r"\s{2,}(?=\{?[A-Z]{1,3}\}?$)", cell)]
    return [word for word in words if word], figures


def points_of(text: str) -> Optional[Fraction]:
    """Return printed points; of ``5+2``, the rounds and the finals, those of the rounds."""
    return printed_number(text.partition("+")[0].strip())
