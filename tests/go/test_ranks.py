"""Ranks as people write them, and what happens to those that nobody understands."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest

from tests.books import edited, games_typed
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.cells import Grid
from xltie.core.errors import InputError
from xltie.core.go_ranks import rank_in_file, rank_number
from xltie.sheets.tables import read_game
from xltie.sheets.workbook import provisional_tournament, read_tournament

FIFTH_DAN = (
    "5d", "5 dan", "5D?", "5단", "아마5단", "아마추어 5단", "(아)5단", "五段", "アマ五段",
    "业余5段", "5. Dan", "5-dan", "5th dan", "5e dan", "5ème dan", "godan", "dan 5", "5 дан",
    "5-й дан", "amateur 5d", "５段", "5단 (아마)", "5 Dan (Am)", "am. 5d",
    "오단", "아마 오단", "5 dans", "5 dan amateur", "공인5단", "아5단", "D5", "5단 아마", "５Ｄ",
)  # fmt: skip
TWELFTH_KYU = ("12k", "12 kyu", "12급", "12級", "１２級", "十二級", "12. Kyu", "kyu 12", "12 кю",
               "12k*", "12급(타이젬 3단)", "십이급", "12k?",
               "12th kyu", "K12")  # fmt: skip
PROFESSIONAL = (
    "9p",
    "3 dan pro",
    "9dp",
    "프로2단",
    "프로 초단",
    "职业九段",
    "五段(プロ)",
    "9단 프로",
    "1d pro",
    "職業九段",
    "3dp",
)
NO_RANKS = ("5", "0k", "0d", "31k", "10d", "NR", "-", "?", "", "무급", "연구생", "유단자", "КМС",
            "프로 5급", "5단(인터넷)", "1.5k", "1-2k", "1-2 kyu", "1 - 2 kyu", "1 2 kyu", "2.0k",
            "1-9급", "2-3급", "1.5급", "1 0k", "1/2k", "1~2급", "초급", "初級", "初级", "초",
            "5k (KGS)", "5단(타이젬)", "7단(오로)", "타이젬 5단", "fox 3d", "3d-4d", "5d(4k)",
            "5e", "5dd", "d5d", "3단반", "18급수", "제3단")  # fmt: skip


@pytest.mark.parametrize("grades, number", [(FIFTH_DAN, 4), (TWELFTH_KYU, -12), (PROFESSIONAL, 6)])
def test_ranks_are_read_as_people_write_them(grades: tuple[str, ...], number: int) -> None:
    assert {grade: rank_number(grade) for grade in grades} == dict.fromkeys(grades, number)


def test_the_first_dan_has_a_word_of_its_own() -> None:
    assert [rank_number(grade) for grade in ("초단", "初段", "shodan", "1er dan")] == [0, 0, 0, 0]
    assert [rank_number(grade) for grade in ("ikkyu", "kudan", "jukkyu")] == [-1, 8, -10]


def test_what_is_no_rank_is_none() -> None:
    assert {grade: rank_number(grade) for grade in NO_RANKS} == dict.fromkeys(NO_RANKS)
    assert (rank_in_file("5"), rank_in_file("45K"), rank_in_file("x")) == (-5, -30, None)


BLACK = ("흑승", "흑불계승", "흑 3집반승", "흑 반집승", "백 시간패", "흑 시간승", "黒中押し勝ち",
         "黒3目半勝ち", "白1目半負", "黑胜3.5目", "黑中盘胜", "白方超时负", "B+R", "B+3.5", "B+T",
         "흑35집승", "黑胜3又3/4子")  # fmt: skip
DEFAULTS = ("흑 기권승", "백 기권패", "흑 몰수승", "B+F", "黒反則勝ち")


def test_results_are_read_as_people_write_them() -> None:
    assert {text: read_game(text) for text in BLACK} == dict.fromkeys(BLACK, read_game("1-0"))
    assert {t: read_game(t) for t in DEFAULTS} == dict.fromkeys(DEFAULTS, read_game("1-0F"))
    for text in ("백승", "백불계승", "W+0.5", "흑 불계패", "白0.5目勝ち"):
        assert read_game(text) == read_game("0-1")
    for text in ("무승부", "빅", "持碁", "和棋"):
        assert read_game(text) == read_game("1/2-1/2")
    assert read_game("흑이 이겼다") is None


SETTINGS = (("Game", "go"), ("Format", "mcmahon"), ("McMahon bar", "4d"), ("Criteria", "MMS"))


def sheets(*players: tuple[object, ...], heading: str = "급수") -> dict[str, Grid]:
    head = ("ID", "Name", heading, "Start score")
    return {
        "Settings": Grid(SETTINGS, "Settings"),
        "Players": Grid([head, *players], "Players"),
        "Rounds": Grid([("Round", "Black", "White", "Result")], "Rounds"),
    }


def test_start_scores_that_are_not_computed_yet_follow_from_the_ranks() -> None:
    found = read_tournament(
        sheets((1, "A", "아마5단", None), (2, "B", "10급", None), (3, "C", "x", 7))
    )
    assert [player.start for player in found.event.contestants] == [33, 20, 7]


def test_a_rank_not_understood_is_a_fault_at_its_cell() -> None:
    with pytest.raises(InputError) as error:
        read_tournament(sheets((1, "A", "5d", 33), (2, "H", "insei", None)))
    assert "Players!C3: the rank 'insei' of H is not understood" in str(error.value)


def test_a_rank_given_takes_the_place_of_the_cell() -> None:
    own = sheets((1, "A", "5d", 33), (2, "H", "insei", None))
    found = read_tournament(own, {"H": "3k"})
    assert [player.start for player in found.event.contestants] == [33, 27]
    with pytest.raises(InputError, match="'K' is the id or name of 0 players"):
        read_tournament(own, {"K": "3k"})
    with pytest.raises(InputError, match="'4' is not a rank"):
        read_tournament(own, {"H": "4"})


def mcmahon(folder: Path, *lines: str) -> Path:
    """A new workbook of the players in the lines of a list."""
    source, book = folder / "p.csv", folder / "p.xlsx"
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["new", str(book), "--game", "go", "--from", str(source), "--rounds", "3"]) == 0
    return book


@pytest.mark.slow
def test_nothing_is_paired_from_a_rank_that_is_not_understood(tmp_path: Path, shell: Shell) -> None:
    book = mcmahon(tmp_path, "name,grade,school", "A,5d,x", "B,10k,x", "C,4d,x", "H,insei,x")
    said = shell.printed().err
    assert "C1: column 'school' is not used" in said
    assert "B5: the rank 'insei' of H is not understood" in said
    for command, code in (("check", 1), ("standings", 1), ("pair", 2), ("export", 1)):
        out = [str(tmp_path / "p.h9")] if command == "export" else []
        shown = shell(command, book, *out, code=code)
        assert "Players!C8: the rank 'insei' of H" in shown.err
        assert bool(shown.out) == (command == "standings")
    assert not (tmp_path / "p.h9").exists()
    assert main(["pair", str(book), "--rank", "H=4d"]) == 0
    assert main(["standings", str(book), "--rank", "H=4d", "--criteria", "MMS"]) == 0


@pytest.mark.slow
def test_a_rank_not_understood_costs_nobody_else_a_score_that_does_not_hang_on_it(
    tmp_path: Path, shell: Shell
) -> None:
    """A has met H: A's SOS is not known, nor is the SOSOS of B, who has met A."""
    book = mcmahon(tmp_path, "name,grade", "A,5d", "B,4d", "C,3d", "D,2d", "H,insei", "I,1d")
    games = [(1, 1, 5), (1, 2, 3), (1, 4, 6), (2, 1, 2), (2, 3, 4), (2, 5, 6)]
    games_typed(book, [(*game, "1-0") for game in games])
    criteria = "MMS, SOS, SOSOS, NBW, SODOS, CUSS"
    said = shell("standings", book, "--criteria", criteria, "--format", "json", code=1).out
    lines = json.loads(said)["standings"]
    values = {line["name"]: list(line["values"].values()) for line in lines}
    assert values == {
        "A": [35, None, None, 2, None, 69],
        "B": [34, 33 + 35, None, 1, 33, 68],
        "C": [33, 34 + 32, 68 + 63, 1, 32, 65],
        "D": [32, 30 + 33, None, 1, 30, 64],
        "I": [30, None, None, 0, None, 60],
        "H": [None, None, None, 1, None, None],
    }
    assert lines[-1]["name"] == "H"
    assert "a start score is not known" in shell("explain", book, "B", "SOSOS", code=1).out


