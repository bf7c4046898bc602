"""A sheet of anybody's as tables: lines below headings, each with the round that a title names."""

from __future__ import annotations

import re
from typing import List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import CellError, Grid, text_of
from xltie.core.errors import Place
from xltie.core.go_names import joined
from xltie.core.plain_words import normal
from xltie.sheets.any_table.asked import NOTHING, Asked
from xltie.sheets.any_table.titles import round_in_title
from xltie.sheets.tables import (
    BETWEEN,
    LETTER,
    Heading,
    Pile,
    counted_through,
    heading_of,
    number_in,
    score_of,
    with_parts,
)

_DAYS = re.compile(
    r"\b[1-9]\d?\.?\s?[-–]\s?[1-9]\d?[./\s]+(?:\d\d?|[^\W\d]+)[./,\s]+(?:19|20)\d\d\b"
)
"""When an event was played, ``3-5 May 2025``, which looks like a game."""

_NEVER_HEADS = re.compile(r"\d{3,}|[\d½.,/:+=\-–\s]*\d\s*[-–:/]\s*\d[\d½.,/:+=\-–\s]*")
"""Ratings, dates and results, which no row of headings holds."""
_RULE = re.compile(r"[-=_*~+|─━═\s]+")
_MOST_COLUMNS = 400
_LOOK_FOR_LISTS = 20
_SIDES = frozenset({"white", "black"})
_PARTS_OF_NAMES = ("surname", "first name")
_SIGNS = r"\s+[-–—:/]\s+", r"\s+(?:vs?\.?|x|gegen|contre|contra|против)\s+"
_COUNT = r"(?:\d*[½\d](?:[.,]\d+)?|1/2|[+\-–])"
_RESULT = rf"\s[(\[]?(?P<result>{_COUNT}\s*[-–:]\s*{_COUNT}\s*(?:ff?|forfait|forfeit|kl)?)[)\]]?"
_WITH_RESULTS = (
    *(re.compile(rf"(?P<left>.+?){sign}(?P<right>.+?)[:,;]?{_RESULT}", re.I) for sign in _SIGNS),
    re.compile(rf"(?P<left>.+?){_RESULT}\s+(?P<right>.+)", re.I),
)
_GAMES = (
    *_WITH_RESULTS,
    *(re.compile(rf"(?P<left>.+?){sign}(?P<right>.+)", re.I) for sign in _SIGNS),
)
"""Games that stand in one cell: ``Kim - Lee 1-0``, ``Kim 1-0 Lee``, ``Kim vs. Lee``."""


class Line(NamedTuple):
    """A line of a table: its row in the grid, from 0, its cells, and the round named above."""

    row: int
    texts: Tuple[str, ...]
    round: Optional[int] = None
    round_row: int = 0


Block = Tuple[int, Tuple[Heading, ...], List[Line]]
"""The row of headings, -1 without any, the headings, and the lines below."""


class Table(NamedTuple):
    """Lines below headings; ``heading_row`` is -1 where there are none."""

    grid: Grid
    headings: Tuple[Heading, ...]
    lines: Tuple[Line, ...]
    heading_row: int = -1
    asked: Asked = NOTHING
    columns: Tuple[int, ...] = ()
    """The column of the grid that each stands in, () where it is the same one."""

    def place(self, line: Line, column: int) -> Place:
        """Return the place of a cell of a line."""
        return self.grid.place(line.row, self.columns[column] if self.columns else column)

    def place_of_heading(self, column: int) -> Place:
        """Return the place of a heading, of a table without any that of the cell on top."""
        top = max(self.heading_row, 0)
        return self.grid.place(top, self.columns[column] if self.columns else column)

    @property
    def heading_place(self) -> Place:
        """Return the place of the first heading, or of the first cell."""
        return self.place_of_heading(next((c for c, h in enumerate(self.headings) if h.text), 0))

    def column(self, at: int) -> List[str]:
        """Return the cells of a column."""
        return [line.texts[at] for line in self.lines]

    def columns_of(self, *meanings: str, side: str = "") -> List[int]:
        """Return the columns whose headings have one of the meanings, of a side or of nobody."""
        return [
            column
            for column, heading in enumerate(self.headings)
            if heading.meaning in meanings and heading.side == side
        ]


