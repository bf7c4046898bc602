"""Players from a list: whatever program saved it, nobody is lost, renamed or renumbered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.books import hand_made
from tests.shell import Shell
from xltie import api
from xltie.cli.main import main
from xltie.cli.player_list import read_list
from xltie.core.errors import Fault, InputError
from xltie.games import preset

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


CHESS_RESULTS = """Startrangliste

Nr.,,Name,FideID,Land,Elo,Typ,Gr,Verein/Ort
1,GM,"Meier, Georg",4675789,URU,2620,U20,,Bamberg
2,,"Blübaum, Max",24651516,GER,2640,,w,Berlin
"""


@pytest.mark.parametrize(
    "content",
    [
        "Nr;Jugador;Elo FIDE;Club\n1;Ana Sol;2000;X\n2;Bo Li;1900;\n",
        "Nr;Nom;Prénom;Elo;Club\n1;Ana;Sol;2000 F;X\n2;Bo;Li;1900 N;\n",
        "№;ФИО;Рейт.;Клуб\n1;Ana Sol;2000;X\n2;Bo Li;1900;\n",
        "序号,姓名,等级分,单位\n1,Ana Sol,2000,X\n2,Bo Li,1900,\n",
        "番号,氏名,レーティング,所属\n1,Ana Sol,2000,X\n2,Bo Li,1900,\n",
        "Naam;Rating;Vereniging\nAna Sol;2000;X\nBo Li;1900;\n",
        "Nazwisko i imię;Elo;Klub\nAna Sol;2000;X\nBo Li;1900;\n",
        "Nombre,Apellidos,ELO,Club\nSol,Ana,2000,X\nLi,Bo,1900,\n",
        "Giocatore;Elo;Circolo\nAna Sol;2000;X\nBo Li;1900;\n",
        "Name,Vorname,TWZ,Verein\nAna,Sol,2000,X\nBo,Li,1900,\n",
        "Name,DWZ,Elo,Verein\nAna Sol,1700,2000,X\nBo Li,1800,1900,\n",
        "Name,DWZ,Verein\nAna Sol,2000,X\nBo Li,1900,\n",
        "Ονοματεπώνυμο,ΕΛΟ,Σύλλογος\nAna Sol,2000,X\nBo Li,1900,\n",
        "이름,KCF레이팅,소속\nAna Sol,2000,X\nBo Li,1900,\n",
        "ФИО,Рейтинг ФШР,Клуб\nAna Sol,2000,X\nBo Li,1900,\n",
        "Name (first and last),Rating,Club\nAna Sol,2000,X\nBo Li,1900,\n",
    ],
)
def test_headings_are_known_in_the_languages_of_the_federations(
    tmp_path: Path, content: str
) -> None:
    listed = read_list(str(written(tmp_path, content)), preset("chess"), [])
    assert [(who.name, who.rating, who.club) for who in listed] == [
        ("Ana Sol", 2000, "X"), ("Bo Li", 1900, ""),
    ]  # fmt: skip


def test_a_starting_list_of_chess_results_is_read_whole(tmp_path: Path) -> None:
    notes: list[Fault] = []
    first, second = read_list(str(written(tmp_path, CHESS_RESULTS)), preset("chess"), notes)
    assert (first.title, first.name, first.country, first.club) == (
        "GM", "Meier, Georg", "URU", "Bamberg",
    )  # fmt: skip
    assert ("FIDE ID", "24651516") in second.more
    assert [fault.placed for fault in notes if "has no heading" in str(fault)] == []


@pytest.mark.parametrize(
    "one, two",
    [("Player 1", "Player 2"), ("Spieler 1", "Spieler 2"), ("이름", "짝"), ("Name", "Partner")],
)
def test_partners_may_stand_in_two_columns(tmp_path: Path, one: str, two: str) -> None:
    notes: list[Fault] = []
    source = written(tmp_path, f"Pair;{one};{two};Club\n1;Ann;Bob;X\n2;Cy;Di;\n")
    listed = read_list(str(source), preset("bridge"), notes)
    assert [(who.id, who.name, who.club) for who in listed] == [
        ("1", "Ann & Bob", "X"), ("2", "Cy & Di", ""),
    ]  # fmt: skip
    assert not notes


def test_the_sheet_of_the_list_need_not_be_the_first(tmp_path: Path) -> None:
    source = tmp_path / "club.xlsx"
    source.write_bytes(hand_made({"Info": [["Open"]], "Teilnehmer": [["Name", "TWZ"], ["Ann", 1]]}))
    (listed,) = read_list(str(source), preset("chess"), [])
    assert (listed.name, listed.rating) == ("Ann", 1)


def test_a_line_that_says_bye_is_nobody(tmp_path: Path) -> None:
    notes: list[Fault] = []
    source = written(tmp_path, "Name;Elo\nAnn;2000\nbye;\nSpielfrei;\nBye, Tom;1500\n")
    listed = read_list(str(source), preset("chess"), notes)
    assert [(who.id, who.name) for who in listed] == [("1", "Ann"), ("2", "Bye, Tom")]
    assert [str(note.place.cell) for note in notes] == ["A3", "A4"]


@pytest.mark.parametrize(
    ("below", "why"),
    [
        (";Summe;2;", "Summe is nobody; the line is left out"),
        (";Итого: 2 участника;;", "Итого: 2 участника is nobody; the line is left out"),
        (";;;\n;Stand: 20.11.2026;;", "below the list, only who has a number is a player"),
        (";;;\nProgram used: Swiss-Manager;;;", "has no name and is left out"),
    ],
)
def test_what_stands_below_a_list_is_no_player(tmp_path: Path, below: str, why: str) -> None:
    notes: list[Fault] = []
    source = written(tmp_path, f"Nr.;Name;Elo;Club\n1;Ann;2000;X\n2;Total, Jo;1900;Y\n{below}\n")
    listed = read_list(str(source), preset("chess"), notes)
    assert [(who.id, who.name) for who in listed] == [("1", "Ann"), ("2", "Total, Jo")]
    assert [why in str(note) for note in notes] == [True]


def test_a_late_entry_without_a_number_is_a_player(tmp_path: Path) -> None:
    source = written(tmp_path, "Nr.;Name;Elo\n1;Ann;2000\n2;Bo;1900\n;Cy;1800\n")
    listed = read_list(str(source), preset("chess"), [])
    assert [(who.id, who.name) for who in listed] == [("1", "Ann"), ("2", "Bo"), ("3", "Cy")]


@pytest.mark.parametrize(
    ("written_as", "rating"),
    [
        ("1,850", 1850), ("1 850", 1850), ("1\xa0850", 1850), ("1850P12", 1850), ("1850/8", 1850),
        ("1850 F", 1850), ("unr.", None), ("Unrated", None), ("б/р", None), ("-", None),
    ],
)  # fmt: skip
def test_ratings_as_lists_write_them(tmp_path: Path, written_as: str, rating: int | None) -> None:
    source = written(tmp_path, f"Name;Elo\nAnn;{written_as}\n")
    (listed,) = read_list(str(source), preset("chess"), [])
    assert listed.rating == rating


@pytest.mark.parametrize(
    ("heading", "one", "other"),
    [
        ("Sexo", "H", "M"), ("성별", "남", "여"), ("Пол", "М", "Ж"), ("Cinsiyet", "E", "K"),
        ("Nem", "F", "N"), ("Geschlecht", "männlich", "weiblich"), ("Sex", "m", "w"),
    ],
)  # fmt: skip
def test_the_sexes_of_a_list_are_those_of_its_language(
    tmp_path: Path, heading: str, one: str, other: str
) -> None:
    """In Spanish M is a woman, in Hungarian F a man; Cyrillic М is no Latin letter."""
    source = written(tmp_path, f"Name;{heading};Birth year\nJosé;{one};1990\nAna;{other};2001\n")
    listed = read_list(str(source), preset("chess"), [])
    assert [dict(who.more) for who in listed] == [
        {"Sex": "m", "Birth": "1990"}, {"Sex": "w", "Birth": "2001"},
    ]  # fmt: skip


def test_a_rank_in_a_list_of_chess_is_no_grade_of_go(tmp_path: Path) -> None:
    notes: list[Fault] = []
    source = written(tmp_path, "Rank,Title,Username,Rating\n1,GM,drn,2900\n2,,bob,1500\n")
    listed = read_list(str(source), preset("chess"), notes)
    assert [(who.name, who.grade) for who in listed] == [("drn", ""), ("bob", "")]
    assert [str(note) for note in notes] == [f"{source}: A1: column 'Rank' is not used"]


def test_a_quotation_mark_that_nothing_closes_loses_no_lines(tmp_path: Path) -> None:
    for wrong in (
        'Name,Rating\nAnn,1\n"Bob,2\nCid,3\n',
        'Name,X\nAnn,1\n"Bo,2\nCid,"D, E"\nEve,4\n',
    ):
        with pytest.raises(InputError, match=":3: a quotation mark"):
            read_list(str(written(tmp_path, wrong)), preset("chess"), [])
    fine = 'Name,"Rating\n(FIDE)"\n"Ann, the ""A""",1\n"Bob"x,2\n'
    listed = read_list(str(written(tmp_path, fine)), preset("chess"), [])
    assert [who.name for who in listed] == ['Ann, the "A"', "Bobx"]


