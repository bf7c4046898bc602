"""A line of the list of players without a name is nobody; a name without a number gets one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import edited, values
from tests.casefiles import grid_of
from xltie.cli.main import main
from xltie.core.cells import Grid
from xltie.core.text_width import display_width
from xltie.event import EventIndex
from xltie.sheets.functions.notice import notice
from xltie.sheets.read import given_numbers, read_tables

ROUNDS = "Round|Table|White|Black|Result\n"


def rounds(text: str = "") -> Grid:
    return Grid(grid_of(ROUNDS + text).rows, "Rounds")


def ids(players: str, games: str = "") -> list[str]:
    event = read_tables(rounds(games), grid_of(players, "Players"))
    assert event.faults == ()
    return [player.id for player in event.contestants]


def test_a_number_without_a_name_is_nobody_unless_a_game_names_it() -> None:
    listed = "ID|Name|Rating\n1|Kim|\n2|Lee|\n3||1800\n4||"
    assert ids(listed) == ["1", "2"]
    assert ids(listed, "1|1|1|4|1-0") == ["1", "2", "4"]


def test_lists_without_names_are_as_they_were() -> None:
    assert ids("ID|Rating\n1|\n2|") == ["1", "2"]
    assert ids("ID|Name\nKim|\nLee|") == ["Kim", "Lee"]


def test_a_name_without_a_number_gets_the_next_one() -> None:
    listed = "ID|Name\n1|Kim\n7|\n|Lee\n|Park\nx|Choi"
    assert ids(listed) == ["1", "8", "9", "x"]
    assert given_numbers(grid_of(listed, "Players")) == {(4, 1): 8, (5, 1): 9}


def test_seats_of_a_team_that_nobody_entered_are_nobody() -> None:
    matches = Grid(grid_of("Round|Table|Team A|Team B|Board 1|Board 2|Result\n").rows, "Matches")
    teams = grid_of("ID|Name\n1|Nord\n2|Roma\n3|", "Teams")
    players = grid_of("ID|Name|Team\n1||Nord\n2||Nord\n3||Roma\n4||Roma\n5||3\n6||3", "Players")
    event = read_tables(matches, teams, None, players)
    assert event.faults == ()
    assert [player.id for player in event.contestants] == ["1", "2"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["chess", "othello", "go"])
def test_23_of_24_come_and_one_has_a_bye(game: str, tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    new = ["new", str(path), "--game", game, "--players", "24", "--rounds", "3"]
    assert main([*new, "--language", "en"]) == 0
    assert main(["pair", str(path), "--write", "--language", "en"]) == 2  # nobody is there yet
    edited(path, "Players", {f"B{row}": f"P{row - 4}" for row in range(5, 28)})
    edited(path, "Players", {"B29": "Late"})  # below the lines prepared, without a number
    assert main(["pair", str(path), "--write", "--language", "en"]) == 0
    cells = values(path.read_bytes(), "Rounds")
    columns = {"chess": "CI", "othello": "CJ", "go": "CL"}[game]
    seated = {cells[f"{column}{row}"] for row in range(5, 17) for column in columns}
    assert seated == {*range(1, 24), 25}
    assert values(path.read_bytes(), "Players")["A29"] == 25


def test_the_notice_names_who_is_not_in_the_round() -> None:
    listed = grid_of("ID|Name|Not playing\n1|Kim|\n2|Lee|\n3|Park|1\n4|Choi|\n5||\n6|Han|½ 1",
                     "Players")  # fmt: skip
    games = "1|1|1|2|\n1||4|BYE|bye\n1||6|BYE|half bye"

    def said(games: str, view: int = 0, players: Grid = listed) -> str:
        return notice(EventIndex(read_tables(rounds(games), players)), view)

    assert said(games) == (
        "No result of round 1 yet. Bye: Choi. Half-point bye: Han. Not playing: Park."
    )
    assert said(games, 1) == "1 game of round 1 to come. These places will change."
    assert said("") == "5 players. Next: Tournament, Pair next round."
    early = grid_of("ID|Name|Registration\n1|Kim|PRE\n2|Lee|fin\n3|Park|예비", "Players")
    assert said("", 0, early) == (
        "1 player. Next: Tournament, Pair next round. Preliminary, not paired: Kim, Park."
    )
    assert said("", 0, grid_of("ID|Name\n1|\n2|", "Players")).startswith("Next: type the name")
    done = games.replace("1|1|1|2|", "1|1|1|2|1-0")
    assert said(done) == "Round 1 is complete. Next: Pair next round."
    assert said(done, 1) == ""
    assert said("1|1|1|2|1-0\n1|2|4|6|") == "1 game to come in round 1: table 2."
    late = "1|1|1|2|1-0"
    assert said(late) == "Round 1 is complete. Next: Pair next round. Choi, Han from round 2."
    fault = said("1|1|1|2|x")
    assert fault.startswith("1 fault. Rounds!E2: ")


def test_the_notice_names_who_left_before_the_round_and_at_the_end_who_won() -> None:
    listed = grid_of("ID|Name|Not playing\n1|Kim|\n2|Lee|\n3|Park|from 2\n4|Choi|", "Players")
    about = Grid(
        [("Setting", "Value"), ("Game", "chess"), ("Rounds", 2), ("Criteria", "PTS")], "Settings"
    )
    first, second = "1|1|1|2|1-0\n1|2|3|4|0-1\n", "2|1|1|4|\n2||2||bye"

    def said(games: str, view: int) -> str:
        return notice(EventIndex(read_tables(rounds(games), listed, about)), view)

    assert said(first + second, 0) == "No result of round 2 yet. Bye: Lee. Left: Park."
    assert said(first, 1) == ""
    won, drawn = (first + second.replace("4|\n", f"4|{end}\n") for end in ("0-1", "½-½"))
    assert said(won, 1) == "Winner: Choi."
    assert said(drawn, 1) == "Place 1 is shared: Kim, Choi."


@pytest.mark.parametrize("code", ["en", "ko", "ru"])
def test_the_notice_of_a_new_round_fits_the_line_above_a_printed_table(code: str) -> None:
    names = {"en": "Bergström {}", "ko": "남궁민준 선수 {}",
             "ru": "Кузнецова Екатерина {}"}[code]  # fmt: skip
    away = dict.fromkeys(range(3, 7), "from 1") | dict.fromkeys(range(7, 11), "½ 1")
    away |= dict.fromkeys(range(11, 15), "1")
    lines = [f"{n}|{names.format(n)}|{away.get(n, '')}" for n in range(1, 16)]
    listed = grid_of("\n".join(["ID|Name|Not playing", *lines]), "Players")
    games = "\n".join(["1|1|1|2|", *(f"1||{n}||half bye" for n in range(7, 11)), "1||15||bye"])
    about = Grid(
        [("Setting", "Value"), ("Game", "chess"), ("Rounds", 2), ("Language", code)], "Settings"
    )
    said = notice(EventIndex(read_tables(rounds(games), listed, about)))
    assert display_width(said) <= 100
    assert names.format(11) in said  # is in no line of the round
    assert names.format(3) in said  # left before it
    assert (names.format(15) in said) is (code != "ru")  # has the bye, and a line of the round
    assert names.format(7) not in said  # has half a point, and a line of the round


def test_a_name_without_a_number_is_numbered_where_standings_are_laid_out(tmp_path: Path) -> None:
    path = tmp_path / "evening.xlsx"
    new = ["new", str(path), "--game", "chess", "--players", "4", "--language", "en"]
    assert main(new) == 0
    edited(path, "Players", {"B5": "Kim", "B30": "Late"})  # 30 is below the prepared lines
    prepared = values(path.read_bytes(), "Players")
    last = max(n for at, n in prepared.items() if at[0] == "A" and isinstance(n, int))
    assert main(["recompute", str(path), "--lay-out"]) == 0
    assert values(path.read_bytes(), "Players")["A30"] == last + 1
    standings = values(path.read_bytes(), "Standings")
    assert {standings["B5"], standings["B6"]} == {"Kim", "Late"}


@pytest.mark.parametrize(
    "heading, cell, kept",
    [
        ("Not playing in round", "½ 2", "½ 2"), ("not playing", "from 4", "from 4"),
        ("쉬는 라운드", "1-2", "1-2"), ("Absent", "2", "2"), ("Half bye", "2; 5-6", "½ 2, ½ 5-6"),
        ("Withdrawn after", "3", "from 4"),
    ],
)  # fmt: skip
def test_a_list_keeps_who_does_not_play_when(
    heading: str, cell: str, kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed, path = tmp_path / "list.csv", tmp_path / "event.xlsx"
    listed.write_text(f"No,Name,{heading}\n1,Kim,{cell}\n2,,\n3,Lee,\n", "utf-8")
    assert (
        main(["new", str(path), "--from", str(listed), "--game", "chess", "--language", "en"]) == 0
    )
    assert "is not used" not in capsys.readouterr().err
    found = values(path.read_bytes(), "Players")
    assert (found["G5"], found.get("G6"), found["B6"]) == (kept, None, "Lee")