def _beside(grid: Grid) -> Grid:
    """Return lists that stand side by side, under the same headings, as one below the other."""
    for line in grid.rows[:_LOOK_FOR_LISTS]:
        words = [normal(text) for text in texts_of(line)]
        while words and not words[-1]:
            words.pop()
        for wide in range(2, len(words) // 2 + 1):
            if words[wide:] == words[:-wide] and _SIDES.issubset(
                heading_of(word).side for word in words
            ):
                starts = range(0, len(words), wide)
                return Pile([("", _columns(grid, at, at + wide)) for at in starts])
    return grid


def _columns(grid: Grid, start: int, stop: int) -> Grid:
    rows = [line[start:stop] for line in grid.rows]
    return Grid(rows, grid.sheet, grid.row, grid.column + start)


def tables_in(grid: Grid, asked: Asked = NOTHING) -> List[Table]:
    """Return the tables of a sheet, those under the same headings as one.

    ``asked`` is what a person said of them, where they can be read in two ways.
    """
    grid = _beside(grid)
    rows = [texts_of(line) for line in grid.rows]
    found: List[Block] = []
    number: Optional[int] = None
    number_row = 0
    at = 0
    while at < len(rows):
        texts = rows[at]
        filled = [text for text in texts if text]
        says_when = not found and len(filled) < 3 and any(map(_DAYS.search, filled))
        if not filled or says_when or _RULE.fullmatch("".join(filled)):
            at += 1
            continue
        is_below = bool(found and found[-1][2]) and found[-1][2][-1].row == at - 1
        headings = _headings(
            texts, found[-1][1] if found and found[-1][0] >= 0 else None, is_below=is_below
        )
        if headings is not None:
            below = _headings(rows[at + 1], least=2) if at + 1 < len(rows) else None
            second = None if below is None else _joined(headings, below)
            found.append((at, second or headings, []))
            at += 2 if second else 1
            continue
        titled = round_in_title(filled)
        if titled is not None:
            number, number_row = titled, at
        elif len(filled) > 1 or _is_of_a_game(filled[0]):
            is_apart = at > 0 and sum(map(bool, rows[at - 1])) < 2
            _lines_of(found, texts, is_apart).append(Line(at, texts, number, number_row))
        at += 1
    return [
        _with_whole_names(
            table._replace(headings=tuple(map(asked.heading, table.headings)), asked=asked)
        )
        for table in _merged(grid, found)
    ]


def _lines_of(found: List[Block], texts: Tuple[str, ...], is_apart: bool) -> List[Line]:
    """Return the lines of the block that a line belongs to: the last one, or one of its own.

    Below a blank line games without headings, ``Kim | Lee | 1-0``, are no part of a wider table
    without results, nor is such a table one of theirs; those of one shape are one list.
    """
    if found and is_apart:
        _, headings, lines = found[-1]
        above = lines[0].texts if lines else tuple(heading.text for heading in headings)
        (small, few), (_, many) = sorted((sum(map(bool, row)), row) for row in (above, texts))
        shape = [bool(text) for text in texts]
        for at, (row, _, other) in enumerate(found):
            one = other[0].texts if row < 0 and other else ()
            if _scored(one) and shape == [bool(text) for text in one]:
                found.append(found.pop(at))
                return other
        if 2 < small < len([*filter(None, many)]) - 1 and _scored(few) and not _scored(many):
            found.append((-1, tuple(Heading("") for _ in texts), []))
    if not found:
        found.append((-1, tuple(Heading("") for _ in texts), []))
    return found[-1][2]


def _scored(texts: Sequence[str]) -> bool:
    """Tell whether one cell of a line is the result of both sides."""
    scores = [score_of(text) for text in texts if text and number_in(text) is None]
    return sum(score is not None and score.winner is not None for score in scores) == 1


def _is_of_a_game(text: str) -> bool:
    """Tell whether a cell that stands alone is a game with its result, or the result of one."""
    score = score_of(text)
    is_result = score is not None and score.winner is not None
    return is_result or any(pattern.fullmatch(text) for pattern in _WITH_RESULTS)


def _with_whole_names(table: Table) -> Table:
    """Return a table in which surnames and first names that stand apart are names in one column.

    A column called Name beside one of first names holds the surnames, or the whole names.
    """
    headings = list(table.headings)
    texts = [list(line.texts) for line in table.lines]
    for side in {heading.side for heading in headings if heading.meaning in _PARTS_OF_NAMES}:
        firsts = table.columns_of("first name", side=side)
        lasts, named = (table.columns_of(of, side=side) for of in ("surname", "player"))
        firsts, lasts = (firsts or named, lasts) if lasts else (firsts, named)
        if not lasts or (firsts and len(firsts) != len(lasts)):
            lasts, firsts = lasts or firsts, []
        for at in lasts:
            headings[at] = headings[at]._replace(meaning="player")
        for last, first in zip(lasts, firsts):
            headings[first] = headings[first]._replace(meaning="remark")
            if all(cells[first] in cells[last] for cells in texts):
                continue
            for cells in texts:
                cells[last] = joined(cells[last], cells[first])
    lines = tuple(line._replace(texts=tuple(cells)) for line, cells in zip(table.lines, texts))
    return table._replace(headings=tuple(headings), lines=lines)


def texts_of(line: Sequence[object]) -> Tuple[str, ...]:
    """Return the texts of a line, errors by their codes; databases write NULL for nothing."""
    texts = [
        cell.code if isinstance(cell, CellError) else text_of(cell)  # type: ignore[arg-type]
        for cell in line[:_MOST_COLUMNS]
    ]
    return tuple("" if text in ("NULL", "null") else text for text in texts)


def _headings(
    texts: Sequence[str],
    before: Optional[Tuple[Heading, ...]] = None,
    least: int = 3,
    is_below: bool = False,
) -> Optional[Tuple[Heading, ...]]:
    """Return the headings in a row, None where it holds none.

    ``before`` are those above it: further ones say the same in the same columns, or nearly so.
    ``least`` is how many numbers, 1 2 3, are headings that count the rounds. With ``is_below``
    the row stands right below another line, so that it is one more unless it says the same.
    """
    filled = [text for text in texts if text]
    if len(filled) < 2 or any(map(_NEVER_HEADS.fullmatch, filled)):
        return None
    headings = with_parts(
        [heading_of(text) if len(text) <= 60 else Heading(text) for text in texts]
    )
    sure = [heading for heading in headings if heading.meaning and _is_word(heading.text)]
    run = next(iter(counted_through(headings)), ())
    counted = set(run) if len(run) >= least else set()
    others = [
        heading for column, heading in enumerate(headings) if heading.text and column not in counted
        and (heading.text.isdecimal() or _is_data(heading.text)) and heading.text not in BETWEEN
    ]  # fmt: skip
    if not sure or len(sure) + bool(counted) < 2 or others:
        return None
    named = [
        heading for column, heading in enumerate(headings) if column not in counted and heading.text
    ]
    known = sum(1 for heading in named if heading.meaning)
    if 2 * known < len(named) and known < 4:
        return None
    return headings if before is None or _alike(before, headings, is_below) else None


def _alike(before: Tuple[Heading, ...], headings: Tuple[Heading, ...], is_below: bool) -> bool:
    """Tell whether most columns of two rows of headings mean the same, or those apart are words."""
    both = [(one, other) for one, other in zip(before, headings) if other.text]
    same = sum(
        one.text == other.text or (one.meaning, one.side) == (other.meaning, other.side)
        for one, other in both
    )
    are_words = all(_is_word(heading.text) for heading in headings if heading.text)
    return 2 * same >= len(both) or (are_words and not is_below)


def _is_word(text: str) -> bool:
    """Tell whether a heading is more than a letter, which a cell of a table may be as well."""
    word = normal(text)
    return len(word) > 1 or word > "\u2e00"


def _is_data(text: str) -> bool:
    if text in BETWEEN:
        return False  # what stands between two players stands between their headings too
    return bool(re.fullmatch(r"[\d½.,/:+=\-–\s]*[½.,/:+=\-–][\d½.,/:+=\-–\s]*", text)) or (
        text.isdecimal() and len(text) > 2
    )


def _counted(headings: Tuple[Heading, ...]) -> bool:
    return any(len(heading) > 1 for heading in counted_through(headings))


def _joined(
    above: Tuple[Heading, ...], below: Tuple[Heading, ...]
) -> Optional[Tuple[Heading, ...]]:
    """Return two rows of headings as one, None where they are no headings of one table."""
    if _counted(above):  # rounds over what each has: Opponent, Result
        is_named = any(own.meaning == "player" and not one.text for one, own in zip(above, below))
        return (
            tuple(one if one.text else own for one, own in zip(above, below)) if is_named else None
        )
    if not _counted(below):
        return None  # nothing counts the rounds
    joined = []
    for one, other in zip(above, below):
        both = heading_of(f"{one.text} {other.text}".strip())
        is_worse = one.meaning == "player" or (one.meaning and not both.meaning)
        joined.append(one if is_worse else both)
    return tuple(joined)


def with_sides(table: Table) -> Optional[Table]:
    """Return a table whose games stand in one cell with a column for each side, and the result.

    ``Kim - Lee``, ``Kim - Lee 1-0`` or ``Kim 1-0 Lee``: names come again on the other side, or
    every cell is such a game.
    """
    for at in range(len(table.headings)):
        cells = [text for text in table.column(at) if text]
        for pattern in _GAMES:
            split = [cell for cell in map(pattern.fullmatch, cells) if cell and _are_names(cell)]
            if len(split) < 3 or len(split) * 3 < len(cells) * 2:
                continue
            lefts, rights = ({part[side] for part in split} for side in ("left", "right"))
            if lefts & rights or len(split) == len(cells):
                return _split(table, at, pattern)
    return None


def _split(table: Table, at: int, pattern: re.Pattern[str]) -> Table:
    """Return a table with the parts of a column in columns of their own."""
    heading = table.headings[at].text
    parts = [name for name in ("left", "right", "result") if name in pattern.groupindex]
    own = [
        Heading(heading, "player", "first"), Heading(heading, "player", "second"),
        Heading(heading, "result"),
    ][: len(parts)]  # fmt: skip
    lines = []
    for line in table.lines:
        found = pattern.fullmatch(line.texts[at])
        texts = [found[part] if found else "" for part in parts]
        texts[0] = texts[0] or line.texts[at]
        lines.append(line._replace(texts=(*line.texts[:at], *texts, *line.texts[at + 1 :])))
    columns = tuple(range(len(table.headings)))
    return table._replace(
        headings=(*table.headings[:at], *own, *table.headings[at + 1 :]), lines=tuple(lines),
        columns=(*columns[:at], *(at for _ in parts), *columns[at + 1 :]),
    )  # fmt: skip


def _are_names(split: re.Match[str]) -> bool:
    names = all(re.search(LETTER, split[side]) for side in ("left", "right"))
    return names and score_of(split.groupdict().get("result") or "") is not None


def _merged(grid: Grid, found: List[Block]) -> List[Table]:
    """Return tables; blocks whose headings mean the same are one."""
    tables: List[Table] = []
    for row, headings, lines in found:
        at = next((i for i, table in enumerate(tables) if _is_one(table.headings, headings)), None)
        if at is None:
            tables.append(Table(grid, headings, tuple(lines), row))
        else:
            tables[at] = tables[at]._replace(lines=(*tables[at].lines, *lines))
    return tables


def _is_one(first: Tuple[Heading, ...], second: Tuple[Heading, ...]) -> bool:
    """Tell whether no column means two things, and some mean one."""
    both = [(a, b) for a, b in zip(first, second) if a.text or b.text]
    agreed = sum(bool(a.meaning) and (a.meaning, a.side) == (b.meaning, b.side) for a, b in both)
    differing = sum(
        (a.meaning, a.side, a.number) != (b.meaning, b.side, b.number) and a.text != b.text
        and bool(a.meaning and b.meaning)
        for a, b in both
    )  # fmt: skip
    return agreed > 1 and not differing and 2 * agreed >= len(both)
