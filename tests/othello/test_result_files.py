"""Result files of the World Othello Federation: read leniently, written as PAPP writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.api import open_event, to_bytes
from xltie.cli.main import main
from xltie.core.errors import DomainError, InputError
from xltie.event import Event, EventIndex, Status
from xltie.exchange import elo, format_of
from xltie.ranking import parse_criteria, rank
from xltie.ranking.tournament import event_criteria
from xltie.settings.declared import EMPTY_SQUARES, FINALS_AFTER

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
    assert [player.name for player in event.contestants][1] == "M\xdcLLER, Jo"
    assert event.contestants[0].rating == 1313
    assert len([m for m in event.matches if m.b is not None and m.round <= 2]) == 4
    assert [m.round for m in event.matches if m.round > 2] == [3], "the two leaders: a final"
    byes = [(m.round, m.a.who) for m in event.matches if m.a.status is Status.PAIRING_BYE]
    assert byes == [(1, "30504")]
    colours = [m.a.who for m in event.matches if m.b is not None and m.round == 2]
    assert colours == ["30504", "30502"], "W after a game: the first named had White"
    assert next(c for c in event.contestants if c.id == "30505").withdrawn_after == 1


def test_what_is_odd_in_a_file_is_said() -> None:
    noted = elo.read(FILE.replace(b"30501 (40)>(24) 30502", b"30504 (40)>(24) 30505"), "spring.elo")
    said = [str(fault) for fault in noted.warnings]
    assert any("1 game left out that the printed points do not count" in text for text in said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"30502 (32)=(32) 30503", b"30502 (32):(32) 30503", "spring.elo:15:1: .* is not a game"),
        (b"%Round: 1", b"%Round: 12345", "is out of range"),
    ],
)
def test_what_is_wrong_in_a_file_has_its_line(old: bytes, new: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said.replace("?", r"\?")):
        read(FILE.replace(old, new, 1))


@pytest.mark.slow
def test_a_file_goes_through_a_workbook_and_back(tmp_path: Path) -> None:
    source, book, again = (tmp_path / name for name in ("a.elo", "a.xlsx", "b.elo"))
    source.write_bytes(FILE)
    assert format_of("a.elo", FILE) is elo.FORMAT
    assert main(["import", str(source), str(book)]) == 0
    assert main(["export", str(book), str(again)]) == 0
    there, back = (open_event(path).event for path in (source, again))
    assert back.name == there.name
    games = [
        [(m.round, *((s.who, s.tally, s.outcome) for s in m.sides)) for m in event.matches if m.b]
        for event in (there, back)
    ]
    assert games[0] == games[1]


def test_games_without_discs_are_results() -> None:
    event = read(FILE.replace(b"30501 (44)>(20) 30504 W", b"30501 > 30504 B"))
    (game,) = [m for m in event.matches if m.b and {m.a.who, m.b.who} == {"30501", "30504"}]
    assert game.a.tally is None


def test_a_player_without_a_number_cannot_be_sent_for_rating(tmp_path: Path, shell: Shell) -> None:
    games = tmp_path / "club.csv"
    games.write_text("Round,Black,White,Black discs,White discs\n1,Ann,Bo,40,24\n", "utf-8")
    assert "these have none: Ann, Bo" in shell("export", games, tmp_path / "club.elo", code=1).err


def test_the_numbers_of_the_federation_go_before_those_of_the_event() -> None:
    """Player 1 of the event was written as number 1 of the federation, who is somebody else."""
    table = (
        'ID,Name,WOF,Country\n1,"Martin, Léa",190005,FRA\n2,김철수,{},KOR\n\n'
        "Round,Black,White,Black discs,White discs\n1,1,2,40,24\n"
    )
    event = open_event(table.format("200123").encode(), name="club.csv").event
    back = elo.read(to_bytes(event, "event.elo"), "event.elo").event
    assert [(one.id, one.name, one.country) for one in back.contestants] == [
        ("190005", "Martin, Léa", "FRA"), ("200123", "김철수", "KOR"),
    ]  # fmt: skip
    partly = open_event(table.format("").encode(), name="club.csv").event
    with pytest.raises(DomainError, match="these have none: 2"):
        to_bytes(partly, "event.elo")


def test_numbers_of_the_event_in_a_result_file_are_warned_of(tmp_path: Path, shell: Shell) -> None:
    table = "ID,Name{},Country\n{}\nRound,Black,White,Black discs,White discs\n1,1,2,40,24\n"
    games, out = tmp_path / "club.csv", tmp_path / "club.elo"
    warned = "the numbers 1 to 2 of the event are written, which belong to others"
    games.write_text(table.format("", "1,Ann,FRA\n2,Bo,FRA\n"), "utf-8")
    assert warned in shell("export", games, out).err
    games.write_text(table.format(",WOF", "1,Ann,190005,FRA\n2,Bo,200123,FRA\n"), "utf-8")
    assert warned not in shell("export", games, out, "--force").err


def said_of(data: bytes) -> str:
    return "\n".join(str(warning) for warning in elo.read(data, "spring.elo").warnings)


def test_new_players_and_those_without_a_rating_keep_name_and_points() -> None:
    line = b"30503, KIM, Ha Neul, KOR, 1.5, 77"
    data = FILE.replace(b"%_%  " + line, b"%_% +" + line + b", -")
    player = next(player for player in read(data).contestants if player.id == "30503")
    assert (player.name, player.country, player.rating) == ("KIM, Ha Neul", "KOR", None)
    assert dict(player.more)["Published points"] == "1.5"


@pytest.mark.parametrize(
    ("line", "points", "total"),
    [
        (b"30503, KIM, Ha Neul, KOR, 1,5, 77", "1.5", "77"),
        (b"30503, KIM, Ha Neul, KOR, 1.5+2, 77", "1.5+2", "77"),
        (b"30503, KIM, Ha Neul, KOR 1.5 77", "1.5", "77"),
        (b"30503,\tKIM,\tHa Neul,\tKOR\t1.5\t77-51", "1.5", "77"),
    ],
)
def test_points_and_totals_are_read_however_they_are_written(
    line: bytes, points: str, total: str
) -> None:
    data = FILE.replace(b"30503, KIM, Ha Neul, KOR, 1.5, 77", line)
    player = next(player for player in read(data).contestants if player.id == "30503")
    assert (player.name, player.country) == ("KIM, Ha Neul", "KOR")
    more = dict(player.more)
    assert (more["Published points"], more["Published tie-break"]) == (points, total)


def test_empty_squares_are_nobodys_and_said() -> None:
    data = FILE.replace(b"(44)>(20)  30505", b"(44)>(18)  30505")
    event = read(data)
    assert event.settings.text(EMPTY_SQUARES) == "nobody"
    assert "1 game with empty squares" in said_of(data)
    assert "65 discs in a game" in said_of(FILE.replace(b"(44)>(20)  30505", b"(44)>(21)  30505"))


def test_a_player_without_a_number_is_one_player() -> None:
    data = FILE.replace(b"%_%  30502", b"%_% ??????").replace(b"30502 (", b"?????? (")
    data = data.replace(b"(24) 30502 B", b"(24) ?????? B")
    event = read(data)
    played = [m for m in event.matches if "?1" in (side.who for side in m.sides)]
    assert [match.round for match in played] == [1, 2]
    assert next(c for c in event.contestants if c.id == "?1").name == "M\xdcLLER, Jo"


def test_somebody_without_a_game_gets_no_bye() -> None:
    data = FILE.replace(b"%Round: 1", b"%_% 30506, CHO, A, KOR, 2, 64\r\n%Round: 1")
    event = read(data)
    assert not [m for m in event.matches if m.a.who == "30506"]
    assert "player 30506 is listed with 2 points and has no game" in said_of(data)


FINALS = FILE.replace(
    b"%%Added results\r\n30501 (40)>(24) 30502 B\r\n",
    b"%Round: F\r\n30501 (20)<(44) 30503 B\r\n%Round: 3-4\r\n30502 (40)>(24) 30504 W\r\n",
).replace(b"(54)<(10)", b"(10)<(54)")


def test_finals_stand_behind_the_rounds_and_make_the_list() -> None:
    event = read(FINALS)
    assert (event.rounds, event.settings[FINALS_AFTER]) == (2, 2)
    index = EventIndex(event)
    assert len(index.finals) == 2
    assert index.score("30501") == 2, "finals earn no points"
    order = [line.who for line in rank(index, event_criteria(event)).lines]
    assert order == ["30503", "30501", "30502", "30504", "30505"]
    without = [line.who for line in rank(index, parse_criteria("points, discs")).lines]
    assert without[:2] == ["30501", "30503"]


@pytest.mark.slow
def test_finals_go_through_a_workbook_and_back(tmp_path: Path, shell: Shell) -> None:
    source, book, back = (tmp_path / name for name in ("a.elo", "a.xlsx", "b.elo"))
    source.write_bytes(FINALS)
    assert main(["import", str(source), str(book)]) == 0
    assert "Finals" not in shell("export", book, back).err
    shown = []
    for path in (source, book, back):
        shown.append(shell("standings", path, "--format", "csv").out)
        assert "the event has 2 rounds" in shell("pair", path, code=2).err
    assert shown[0] == shown[1] == shown[2]
    assert b"%Finals round 1" in back.read_bytes()


def test_who_plays_twice_in_a_round_does_not_stop_the_file() -> None:
    data = FILE.replace(b"% Round 2", b"30504 (40)>(24) 30501 B\r\n% Round 2")
    event = read(data.replace(b"KOR, 1, 45", b"KOR, 2, 45"))
    index = EventIndex(event)
    assert [index.score(who) for who in ("30501", "30504")] == [2, 2]  # one a bye
    assert len([m for m in event.matches if m.b]) == 6  # five, and the final below them


def test_of_two_games_in_a_round_one_won_by_a_right_is_the_other_kind() -> None:
    """In a club where the fewer discs win, 32-32 that somebody won is no game of that kind."""
    event = read(b"""%%Tournament: Fewer discs
