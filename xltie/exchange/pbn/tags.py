"""The text of a PBN file: tags, and the tables that follow some of them."""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple

from xltie.core.errors import InputError
from xltie.core.messages import Message, count
from xltie.core.records import dataclass, field
from xltie.exchange.common.notes import Notes

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(r'"([^"]*)"|(\S+)')
_MOST_LINES = 2_000_000


class PbnLine(NamedTuple):
    """A line of the file and its number."""

    number: int
    text: str


@dataclass
class PbnTable:
    """A table: the names of its columns, and its lines."""

    columns: Tuple[str, ...]
    widths: Tuple[int, ...]
    at: int
    lines: List[PbnLine] = field(default_factory=list)


@dataclass
class Game:
    """The tags of one board and its tables."""

    tags: Dict[str, str] = field(default_factory=dict)
    lines: Dict[str, int] = field(default_factory=dict)
    tables: Dict[str, PbnTable] = field(default_factory=dict)


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 with its mark, or Latin 1."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_games(text: str, notes: Notes) -> List[Game]:
    """Return the games of a file with their tags and tables; faults are noted.

    Raises:
        InputError: the file is too long to be one.
    """
    games: List[Game] = []
    game: Optional[Game] = None
    table: Optional[PbnTable] = None
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        raise InputError.say("the file is too long", notes.place())
    for number, line in _without_comments(lines):
        stripped = line.strip()
        if stripped.startswith("["):
            found = _TAG.match(stripped)
            table = None
            if found is None:
                notes.fault(
                    "this tag has no closing quote and bracket", number, 1 + line.index("[")
                )
                continue
            if game is None or found[1] in game.tags:
                game = Game()
                games.append(game)
            table = _add_tag(game, found[1], found[2].replace('\\"', '"'), number)
        elif table is not None and stripped:
            table.lines.append(PbnLine(number, line))
        elif not stripped and game is not None and "Board" in game.tags:
            game = table = None
    return games


def _add_tag(game: Game, tag: str, value: str, line: int) -> Optional[PbnTable]:
    """Add a tag to a game, and return its table if it begins one."""
    game.tags[tag] = value
    game.lines[tag] = line
    if not tag.endswith("Table") and tag not in ("Auction", "Play"):
        return None
    game.tables[tag] = _columns(value, line)
    return game.tables[tag]


def rows_of(table: PbnTable, notes: Notes) -> Iterator[Tuple[int, Dict[str, str]]]:
    """Return every row of a table with its line; faults are noted."""
    pending: List[str] = []
    start = 0
    width = len(table.columns)
    for number, line in table.lines:
        tokens = _tokens(line, table)
        if not pending:
            start = number
        pending.extend(tokens)
        if len(pending) > width and len(tokens) != len(pending):
            break
        if len(tokens) > width:
            notes.fault(_too_many_or_few(len(tokens), width), number, 1)
            pending = []
        elif len(pending) == width:
            yield start, dict(zip(table.columns, pending))
            pending = []
    if pending:
        notes.fault(_too_many_or_few(len(pending), width), start, 1)


def _too_many_or_few(values: int, columns: int) -> Message:
    return count(
        values,
        "{n} value in a table of {columns} columns",
        "{n} values in a table of {columns} columns",
        columns=columns,
    )


def _without_comments(lines: List[str]) -> Iterator[PbnLine]:
    """Return the lines without comments: ``{...}``, ``; ...`` and lines that begin with ``%``."""
    inside = False
    for number, line in enumerate(lines, 1):
        if not line.startswith("%") or inside:
            rest, inside = _without_comment(line, inside)
            if rest.strip() or not line.strip():  # a line of comment does not end a game
                yield PbnLine(number, rest)


def _without_comment(line: str, inside: bool) -> Tuple[str, bool]:
    """Return what a line says besides comments, and whether one goes on in the next."""
    kept, quoted = "", False
    for at, letter in enumerate(line):
        if inside:
            inside = letter != "}"
            continue
        quoted ^= letter == '"' and line[at - 1 : at] != "\\"
        if letter == ";" and not quoted:
            break
        inside = letter == "{" and not quoted
        kept += "" if inside else letter
    return kept, inside


def _columns(value: str, at: int) -> PbnTable:
    names, widths = [], []
    for part in value.split(";"):
        name, _, width = part.strip().partition("\\")
        names.append(name.lstrip("+-"))
        digits = re.match(r"\d+", width)
        widths.append(int(digits[0]) if digits else 0)
    return PbnTable(tuple(names), tuple(widths), at)


def _end_of(rest: str, width: int) -> int:
    """Return where a name that is at least so wide ends."""
    if rest[width - 1 : width].isspace():
        return width
    end = rest.find(" ", width) if width else -1
    return len(rest) if end < 0 else end


def _tokens(line: str, table: PbnTable) -> List[str]:
    """Split a row at white space; names without quotes at the end fill their declared width.

    The width is the least one: a longer name runs on to the next space.
    """
    found = list(_TOKEN.finditer(line))
    tokens = [token[2] if token[1] is None else token[1] for token in found]
    first = next((i for i, c in enumerate(table.columns) if c.startswith("Names")), None)
    if first is None or len(tokens) <= len(table.columns) or '"' in line[found[first].start() :]:
        return tokens
    head, rest = tokens[:first], line[found[first].start() :].rstrip()
    for width in table.widths[first:-1]:
        cut = _end_of(rest, width)
        head.append(rest[:cut].strip())
        rest = rest[cut:].strip()
    return [*head, rest]
