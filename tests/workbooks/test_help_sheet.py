"""The sheet Help: what to do in an evening, and the functions of its own game."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.quick import first_quick
from xltie.cli.main import main


def helped(path: Path, game: str, language: str = "en") -> list[str]:
    made = ["new", str(path), "--game", game, "--players", "8", "--rounds", "4"]
    assert main([*made, "--language", language]) == 0
    assert main(["add-sheet", "help", str(path)]) == 0
    sheet = openpyxl.load_workbook(path).worksheets[-1]
    return [str(row[0]) for row in sheet.iter_rows(min_row=4, values_only=True) if row[0]]


@pytest.mark.parametrize("game", first_quick(["othello", "chess", "go", "bridge"], 2))
def test_the_functions_are_those_of_the_game(tmp_path: Path, game: str) -> None:
    lines = helped(tmp_path / "event.xlsx", game)
    named = {line.partition("(")[0] for line in lines if "(" in line}
    assert {"PLACE", "DECIDEDBY"} <= named
    assert ("NSSCORE" in named) == (game == "bridge")
    assert ("SOSOS" in named) == (game == "go")
    assert ("ARO" in named) == (game == "chess")
    assert ("BUCHHOLZ" in named) == (game in ("chess", "othello"))  # which othello shows


@pytest.mark.slow
def test_it_says_who_plays_and_which_button_does_what(tmp_path: Path) -> None:
    told = " ".join(helped(tmp_path / "event.xlsx", "chess"))
    for word in ("without a name", "late entry", "from 4", "Pair next round", "Check workbook"):
        assert word in told
    session = " ".join(helped(tmp_path / "session.xlsx", "bridge"))
    assert "Lay out bridge movement" in session
    assert "Pair next round" not in session


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ko", "ru"])
def test_no_step_is_left_in_english(tmp_path: Path, language: str) -> None:
    lines = helped(tmp_path / "event.xlsx", "chess", language)
    steps = lines[: next(n for n, line in enumerate(lines) if "(player" in line) - 1]
    assert len(steps) >= 8
    assert not [step for step in steps if step.isascii()]