%_% 1, A, Ann, JPN, 2
%_% 2, B, Bo, JPN, 1
%_% 3, C, Cy, JPN, 1
%_% 4, D, Di, JPN, 0
%Round 1
1 (32)>(32) 3 B
1 (10)>(54) 2 B
3 (20)>(44) 4 B
%Round 2
1 (12)>(52) 4 B
2 (20)>(44) 3 B
""")
    index = EventIndex(event)
    assert [index.score(who) for who in "1234"] == [2, 1, 1, 0]
    assert len(event.matches) == 4


def test_verify_finds_points_discs_and_places(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "spring.elo"
    path.write_bytes(SMALL)
    assert shell("verify", path).out.splitlines() == [
        "Points: 3 of 3 as points",
        "disc total or BQ: 3 of 3 as DISCS(bye=40-24)",
        "Place: 3 of 3 as points, DISCS(bye=40-24)",
        '--criteria "points, DISCS(bye=40-24)"',
    ]


SMALL = b"""%%Tournament: Small
%_% 1, A, Ann, KOR, 3, 124
%_% 2, B, Bo, KOR, 2, 99
%_% 3, C, Cy, KOR, 1, 89
%Round 1
1 (44)>(20) 2 B
%Round 2
1 (40)>(24) 3 B
%Round 3
2 (39)>(25) 3 B
"""


def test_where_somebody_plays_twice_those_games_count_that_give_the_printed_points() -> None:
    """A second game of two of them is left out whether it stands first or last in its round."""
    event = read(b"""%%Tournament: Extra games