@pytest.mark.parametrize("heading", ["Разряд", "Кю/Дан"])
def test_ranks_of_go_may_stand_under_razryad(heading: str, tmp_path: Path) -> None:
    source = written(tmp_path, f"Имя,{heading}\nAna,3d\nBo,5k\n")
    assert [who.grade for who in read_list(str(source), preset("go"), [])] == ["3d", "5k"]


PAGE = "<html><body><table><tr><td>Menu</td></tr></table><table>" + "".join(
    "<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>"
    for line in (("No.", "Name", "Rtg"), ("1", "Ann", "2000"), ("2", "Bo &amp; Co", ""))
)


@pytest.mark.parametrize("name", ["list.html", "list.xls"])
def test_a_page_holds_a_list_also_where_a_site_calls_it_xls(tmp_path: Path, name: str) -> None:
    source = tmp_path / name
    source.write_text(PAGE, "utf-8")
    listed = read_list(str(source), preset("chess"), [])
    assert [(who.id, who.name, who.rating) for who in listed] == [
        ("1", "Ann", 2000), ("2", "Bo & Co", None),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["list.xls", "list.csv", "list.xlsx"])
def test_a_workbook_is_one_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    source = tmp_path / name
    source.write_bytes(hand_made({"Liste": [["Name", "Elo"], ["Ann", 2000]]}))
    (listed,) = read_list(str(source), preset("chess"), [])
    assert (listed.name, listed.rating) == ("Ann", 2000)


