"""What a file cannot hold of an event is said when it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from xltie.cli.main import main
from xltie.event.model import Contestant
from xltie.games import preset
from xltie.templates import new_workbook


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