%_% 1, A, Ann, JPN, 2, 80
%_% 2, B, Bo, JPN, 1, 60
%_% 3, C, Cy, JPN, 1, 60
%_% 4, D, Di, JPN, 0, 56
%Round 1
3 (34)>(30) 1 B
1 (40)>(24) 2 B
3 (36)>(28) 4 B
%Round 2
1 (40)>(24) 3 B
2 (36)>(28) 4 B
4 (40)>(24) 1 B
""")
    index = EventIndex(event)
    assert [index.score(who) for who in "1234"] == [2, 1, 1, 0]
    assert [(m.round, m.a.who, m.b.who) for m in event.matches if m.b] == [
        (1, "1", "2"), (1, "3", "4"), (2, "1", "3"), (2, "2", "4"),
    ]  # fmt: skip


def test_games_count_that_let_the_points_of_players_without_a_number_come_out() -> None:
    """Their points together allowed several games to be the extra one; not each of their own."""
    event = read(b"""%%Tournament: Club
%_% 1, A, Ann, JPN, 3
%_% 2, B, Bo, JPN, 3
%_% ??????, C, Cy, JPN, 2
%_% ??????, E, Eve, JPN, 1
%_% ??????, D, Di, JPN, 0
%Round 1
?????? (12)>(52) ?????? B
2 (12)>(52) ?????? B
%Round 2
?????? (12)>(52) ?????? B
1 (40)>(24) ?????? B
1 (12)>(52) ?????? B
%Round 3
?????? (12)>(52) ?????? B
1 (12)>(52) ?????? B
""")
    index = EventIndex(event)
    assert [index.score(who) for who in index.ids] == [3, 3, 2, 1, 0]


@pytest.mark.slow
def test_a_round_with_thousands_of_games_does_not_hold_the_reader() -> None:
    """Every game was tried beside every other one, each time adding all of them up: hours of it."""
    games = b"".join(b"%d (40)>(24) %d B\n" % (at % 4 + 1, (at + 1) % 4 + 1) for at in range(1000))
    event = read(b"""%%Tournament: A claim
