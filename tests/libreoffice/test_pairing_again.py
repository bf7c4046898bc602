"""A round paired again, pairing while a game is open, and steps of undo, in the real Calc."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.libreoffice.calc import Calc
from tests.libreoffice.test_pairing import event, shown, stored, typed, with_results
from tests.shell import Shell
from xltie.cli.main import main


@pytest.fixture(scope="module")
def paired(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of six; two rounds are paired, the first is played."""
    path = event(tmp_path_factory.mktemp("paired") / "event.xlsx", "othello", 6)
    assert main(["pair", str(path), "--write"]) == 0
    typed(path, "Rounds", with_results(path, 1))
    assert main(["pair", str(path), "--write"]) == 0
    return path


def test_a_round_is_paired_again_after_a_corrected_result(
    calc: Calc, paired: Path, tmp_path: Path
) -> None:
    path = Path(shutil.copy(paired, tmp_path / "event.xlsx"))
    typed(path, "Rounds", {"F5": 2, "G5": 62})
    typed(path, "Players", {"E8": "2"})
    theirs = Path(shutil.copy(path, tmp_path / "command.xlsx"))
    assert main(["pair", str(theirs), "--write", "--replace"]) == 0
    with calc.open(path) as book:
        before = shown(book, "Rounds")
        said = book.ask("dispatch", command="pairagain")
        assert "round 2 (" in said
        assert shown(book, "Rounds") == stored(theirs, "Rounds") != before
        book.ask("undo")
        assert shown(book, "Rounds") == before


def test_a_round_with_a_result_is_not_paired_again(
    calc: Calc, paired: Path, tmp_path: Path, shell: Shell
) -> None:
    path = Path(shutil.copy(paired, tmp_path / "event.xlsx"))
    typed(path, "Rounds", {"F9": 40, "G9": 24})
    assert main(["pair", str(path), "--write", "--replace"]) != 0
    told = shell.printed().err
    assert "Rounds!C9: round 2 has a result; it is not paired again" in told
    with calc.open(path) as book:
        before = shown(book, "Rounds")
        said = book.ask("dispatch", command="pairagain")
        assert "Rounds!C9: round 2 has a result; it is not paired again" in said
        assert shown(book, "Rounds") == before


def test_open_games_are_named_and_count_as_draws_if_wanted(
    calc: Calc, paired: Path, tmp_path: Path, shell: Shell
) -> None:
    path = Path(shutil.copy(paired, tmp_path / "event.xlsx"))
    typed(path, "Rounds", {"F8": 40, "G8": 24, "F9": 40, "G9": 24})
    lines = stored(path, "Rounds")
    names = f"P{lines[9][2]} - P{lines[9][9]}"
    with calc.open(path) as book:
        said = book.ask("dispatch", command="pair")
        assert f"Rounds!C10: round 2 has a game without a result: {names}" in said
        assert book.ask("undo_titles") == []
    told = shell("pair", path, "--write", code=2).err
    assert f"Rounds!C10: round 2 has a game without a result: {names}" in told
    told = shell("pair", path, "--write", "--with-open-games").err
    assert f"draws for the pairing only: {names} (round 2)" in told


def test_a_player_alone_in_a_line_is_not_paired_around(
    calc: Calc, paired: Path, tmp_path: Path
) -> None:
    """Else the line would become a bye with the first result, and the player be there twice."""
    path = Path(shutil.copy(paired, tmp_path / "event.xlsx"))
    typed(path, "Rounds", {**with_results(path, 2), "A11": 3, "C11": 1})
    with calc.open(path) as book:
        before = shown(book, "Rounds")
        said = book.ask("dispatch", command="pair")
        assert "Rounds!C11: 1 has no opponent in round 3 yet; type one, or BYE" in said
        assert shown(book, "Rounds") == before
        book.put({"Rounds!F11": "bye"})
        assert "round 3 (" in book.ask("dispatch", command="pair")
        assert [row[2] for row in shown(book, "Rounds")[10:14] if len(row) > 2].count(1) == 1


def test_a_command_that_changes_nothing_leaves_no_step_to_undo(calc: Calc, paired: Path) -> None:
    with calc.open(paired) as book:
        for command in ("recompute", "check", "pair", "explain"):
            book.ask("dispatch", command=command)
        assert book.ask("undo_titles") == []


def test_steps_are_undone_one_after_the_other_across_two_pairings(
    calc: Calc, paired: Path, tmp_path: Path
) -> None:
    """LibreOffice 7.4 crashed here where earlier rounds had been folded by the same step."""
    path = Path(shutil.copy(paired, tmp_path / "event.xlsx"))
    typed(path, "Rounds", with_results(path, 2))
    with calc.open(path) as book:
        states = [shown(book, "Rounds")]
        assert "round 3 (" in book.ask("dispatch", command="pair")
        states.append(shown(book, "Rounds"))
        book.put({"Rounds!F11": 40})
        assert book.value("Rounds!F11") == 40
        book.ask("undo")
        assert shown(book, "Rounds") == states[1]
        assert "round 3 (" in book.ask("dispatch", command="pairagain")
        book.ask("undo")
        assert shown(book, "Rounds") == states[1]
        book.ask("undo")
        assert shown(book, "Rounds") == states[0]
