"""A workbook of the first release (commit 114030f) in the present form."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from tests.books import edited, values
from xltie.cli.main import main
from xltie.templates.repair import overwritten_in
from xltie.templates.upgrade import upgraded

OLD = Path(__file__).with_name("first_release.xlsx")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """An event of eight players after two rounds, the last game with a fault."""
    path = tmp_path / "old.xlsx"
    path.write_bytes(OLD.read_bytes())
    games = ((1, 2, 40), (3, 4, 32), (5, 6, 50), (7, 8, 20), (1, 3, 33), (5, 2, 31), (4, 8, 64))
    cells = {}
    for row, (black, white, discs) in enumerate(games, 5):
        cells.update({f"C{row}": black, f"E{row}": white, f"G{row}": discs, f"H{row}": 64 - discs})
    edited(path, "Rounds", cells)
    assert main(["recompute", "-q", str(path)]) == 0
    return path


def test_the_places_and_values_stay_and_the_formulas_are_short(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.xlsx"
    assert main(["upgrade", str(old), "--out", str(new)]) == 0
    before, after = (values(path.read_bytes(), "Standings") for path in (old, new))
    for row in range(5, 13):
        for column in "ABCDEFGI":
            assert before.get(f"{column}{row}") == after.get(f"{column}{row}"), (column, row)
    book = openpyxl.load_workbook(new)
    assert book["Standings"]["A5"].value == '=IF($C5="","",PLACE($C5,Event))'
    assert overwritten_in(new.read_bytes()) == []


def test_what_changed_is_said_and_all_else_stays(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = old.read_bytes()
    capsys.readouterr()
    assert main(["upgrade", str(old)]) == 0
    said = capsys.readouterr().out
    assert "Settings!B18: BH, DC, WIN" in said
    assert "defined names: Event, AllPlayers, AllGames, AllSettings" in said
    parts = [zipfile.ZipFile(BytesIO(one)) for one in (data, old.read_bytes())]
    kept = [name for name in parts[0].namelist() if parts[0].read(name) == parts[1].read(name)]
    assert {"xl/worksheets/sheet8.xml", "xl/theme/theme1.xml", "xl/tables/table1.xml"} <= {*kept}


def test_the_sheets_that_were_not_there_are_added(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Journal and Why take what the next round writes; the race has places and a chart of them."""
    before = openpyxl.load_workbook(old)
    capsys.readouterr()
    assert main(["upgrade", str(old)]) == 0
    said = capsys.readouterr().out
    assert "Journal: a new sheet" in said and "Why: a new sheet" in said
    assert "Race: points and places after each round, with charts" in said
    book = openpyxl.load_workbook(old)
    assert book.sheetnames == [*before.sheetnames, "Journal", "Why"]
    assert len(book["Race"]._charts) == 2
    looks = [(before, "Standings", "A5"), (book, "Standings", "A5"), (book, "Race", "A5")]
    assert len({own[title][cell].font.color.rgb for own, title, cell in looks}) == 1
    race, standings = (values(old.read_bytes(), title) for title in ("Race", "Standings"))
    for row in range(5, 13):
        assert race[f"H{row}"] == standings[f"A{row}"], row
    assert overwritten_in(old.read_bytes()) == []


def test_the_next_round_is_told_on_the_sheets_added(tmp_path: Path) -> None:
    path = tmp_path / "old.xlsx"
    path.write_bytes(upgraded(OLD.read_bytes())[0])
    assert main(["pair", str(path), "--write"]) == 0
    book = openpyxl.load_workbook(path)
    assert [book["Why"][cell].value for cell in ("A5", "B5")] == [1, 1]
    assert book["Journal"]["B5"].value == 1


def test_a_race_with_something_of_ones_own_stays(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edited(old, "Race", {"H20": "my own note"})
    drawn = zipfile.ZipFile(old).read("xl/charts/chart1.xml")
    assert main(["upgrade", str(old)]) == 0
    line = "Race: the places after each round are not added, beside H20"
    assert line in capsys.readouterr().out
    assert values(old.read_bytes(), "Race")["H20"] == "my own note"
    assert zipfile.ZipFile(old).read("xl/charts/chart1.xml") == drawn
    assert main(["upgrade", str(old)]) == 0
    assert "nothing to upgrade" in capsys.readouterr().out


def test_a_second_time_changes_nothing(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["upgrade", str(old)]) == 0
    once = old.read_bytes()
    capsys.readouterr()
    assert main(["upgrade", str(old)]) == 0
    assert "nothing to upgrade" in capsys.readouterr().out
    assert old.read_bytes() == once
    assert upgraded(once)[0] == once


def test_the_list_of_criteria_now_heads_the_columns(old: Path, tmp_path: Path) -> None:
    assert main(["upgrade", str(old)]) == 0
    edited(old, "Settings", {"B15": "points, discs"})
    assert main(["recompute", "-q", str(old)]) == 0
    shown = values(old.read_bytes(), "Standings")
    assert [shown[f"{column}4"] for column in "DEFGH"] == ["points", "discs", "BH", "DC", "WIN"]


def test_another_workbook_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.xlsx"
    openpyxl.Workbook().save(path)
    before = path.read_bytes()
    assert main(["upgrade", str(path)]) == 1
    assert "this is no workbook of xltie" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("language", ["en", "ru"])
def test_start_scores_no_longer_compare_the_format_with_an_english_word(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As workbooks of Go were made before: in Russian everybody started from 0."""
    path = tmp_path / "go.xlsx"
    named = tmp_path / "players.csv"
    named.write_text("id,name,grade\n1,A,7d\n2,B,1d\n3,C,12k\n", "utf-8")
    made = ["new", str(path), "--game", "go", "--from", str(named), "--language", language]
    assert main(made) == 0
    sheets = openpyxl.load_workbook(path).sheetnames
    settings, players = sheets[:2]
    old = 'IF(Format="mcmahon",STARTSCORE($C{row},Bar,Floor,Zero),0)'
    edited(path, players, {f"D{row}": "=" + old.format(row=row) for row in range(5, 8)})
    edited(path, settings, {"B18": '=IF(B10="mcmahon","mms","wins")'})
    capsys.readouterr()
    assert main(["upgrade", str(path), "--language", "en"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{players}: 3 formulas",
        f"{settings}!B18: blank",
        f"{path}: upgraded",
    ]
    book = openpyxl.load_workbook(path)
    assert book[players]["D6"].value == "=STARTSCORE($C6,Bar,Floor,Zero,,Format)"
    assert book[settings]["B18"].value is None
    found = values(path.read_bytes(), players)
    assert [found.get(f"D{row}") for row in range(5, 8)] == [33, 30, 18]
    assert main(["upgrade", str(path), "--language", "en"]) == 0
    assert "formulas" not in capsys.readouterr().out
