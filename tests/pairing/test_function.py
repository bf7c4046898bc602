"""``=PAIRINGS`` as a cell calls it."""

from __future__ import annotations

import pytest

from xltie.core.cells import Grid
from xltie.core.errors import InputError
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

PAIRINGS = REGISTRY["PAIRINGS"]
PLAYERS = Grid(
    [
        ("ID", "Name", "Rating"),
        (1, "Ahn", 1900),
        (2, "Kim", 1800),
        (3, "Lee", 1700),
        (4, "Yoon", 1600),
    ],
    "Players",
)
GAMES = Grid(
    [
        ("Round", "Table", "Black", "White", "Result"),
        (1, 1, 1, 4, "1-0"),
        (1, 2, 3, 2, "0-1"),
    ],
    "Rounds",
)


def test_a_round_spills_with_names_under_a_header() -> None:
    rows = evaluate_call(PAIRINGS, [PLAYERS, GAMES, 2.0, "swiss"])
    assert isinstance(rows, tuple)
    assert rows[0] == ("Round", "Table", "Black", "Black name", "White", "White name")
    assert rows[1] == (2, 1, 2, "Kim", 1, "Ahn")
    assert {rows[2][2], rows[2][4]} == {3, 4}


def test_the_round_that_stands_there_is_answered_as_it_stands() -> None:
    rows = evaluate_call(PAIRINGS, [PLAYERS, GAMES, 1.0, "swiss"])
    assert isinstance(rows, tuple)
    assert [(row[2], row[4]) for row in rows[1:]] == [(1, 4), (3, 2)]


def test_tables_with_a_name_come_after_those_with_a_number() -> None:
    named = Grid([GAMES.rows[0], (1, "Stage", 1, 4, "1-0"), (1, 2, 3, 2, "0-1")], "Rounds")
    rows = evaluate_call(PAIRINGS, [PLAYERS, named, 1.0, "swiss"])
    assert isinstance(rows, tuple)
    assert [(row[1], row[2]) for row in rows[1:]] == [(2, 3), ("Stage", 1)]


def test_settings_name_the_system_and_the_rounds() -> None:
    settings = Grid([("Rounds", 3), ("Pairing", "round-robin")], "Settings")
    rows = evaluate_call(PAIRINGS, [PLAYERS, GAMES, 3.0, None, None, settings])
    assert isinstance(rows, tuple)
    assert {frozenset((row[2], row[4])) for row in rows[1:]} == {
        frozenset((2, 4)),
        frozenset((3, 1)),
    }


def test_a_cell_says_why_there_is_no_pairing() -> None:
    open_round = Grid([*GAMES.rows, (2, 1, 1, 2, None)], "Rounds")
    with pytest.raises(InputError, match=r"Rounds!C4: round 2 has a game without a result"):
        evaluate_call(PAIRINGS, [PLAYERS, open_round, 3.0, "swiss"])
    paired = evaluate_call(PAIRINGS, [PLAYERS, GAMES, 2.0, "fide-dutch"])
    assert [row[:3] for row in paired[1:]] == [(2, 1, 2), (2, 2, 4)]