def test_the_players_of_an_events_file_are_those_of_a_new_event(tmp_path: Path) -> None:
    source = Path(__file__).resolve().parents[1] / "trf/held_swiss5_2024.trf"
    listed = read_list(str(source), preset("chess"), [])
    played = api.open_event(source).event.contestants
    assert [(who.id, who.name, who.rating) for who in listed] == [
        (who.id, who.name, who.rating) for who in played
    ]
    teams = Path(__file__).resolve().parents[1] / "chess/team_cases/friendship.trf"
    assert main(["new", str(tmp_path / "t.xlsx"), "--game", "chess", "--teams", "2",
                 "--from", str(teams)]) == 0  # fmt: skip
    event = api.open_event(tmp_path / "t.xlsx").event
    assert len(event.contestants) == 15 and event.contestants[0].name == "Team 1"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("list.pdf", b"%PDF-1.4\nAnn\nBo\n", "files that end in .pdf are not read"),
        ("list.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "an old binary .xls file"),
    ],
)
def test_what_is_no_list_is_refused_as_at_every_door(
    tmp_path: Path, name: str, content: bytes, said: str, shell: Shell
) -> None:
    source = tmp_path / name
    source.write_bytes(content)
    assert said in shell("new", tmp_path / "e.xlsx", "--from", source, code=None).err
    assert said in shell("check", source, code=None).err


def test_a_list_without_a_heading_for_its_names_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, path = (
        written(tmp_path, "Nr.;X;Elo\n1;Meier;2000\n2;Paehtz;1900\n"),
        tmp_path / "e.xlsx",
    )
    assert main(["new", str(path), "--game", "chess", "--from", str(source)]) != 0
    assert "A1: no heading says which column holds the names" in capsys.readouterr().err
    assert not path.exists()


def test_a_column_without_a_heading_is_named(tmp_path: Path) -> None:
    notes: list[Fault] = []
    read_list(str(written(tmp_path, "Name;Elo;\nAnn;2000;x\n")), preset("chess"), notes)
    assert [str(note.place.cell) for note in notes] == ["C1"]


def written(tmp_path: Path, content: str) -> Path:
    source = tmp_path / "list.csv"
    source.write_text(content, "utf-8")
    return source


@pytest.mark.parametrize("header", [
    "ID,Name,Rating", "#,Name,Rating", "№,Player,Elo", "N°,Nom,Elo", "N.,Nome,Elo", "Č.,Jméno,Elo",
])  # fmt: skip
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
        (b"Ann,1500\nBob,1600\n", "no heading says which column holds the names; call that "
         "column Name (others Rating, Club ...)"),
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
        (16, 20, "4 more players than lines here: copy the last line down, on the Crosstable too."),
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