@pytest.mark.slow
def test_ranks_in_a_column_of_another_name_are_missed(tmp_path: Path, shell: Shell) -> None:
    book = mcmahon(tmp_path, "name,grade", "A,5d", "B,4d")
    opened = openpyxl.load_workbook(book)
    opened["Players"]["C4"] = "Strength"
    opened.save(book)
    assert "Players!A5: nobody has a rank or a start score" in shell("check", book).err
    assert "столбце Ранг" in shell("check", book, "--language", "ru").err


def test_two_columns_of_ranks_that_differ_are_refused(tmp_path: Path, shell: Shell) -> None:
    source, book = tmp_path / "p.csv", str(tmp_path / "p.xlsx")
    for head in ("name,기력,grade", "name,grade,grade"):
        source.write_text(f"{head}\nA,5d,3k\nB,3k,3급\n", encoding="utf-8")
        said = shell("new", book, "--game", "go", "--from", source, code=1).err
        assert "C1: column 'grade' means the same as" in said
        assert "(B1), but C2 holds '3k' and B2 '5d'; keep one of them" in said
    source.write_text("name,rating,Rating\nA,2000,2100\n")
    told = shell("new", book, "--game", "go", "--from", source, code=1).err
    assert "C1: column 'Rating' means the same as 'rating' (B1)" in told


