"""``xltie players fill``: from lists as the federations lay them out, with invented people."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.books import workbook_grids
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.cells import Grid, text_of
from xltie.event import Contestant
from xltie.exchange.rating_lists import ListedPlayer, rating_list
from xltie.sheets.players import filling
from xltie.sheets.players.list_matches import matches

EGF = """<h1>List of WORLD Players</h1>
(09 Nov 2025)
   PIN          Name                              Club     Grade P&D    GoR    NT appearance
</b>
 10000001  (undefined) Man_Hai                   XX  xxxx   20k   --    100     1  T130209I
 10000002  Adler Soeren                          DK  Kobe    6k   --   1484     1  T040529C
 10000003  Baum Anna                             DE  HB      1d   1k   1902    71  T121110B
 10000004  Baum Anna                             AT  Salz    5d   --   2470     8  T070623G
 10000005  Kim Minsu                             KR  xxx     2d   --   2210     3  T070623G
 10000006  Mueller Jan_Piet                      NL  Amst   12k   --    949    20  T110320B
"""
FIDE_XML = b"""<?xml version="1.0"?><playerslist>
<player><fideid>901</fideid><name>Baum, Anna</name><country>GER</country><sex>F</sex><title></title>
<w_title>WFM</w_title><rating>2201</rating><games>3</games><k>20</k>
<rapid_rating>2150</rapid_rating><rapid_k>20</rapid_k></player>
<player><fideid>902</fideid><name>Kim, Minsu</name><country>KOR</country><rating>0</rating><k>0</k>
<rapid_rating></rapid_rating></player></playerslist>"""
FIDE_TEXT = (
    "ID Number      Name".ljust(76)
    + "Fed Sex Tit  WTit OTit           FOA SEP26 Gms K  B-day Flag\n"
    + "901            Baum, Anna".ljust(76)
    + "GER F   WFM  WFM                     2201  3   20 1990  w\n"
)
AGA = (
    "Baum, Anna\t15648\tFull\t4.5\t7/2/2028\tLIGC\tNY\t1.09\t8/1/2027\n"
    "Kim, Minsu\t15649\tFull\t-20.05711\t7/2/2028\t\tNY\t1.09\t8/1/2027\n"
)
FFG = (
    "#Echelle au 10/11/2024\r\n"
    "BAUM Anna                              -1500 e ------- xxxx DE\r\n"
    "KIM Minsu                              -9999 - 0452000 31To FR\r\n"
)


@pytest.fixture
def event(tmp_path: Path, event_once: Path) -> Path:
    """A workbook of Go whose players have little more than names."""
    return Path(shutil.copy(event_once, tmp_path))


@pytest.fixture(scope="module")
def event_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("event")
    table = folder / "players.csv"
    table.write_text(
        "name,grade,country,PIN\n"
        "Sören Adler,7k,,\nAnna Baum,,,\nAnna Baum,,AT,\nKim Min-su,,KR,\nJan Piet Müller,,,\n"
        "Nobody Known,,,\n",
        "utf-8",
    )
    path = folder / "event.xlsx"
    assert main(["new", str(path), "--game", "go", "--from", str(table), "--rounds", "3"]) == 0
    return path


def players(path: Path) -> dict[str, tuple[object, ...]]:
    """The players of a workbook: rank, start score, rating, country, club and PIN by line."""
    rows = workbook_grids(path.read_bytes())["Players"].rows
    return {text_of(row[0]): row[2:8] for row in rows if text_of(row[0]).isdigit()}


def fill(event: Path, text: str | bytes, *options: str) -> int:
    listed = event.with_name("list.txt")
    listed.write_bytes(text if isinstance(text, bytes) else text.encode())
    return main(["players", "fill", str(event), str(listed), *options])


@pytest.mark.slow
def test_blank_cells_are_filled_and_typed_ones_stay(event: Path, shell: Shell) -> None:
    assert fill(event, EGF) == 1
    found = players(event)
    assert found["1"] == ("7k", 23, 1484, "DK", "Kobe", 10000002)
    assert found["3"] == ("5d", 33, 2470, "AT", "Salz", 10000004)
    assert found["4"] == ("2d", 31, 2210, "KR", None, 10000005)
    assert found["5"] == ("12k", 18, 949, "NL", "Amst", 10000006)
    said = shell.printed()
    assert "Grade of Sören Adler: 7k stays; the list says 6k" in said.out
    assert "Anna Baum is in the list 2 times: 10000003 Baum Anna DE HB 1d; 10000004" in said.err
    assert "Nobody Known is not in the list under this name" in said.err
    assert "4 players found in the EGF list, 1 not in it, 1 to be looked at" in said.out


@pytest.mark.slow
def test_what_stays_is_taken_from_the_list_only_when_asked(event: Path, shell: Shell) -> None:
    before = event.read_bytes()
    assert fill(event, EGF, "--dry-run", "--overwrite") == 1
    assert event.read_bytes() == before
    fill(event, EGF, "--overwrite")
    assert players(event)["1"][:2] == ("6k", 24)
    assert "Grade of Sören Adler: 6k (was 7k)" in shell.printed().out
    whole = event.read_bytes()
    fill(event, EGF, "--overwrite")
    assert event.read_bytes() == whole


@pytest.mark.slow
def test_a_number_finds_the_player_and_a_wrong_one_is_said(tmp_path: Path, shell: Shell) -> None:
    table = tmp_path / "players.csv"
    rows = "name,PIN\n김민수,10000005\nAnna Baum,10000006\nJan Müller,99999999\n"
    table.write_text(rows, "utf-8")
    event = tmp_path / "event.xlsx"
    main(["new", str(event), "--game", "go", "--from", str(table)])
    assert fill(event, EGF) == 1
    assert players(event)["1"][0] == "2d"
    assert players(event)["2"][0] is None
    said = shell.printed().err
    assert "the number 10000006 is that of Mueller Jan Piet in the list" in said
    assert "the number 99999999 is not in the list" in said


@pytest.mark.slow
def test_two_lines_are_never_one_person_of_the_list(tmp_path: Path, shell: Shell) -> None:
    table = tmp_path / "players.csv"
    table.write_text("name\nMinsu Kim\nKim Min-su\n", "utf-8")
    event = tmp_path / "event.xlsx"
    main(["new", str(event), "--game", "go", "--from", str(table)])
    before = event.read_bytes()
    assert fill(event, EGF) == 1
    assert event.read_bytes() == before
    assert shell.printed().err.count("as another player of this event is") == 2


@pytest.mark.slow
def test_another_country_is_another_person(tmp_path: Path, shell: Shell) -> None:
    table = tmp_path / "players.csv"
    table.write_text("name,country\nSoeren Adler,SE\nMinsu Kim,\n", "utf-8")
    event = tmp_path / "event.xlsx"
    main(["new", str(event), "--game", "go", "--from", str(table)])
    assert fill(event, EGF) == 1
    assert "is in the list as 10000002 Adler Soeren DK Kobe 6k" in shell.printed().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("listed", "rank", "rating"), [(AGA, "4d", 2400), (FFG, "15k", 550)], ids=["AGA", "FFG"]
)
def test_lists_of_other_federations_are_on_the_same_scale(
    tmp_path: Path, listed: str, rank: str, rating: int
) -> None:
    """4.50 and -20.06 of the AGA are 2400 and 144, -1500 of the FFG is 550 (OpenGotha)."""
    table = tmp_path / "players.csv"
    table.write_text("name\nAnna Baum\nMinsu Kim\n", "utf-8")
    event = tmp_path / "event.xlsx"
    main(["new", str(event), "--game", "go", "--from", str(table)])
    assert fill(event, listed) == 0
    found = players(event)
    assert (found["1"][0], found["1"][2]) == (rank, rating)
    assert (found["2"][0], found["2"][2]) == (("20k", 144) if listed is AGA else (None, None))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("listed", "options", "rating"),
    [
        (FIDE_XML, (), 2201),
        (FIDE_XML, ("--pace", "rapid"), 2150),
        (FIDE_TEXT, (), 2201),
    ],
)
def test_a_list_of_fide_gives_rating_and_title(
    tmp_path: Path, listed: str | bytes, options: tuple[str, ...], rating: int
) -> None:
    table = tmp_path / "players.csv"
    table.write_text("name\nAnna Baum\nMinsu Kim\n", "utf-8")
    event = tmp_path / "event.xlsx"
    main(["new", str(event), "--game", "chess", "--from", str(table)])
    assert fill(event, listed, *options) == 0
    found = players(event)
    assert found["1"][:3] == (rating, "WFM", "GER")
    assert found["2"][0] is None


def test_the_year_of_birth_tells_who_is_meant_and_is_completed() -> None:
    """FIDE lists many an Ivanov, Ivan; another year is another person."""
    listed = "<playerslist>" + "".join(
        f"<player><fideid>{number}</fideid><name>Baum, Anna</name><country>GER</country>"
        f"<sex>F</sex><rating>{rating}</rating><birthday>{birth}</birthday></player>"
        for number, rating, birth in ((901, 2201, 1990), (902, 1801, 2010))
    ) + "</playerslist>"  # fmt: skip
    heads = ("ID", "Name", "Rating", "Sex", "Birth", "FIDE ID")
    one, other = (sheet(heads, (1, "Anna Baum", None, None, year, None)) for year in (1990, 1991))
    assert filled(one, listed) == {"C2": 2201, "D2": "w", "F2": 901}
    (doubt,) = filling(other, rating_list(listed.encode(), "list")).doubts
    assert str(doubt.message) == (
        "Anna Baum is in the list as 901 Baum, Anna 1990 GER 2201; 902 Baum, Anna 2010 GER 1801: "
        "another country or year of birth; type the number to take it"
    )
    numbered = sheet(heads, (1, "Anna Baum", None, None, None, 902))
    assert filled(numbered, listed) == {"C2": 1801, "D2": "w", "E2": 2010}


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        (b"PK\x03\x04", "packed in a zip file; unpack it first"),
        (b"name,rating\nA,1\n", "no rating list of the EGF, FFG, AGA or FIDE"),
        (FIDE_XML[:-30], "not well-formed XML"),
    ],
)
def test_what_is_no_list_changes_nothing(
    event: Path, listed: bytes, said: str, shell: Shell
) -> None:
    before = event.read_bytes()
    assert fill(event, listed) == 1
    assert said in shell.printed().err
    assert event.read_bytes() == before


@pytest.mark.parametrize("typed", ["Jan Müller", "Jan Mueller", "Jan Muller"])
@pytest.mark.parametrize("listed", ["Müller Jan", "Mueller Jan"])
def test_letters_with_two_dots_are_spelled_in_either_way(typed: str, listed: str) -> None:
    """Muller and Mueller are only the same where one of them stands for Müller."""
    (found,) = matches([Contestant("1", typed)], [""], [ListedPlayer(listed, "10000001")])
    assert bool(found.listed) == ((typed, listed) != ("Jan Muller", "Mueller Jan"))


def sheet(*lines: tuple[int | str | None, ...]) -> Grid:
    return Grid(lines, "Players")


def filled(grid: Grid, listed: str) -> dict[str, object]:
    found = filling(grid, rating_list(listed.encode(), "list"))
    assert not found.doubts
    return {change.place.cell: change.after for change in found.blank}


def test_a_name_without_a_number_yet_is_completed_in_its_own_line() -> None:
    """What is typed between others gets its number later; nothing goes into a neighbour's line."""
    grid = sheet(
        ("ID", "Name", "Grade", "PIN"), (None, "Kim Minsu", None, None),
        (1, "Soeren Adler", None, None), (2, None, None, None),
        (None, "Jan Piet Müller", "12k", None),
    )  # fmt: skip
    assert filled(grid, EGF) == {
        "C2": "2d", "D2": 10000005, "C3": "6k", "D3": 10000002, "D5": 10000006,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("headings", "cells"),
    [
        (("ID", "Surname", "First name", "Grade", "PIN"), ("B", "C")),
        (("№", "Фамилия", "Имя", "Ранг", "PIN"), ("B", "C")),
    ],
)
def test_names_in_two_columns(headings: tuple[str, ...], cells: tuple[str, str]) -> None:
    """A PIN alone brings both parts of a name, a name in both parts finds the player."""
    grid = sheet(headings, (1, "Kim", "Min-su", None, None), (None, None, None, None, 10000006))
    assert filled(grid, EGF) == {
        "D2": "2d", "E2": 10000005, f"{cells[0]}3": "Mueller", f"{cells[1]}3": "Jan Piet",
        "D3": "12k",
    }  # fmt: skip


