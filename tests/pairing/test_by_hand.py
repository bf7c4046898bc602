"""Rounds that the director pairs: empty lines, which hold what is typed into them."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.books import edited, recomputed
from tests.excel.fake import FakeBook
from tests.pairing.events import event_index_of, field_of
from xltie import api
from xltie.cli.main import main
from xltie.core.catalogues import in_english
from xltie.hosts.excel import commands
from xltie.pairing.catalogue import system_named
from xltie.pairing.systems import draw_round


def an_event(path: Path, game: str, code: str, system: str) -> Path:
    """A new event of seven whose Settings say that its rounds are paired by hand."""
    words = ["new", str(path), "--game", game, "--players", "7", "--rounds", "3"]
    assert main([*words, "--language", code]) == 0
    settings = openpyxl.load_workbook(path).worksheets[-1]
    row = next(row for row in range(5, 40)
               if in_english("setting", settings.cell(row, 1).value) == "Pairing")  # fmt: skip
    edited(path, settings.title, {f"B{row}": system})
    edited(path, openpyxl.load_workbook(path).worksheets[0].title,
           {f"B{row}": f"P{row - 4}" for row in range(5, 12)})  # fmt: skip
    return path


def lines(path: Path) -> list[list[object]]:
    sheet = openpyxl.load_workbook(path).worksheets[1]
    return [[cell.value for cell in row[:9]] for row in sheet.iter_rows(min_row=5)]


def test_an_odd_player_has_a_line_too() -> None:
    index = event_index_of(field_of(7))
    assert draw_round(index, 1, system_named("by-hand")).open_tables == 4


@pytest.mark.slow
@pytest.mark.parametrize("words", [("en", "by hand"), ("ko", "직접 편성"), ("ru", "от руки")])
def test_a_round_is_as_many_empty_lines_as_there_are_games(
    words: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = an_event(tmp_path / "event.xlsx", "chess", *words)
    assert main(["pair", str(path), "--write"]) == 0
    assert [line[:3] for line in lines(path)] == [[1, n, None] for n in (1, 2, 3, 4)]
    # numbers, names, and the bye of the odd one
    games = openpyxl.load_workbook(path).worksheets[1].title
    typed = {"C5": 1, "I5": 2, "F5": "1", "C6": 3, "I6": 4, "F6": "0", "D7": "P5", "H7": "P6",
             "F7": 0.5, "D8": "P7", "F8": "bye"}  # fmt: skip
    edited(path, games, typed)
    path.write_bytes(recomputed(path.read_bytes())[0])
    event = api.open_event(path)
    points = {line.who: line.values[0].total for line in api.standings(event).lines}
    assert points == {"1": 1, "2": 0, "3": 0, "4": 1, "5": 0.5, "6": 0.5, "7": 1}
    capsys.readouterr()
    assert main(["pair", str(path), "--write"]) == 0
    assert [line[:3] for line in lines(path)[4:]] == [[2, n, None] for n in (1, 2, 3, 4)]
    assert [line[5] for line in lines(path)[:3]] == ["1-0", "0-1", "½-½"]
    # asked once more, the same lines are there
    assert main(["pair", str(path), "--write"]) == 0
    assert len(lines(path)) == 8


@pytest.mark.slow
@pytest.mark.parametrize("game", ["chess", "othello", "go"])
def test_the_button_lays_what_the_command_lays(game: str, tmp_path: Path) -> None:
    path = an_event(tmp_path / "event.xlsx", game, "en", "by hand")
    book = FakeBook(path.read_bytes())
    told = commands.run("pair", book)
    assert "By hand" in told and "two numbers, or two names" in told
    selected = book.app.selection
    assert (selected.sheet.name, selected.row, selected.column) == ("Rounds", 5, 3)
    assert main(["pair", str(path), "--write"]) == 0
    theirs = FakeBook(path.read_bytes()).sheets["Rounds"].used_range.value
    ours = book.sheets["Rounds"].used_range.value
    cells = [
        [[cell or None for cell in line[:9]] for line in sheet[3:]] for sheet in (ours, theirs)
    ]
    assert cells[0] == cells[1]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["chess", "chess --teams 4 --boards 2"])
def test_row_three_says_what_the_lines_wait_for(game: str, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    words = [*game.split(), "--rounds", "3", "--language", "en"]
    assert main(["new", str(path), *([] if "--teams" in words else ["--players", "4"]),
                 "--game", *words]) == 0  # fmt: skip
    book = openpyxl.load_workbook(path)
    listed, settings = book.sheetnames[0], book["Settings"]
    row = next(row for row in range(5, 40) if settings.cell(row, 1).value == "Pairing")
    edited(path, "Settings", {f"B{row}": "by hand"})
    edited(path, listed, {f"B{4 + n}": f"P{n}" for n in (1, 2, 3, 4)})
    head = [str(cell.value).partition("\n")[0] for cell in book["Rounds"][4]]
    numbers = [at for at, title in enumerate(head) if title == "No"]
    result = head.index("Result")

    def told(row: int, *players: int, result_is: str = "") -> list[object]:
        typed = {"ABCDEFGHIJKLMNOP"[at] + str(row): who for at, who in zip(numbers, players)}
        edited(path, "Rounds", {**typed, f"{'ABCDEFGHIJKLMNOP'[result]}{row}": result_is})
        path.write_bytes(recomputed(path.read_bytes())[0])
        sheet = openpyxl.load_workbook(path, data_only=True)["Rounds"]
        return [sheet["A2"].value, sheet["A3"].value]

    waits = "Type who plays in {} of round {}: two numbers or names, or a name and bye."
    assert main(["pair", str(path), "--write"]) == 0
    assert told(9) == ["Round 1 of 3", waits.format("2 lines", 1)]
    assert told(5, 1) == ["Round 1 of 3", waits.format("2 lines", 1)]
    assert told(5, 1, 2) == ["Round 1 of 3", waits.format("1 line", 1)]
    assert told(6, 3, 4) == ["Round 1 of 3", "No result of round 1 yet."]
    told(5, 1, 2, result_is="1-0")
    assert told(6, 3, 4, result_is="1-0")[1] == "Round 1 is complete. Next: Pair next round."
    assert main(["pair", str(path), "--write"]) == 0
    assert told(9) == ["Round 2 of 3", waits.format("2 lines", 2)]
    assert told(6, 3, 4, result_is="")[1] == "1 game to come in round 1: table 2."
