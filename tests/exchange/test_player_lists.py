"""Players from a list: whatever program saved it, nobody is lost, renamed or renumbered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.books import hand_made
from tests.shell import Shell
from xltie.cli.main import main

pytestmark = pytest.mark.slow

LIST = "ID,Name,Rating\n30,Ann,1500\n10,Bob,1600\n20,Cid,1700\n"


def players(path: Path) -> list[tuple[Any, ...]]:
    rows = openpyxl.load_workbook(path)["Players"].iter_rows(min_row=5, values_only=True)
    return [row[:3] for row in rows if row[0] is not None and row[1] is not None]


def made(tmp_path: Path, content: bytes, *more: str, name: str = "list.csv") -> list[Any]:
    source, path = tmp_path / name, tmp_path / "event.xlsx"
    source.write_bytes(content)
    assert main(["new", str(path), "--from", str(source), *more]) == 0
    return players(path)


@pytest.mark.parametrize(
    ("content", "names"),
    [
        (b"Name;Club\nKim, Minho;Seoul\nLee, Jiwon;Busan\n", ["Kim, Minho", "Lee, Jiwon"]),
        (b"Name\nKim, Minho\nLee, Jiwon\n", ["Kim, Minho", "Lee, Jiwon"]),
        (b"Kim Minho\nLee Jiwon\n", ["Kim Minho", "Lee Jiwon"]),
        (b"Name\nAnn\nAnn\n", ["Ann", "Ann"]),
        ("Имя\nАнна Ким\nБорис Ли\n".encode(), ["Анна Ким", "Борис Ли"]),
        ("Фамилия,Имя\nКим,Анна\nЛи,Борис\n".encode(), ["Ким Анна", "Ли Борис"]),
        (b"Surname,First name\nKim,Anna\nLee,Bo\n", ["Kim Anna", "Lee Bo"]),
        (b"sep=;\r\nName;Club\r\nAnn;X\r\nBob;Y\r\n", ["Ann", "Bob"]),
        (b'Name,Club\n"Ann\nMarie","X, Y"\n"Bob ""B""",Z\n', ["Ann Marie", 'Bob "B"']),
        ("Name\tRating\rÄnn\t1\rBob\t2".encode("utf-16"), ["Änn", "Bob"]),
        ("\ufeffName,Rating\nÄnn,1\nBob,2\n".encode(), ["Änn", "Bob"]),
        ("Name;Elo\nÁna Núñez;1\nÅke Öst;2\n".encode("cp1252"), ["Ána Núñez", "Åke Öst"]),
        ("이름,레이팅\n김민호,1\n뷁지원,2\n".encode("cp949"), ["김민호", "뷁지원"]),
        ("Name\nA\x0bnn\nBo\ufffeb\n".encode(), ["Ann", "Bob"]),
        (b'Name\n=1+1\n"=HYPERLINK(""x"")"\n', ["=1+1", '=HYPERLINK("x")']),
    ],
)  # fmt: skip
def test_names_come_as_they_are_and_are_numbered(
    tmp_path: Path, content: bytes, names: list[str]
) -> None:
    rows = made(tmp_path, content)
    assert [row[:2] for row in rows] == list(enumerate(names, 1))
    cells = openpyxl.load_workbook(tmp_path / "event.xlsx")["Players"]
    assert all(cells.cell(row, 2).data_type == "s" for row in range(5, 5 + len(names)))


@pytest.mark.parametrize("header", ["ID,Name,Rating", "#,Name,Rating", "№,Player,Elo"])
def test_numbers_that_a_list_gives_stay_with_their_players(tmp_path: Path, header: str) -> None:
    rows = made(tmp_path, LIST.replace("ID,Name,Rating", header).encode(), "--players", "5")
    assert rows == [
        (30, "Ann", 1500), (10, "Bob", 1600), (20, "Cid", 1700),
    ]  # fmt: skip


def test_free_lines_get_numbers_that_nobody_has(tmp_path: Path) -> None:
    made(tmp_path, b"No,Name\n2,Ann\n4,Bob\n", "--players", "5")
    cells = openpyxl.load_workbook(tmp_path / "event.xlsx")["Players"]
    assert [cells.cell(row, 1).value for row in range(5, 11)] == [2, 4, 1, 3, 5, 6]


