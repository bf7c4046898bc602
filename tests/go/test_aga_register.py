"""The registration of the AGA's tournament directors."""

from __future__ import annotations

from pathlib import Path

from tests.shell import Shell
from xltie.cli.main import main
from xltie.exchange import aga, format_of

REGISTER = b"""## TOURNEY Seattle Open
## RULES AGA
## ROUNDS 3
# the strongest first
USA12345 Schmoe, Joe 4d CLUB=SEAT BYE=2
USA54321 NAME="Lee, Min su" RATING=3.5
TMP7 Doe, Jane -12.3   # came late
USA222 Roe, Ann 1k
## GAMES 1
USA12345 USA54321 w 0 7
USA222 TMP7 ? 9 0.5
"""


def test_a_registration_is_read_as_it_is_written() -> None:
    found = aga.FORMAT.read(REGISTER, "register.tde")
    event = found.event
    told = [
        (player.name, player.grade, player.club, int(player.start)) for player in event.contestants
    ]
    assert told == [
        ("Schmoe, Joe", "4d", "SEAT", 33), ("Lee, Min su", "3d", "", 32),
        ("Doe, Jane", "12k", "", 18), ("Roe, Ann", "1k", "", 29),
    ]  # fmt: skip
    assert (event.name, event.rounds, event.format) == ("Seattle Open", 3, "mcmahon")
    assert dict(event.contestants[0].more) == {"AGA ID": "12345", "Not playing in round": "2"}
    assert [(game.a.who, game.handicap) for game in event.matches] == [("2", 0), ("3", 9)]
    assert found.warnings == ()


def test_a_line_that_is_no_player_is_named(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "register.tde"
    path.write_bytes(REGISTER.replace(b"1k", b"strong"))
    assert format_of("register.tde", path.read_bytes()) is aga.FORMAT
    said = shell("check", path, code=1).err
    assert "register.tde:8: 'USA222 Roe, Ann strong' is not a player" in said


def test_a_registration_becomes_a_workbook(tmp_path: Path) -> None:
    path, book = tmp_path / "register.tde", tmp_path / "t.xlsx"
    path.write_bytes(REGISTER.partition(b"## GAMES")[0])
    assert main(["import", str(path), str(book)]) == 0
    assert main(["pair", str(book)]) == 0