%_% 1, A, Ann, JPN, 1, 64
%_% 2, B, Bo, JPN, 1, 64
%_% 3, C, Cy, JPN, 1, 64
%_% 4, D, Di, JPN, 1, 64
%Round 1
""" + games)  # fmt: skip
    index = EventIndex(event)
    assert [index.score(who) for who in "1234"] == [1, 1, 1, 1]


def test_a_list_of_places_holds_no_points_and_a_comma_is_a_decimal_point() -> None:
    heads = b"COUNTRY, score, disc-count, rating"
    places = read(FILE.replace(heads, b"COUNTRY, Rank").replace(b"KOR, 2, 88, 1313", b"KOR, 5"))
    assert dict(places.contestants[0].more) == {"Published place": "5"}
    comma = read(FILE.replace(b"DEU, 1.5, 86", b"DEU\t1,5\t86"))
    assert dict(comma.contestants[1].more)["Published points"] == "1.5"
    assert comma.contestants[1].country == "DEU"


def test_a_list_printed_before_the_last_round_is_told(tmp_path: Path, shell: Shell) -> None:
    file = tmp_path / "early.elo"
    file.write_bytes(b"""%%Tournament: Printed early
%_% 1, A, Ann, JPN, 2, 80
%_% 2, B, Bo, JPN, 1, 60
%_% 3, C, Cy, JPN, 1, 60
%_% 4, D, Di, JPN, 0, 56
%Round 1
1 (40)>(24) 2 B
3 (36)>(28) 4 B
%Round 2
1 (40)>(24) 3 B
2 (36)>(28) 4 B
%Round 3
4 (40)>(24) 1 B
2 (40)>(24) 3 B
""")
    printed = shell("verify", file).out
    assert "Points: 4 of 4 as points; as it stood after round 2" in printed
    assert "disc total or BQ: 4 of 4 as DISCS(bye=none)" in printed


def test_many_players_without_a_number_share_the_wins_that_are_printed() -> None:
    """Their discs are those of other games, so that the points alone can tell who won."""
    count, rounds = 10, 5
    points = dict.fromkeys(range(count), 0)
    lines: list[str] = []
    for number in range(1, rounds + 1):
        lines.append(f"%Round: {number}")
        for seat in range(count // 2):
            lines.append("?????? (40)>(24) ??????")
            points[count - 1 - (seat + (number if seat > 2 else 0)) % count] += 1
    head = [f"%_% ??????, NEW{who}, No, JPN, {points[who]}, 99" for who in points]
    event = read("\n".join(["%%Tournament: Club", *head, *lines]).encode())
    won = {player.id: 0 for player in event.contestants}
    for match in event.matches:
        won[match.a.who] += 1
    assert sorted(won.values()) == sorted(points.values())
    assert list(won.values()) == list(points.values())
