"""The report of rated games to the American Go Association."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.core.errors import InputError
from xltie.event import Contestant, Event, Match, Outcome, Side, Status
from xltie.exchange.aga import remarks, write
from xltie.settings import Settings

W, L = Outcome.WIN, Outcome.LOSS


def player(number: int, name: str, grade: str, aga: str = "") -> Contestant:
    more = (("AGA ID", aga),) if aga else ()
    return Contestant(str(number), name, grade=grade, start=Fraction(30), more=more)


def game(number: int, black: int, white: int, won: str, handicap: int = 0) -> Match:
    sides = [
        Side(str(who), outcome=W if won == seat else L, seat=seat)
        for who, seat in ((black, "black"), (white, "white"))
    ]
    return Match(number, *sides, handicap=handicap)


EVENT = Event(
    game="go", name="Princeton Open", start_date="2004-06-15", format="mcmahon",
    settings=Settings.by_key({"place": "Princeton, NJ", "last_day": "2004-06-30", "komi": "7.5"}),
    contestants=(
        player(1, "Kim, Min", "5d", "1234"), player(2, "Müller, Jürgen", "3k", "777"),
        player(3, "Lee", "1d"), player(4, "Chan, Bo", "2k"),
    ),
    matches=(
        game(1, 1, 3, "black"), game(1, 2, 4, "white", 1), game(2, 2, 1, "black", 8),
        Match(2, Side("3", Status.FORFEIT_WIN, seat="black"),
              Side("4", Status.FORFEIT_LOSS, seat="white")),
    ),
)  # fmt: skip


def test_the_report_has_players_and_the_games_that_are_rated() -> None:
    assert write(EVENT).decode().split("\r\n") == [
        "TOURNEY Princeton Open, Princeton, NJ, 2004-06-15 to 2004-06-30",
        "start=6/15/2004", "finish=6/30/2004",
        "PLAYERS",
        "1234 Kim, Min 5d", "777 Müller, Jürgen 3k", "99999 Lee 1d", "99998 Chan, Bo 2k",
        "GAMES 1", "99999 1234 b 0 7", "99998 777 w 0 0",
        "GAMES 2", "1234 777 b 8 0",
        "END", "",
    ]  # fmt: skip
    assert [str(sentence) for sentence in remarks(EVENT)] == [
        "players without an AGA ID, for whom temporary numbers stand: 2; "
        "the AGA needs an address to know each by",
        "games by default or without a winner, which are not rated: 1",
        "the AGA asks for the rules of play: add a line such as rules=AGA",
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": ""}, "the name of the event is missing"),
        ({"start_date": ""}, "the first day is missing"),
        ({"settings": Settings()}, "the komi is missing; the AGA needs that of even games"),
        ({"matches": ()}, "there are no games to report"),
        ({"game": "chess"}, "a report to the AGA is for games of Go"),
        ({"contestants": (player(1, "Kim", "insei"), *EVENT.contestants[1:])}, "Kim is 'insei'"),
        ({"contestants": (player(1, "Kim", "5d", "US1"), *EVENT.contestants[1:])}, "not an AGA ID"),
        ({"contestants": (player(1, "Kim", "5d", "777"), *EVENT.contestants[1:])}, "AGA ID 777"),
    ],
)  # fmt: skip
def test_what_the_report_needs_is_missed(change: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        write(replace(EVENT, **change))  # type: ignore[arg-type]


def test_who_had_white_has_to_be_known() -> None:
    unseated = replace(EVENT.matches[0], a=replace(EVENT.matches[0].a, seat=""))
    with pytest.raises(InputError, match="it is not known who had White"):
        write(replace(EVENT, matches=(unseated,)))


def test_a_report_is_not_read(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "event.aga"
    path.write_bytes(write(EVENT))
    assert "xltie writes these, and does not read them" in shell("standings", path, code=1).err
