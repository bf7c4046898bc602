"""The cells of a line of the Matches table: its round, teams, line-ups and bonuses, with faults."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import Grid, number_of
from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.core.records import replace
from xltie.event import (
    FOR_THE_OTHER,
    Outcome,
    Side,
    Status,
)
from xltie.sheets.tables.headers import Header, find_header, sides_of, titles, with_numbers
from xltie.sheets.tables.result_notation import PENDING, read_game, write_game

MOST_BOARDS = 20
"""Boards that a match may have: no competition plays on more."""

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
    return grid.cached("matches header", _matches_header)


def _matches_header(grid: Grid) -> Optional[Header]:
    header = find_header(grid, MATCH_COLUMNS, _NEEDED)
    return header and with_numbers(header, *sides_of(header))


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
KNOWN_BOARD_RESULTS = say("1, 0, ½, +, -, --, or both sides as in 1-0, 0-0, ½-0, 1-0F")
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
    if found is None or found is PENDING:
        return None
    one, two = (replace(side, points=None) for side in found)
    return BoardSides(one, two)


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


# -- bonuses and penalties of a match as a person writes them: ``-1 MP``, ``-1 MP -0.5 GP`` --------

_BONUS = re.compile(r"([-+−]?\s*[\d.,½/]+)\s*(MP|GP)", re.IGNORECASE)


def read_bonus(text: str) -> Optional[Dict[str, Fraction]]:
    """Return the match points and game points of a text such as ``-1 MP +0.5 GP``."""
    points = {"MP": Fraction(0), "GP": Fraction(0)}
    if re.sub(r"[\s,;]", "", _BONUS.sub("", text)):
        return None
    for amount, kind in _BONUS.findall(text):
        number = number_of(re.sub(r"\s", "", amount).replace("−", "-"))
        if number is None:
            return None
        points[kind.upper()] += number
    return points


def write_bonus(match_points: Fraction, game_points: Fraction) -> str:
    """Return a bonus as text, "" where there is none; what :func:`read_bonus` reads."""
    both = ((match_points, "MP"), (game_points, "GP"))
    return " ".join(
        f"{'+' if value > 0 else ''}{show(value)} {kind}" for value, kind in both if value
    )


def score_in(text: str) -> Optional[Tuple[Fraction, Fraction]]:
    """Return both sides of a score such as ``2½-1½``, None for anything else."""
    parts = re.split(r"\s*[-–—:]\s*", text.strip())
    numbers = [number_of(part) for part in parts]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return numbers[0], numbers[1]
