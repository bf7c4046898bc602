"""The forecast of FIDE rating changes: the coefficient that a column says, or that it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import hand_made
from xltie.cli.main import main

ROUNDS = [["Round", "White", "Black", "Result"], [1, "A", "B", "1-0"]]


def event(path: Path, k: object) -> Path:
    players = [["ID", "Name", "Rating", "K"], ["A", "Ann", 2000, k], ["B", "Bob", 2000, None]]
    game = [["Setting", "Value"], ["Game", "chess"]]
    path.write_bytes(hand_made({"Settings": game, "Players": players, "Rounds": ROUNDS}))
    return path


@pytest.mark.parametrize(("k", "change"), [(None, "+10"), (40, "+20"), (17, "+9")])
def test_a_column_says_the_coefficient(
    k: object, change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """17 is what 39 games in a rating period leave of 20 (8.3.3)."""
    assert main(["rate", str(event(tmp_path / "event.xlsx", k))]) == 0
    assert change in capsys.readouterr().out


def test_a_coefficient_that_cannot_be_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rate", str(event(tmp_path / "event.xlsx", "fast"))]) != 0
    said = capsys.readouterr()
    assert "Players!A2: Ann: K is 'fast'; it takes a whole number from 1 to 40" in said.err
    assert said.out == ""
