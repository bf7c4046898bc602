"""Arguments in the order in which people type them."""

from __future__ import annotations

from pathlib import Path

import pytest

from xltie.cli.main import main

GAMES = "Round,White,Black,Result\n1,Ann,Bob,1-0\n"


def test_files_may_follow_options_that_follow_the_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [str(tmp_path / f"{name}.csv") for name in "ab"]
    for name in names:
        Path(name).write_text(GAMES)
    out = str(tmp_path / "table.csv")
    assert main(["batch", "check", "--jobs", "1", names[0], "--out", out, names[1]]) == 0
    assert "2 inputs" in capsys.readouterr().out


def test_an_option_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["batch", "check", "--out", "table.csv", "a.csv", "--job-lot", "1"]) == 2
    told = capsys.readouterr().err
    assert "unrecognized arguments" in told and "--job-lot" in told


def test_endings_that_can_be_written_are_listed_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "a.csv"
    games.write_text(GAMES)
    assert main(["export", str(games), str(tmp_path / "a.doc")]) == 1
    told = capsys.readouterr().err.partition("choose from ")[2].strip().split(", ")
    assert len(told) == len(set(told)) > 3
