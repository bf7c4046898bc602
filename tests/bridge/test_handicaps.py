"""Handicaps of a club, in a table as a club types them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import hand_made
from xltie.cli.main import main

BOARDS: list[list[object]] = [["Board", "NS", "EW", "Score"], [1, 1, 2, 420], [1, 3, 4, 400], [2, 3, 2, 50],
          [2, 1, 4, 100]]  # fmt: skip


def event(path: Path, handicaps: list[object]) -> str:
    players: list[list[object]] = [
        ["ID", "Name", "Handicap"],
        *([n, f"P{n}", h] for n, h in enumerate(handicaps, 1)),
    ]
    path.write_bytes(hand_made({"Players": players, "Boards": BOARDS}))
    return str(path)


def test_places_go_by_percentage_and_handicap(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = event(tmp_path / "club.xlsx", [-5, 2.5, "+4%", 0])
    assert main(["standings", file, "--criteria", "MP%H", "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["id,place,MP%H", "1,1,95", "3,2,4", "2,1,52.5", "4,2,50"]


def test_a_handicap_that_is_no_percentage_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = event(tmp_path / "club.xlsx", [0, "scratch", 0, 0])
    assert main(["standings", file, "--criteria", "MP%H"]) != 0
    assert "the handicap of 2 is 'scratch', not a percentage" in capsys.readouterr().err