@pytest.mark.slow
def test_of_two_columns_of_one_meaning_the_first_counts(tmp_path: Path, shell: Shell) -> None:
    """Clubs that differ, and ranks that are places or are written otherwise, are no fault."""
    book = mcmahon(tmp_path, "name,club,Club,grade,rank,급수", "A,X,Y,5d,1,5단", "B,X,Z,3k,2,3급")
    said = shell.printed().err
    assert "C1: column 'Club' is not used: 'club' (B1) means the same" in said
    assert "E1: column 'rank' is not used: 'grade' (D1) means the same" in said
    assert main(["standings", str(book), "--format", "json"]) == 0
    edited(book, "Players", {"M4": "Club", "M5": "Y"})
    assert "Players!M4: column 'Club' is not used" in shell("check", book).err


def test_a_second_column_of_ranks_in_a_workbook_is_a_fault_and_the_first_counts() -> None:
    own = sheets((1, "A", "5d", None), (2, "B", "3k", None))
    rows = [("ID", "Name", "급수", "Grade"), (1, "A", "5d", "10급"), (2, "B", "3k", "3급")]
    own["Players"] = Grid(rows, "Players")
    found = provisional_tournament(own)
    assert [str(fault) for fault in found.event.faults] == [
        "Players!D1: column 'Grade' means the same as '급수' (C1), but D2 holds '10급' "
        "and C2 '5d'; keep one of them"
    ]
    assert [player.start for player in found.event.contestants] == [33, 27]


def test_a_floor_above_the_bar_is_a_fault() -> None:
    own = sheets((1, "A", "5d", None), (2, "B", "3k", None))
    own["Settings"] = Grid([*SETTINGS, ("McMahon floor", "5d")], "Settings")
    with pytest.raises(InputError) as error:
        provisional_tournament(own)
    assert "'5d'; it is above the McMahon bar '4d'" in str(error.value).replace("McMahon floor", "")
