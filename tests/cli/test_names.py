"""Names of players, teams, events and files stay as they are, whatever message they read like."""

from __future__ import annotations

import json
import re
from pathlib import Path

import openpyxl
import pytest

from tests.shell import Shell
from xltie.core.catalogues import LANGUAGES, translated

OTHERS = [code for code in LANGUAGES if code != "en"]
NAMES = ("Players against Hate", "Ann cannot meet Bob", "no faults", "warning: 2 rounds")
GAMES = [(1, 0, 1, "1-0"), (1, 2, 3, "0-1"), (2, 0, 3, "1-0"), (2, 2, 1, "1/2-1/2")]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Games between such players, in a file whose name is a sentence too."""
    path = tmp_path / "there are no players in this file.csv"
    lines = [f"{number},{NAMES[a]},{NAMES[b]},{result}" for number, a, b, result in GAMES]
    path.write_text("\n".join(["Round,Black,White,Result", *lines]) + "\n", "utf-8")
    return path


def said(shell: Shell, *arguments: object) -> str:
    """What a call prints on both streams."""
    printed = shell(*arguments, code=None)
    return printed.out + printed.err


@pytest.mark.parametrize("code", OTHERS)
def test_standings_keep_names(code: str, table: Path, shell: Shell) -> None:
    lines = said(shell, "standings", table, "--language", code).splitlines()
    assert translated("heading", "Place", code) in lines[1]
    for name in NAMES:
        assert sum(re.search(rf" {name} ", line) is not None for line in lines) == 1
    ends = {line.index(name) for name in NAMES for line in lines if f" {name} " in line}
    assert len(ends) == 1  # the columns stay under each other


@pytest.mark.parametrize("code", OTHERS)
def test_a_table_of_markdown_keeps_its_columns(code: str, table: Path, shell: Shell) -> None:
    printed = said(shell, "standings", table, "--format", "markdown", "--language", code)
    rows = [line for line in printed.splitlines() if line.startswith("|")]
    assert len({row.count("|") for row in rows}) == 1
    cells = [[cell.strip() for cell in row.split("|")] for row in rows[2:]]
    assert sorted(row[2] for row in cells) == sorted(NAMES)
    assert rows[0].split("|")[1].strip() == translated("heading", "Place", code)


@pytest.mark.parametrize("code", OTHERS)
def test_check_keeps_the_name_of_the_file(code: str, table: Path, shell: Shell) -> None:
    printed = said(shell, "check", table, "--language", code)
    assert printed.startswith(f"{table}: ") and "no faults" not in printed.replace(str(table), "")


@pytest.mark.parametrize("code", OTHERS)
def test_faults_keep_the_names_in_them(code: str, table: Path, shell: Shell) -> None:
    table.write_text(table.read_text("utf-8") + f"3,{NAMES[0]},{NAMES[0]},1-0\n", "utf-8")
    printed = said(shell, "check", table, "--language", code)
    assert printed.startswith(f"{table}: B6: ") and f" {NAMES[0]}" in printed
    assert "against themselves" not in printed


@pytest.mark.parametrize("code", OTHERS)
def test_a_pairing_keeps_names(code: str, table: Path, shell: Shell) -> None:
    printed = said(shell, "pair", table, "--round", "3", "--language", code)
    for name in NAMES:
        assert name in printed
    assert "Round 3" not in printed


@pytest.mark.parametrize("code", OTHERS)
def test_an_explanation_keeps_names(code: str, table: Path, shell: Shell) -> None:
    printed = said(shell, "explain", table, NAMES[0], "BH", "--language", code)
    assert printed.startswith(f"{NAMES[0]}: BH\n")
    assert NAMES[1] in printed and NAMES[3] in printed
    compared = said(shell, "explain", table, NAMES[0], NAMES[1], "--language", code)
    assert NAMES[0] in compared and NAMES[1] in compared and " is above " not in compared


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_a_workbook_keeps_names_of_players_and_teams(
    code: str, tmp_path: Path, shell: Shell
) -> None:
    listed = tmp_path / "names.csv"
    teams = ("no places", "the same team")
    rows = [f"{name},{teams[number % 2]}" for number, name in enumerate(NAMES)]
    listed.write_text("\n".join(["Name,Team", *rows]) + "\n", "utf-8")
    path = tmp_path / "nothing to put back.xlsx"
    made = ["new", path, "--game", "chess", "--from", listed, "--boards", "2", "--rounds", "1"]
    printed = said(shell, *made, "--language", code)
    assert printed.startswith(f"{path}: ")
    assert "team" not in printed.removeprefix(str(path))
    assert said(shell, "repair", path).startswith(f"{path}: ")
    paired = said(shell, "pair", path, "--write", "--language", code)
    assert all(name in paired for name in teams)
    book = openpyxl.load_workbook(path)
    cells = {cell.value for sheet in book for row in sheet.iter_rows() for cell in row}
    assert cells >= {*NAMES, *teams}


@pytest.mark.parametrize("code", OTHERS)
def test_a_name_with_a_blank_is_explained_like_any_other(
    code: str, tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "discs.csv"
    path.write_text(
        "Round,Black,White,Black discs,White discs\n1,Kim Minsu,Hayashi Rei,40,24\n"
        "2,Hayashi Rei,Lee,50,14\n3,Lee,Kim Minsu,35,29\n",
        "utf-8",
    )
    terms = said(shell, "explain", path, "Kim Minsu", "BQ", "--language", code).splitlines()[1:]
    assert any("Hayashi Rei" in line for line in terms) and any("Lee" in line for line in terms)
    assert not [line for line in terms if re.search(r"\b(discs|points|of|total|round)\b", line)]


@pytest.mark.slow
def test_what_a_program_reads_is_english_whatever_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    path = tmp_path / "club.xlsx"
    said(shell, "new", path, "--example", "--language", "ko")
    printed = said(shell, "pair", path, "--format", "json", "--explain")
    assert printed.isascii() and '"system": "' in printed
    assert "faults" not in said(shell, "check", path)
    found = json.loads(said(shell, "recompute", path, "--json"))
    assert found["status"] == "current" and all(map(str.isascii, found["warnings"]))
    assert not said(shell, "recompute", path).isascii()


@pytest.mark.slow
def test_a_call_says_nothing_of_the_one_before(tmp_path: Path, shell: Shell) -> None:
    path, table = tmp_path / "club.xlsx", tmp_path / "odd.csv"
    table.write_text(
        "Round,Black,White,Black discs,White discs\n1,Ann,Bob,40,24\n3,Ann,Bob,34,30\n"
    )
    alone = said(shell, "check", table)
    said(shell, "new", path, "--players", "4", "--language", "ko")
    assert not said(shell, "check", path).isascii()
    assert said(shell, "check", table) == alone
    both = said(shell, "check", path, table)
    assert both.endswith(alone)


def test_two_players_of_one_name_are_said_and_told_apart_by_their_ids(
    tmp_path: Path, shell: Shell
) -> None:
    people, book = tmp_path / "people.csv", tmp_path / "event.xlsx"
    people.write_text("Number,Name\n7,Ann Lee\n8,Bob\n9,Ann Lee\n")
    shared = "Ann Lee is the name of 7 and 9: two people, or one entered twice?\n"
    assert said(shell, "new", book, "--from", people, "--rounds", 2).count(shared) == 1
    assert said(shell, "check", book).count(shared) == 1
    asked = said(shell, "explain", book, "ann lee")
    assert asked == "ann lee is the name of 7 and 9; give the id\n"
