"""What the lines of an EGD file can hold of what people type, and what is said of the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import games_typed
from tests.shell import Shell
from xltie.cli.main import main
from xltie.event import Contestant
from xltie.exchange import h9
from xltie.exchange.h9.fields import country_code, fields_of

COUNTRIES = {
    "KR": "KR", "kr": "kr", "South Korea": "KR", "south_korea": "KR", "한국": "KR", "KOR": "KR",
    "Deutschland": "DE", "GER": "DE", "Россия": "RU", "Czech Republic": "CZ", "D": "", "": "",
    "Atlantis": "", "Korea DPR": "",
}  # fmt: skip


def test_countries_are_two_letters_where_their_names_are_known() -> None:
    assert {text: country_code(text) for text in COUNTRIES} == COUNTRIES


@pytest.mark.parametrize(
    "own, line",
    [
        (Contestant("1", "Kim;Lee", country="South Korea"), "Kim/Lee 30k KR xxxx"),
        (Contestant("1", "Kim | Lee", club="A;B C"), "Kim_/ Lee 30k XX A/B_C"),
        (Contestant("1", "Kim Lee", country="D", club="5k"), "Kim Lee 30k XX xxxx"),
        (Contestant("1", "Kim Lee", club="12+"), "Kim Lee 30k XX xxxx"),
        (Contestant("1", "Kim Lee", more=(("PIN", "12345678"),)), "Kim Lee 30k XX xxxx |12345678"),
        (Contestant("1", "Kim Lee", more=(("PIN", "123"),)), "Kim Lee 30k XX xxxx"),
    ],
)
def test_fields_are_those_that_can_be_read_back(own: Contestant, line: str) -> None:
    assert " ".join(fields_of(own)).strip() == line


@pytest.mark.slow
def test_what_is_left_out_is_said(tmp_path: Path, shell: Shell) -> None:
    source, book, file = tmp_path / "p.csv", tmp_path / "p.xlsx", tmp_path / "p.h9"
    lines = ("name,grade,country,PIN", "Kim;Lee,5d,South Korea,123", "B C,3d,D,abc")
    source.write_text("\n".join((*lines, "D E,1d,한국,12345678", "F G,1k,Deutschland,")), "utf-8")
    assert main(["new", str(book), "--game", "go", "--from", str(source), "--rounds", "1"]) == 0
    games_typed(book, [(1, 1, 2, "1-0")])
    shown = shell("export", book, file)
    for said in (
        "the name is written 'Kim/Lee'", "the PIN '123' is left out", "the country 'D' is written",
        "the PIN 'abc' is left out", "players without a game or a bye, who are left out: 2",
    ):  # fmt: skip
        assert said in shown.err
    assert shown.out.endswith("EGD tournament file, 2 players\n")
    again = h9.read(file.read_bytes(), file.name).event
    assert [(player.name, player.country) for player in again.contestants] == [
        ("Kim/Lee", "KR"), ("B C", "XX"),
    ]  # fmt: skip
    assert "|" not in file.read_text("utf-8")


@pytest.mark.parametrize(
    ("games", "told"),
    [
        ("2+ 0-;1- 0-", "warning: 1 game: colours are not in the file; in the workbook Black is "),
        ("2+/w0 0-;1-/b0 0-", ""),
        ("2+! 0-;1-! 0-", ""),
    ],
    ids=["no colour", "colours", "not played"],
)
def test_an_import_says_that_a_workbook_has_colours_where_the_file_has_none(
    games: str, told: str, tmp_path: Path, shell: Shell
) -> None:
    file, book = tmp_path / "club.h9", tmp_path / "club.xlsx"
    one, other = games.split(";")
    file.write_text(f"; EV[Club]\n1 A B 5d FR Pa {one}\n2 C D 4d FR Pa {other}\n", "utf-8")
    said = [line for line in shell("import", file, book).err.splitlines() if "colours" in line]
    assert len(said) == bool(told) and all(line.startswith(told) for line in said)
