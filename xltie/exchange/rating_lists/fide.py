"""FIDE's lists, in XML (``players_list_xml``) and in columns (``players_list_foa``).

A combined list holds standard, rapid and blitz ratings, one of a single pace one rating (in columns
it is headed by the month, such as ``SEP26``). The rating 0 is none.
"""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Optional, Tuple
from xml.parsers import expat

from xltie.core.errors import Fault, InputError, Place
from xltie.core.messages import say
from xltie.exchange.rating_lists.listed_player import ListedPlayer

PACES = ("standard", "rapid", "blitz")

_CHUNK = 1 << 20
_IN_XML = {
    "standard": ("rating", "k"),
    "rapid": ("rapid_rating", "rapid_k"),
    "blitz": ("blitz_rating", "blitz_k"),
}
_IN_COLUMNS = {"standard": ("SRtng", "SK"), "rapid": ("RRtng", "Rk"), "blitz": ("BRtng", "BK")}
_MONTH = re.compile(r"[A-Z]{3}\d\d")


def looks_like_xml(data: bytes) -> bool:
    """Tell whether a file holds FIDE's players in XML."""
    return bool(re.search(rb"<player>\s*<fideid>", data[:4000]))


def looks_like_text(data: bytes) -> bool:
    """Tell whether a file begins with the heading of FIDE's lists in columns."""
    return bool(re.match(rb"ID [Nn]umber +Name +.*Fed", data[:400]))


def players_of_xml(data: bytes, name: str, pace: str = "standard") -> Iterator[ListedPlayer]:
    """Yield the players of a list in XML, read piece by piece: such a list has gigabytes.

    Raises:
        InputError: not well-formed, or with entities.
    """
    found: List[Dict[str, str]] = []
    parser = _parser(found, name)
    try:
        for start in range(0, len(data), _CHUNK):
            parser.Parse(data[start : start + _CHUNK], start + _CHUNK >= len(data))
            yield from (_player_of_xml(fields, pace) for fields in found)
            found.clear()
    except expat.ExpatError as error:
        said = say("not well-formed XML: {error}", error=expat.ErrorString(error.code))
        place = Place(file=name, line=error.lineno, column=error.offset + 1)
        raise InputError([Fault(said, place)]) from None


def _parser(found: List[Dict[str, str]], name: str) -> expat.XMLParserType:
    """Return a parser that puts the fields of every player into ``found``."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    field = [""]

    def start(tag: str, attributes: Dict[str, str]) -> None:
        if tag == "player":
            found.append({})
        field[0] = tag

    def text(more: str) -> None:
        if found and field[0]:
            found[-1][field[0]] = found[-1].get(field[0], "") + more

    def end(tag: str) -> None:
        field[0] = ""

    def refuse(*ignored: object) -> int:
        place = Place(
            file=name, line=parser.CurrentLineNumber, column=parser.CurrentColumnNumber + 1
        )
        raise InputError.of(say("an entity is declared here; such a file is refused"), place)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = refuse
    return parser


def _player_of_xml(fields: Dict[str, str], pace: str) -> ListedPlayer:
    # a list of a single pace calls its rating so whatever the pace
    rating, k = (
        _IN_XML[pace] if "rapid_rating" in fields or "blitz_rating" in fields else ("rating", "k")
    )
    return ListedPlayer(
        fields.get("name", "").strip(),
        fields.get("fideid", "").strip(),
        _number(fields.get(rating, "")),
        country=fields.get("country", "").strip(),
        title=fields.get("title", "").strip() or fields.get("w_title", "").strip(),
        k=_factor(fields.get(k, "")),
    )


def players_of_text(data: bytes, name: str, pace: str = "standard") -> Iterator[ListedPlayer]:
    """Yield the players of a list in columns, which reach from one heading to the next."""
    lines = data.decode("latin-1").splitlines()
    columns = _columns(lines[0])
    rating, k = _IN_COLUMNS[pace]
    if "SRtng" not in columns:
        rating, k = next(filter(_MONTH.fullmatch, columns), rating), "K"

    def cell(line: str, title: str) -> str:
        start, end = columns.get(title, (0, 0))
        return line[start:end].strip()

    for line in lines[1:]:
        if not cell(line, "Name"):
            continue
        yield ListedPlayer(
            cell(line, "Name"),
            cell(line, "ID"),
            _number(cell(line, rating)),
            country=cell(line, "Fed"),
            title=cell(line, "Tit") or cell(line, "WTit"),
            k=_factor(cell(line, k)),
        )


def _columns(heading: str) -> Dict[str, Tuple[int, Optional[int]]]:
    """Return where each column begins and ends, by its heading (the first is ``ID``)."""
    plain = re.sub("(?i)id number", "ID       ", heading)
    starts = [(found.group(), found.start()) for found in re.finditer(r"\S+", plain)]
    ends = [start for _, start in starts[1:]] + [None]
    return {title: (start, end) for (title, start), end in zip(starts, ends)}


def _number(text: str) -> Optional[int]:
    """Return a rating; None where there is none."""
    return int(text) or None if text.strip().isdigit() else None


def _factor(text: str) -> str:
    return text.strip() if text.strip() not in ("", "0") else ""