@pytest.mark.parametrize(("listed", "first"), [(AGA, "Anna"), (FFG, "Anna")])
def test_the_parts_of_a_name_of_other_lists(listed: str, first: str) -> None:
    (line, *_) = rating_list(listed.encode(), "list").players()
    assert line.in_two[1] == first


@pytest.mark.slow
def test_the_list_is_remembered_and_need_not_be_named_again(event: Path, shell: Shell) -> None:
    assert "the Settings name none under Rating list" in shell("players", "fill", event, code=2).err
    fill(event, EGF)
    settings = {row[0]: row[1] for row in workbook_grids(event.read_bytes())["Settings"].rows}
    assert settings["Rating list"] == "list.txt"
    before = event.read_bytes()
    assert main(["players", "fill", str(event)]) == 1  # two of one name
    assert event.read_bytes() == before
    elsewhere = event.parent / "lists" / "other.txt"
    elsewhere.parent.mkdir()
    elsewhere.write_text(EGF.replace("Kim Minsu    ", "Nobody Known "), "utf-8")
    assert main(["players", "fill", str(event), str(elsewhere)]) == 1
    settings = {row[0]: row[1] for row in workbook_grids(event.read_bytes())["Settings"].rows}
    assert settings["Rating list"] == str(elsewhere)
    assert players(event)["6"][0] == "2d"
