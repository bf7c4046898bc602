"""Result files of the World Othello Federation: read leniently, written as PAPP writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from xltie.api import open_event
from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.event import Event, Status
from xltie.exchange import elo, format_of

FILE = b"""%%Tournament: Spring Open\r
%%Country: Korea\r
%%Date: 04/05/2025 - 05/05/2025\r
%%Creator: PAPP 1.37\r
\r
%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating\r
%_%  30501, NOH, Eui Chan, KOR, 2, 88, 1313\r
%_%  30502, M\xdcLLER, Jo, DEU, 1.5, 86\r
%_%  30503, KIM, Ha Neul, KOR, 1.5, 77\r
%_%  30504, LEE, Ro, KOR, 1, 45\r
%_%  30505, PARK, So, KOR, 0, 20\r
\r
%Round: 1\r
30501 (44)>(20)  30505  B\r
 30502 (32)=(32) 30503  % checked\r
% Round 2\r
30501 (44)>(20) 30504 W\r
30502 (54)<(10) 30503 B\r
%%Added results\r
30501 (40)>(24) 30502 B\r
"""


def read(data: bytes) -> Event:
    return elo.FORMAT.read(data, "spring.elo").event


def test_players_games_and_byes_of_a_file() -> None:
    event = read(FILE.replace(b"(54)<(10)", b"(54)>(10)").replace(b"KOR, 1.5, 77", b"KOR, 0.5, 42"))
    assert (event.name, event.start_date, event.rounds) == ("Spring Open", "2025-05-04", 2)
    assert [own.name for own in event.contestants][1] == "M\xdcLLER, Jo"
    assert event.contestants[0].rating == 1313
    assert len([match for match in event.matches if match.b is not None]) == 4
    byes = [(m.round, m.a.who) for m in event.matches if m.a.status is Status.PAIRING_BYE]
    assert byes == [(1, "30504")]
    colours = [m.a.who for m in event.matches if m.b is not None and m.round == 2]
    assert colours == ["30504", "30502"], "W after a game: the first named had White"
    assert next(c for c in event.contestants if c.id == "30505").withdrawn_after == 1


def test_what_is_odd_in_a_file_is_said() -> None:
    noted = elo.read(FILE, "spring.elo")
    said = [str(own) for own in noted.warnings]
    assert any("1 game after the rounds (finals, games added) left out" in text for text in said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"(44)>(20)  30505", b"(44)>(21)  30505", "spring.elo:14:1: the discs"),
        (b"30502 (32)=(32) 30503", b"?????? (32)=(32) 30503", "is not a game"),
        (b"%_%  30502", b"%_%  30501", "listed twice"),
    ],
)
def test_what_is_wrong_in_a_file_has_its_line(old: bytes, new: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said.replace("?", r"\?")):
        read(FILE.replace(old, new, 1))


def test_a_file_goes_through_a_workbook_and_back(tmp_path: Path) -> None:
    source, book, again = (tmp_path / name for name in ("a.elo", "a.xlsx", "b.elo"))
    source.write_bytes(FILE)
    assert format_of("a.elo", FILE) is elo.FORMAT
    assert main(["import", str(source), str(book)]) == 0
    assert main(["export", str(book), str(again)]) == 0
    there, back = (open_event(path).event for path in (source, again))
    assert back.name == there.name
    games = [
        [(m.round, *((s.who, s.tally, s.outcome) for s in m.sides)) for m in own.matches if m.b]
        for own in (there, back)
    ]
    assert games[0] == games[1]


def test_games_without_discs_are_results() -> None:
    event = read(FILE.replace(b"30501 (44)>(20) 30504 W", b"30501 > 30504 B"))
    (game,) = [m for m in event.matches if m.b and {m.a.who, m.b.who} == {"30501", "30504"}]
    assert game.a.tally is None


def test_a_player_without_a_number_cannot_be_sent_for_rating(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "club.csv"
    games.write_text("Round,Black,White,Black discs,White discs\n1,Ann,Bo,40,24\n", "utf-8")
    assert main(["export", str(games), str(tmp_path / "club.elo")]) == 1
    assert "these have none: Ann, Bo" in capsys.readouterr().err
