"""The columns of a table of matches between teams, and how the result of a board is written."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import Grid
from xltie.core.messages import say
from xltie.event.model import FOR_THE_OTHER, Outcome, Side, Status
from xltie.sheets.headers import Header, find_header, titles
from xltie.sheets.result_notation import read_game, write_game
from xltie.sheets.team_settings import MOST_BOARDS

MATCH_COLUMNS: Mapping[str, Tuple[str, ...]] = {
    "round": titles("Round", "Rd", "Rnd", "R", "라운드"),
    "table": titles("Table", "Match", "Tbl", "테이블"),
    "first": titles("Team A", "Team 1", "Home", "White team", "팀 A", "홈팀"),
    "second": titles("Team B", "Team 2", "Away", "Black team", "팀 B", "원정팀"),
    "result": titles("Result", "결과"),
    "first line-up": titles("Line-up A", "Line-up 1", "Home line-up"),
    "second line-up": titles("Line-up B", "Line-up 2", "Away line-up"),
    "first bonus": titles("Bonus A", "Bonus 1", "Home bonus"),
    "second bonus": titles("Bonus B", "Bonus 2", "Away bonus"),
    **{
        f"board {number}": titles(f"Board {number}", f"Bd {number}", f"보드 {number}")
        for number in range(1, MOST_BOARDS + 1)
    },
}
_NEEDED = (("round",), ("first",), ("second",), ("board 1", "result"))


def matches_header(grid: Grid) -> Optional[Header]:
    """Return the header row of a table of matches, None where a grid is none."""
    return grid.cached("matches header", lambda own: find_header(own, MATCH_COLUMNS, _NEEDED))


def boards_in(header: Header) -> int:
    """Return how many columns of boards a table of matches has, counted from board 1."""
    numbers = range(1, MOST_BOARDS + 1)
    return next((n - 1 for n in numbers if f"board {n}" not in header.columns), MOST_BOARDS)


class BoardSides(NamedTuple):
    """What happened at a board: a side for either team, without a player yet, and the handicap.

    The sides have colours where the cell names them.
    """

    one: Side
    two: Side
    handicap: int = 0


_COLOURED = re.compile(r"(.*[^/])/([bw])(\d?)")
_SHORT = {"+": "1-0f", "-": "0-1f", "--": "0-0f", "–": "0-1f", "−": "0-1f", "¹": "1-0"}
_UNRATED = {"w": Outcome.WIN, "d": Outcome.DRAW, "l": Outcome.LOSS}
_LETTERS = {Outcome.WIN: "W", Outcome.DRAW: "D", Outcome.LOSS: "L"}
KNOWN = say("1, 0, ½, +, -, --, or both sides as in 1-0, 0-0, ½-0, 1-0F")
"""What a person may type for a board."""


def read_board(text: str) -> Optional[BoardSides]:
    """Return what the cell of a board says, as the team named first sees it; None if nothing known.

    ``W``, ``D`` and ``L`` are games that do not count for rating, as in a tournament report. After
    a stroke stands the colour of the team named first, with the stones that Black was given.
    """
    word = text.strip().lower()
    coloured = _COLOURED.fullmatch(word)
    if coloured is not None:
        plain = read_board(coloured[1])
        seats = ("black", "white") if coloured[2] == "b" else ("white", "black")
        if plain is None:
            return None
        one, two = (replace(side, seat=seat) for side, seat in zip(plain[:2], seats))
        return BoardSides(one, two, int(coloured[3] or 0))
    if word in _UNRATED:
        own = _UNRATED[word]
        one, two = (Side("", outcome=o, code=_LETTERS[o]) for o in (own, FOR_THE_OTHER[own]))
        return BoardSides(one, two)
    if word == "++":  # both won, each without a rival: the line-ups of a report do not say more
        return BoardSides(Side("", Status.FORFEIT_WIN), Side("", Status.FORFEIT_WIN))
    found = read_game(_SHORT.get(word, word), black_is_left=False)
    if found is None or found.right is None or found.left is Status.PENDING:
        return None
    return BoardSides(
        Side("", found.left, found.left_outcome), Side("", found.right, found.right_outcome)
    )


_WRITTEN: Dict[str, str] = {
    "1-0": "1", "0-1": "0", "1/2-1/2": "½", "1-0F": "+", "0-1F": "-", "0-0F": "--",
    "1/2-0": "½-0", "0-1/2": "0-½",
}  # fmt: skip


def write_colour(seat: str, handicap: int) -> str:
    """Return what follows the result of a board with another colour than usual, or a handicap."""
    return f"/{seat[0]}{handicap or ''}"


def write_board(one: Side, two: Side) -> str:
    """Return the cell of a board; what :func:`read_board` reads. "" for a game to come."""
    if one.code in _LETTERS.values() and two.code in _LETTERS.values():
        return one.code
    said = write_game(one, two)
    return _WRITTEN.get(said, said)
