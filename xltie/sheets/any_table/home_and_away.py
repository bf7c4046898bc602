"""A matrix of home and away games: every cell is a game of its own, the line's team at home."""

from __future__ import annotations

import re
from typing import Dict, List, Optional, Tuple

from xltie.core.cells import Grid
from xltie.core.errors import Fault, Place
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.matrix import is_short_for
from xltie.sheets.tables import LETTER, TO_COME, Heading, score_of

_LEAST = 3


class _Unfolded(Grid):
    """The games of a matrix line by line; every cell keeps its place."""

    __slots__ = ("_places",)

    def __init__(self, games: List[Tuple[str, str, str]], places: List[Tuple[Place, ...]]) -> None:
        super().__init__(games)
        self._places = places

    def place(self, row: int, column: int) -> Place:
        """Return the place of a cell in the matrix."""
        return self._places[max(row, 0)][column]


def games_of_matrix(table: Table) -> Optional[Tuple[Table, Fault]]:
    """Return a matrix of home and away games as a list, and what is to be said of it.

    The lines and the columns have the same names, each cell holds what both sides scored, and most
    of two teams' two cells are no two views of one game. None for any other table.
    """
    found = _names(table)
    if found is None:
        return None
    name, lines, columns = found
    cells: Dict[Tuple[str, str], Tuple[Line, int]] = {
        (home, away): (line, at)
        for home, line in lines.items()
        for away, at in columns.items()
        if home != away and line.texts[at] and score_of(line.texts[at]) is not TO_COME
    }
    scores = {key: score_of(line.texts[at]) for key, (line, at) in cells.items()}
    both = [(score, scores[key[1], key[0]]) for key, score in scores.items() if key[::-1] in scores]
    if not both or None in scores.values():
        return None
    mirrored = sum(a is not None and b is not None and a[:2] == b[1::-1] for a, b in both)
    if mirrored * 2 >= len(both):
        return None
    games: List[Tuple[str, str, str]] = []
    places: List[Tuple[Place, ...]] = []
    for (_, away), (line, at) in cells.items():
        games.append((line.texts[name], line.texts[at], lines[away].texts[name]))
        place = table.place(line, at)
        places.append((place, place, place))
    grid = _Unfolded(games, places)
    headings = (
        Heading("", "player", "first"), Heading("", "result"), Heading("", "player", "second"),
    )  # fmt: skip
    unfolded = Table(grid, headings, tuple(Line(at, game) for at, game in enumerate(games)))
    said = say("each cell is a game of its own, and the team of its line plays it at home")
    return unfolded._replace(asked=table.asked), Fault(said, places[0][0])


def _names(table: Table) -> Optional[Tuple[int, Dict[str, Line], Dict[str, int]]]:
    """Return the column of names, the lines and the columns of the same ones; None elsewhere."""
    headings = [normal(heading.text) for heading in table.headings]
    for name in [*table.columns_of("player"), *range(len(headings))]:
        lines = {normal(line.texts[name]): line for line in table.lines if line.texts[name]}
        columns = {word: at for at, word in enumerate(headings) if at != name and word in lines}
        columns = columns or _by_short_names(table, name, lines)
        are_names = all(re.search(LETTER, word) for word in lines)
        if len(lines) == len(columns) >= _LEAST and are_names:
            return name, lines, columns
    return None


def _by_short_names(table: Table, name: int, lines: Dict[str, Line]) -> Dict[str, int]:
    """Return the columns that are headed by what one name each begins with, or its letters."""
    found: Dict[str, int] = {}
    for at, heading in enumerate(table.headings):
        fitting = [
            word for word, line in lines.items()
            if heading.text and is_short_for(heading.text, line.texts[name], word)
        ]  # fmt: skip
        if at != name and len(fitting) == 1:
            found.setdefault(fitting[0], at)
    return found
