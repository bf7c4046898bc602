"""*Pair next round* in the real Calc writes what ``xltie pair --write`` writes, wherever it goes"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.books import edited, named, recomputed
from tests.libreoffice.calc import Book, Calc
from xltie.cli.main import main
from xltie.event import Contestant
from xltie.games import PRESETS
from xltie.workbooks.build import new_workbook

TOP = 4


def event(path: Path, game: str, players: int, rounds: int = 3) -> Path:
    field = [Contestant(str(number), f"P{number}") for number in range(1, players + 1)]
    path.write_bytes(new_workbook(PRESETS[game], players, rounds, field))
    return path


def shown(book: Book, sheet: str) -> list[list[Any]]:
    """The cells of a sheet without blank ends, numbers as numbers."""
    return _trimmed(book.rows(f"{sheet}!A1:R120") + book.rows(f"{sheet}!A5190:R5210"))


def stored(path: Path, sheet: str) -> list[list[Any]]:
    opened = openpyxl.load_workbook(path, data_only=True)
    rows = [list(line) for line in opened[sheet].iter_rows(values_only=True)]
    return _trimmed(rows[:120] + [[]] * (120 - len(rows)) + rows[5189:5210])


def _trimmed(rows: list[list[Any]]) -> list[list[Any]]:
    found = []
    for row in rows:
        cells = [cell if cell != "" else None for cell in row]
        while cells and cells[-1] is None:
            cells.pop()
        found.append(cells)
    while found and not found[-1]:
        found.pop()
    return found


def with_results(path: Path, number: int, row: int = TOP) -> dict[str, Any]:
    """Type results into the open games of a round of an Othello event."""
    cells: dict[str, Any] = {}
    for at, line in enumerate(stored(path, "Rounds"), 1):
        if at > row and line[:1] == [number] and len(line) > 9 and line[9]:
            cells |= {f"F{at}": 40, f"G{at}": 24}
    return cells


def typed(path: Path, sheet: str, cells: dict[str, Any]) -> None:
    """Type into a file, and compute it as a program does that is left with all values."""
    edited(path, sheet, cells)
    path.write_bytes(recomputed(path.read_bytes())[0])


def late_in_the_middle(path: Path) -> None:
    """An eighth and a ninth player in lines that were inserted: one more table than prepared."""
    opened = openpyxl.load_workbook(path)
    sheet = opened["Players"]
    for number, row in ((8, TOP + 8), (9, TOP + 9)):
        sheet.cell(row, 1, number), sheet.cell(row, 2, f"P{number}")
    opened.save(path)
    path.write_bytes(recomputed(path.read_bytes())[0])


def nothing(path: Path) -> None:
    """The lines prepared are enough."""


def typed_below(path: Path) -> None:
    """Two late players, and their game of round 1 typed below the table."""
    late_in_the_middle(path)
    typed(path, "Rounds", {"A9": 1, "C9": 8, "J9": 9, "F9": 30, "G9": 34})


def far_below(path: Path) -> None:
    """The same beyond 5,000 lines."""
    late_in_the_middle(path)
    typed(path, "Rounds", {"A5200": 1, "C5200": 8, "J5200": 9, "F5200": 30, "G5200": 34})


def withdrawn(path: Path) -> None:
    """A player who has left, one who is absent from round 2, and one with a half bye in it."""
    typed(path, "Players", {"E7": "from 2", "E8": "2", "E9": "½ 2"})


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of seven whose first round is paired and played."""
    path = event(tmp_path_factory.mktemp("begun") / "event.xlsx", "othello", 7)
    assert main(["pair", str(path), "--write"]) == 0
    typed(path, "Rounds", with_results(path, 1))
    return path


@pytest.mark.parametrize("change", [nothing, late_in_the_middle, typed_below, far_below, withdrawn])
def test_the_button_writes_what_the_command_writes(
    calc: Calc, begun: Path, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    path = Path(shutil.copy(begun, tmp_path / "event.xlsx"))
    change(path)
    theirs = Path(shutil.copy(path, tmp_path / "command.xlsx"))
    assert main(["pair", str(theirs), "--write"]) == 0
    with calc.open(path) as book:
        before = shown(book, "Rounds")
        said = book.ask("dispatch", command="pair")
        assert "round 2 (" in said, said
        assert shown(book, "Rounds") == stored(theirs, "Rounds")
        assert book.ask("undo_titles").count("Pair next round") == 1
        book.ask("undo")
        assert shown(book, "Rounds") == before


def test_a_round_of_many_boards_is_one_step_to_undo(calc: Calc, tmp_path: Path) -> None:
    """More cells than Calc undoes changes of a step."""
    with calc.open(event(tmp_path / "event.xlsx", "chess", 130)) as book:
        before = shown(book, "Rounds")
        assert "round 1 (" in book.ask("dispatch", command="pair")
        assert shown(book, "Rounds")[TOP + 64][:2] == [1, 65]
        last = shown(book, "Rounds")[TOP + 64]
        assert [last[at] is not None for at in (2, 3, 7, 8)] == [True] * 4
        book.ask("undo")
        assert shown(book, "Rounds") == before


def test_the_button_pairs_teams_as_the_command_does(calc: Calc, tmp_path: Path) -> None:
    path = tmp_path / "teams.xlsx"
    assert main(["new", str(path), "--game", "chess", "--teams", "7", "--rounds", "3"]) == 0
    named(path, 7, "Teams")
    assert main(["pair", str(path), "--write"]) == 0
    played = [at for at, line in enumerate(stored(path, "Rounds"), 1)
              if at > TOP and line[:1] == [1] and line[1]]  # fmt: skip
    typed(path, "Rounds", {f"{column}{at}": "1" for at in played for column in "FGHI"})
    theirs = Path(shutil.copy(path, tmp_path / "command.xlsx"))
    assert main(["add-sheet", "why", str(theirs)]) == 0
    assert main(["pair", str(theirs), "--write"]) == 0
    with calc.open(path) as book:
        assert "sheet Why added" in book.ask("dispatch", command="sheet.why")
        said = book.ask("dispatch", command="pair")
        assert "round 2 (FIDE Swiss Team) written" in said, said
        assert shown(book, "Rounds") == stored(theirs, "Rounds")
        assert shown(book, "Why") == stored(theirs, "Why")
        assert shown(book, "Rounds")[TOP][9] == "4-0"
