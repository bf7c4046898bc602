"""What ``xltie import`` says of the workbook that it makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from xltie.cli.main import main

PLAYER = "001 {n:4}      {name:<33} {rating}{none:28} 0.0 {n:4}  {other:>4} {colour} {result}\n"
BOARD = Path(__file__).parents[1] / "pbn" / "magic-contest-board.pbn"


def report_of(*results: str) -> str:
    """Return a report of two players who meet in round 1, each with the result."""
    lines = [
        PLAYER.format(n=n, name=name, rating=2000, none="", other=3 - n, colour=colour, result=end)
        for n, name, colour, end in zip((1, 2), ("Ann", "Bob"), "wb", results)
    ]
    return "012 Club\n" + "".join(lines)


@pytest.mark.slow
def test_a_round_that_is_only_paired_is_not_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report, made = tmp_path / "event.trf", tmp_path / "event.xlsx"
    for results, said in (("  ", "0 rounds played"), ("10", "1 round played")):
        report.write_text(report_of(*results), "utf-8")
        assert main(["import", str(report), str(made), "--force"]) == 0
        assert f"event.xlsx: 2 players, {said}" in capsys.readouterr().out


@pytest.mark.slow
def test_what_the_workbook_does_not_hold_of_a_file_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(BOARD), str(tmp_path / "event.xlsx")]) == 0
    assert "event.xlsx leaves out or changes: hands of boards (1)" in capsys.readouterr().err
