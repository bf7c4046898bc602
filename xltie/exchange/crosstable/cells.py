"""The cells of a cross table: what one means, and which column holds what."""

from __future__ import annotations

import csv
import re
from typing import List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import InputError, Place
from xltie.core.messages import say
from xltie.exchange.trf.players import Sign, TrfCell

_RESULT = r"1/2|0[.,]5|[10½=+\-rx*]"
_SERVER = re.compile(rf"(\d+)\s*([wbs])\s*({_RESULT})\s*([fk]?)", re.IGNORECASE)
_BOOK = re.compile(r"([+=\-½10])\s*([wb])\s*(\d+)\s*(f?)", re.IGNORECASE)
_ALONE = {
    "+": "U", "-1": "U", "+bye": "U", "bye": "U", "u": "U", "1": "U", "+1": "U", "f": "F",
    "=": "H", "½": "H", "-½": "H", "=bye": "H", "h": "H", "1/2": "H", "-1/2": "H", "-0.5": "H",
    "0.5": "H", "-=": "H", "½bye": "H",
    "-": "Z", "-0": "Z", "-bye": "Z", "z": "Z", "0": "Z", "--": "Z", "0bye": "Z",
}  # fmt: skip
_LETTERS = {"½": "=", "1/2": "=", "0.5": "=", "0,5": "=", "r": "=", "*": "", "x": "X"}
_FORFEITS = {"1": "+", "0": "-", "+": "+", "-": "-", "=": "-"}


def read_cell(text: str) -> Optional[TrfCell]:
    """Return the opponent ("" for none) and sign that a cell means, None where it means none."""
    word = text.strip().replace("−", "-").replace("–", "-")
    found = _SERVER.fullmatch(word)
    if found:
        opponent, colour, result, forfeit = found.groups()
    else:
        found = _BOOK.fullmatch(word)
        if not found:
            letter = _ALONE.get(re.sub(r"\s+", "", word).lower().replace(",", "."))
            return None if letter is None else ("", Sign("", letter))
        result, colour, opponent, forfeit = found.groups()
        result = {"+": "1", "-": "0"}.get(result, result)
    letter = _LETTERS.get(result.lower(), result)
    seat = "white" if colour.lower() == "w" else "black"
    if forfeit:
        letter = _FORFEITS.get(letter, letter)
    return str(int(opponent)), Sign(seat, letter)


SURE = re.compile(
    r"(?<![\w.])(?:\d{1,4}[wbs](?:[10½=+\-]|1/2)|[+=\-½][wb]\d{1,4})(?!\w)", re.IGNORECASE
)


class CellLine(NamedTuple):
    """The cells of a line, and its number in the file."""

    number: int
    cells: Tuple[str, ...]


class ColumnMap(NamedTuple):
    """Which column (from 0) holds what; ``ids`` are those whose numbers opponents may mean."""

    ids: Tuple[int, ...]
    name: int
    rating: int
    points: int
    rounds: Tuple[int, ...]


def lines_of(lines: Sequence[Tuple[str, str]], name: str = "") -> List[CellLine]:
    """Return the lines as cells; a cell that holds several rounds becomes several cells.

    Raises:
        InputError: a line is no row of a table: a NUL in it, or a cell without an end.
    """
    texts = [line for line, _ in lines]
    delimiter = next((d for d in "\t;|" if sum(d in text for text in texts) * 2 > len(texts)), ",")
    found = []
    for number, text in enumerate(texts, 1):
        if text.strip():
            cells: List[str] = []
            for cell in _row(text, delimiter, Place(file=name, line=number)):
                parts = re.split(r"[,\s]+", cell.strip())
                several = len(parts) > 1 and all(read_cell(part) for part in parts)
                cells.extend(parts if several else [cell.strip()])
            found.append(CellLine(number, tuple(cells)))
    return found


