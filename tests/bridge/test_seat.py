"""A whole movement at once, and what is wrong with a movement said before anybody sits down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.books import named
from xltie.api import open_event
from xltie.cli.main import main
from xltie.games import PRESETS
from xltie.pairing.catalogue import SYSTEMS


def club(tmp_path: Path, pairs: int, boards: int) -> str:
    book = str(tmp_path / "club.xlsx")
    made = ["new", book, "--game", "bridge", "--players", str(pairs), "--rounds", str(boards)]
    assert main(made) == 0
    named(book, pairs)
    return book


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "pairs", "boards"),
    [
        ("mitchell", 12, 24),
        ("mitchell", 11, 18),
        ("howell", 8, 14),
        ("mitchell-relay", 12, 24),
        ("mitchell-web", 28, 26),
        ("howell-9", 14, 27),
        ("howell-9", 11, 18),
    ],
)
def test_every_round_of_a_movement_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], system: str, pairs: int, boards: int
) -> None:
    book = club(tmp_path, pairs, boards)
    capsys.readouterr()
    assert main(["seat", book, "--system", system]) == 0
    said = capsys.readouterr()
    assert ("tables share boards" in said.err) is (system in ("mitchell-relay", "mitchell-web"))
    assert "not used" not in said.err
    assert "Table 1" in said.out
    results = open_event(book).event.board_results
    assert {own.board for own in results} == set(range(1, boards + 1))
    seen = [(own.board, who) for own in results for who in (*own.ns, *own.ew)]
    assert len(seen) == len(set(seen)), "a pair plays a board twice"
    assert main(["seat", book, "--system", system]) == 1
    assert "is on the Boards sheet already" in capsys.readouterr().err


@pytest.mark.slow
def test_boards_that_nobody_plays_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = club(tmp_path, 28, 26)
    before = Path(book).read_bytes()
    assert main(["seat", book, "--dry-run"]) == 0
    assert "12 of the 26 boards are not used" in capsys.readouterr().err
    assert Path(book).read_bytes() == before
    assert main(["pair", book]) == 0
    assert "12 of the 26 boards are not used" in capsys.readouterr().err


@pytest.mark.slow
def test_a_movement_that_would_use_all_boards_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = club(tmp_path, 28, 26)
    main(["seat", book, "--dry-run"])
    assert "mitchell-web would use all of them" in capsys.readouterr().err


@pytest.mark.slow
def test_the_cards_of_the_tables_are_a_page_to_print(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "cards.html"
    book = club(tmp_path, 8, 28)
    assert main(["seat", book, "--system", "howell", "--cards", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<section>") == 4
    assert "NS stay" in text
    assert "go to table" in text


@pytest.mark.slow
def test_the_cards_speak_the_language_of_the_workbook(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, page = str(tmp_path / "club.xlsx"), tmp_path / "cards.html"
    new = ["new", book, "--game", "bridge", "--players", "8", "--rounds", "14"]
    assert main([*new, "--language", "ru"]) == 0
    named(book, 8, "Участники")
    capsys.readouterr()
    assert main(["seat", book, "--system", "howell", "--cards", str(page)]) == 0
    out, err = capsys.readouterr()
    assert "Стол 1" in out and "Сдачи" in out and "NS остаются" in out
    assert "4 карточки" in err and "записано 7 туров" in err
    text = page.read_text("utf-8")
    assert '<html lang="ru">' in text
    assert not set(re.findall("[A-Za-z]{3,}", re.sub("(?s)<style>.*?</style>|<[^>]*>", " ", text)))


@pytest.mark.slow
def test_after_an_arrow_switch_there_is_one_winner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = club(tmp_path, 14, 28)
    assert main(["seat", book, "--arrow-switch"]) == 0
    assert "In round 7 turn the boards" in capsys.readouterr().out
    event = open_event(book).event
    sides = {(who, side) for own in event.board_results for side in ("ns", "ew")
             for who in own.who(side)}  # fmt: skip
    assert len(sides) == 2 * 14, "everybody sat in both directions"
    assert not any(own.division for own in event.contestants)
    assert main(["seat", book, "--arrow-switch", "9", "--dry-run"]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", PRESETS)
def test_no_system_of_any_game_ends_in_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    book = str(tmp_path / "event.xlsx")
    assert main(["new", book, "--game", game, "--players", "6", "--rounds", "12"]) == 0
    named(book, 6)
    for system in SYSTEMS:
        capsys.readouterr()
        code = main(["pair", book, "--system", system])
        assert code in (0, 1, 2), system
        if code:
            assert len(capsys.readouterr().err.splitlines()) <= 3, system