def test_a_list_may_be_a_workbook(tmp_path: Path) -> None:
    data = hand_made({"Notes": [["x"]], "Players": [["No", "Name"], [7, "Ann"], [3, "Bob"]]})
    assert [row[:2] for row in made(tmp_path, data, name="l.xlsx")] == [(7, "Ann"), (3, "Bob")]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "there are no players in this file"),
        (b"Name,Rating\n", "there are no players in this file"),
        (b"Ann,1500\nBob,1600\n", "there is no header row; the first line must name the "
         "columns (Name, Rating, Club)"),
        (b"ID,Name\n1,Ann\n1,Bob\n", "A3: player 1 is listed twice (first at A2)"),
        (b"Name,Rating\nAnn,abc\n", "B2: Rating is 'abc', not a number"),
        (b"Name\x00,Rating\nAnn,1\n", "not a text table"),
        ("Name\nИванов\nЖуков\n".encode("cp1251"),
         "the encoding of this file is not recognized; save it as CSV UTF-8"),
    ],
)  # fmt: skip
def test_a_list_that_cannot_be_taken_makes_no_workbook(
    tmp_path: Path, shell: Shell, content: bytes, said: str
) -> None:
    source, path = tmp_path / "list.csv", tmp_path / "event.xlsx"
    source.write_bytes(content)
    assert shell("new", path, "--from", source, code=1).err == f"{source}: {said}\n"
    assert not path.exists()


def test_an_import_keeps_the_numbers_of_a_file_that_is_not_in_their_order(
    tmp_path: Path, shell: Shell
) -> None:
    lines = Path("tests/trf/held_rr6.trf").read_text("utf-8").splitlines()
    turned = [line for line in lines if not line.startswith("001")]
    turned += [line for line in reversed(lines) if line.startswith("001")]
    source, path = tmp_path / "turned.trf", tmp_path / "turned.xlsx"
    source.write_text("\n".join(turned), "utf-8")
    shell("import", source, path)
    tables = []
    for file in (source, path):
        tables.append(shell("standings", file).out)
    assert tables[0] == tables[1]
    assert "1    Alyx" in tables[0]


def test_a_list_that_is_no_workbook_is_named(tmp_path: Path, shell: Shell) -> None:
    source = tmp_path / "list.xlsx"
    source.write_text("hello")
    said = shell("new", tmp_path / "event.xlsx", "--from", source, code=2).err
    assert said.startswith(f"{source}: not an .xlsx or .xlsm file")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, shell: Shell) -> None:
    gone = str(tmp_path / "gone.xlsx")
    for call in (["standings", gone], ["check", gone], ["recompute", gone], ["convert", gone,
                 "--to", "plain"], ["explain", gone, "1"], ["pair", gone]):  # fmt: skip
        assert main(call) == 2, call
        assert shell.printed().err == f"{gone}: no such file\n", call


@pytest.mark.parametrize(
    ("listed", "table", "said"),
    [
        (12, 16, ""),
        (16, 20, "4 more players than lines here: copy the last line down, on the Crosstable too"),
        (6, 8, ""),
    ],
)
def test_the_standings_say_who_is_not_in_them(
    tmp_path: Path, listed: int, table: int, said: str
) -> None:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--players", "4", "--rounds", "3"]) == 0
    book = openpyxl.load_workbook(path)
    for number in range(1, listed + 1):
        book["Players"].cell(4 + number, 1, number)
        book["Players"].cell(4 + number, 2, f"P{number}")
    book["Players"].tables["Players"].ref = f"A4:D{table}"
    book.save(path)
    assert main(["recompute", str(path)]) == 0
    told = openpyxl.load_workbook(path, data_only=True)["Standings"]["A3"].value or ""
    assert told.startswith(said) and bool(told) is bool(said)


def test_a_game_below_the_table_counts_and_its_faults_are_told(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--players", "4", "--rounds", "1"]) == 0
    book = openpyxl.load_workbook(path)
    for column, value in zip("ACFGJ", (2, 1, 40, 24, 2), strict=True):
        book["Rounds"][f"{column}7"] = value
    book.save(path)
    assert main(["recompute", str(path)]) == 1
    told = openpyxl.load_workbook(path, data_only=True)["Standings"]["A3"].value
    assert told.startswith("Provisional, what is faulty is left out: Rounds!A7: round 2")


def test_a_name_that_excel_would_run_is_marked_as_a_text(tmp_path: Path) -> None:
    """Without the mark, F2 and Enter in such a cell would make a formula of it."""
    names = ["=1+1", "+1+1", "-2+3", "@SUM(1+1)", "Ann-Lee"]
    (tmp_path / "list.csv").write_text("\n".join(["Name", *names, ""]))
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--from", str(tmp_path / "list.csv")]) == 0
    cells = [row[1] for row in openpyxl.load_workbook(path)["Players"].iter_rows(min_row=5)]
    found = {cell.value: (cell.data_type, cell.quotePrefix) for cell in cells}
    assert {name: found[name] for name in names} == {
        name: ("s", name != "Ann-Lee") for name in names
    }
