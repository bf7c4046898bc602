"""Columns that tell of one player, known by the headings of the players; extracts of a list."""

from __future__ import annotations

import pytest

from tests.sheets.any_table.test_read import points, refusal, scores
from xltie.core.cells import Grid
from xltie.sheets.any_table import read_sheets
from xltie.sheets.workbook import text_grid

GAMES = [("Ann", "Bob", 1, 0), ("Cid", "Dan", 0, 1), ("Ann", "Cid", 0, 1), ("Bob", "Dan", 1, 0)]
TOTALS = {"Ann": 1, "Bob": 1, "Cid": 1, "Dan": 1}


def _listed(headings: str, *, first: bool = True, second: bool = True) -> str:
    lines = [
        ",".join([one, other, *[str(a)] * first, *[str(b)] * second]) for one, other, a, b in GAMES
    ]
    return "\n".join([headings, *lines, ""])


@pytest.mark.parametrize(
    "headings",
    [
        "wit,zwart,wr,zr", "wit,zwart,wres,zres", "Home,Away,HGoals,AGoals",
        "Heim,Gast,toreH,toreG", "radiant,dire,radiant_score,dire_score",
    ],
)  # fmt: skip
def test_two_columns_named_after_the_players_are_results(headings: str) -> None:
    assert scores(_listed(headings)) == TOTALS


def test_two_columns_of_another_meaning_are_no_results() -> None:
    text = _listed("wit,zwart,welo,zelo").replace(",1", ",1800").replace(",0", ",1700")
    assert "no column of results" in refusal(text)


def test_one_column_says_whether_a_side_won() -> None:
    flags = _listed("radiant,dire,radiant_win", second=False)
    assert scores(flags) == TOTALS
    words = flags.replace(",1\n", ",True\n").replace(",0\n", ",False\n")
    assert scores(words) == TOTALS


def test_who_did_not_win_may_have_drawn() -> None:
    text = _listed("white,black,white_win", second=False)
    assert refusal(text) == (
        "C3: '0' in column 'white_win' may say ½-½ or 0-1; write 1-0, ½-½ and 0-1, or say which by "
        '--read "0=draw" / --read "0=loss"'
    )
    sheets = {"": text_grid(text.encode(), "table.csv")}
    assert points(read_sheets(sheets, ["0=loss"])) == TOTALS
    assert points(read_sheets(sheets, ["0=draw"])) == {"Ann": 1.5, "Bob": 1, "Cid": 1, "Dan": 0.5}


def test_sums_beside_goals_are_no_results() -> None:
    assert scores("Home,Away,Goals 1,Goals 2,Goals\nA a,B b,3,1,4\nB b,C c,2,0,2\n") == {
        "A a": 1, "B b": 1, "C c": 0,
    }  # fmt: skip


def test_numbers_that_are_not_those_of_players_are_no_doubt() -> None:
    text = (
        "Home,# Home,Away,# Away,Score\nAnn,21,Bob,23,1-0\nBob,22,Cid,21,1-0\nCid,20,Ann,22,0-1\n"
    )
    assert scores(text) == {"Ann": 2, "Bob": 1, "Cid": 0}


def _grid(sheet: str, *games: int) -> Grid:
    lines = [["White", "Black", "Result"], *([one, other, f"{a}-{b}"] for one, other, a, b in
             (GAMES[at] for at in games))]  # fmt: skip
    return Grid(lines, sheet)


def test_an_extract_of_the_games_beside_them_counts_once() -> None:
    sheets = {"Ann": _grid("Ann", 0, 2), "All": _grid("All", 0, 1, 2, 3)}
    reading = read_sheets(sheets)
    assert len(reading.understood.matches) == 4
    said = [str(note.message) for note in reading.notes]
    assert "the games of Ann!A1 stand here too; they count once" in said


def test_two_lists_of_other_games_are_asked_about() -> None:
    reading = read_sheets({"One": _grid("One", 0, 1), "Two": _grid("Two", 1, 2, 3)})
    assert reading.event is None
    assert "--sheet" in str(reading.faults[0])
