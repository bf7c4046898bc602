"""What a file cannot hold of an event is said when it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import hand_made
from xltie.cli.main import main
from xltie.event import Contestant
from xltie.games import preset
from xltie.workbooks import new_workbook


def test_discs_that_a_report_has_no_place_for_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "club.csv"
    games.write_text("Round,Black,White,Black discs,White discs\n1,A,B,40,24\n1,C,D,33,31\n")
    assert main(["export", str(games), str(tmp_path / "club.trf")]) == 0
    said = capsys.readouterr().err
    assert "the counts of 2 games are not in the report" in said
    games.write_text("Round,White,Black,Result\n1,A,B,1-0\n")
    assert main(["export", str(games), str(tmp_path / "chess.trf")]) == 0
    assert "counts" not in capsys.readouterr().err


def test_a_name_that_opengotha_would_not_read_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [Contestant("1", "An", grade="3d"), Contestant("2", "Bo Lee", grade="2d")]
    book = tmp_path / "go.xlsx"
    book.write_bytes(new_workbook(preset("go"), 2, 1, names))
    assert main(["export", str(book), str(tmp_path / "go.xml")]) == 0
    said = capsys.readouterr().err
    assert "'An' is written with the first name 'x'" in said and "Lee" not in said


def test_points_leave_out_the_games_that_do_not_count_and_a_warning_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The fourth player left a round robin of five after one game, which the first had won."""
    games = "Round,White,Black,Result\n1,1,4,1-0\n1,2,3,1-0\n2,1,2,1-0\n2,3,5,0-1\n3,1,3,1-0\n"
    names = [Contestant(str(number), f"Nr {number}") for number in range(1, 6)]
    book = tmp_path / "robin.xlsx"
    left = [["4", "Nr 4", 1] if own.id == "4" else [own.id, own.name, None] for own in names]
    book.write_bytes(hand_made({
        "Settings": [["Setting", "Value"], ["Game", "chess"], ["Format", "round-robin"]],
        "Players": [["ID", "Name", "Withdrawn after"], *left],
        "Rounds": [line.split(",") for line in games.split()],
    }))  # fmt: skip
    shown = {}
    for suffix in ("trf", "elo"):
        file = tmp_path / f"robin.{suffix}"
        assert main(["export", str(book), str(file)]) == 0
        assert "the games of Nr 4 are in the file, but do not count" in capsys.readouterr().err
        shown[suffix] = file.read_text("latin-1").splitlines()
    first = next(line for line in shown["trf"] if line.startswith("001    1"))
    assert first[80:84] == " 2.0"
    first = next(line for line in shown["elo"] if line.startswith("%_%       1,"))
    assert first.split(",")[4].strip() == "2"
    assert main(["standings", str(tmp_path / "robin.trf"), "--format", "csv"]) == 0
    told = capsys.readouterr()
    assert "\n1,1,2," in told.out
    assert "points column" not in told.err


@pytest.mark.parametrize(("system", "is_said"), [("fide-dutch", False), ("keizer", True)])
def test_a_pairing_system_without_a_code_is_said(
    system: str, is_said: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players, book = tmp_path / "players.csv", tmp_path / "club.xlsx"
    players.write_text("Name,Rating\nAnn,2000\nBob,1900\nCid,1800\nDee,1700\n")
    assert main(["new", str(book), "--from", str(players), "--rounds", "3", "--game", "chess"]) == 0
    assert main(["pair", str(book), "--system", system, "--write"]) == 0
    capsys.readouterr()
    assert main(["export", str(book), str(tmp_path / "club.trf")]) == 0
    told = capsys.readouterr().err
    assert ("no code for the pairing system keizer" in told) == is_said
