"""A round is laid below the last one: what stands there, what is folded, what stays as it was."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.books import edited, named
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.catalogues import translated
from xltie.event import Contestant
from xltie.games import preset
from xltie.workbooks.build import new_workbook


def event(folder: Path, game: str = "chess", players: int = 7) -> Path:
    path = folder / "club.xlsx"
    field = [Contestant(str(n), f"P{n}") for n in range(1, players + 1)]
    path.write_bytes(new_workbook(preset(game), players, 5, field))
    return path


def rounds_of(path: Path, *, values: bool = True) -> Any:
    return openpyxl.load_workbook(io.BytesIO(path.read_bytes()), data_only=values)["Rounds"]


def line(sheet: Any, row: int) -> list[object]:
    return [cell.value for cell in sheet[row]]


@pytest.mark.slow
def test_a_new_workbook_has_four_sheets_and_no_line_of_rounds(tmp_path: Path) -> None:
    path = event(tmp_path, players=500)
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["Players", "Rounds", "Standings", "Settings"]
    assert book["Rounds"].max_row == 4


@pytest.mark.slow
def test_a_round_is_laid_with_names_scores_and_byes_in_words(tmp_path: Path) -> None:
    path = event(tmp_path)
    edited(path, "Players", {"G6": "\u00bd 1"})  # the second player asks for a half-point bye
    assert main(["pair", str(path), "--write", "--language", "en"]) == 0
    sheet, formulas = rounds_of(path), rounds_of(path, values=False)
    assert line(sheet, 5)[:2] == [1, 1] and line(sheet, 5)[4:7] == [0, None, 0]
    assert formulas["D5"].value == '=IFERROR(VLOOKUP(C5,Names,COLUMNS(Names),0),"")'
    assert sheet["D5"].value == f"P{sheet['C5'].value}"
    assert line(sheet, 8) == [1, None, 2, "P2", 0, "half bye", None, "half-point bye, asked for",
                              None, None]  # fmt: skip
    assert not sheet.row_dimensions[5].hidden
    edited(path, "Rounds", {"F5": "1", "F6": "\u00bd", "F7": "0"})
    assert main(["pair", str(path), "--write"]) == 0
    sheet = rounds_of(path)
    assert [sheet[f"F{row}"].value for row in (5, 6, 7)] == ["1-0", "\u00bd-\u00bd", "0-1"]
    assert [sheet.row_dimensions[row].hidden for row in range(5, 10)] == [True] * 4 + [False]
    assert sheet["A9"].value == 2 and sheet["A9"].border.top.style == "thick"
    bye = line(sheet, 12)
    assert bye[5:8] == ["bye", None, "bye (1 point)"] and bye[1] is None
    assert sheet.print_area == "'Rounds'!$A$1:$I$12"
    named = [cell for (cell,) in openpyxl.load_workbook(path)["Players"]["B5:B99"] if cell.value]
    printed = openpyxl.load_workbook(path)["Standings"].print_area
    assert printed.endswith(f"${4 + len(named)}")
    assert main(["check", str(path)]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("typed", [1, "½", 0])
def test_a_count_typed_for_a_bye_stays_and_the_next_round_is_paired(
    typed: object, tmp_path: Path
) -> None:
    """What a game has is written in full, 1-0; with one player that would be no bye."""
    path = event(tmp_path)
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", {"F5": "1", "F6": "½", "F7": "0", "F8": typed})
    assert main(["check", str(path)]) == 0
    assert main(["pair", str(path), "--write"]) == 0
    assert [rounds_of(path)[f"F{row}"].value for row in (5, 8)] == ["1-0", typed]
    assert main(["check", str(path)]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["crosstable", "race", "explain"])
def test_a_sheet_that_is_added_is_live_and_leaves_the_others_alone(
    name: str, tmp_path: Path
) -> None:
    path = event(tmp_path)
    main(["pair", str(path), "--write"])
    with zipfile.ZipFile(path) as archive:
        before = {part: archive.read(part) for part in archive.namelist() if "sheets/" in part}
    assert main(["add-sheet", name, str(path)]) == 0
    with zipfile.ZipFile(path) as archive:
        assert before == {part: archive.read(part) for part in before}
    book = openpyxl.load_workbook(path, data_only=True)
    assert book.sheetnames[4:] == [name.capitalize()]
    assert main(["recompute", "--check", str(path)]) == 0
    assert main(["add-sheet", name, str(path)]) == 2


@pytest.mark.slow
def test_other_tie_breaks_are_said_and_their_columns_laid_out(tmp_path: Path) -> None:
    path = event(tmp_path)
    settings = openpyxl.load_workbook(path)["Settings"]
    row = next(row[0].row for row in settings if row[0].value == "Criteria")
    edited(path, "Settings", {f"B{row}": "PTS, SB, KS"})
    assert main(["recompute", str(path)]) == 0
    standings = openpyxl.load_workbook(path, data_only=True)["Standings"]
    assert str(standings["A3"].value).startswith("Places follow the new tie-breaks")
    assert main(["recompute", "--lay-out", str(path)]) == 0
    opened = openpyxl.load_workbook(path)["Standings"]
    heads = [opened.cell(4, at).value for at in (4, 5, 6)]
    assert heads == ["Points\nPTS", "Sonneborn-Berger\nSB", "Koya\nKS"]
    assert opened["E5"].value == "=SONNEBORN($C5,Event)"
    assert not openpyxl.load_workbook(path, data_only=True)["Standings"]["A3"].value


@pytest.mark.slow
def test_a_round_of_teams_is_laid_with_a_cell_for_each_board(tmp_path: Path) -> None:
    path = tmp_path / "league.xlsx"
    assert main(["new", str(path), "--game", "chess", "--teams", "5", "--boards", "3",
                 "--rounds", "3", "--language", "en"]) == 0  # fmt: skip
    assert openpyxl.load_workbook(path)["Rounds"].max_row == 4
    named(path, 5, "Teams")
    assert main(["pair", str(path), "--write"]) == 0
    assert line(rounds_of(path), 7)[9:14] == [None, "bye (1 point)", None, "bye", None]
    edited(path, "Rounds", {**dict.fromkeys(("F5", "G5", "F6", "H6"), "1"), "H5": "\u00bd",
                            "G6": "0"})  # fmt: skip
    assert main(["pair", str(path), "--write"]) == 0
    sheet, formulas = rounds_of(path), rounds_of(path, values=False)
    assert formulas["I5"].value == '=IFERROR(MATCHSCORE(F5:H5),"")'
    assert [sheet[f"I{row}"].value for row in (5, 6)] == ["2\u00bd-\u00bd", "2-1"]
    assert [sheet.row_dimensions[row].hidden for row in range(5, 9)] == [True] * 3 + [False]
    assert line(sheet, 8)[:5] == [2, 1, *line(sheet, 8)[2:4], 2]
    assert sheet["A8"].border.top.style == "thick"
    assert main(["check", str(path)]) == 0
    edited(path, "Rounds", {"I5": "3-0"})
    assert main(["check", str(path)]) == 1
    assert main(["repair", str(path)]) == 0
    assert rounds_of(path)["I5"].value == "2\u00bd-\u00bd"


@pytest.mark.slow
def test_a_number_that_nobody_has_is_named_in_its_own_cell(tmp_path: Path, shell: Shell) -> None:
    path = event(tmp_path)
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", {"C5": 99, "I6": 98})
    said = shell("check", path, "--language", "en", code=1)
    told = said.out + said.err
    assert "Rounds!C5: player 99 is not in the list" in told
    assert "Rounds!I6: player 98 is not in the list" in told
    assert main(["recompute", str(path)]) in (0, 1)
    assert "2 faults. Rounds!C5: player 99" in str(rounds_of(path)["A3"].value)


@pytest.mark.slow
def test_what_is_typed_rarely_is_not_printed(tmp_path: Path) -> None:
    path = tmp_path / "evening.xlsx"
    assert main(["new", str(path), "--game", "bridge", "--example", "--language", "en"]) == 0
    boards = openpyxl.load_workbook(path)["Boards"]
    last = boards.print_area.split(":")[-1].strip("$").split("$")[0]
    headings = {cell.column_letter: cell.value for cell in boards[4]}
    assert headings[last] == "EW" and "Lead" in headings.values()


def test_a_round_of_nobody_is_refused(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "club.xlsx"
    shell("new", path, "--game", "chess", "--players", "10", "--language", "en")
    for words in ([], ["--write"]):
        assert "round 1 has no players to pair" in shell("pair", path, *words, code=2).err


BYE = translated("result", "bye", "ru")


@pytest.mark.slow
def test_words_fit_where_they_are_long(tmp_path: Path) -> None:
    """In Russian a bye has more letters than a result, and other settings are long to explain."""
    path = tmp_path / "go.xlsx"
    assert main(["new", str(path), "--game", "go", "--example", "--language", "ru"]) == 0
    book = openpyxl.load_workbook(path)
    games, settings = book.worksheets[1], book.worksheets[-1]
    said = next(cell for row in games.iter_rows(min_row=5) for cell in row if cell.value == BYE)
    assert said.column_letter == "G"
    assert said.alignment.shrink_to_fit
    width = settings.column_dimensions["C"].width
    assert settings.cell(20, 1).value
    for row in range(5, 21):
        is_long = len(str(settings.cell(row, 3).value)) > width
        assert (settings.row_dimensions[row].height > 20) is is_long


@pytest.mark.parametrize("game", ["othello", "chess", "go"])
def test_a_bye_is_as_large_as_a_result(tmp_path: Path, game: str) -> None:
    path = tmp_path / "bye.xlsx"
    assert main(["new", str(path), "--game", game, "--example", "--language", "ru"]) == 0
    games = openpyxl.load_workbook(path).worksheets[1]
    said = next(cell for row in games.iter_rows(min_row=5) for cell in row if cell.value == BYE)
    assert games.column_dimensions[said.column_letter].width > len(BYE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "typed"), [("othello", {"F7": 30, "G7": 34}), ("chess", {"F7": "1-0"})]
)
def test_a_result_typed_over_a_bye_is_named_in_its_own_cell(
    tmp_path: Path, shell: Shell, game: str, typed: dict[str, Any]
) -> None:
    path = tmp_path / "odd.xlsx"
    made = ["new", str(path), "--game", game, "--players", "5", "--rounds", "3"]
    assert main([*made, "--language", "en"]) == 0
    named(path, 5)
    assert main(["pair", str(path), "--write"]) == 0
    sheet = rounds_of(path)
    assert (sheet["F7"].value, sheet["I7" if game == "othello" else "H7"].value) == (
        "bye", "bye (1 point)",
    )  # fmt: skip
    edited(path, "Rounds", typed)
    assert main(["recompute", str(path)]) == 1  # the other discs are a formula
    said = shell("check", path, "--language", "en", code=1).err
    assert "Rounds!F7: there is a result of two players here" in said
