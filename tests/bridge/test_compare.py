"""``xltie compare``: one event ranked in several ways."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.bridge.test_sessions import SPLIT
from tests.shell import Shell

FOUR_PAIRS = """Board,NS,EW,Score
1,1,2,420
1,3,4,400
1,5,6,-1100
2,1,3,50
2,2,5,70
2,4,6,70
3,6,1,100
3,5,4,110
3,2,3,90
"""


@pytest.fixture
def session(tmp_path: Path) -> str:
    path = tmp_path / "session.csv"
    path.write_text(FOUR_PAIRS.replace("2,2,5,70", "2,2,5,80"), "utf-8")
    return str(path)


def test_methods_are_compared_and_the_movers_named(session: str, shell: Shell) -> None:
    text = shell("compare", session, "--methods", "mp,butler,z").out
    assert "mp and butler: Spearman " in text
    assert "butler and z: Spearman " in text
    assert " moves " in text


def test_every_pair_is_placed_by_every_method(session: str, shell: Shell) -> None:
    said = shell("compare", session, "--methods", "mp,butler(trim=1),z", "--format", "csv").out
    rows = list(csv.reader(io.StringIO(said)))
    assert rows[0] == [
        "ID", "Name", "Place", "mp", "Place", "butler(trim=1)", "Place", "z", "Moves",
    ]  # fmt: skip
    assert sorted(row[0] for row in rows[1:]) == list("123456")
    for row in rows[1:]:
        assert int(row[8] or 0) == int(row[2]) - int(row[6])


def test_the_same_method_twice_agrees_wholly(session: str, shell: Shell) -> None:
    text = shell("compare", session, "--methods", "mp,matchpoints").out
    assert "Spearman 1.0000, Kendall 1.0000, 0 change places" in text
    assert "Nobody moves." in text


def test_two_fields_are_compared_apart(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "split.csv"
    path.write_text(SPLIT.strip().replace("|", ","), "utf-8")
    found = json.loads(shell("compare", path, "--methods", "mp,z", "--format", "json").out)
    assert [one["division"] for one in found["agreement"]] == ["NS", "EW"]
    assert all(-1 <= float(one["spearman"]) <= 1 for one in found["agreement"])


OTHELLO = """Round,Black,White,Black discs,White discs
1,A,B,40,24
1,C,D,33,31
2,A,C,30,34
2,D,B,50,14
3,D,A,20,44
3,B,C,32,32
"""


def test_other_games_compare_lists_of_criteria(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "open.csv"
    path.write_text(OTHELLO, "utf-8")
    lists = ["--criteria", "points, BQ", "--criteria", "discs"]
    text = shell("compare", path, *lists).out
    assert "points, BQ and discs: Spearman 0.4000, Kendall 0.3333" in text


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--methods", "mp"], "nothing to compare"),
        ([], "nothing to compare"),
        (["--methods", "mp,rubber"], "no method 'rubber'"),
        (["--methods", "mp,butler(trim=half)"], "trim"),
        (["--criteria", "points", "--criteria", "nonsense"], "nonsense"),
    ],
)
def test_what_cannot_be_compared_is_one_line(
    session: str, arguments: list[str], why: str, shell: Shell
) -> None:
    lines = shell("compare", session, *arguments, code=2).err.strip().splitlines()
    assert len(lines) == 1
    assert why in lines[0]


def test_a_board_is_explained_by_every_method(session: str, shell: Shell) -> None:
    said = shell("explain", session, "board", "1", "--each", "method").out
    lines = [line.split() for line in said.splitlines()]
    assert [line[-1] for line in lines if line[0] == "board"] == ["mp", "butler", "cross", "z"]
    assert lines[2:5] == [["420", "1", "4", "0"], ["400", "1", "2", "2"], ["-1100", "1", "0", "4"]]
    assert "nobody played board 99" in shell("explain", session, "board", "99", code=1).err


def test_teams_are_ranked_by_victory_points_unless_told_otherwise(
    tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "teams.csv"
    path.write_text("Board,NS,EW,Score\n1,A,B,420\n1,B,A,-50\n", "utf-8")
    said = shell("standings", path, "--format", "csv").out
    assert said.splitlines()[:2] == ["id,place,VP,IMP", "A,1,18.09,10"]