def _row(text: str, delimiter: str, place: Place) -> List[str]:
    if "\0" in text:
        nul = say("a NUL character, which is not text")
        raise InputError.of(say("not a row of a table: {error}", error=nul), place)
    try:
        return next(csv.reader([text], delimiter=delimiter))
    except csv.Error as error:
        raise InputError.of(say("not a row of a table: {error}", error=str(error)), place) from None


_HEADS = {
    "id": {"no", "nr", "sno", "snr", "startno", "id", "start", "rk", "rank", "rg", "pos", "place",
           "pl", "#", "tpn", "번호", "순위"},
    "name": {"name", "player", "spieler", "nom", "nombre", "이름"},
    "rating": {"rtg", "elo", "rating", "rtgi", "rtgn", "eloi", "레이팅"},
    "points": {"pts", "points", "pkt", "pt", "score", "총점", "승점"},
}  # fmt: skip
_ROUND = re.compile(r"(?:r|rd|rnd|round|runde|ronde|라운드)?(\d{1,2})(?:rd|r|round|runde|라운드)?")


def columns_of(lines: List[CellLine]) -> Tuple[int, ColumnMap]:
    """Return where the players begin and which column holds what, by headers or by content."""
    for index, line in enumerate(lines[:20]):
        heads = [re.sub(r"[\s.:_]+", "", cell).lower() for cell in line.cells]
        if _HEADS["name"].intersection(heads):
            return index + 1, _by_heads(heads, lines[index + 1 :])
    start = next((i for i, line in enumerate(lines) if any(map(SURE.search, line.cells))), 0)
    body = lines[start:]
    rounds = _by_content(body)
    before = range(min(rounds, default=0))
    name = next((c for c in before if any(_is_name(line, c) for line in body)), -1)
    return start, ColumnMap(_numbered(body, rounds), name, _ratings(body, rounds), -1, rounds)


def _by_heads(heads: List[str], body: List[CellLine]) -> ColumnMap:
    """Return which column holds what by the headers, and by content where they do not say it."""
    of_kind = {
        kind: tuple(c for c, head in enumerate(heads) if head in known)
        for kind, known in _HEADS.items()
    }
    rounds = tuple(c for c, head in enumerate(heads) if _ROUND.fullmatch(head))
    name, rating, points = (next(iter(of_kind[kind]), -1) for kind in ("name", "rating", "points"))
    ids = of_kind["id"] or _numbered(body, rounds)
    return ColumnMap(ids, name, rating, points, rounds or _by_content(body))


def cell_of(line: CellLine, column: int) -> str:
    """Return the text of a cell, "" where the line has no such column."""
    return line.cells[column] if 0 <= column < len(line.cells) else ""


def _is_name(line: CellLine, column: int) -> bool:
    return re.search(r"[^\W\d]{2}", cell_of(line, column)) is not None


def _by_content(body: List[CellLine]) -> Tuple[int, ...]:
    """Return the columns whose cells are all rounds, beginning with an unambiguous one."""
    width = max((len(line.cells) for line in body), default=0)
    fitting = [
        column
        for column in range(width)
        if all(not cell_of(line, column) or read_cell(cell_of(line, column)) for line in body)
    ]
    sure = [c for c in fitting if any(SURE.fullmatch(cell_of(line, c)) for line in body)]
    return tuple(c for c in fitting if sure and min(sure) <= c <= max(sure))


def _numbered(body: List[CellLine], rounds: Tuple[int, ...]) -> Tuple[int, ...]:
    """Return the columns before the rounds that number the lines, each number once."""
    found = []
    for column in range(min(rounds, default=0)):
        numbers = [cell_of(line, column).rstrip(".") for line in body]
        if all(n.isdecimal() for n in numbers) and len(set(numbers)) == len(numbers):
            found.append(column)
    return tuple(found)


def _ratings(body: List[CellLine], rounds: Tuple[int, ...]) -> int:
    for column in range(min(rounds, default=0)):
        if any(re.fullmatch(r"[1-3]\d{3}", cell_of(line, column)) for line in body):
            return column
    return -1
