"""Workbooks of teams: what is typed, half typed or faulty, and the reports made of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.books import edited, named, recomputed, values
from tests.chess.test_teams import CASES, FOLDER
from tests.shell import Shell
from xltie import api
from xltie.cli.main import main
from xltie.core.cells import Grid
from xltie.core.errors import InputError
from xltie.event import EventIndex, TeamEvent
from xltie.event.packed import pack, unpack
from xltie.exchange import trf
from xltie.ranking import parse_criteria
from xltie.sheets.read.team_event import read_team_tables

TEAMS = Grid([["ID", "Name"], *([n, f"Team {n}"] for n in range(1, 5))], "Teams")
PLAYERS = Grid(
    [["ID", "Name", "Team", "Rating"],
     *[[n, f"Player {n}", (n + 2) // 3, 2000 + n] for n in range(1, 13)]], "Players",
)  # fmt: skip
HEADINGS = ["Round", "Team A", "Team B", "Board 1", "Board 2", "Result", "Line-up A", "Line-up B",
            "Bonus A"]  # fmt: skip


def event_of(*lines: list[Any], settings: Grid | None = None) -> TeamEvent:
    rows = [HEADINGS, *([*line, *[None] * (len(HEADINGS) - len(line))] for line in lines)]
    return read_team_tables(Grid(rows, "Matches"), TEAMS, settings, PLAYERS)


def points(event: TeamEvent) -> dict[str, tuple[float, ...]]:
    found = api.standings(event, "MPTS, GPTS")
    return {
        line.who: tuple(float(v.total) for v in line.values if v is not None)  # type: ignore[arg-type]
        for line in found.lines
    }


@pytest.mark.parametrize(
    ("boards", "one", "two"),
    [
        (["1", "½"], (2, 1.5), (0, 0.5)),
        (["½", "1/2"], (1, 1), (1, 1)),
        (["1-0", "0-1"], (1, 1), (1, 1)),
        ([1, 0.5], (2, 1.5), (0, 0.5)),
        (["+", "0"], (1, 1), (1, 1)),
        (["0-0", "½-0"], (2, 0.5), (0, 0)),
        (["--", "0"], (0, 0), (2, 1)),
        (["W", "D"], (2, 1.5), (0, 0.5)),
        (["+", "-"], (1, 1), (1, 1)),
    ],
)
def test_the_boards_make_the_match(boards: list[Any], one: Any, two: Any) -> None:
    event = event_of([1, 1, 2, *boards])
    assert event.faults == ()
    assert points(event)["1"] == one
    assert points(event)["2"] == two


@pytest.mark.parametrize(
    ("line", "one"),
    [
        ([1, 1, 2, None, None, "1½-½"], (2, 1.5)),
        ([1, 1, 2, None, None, "1-0F"], (2, 2)),
        ([1, 1, 2, None, None, "0-0F"], (0, 0)),
        ([1, 1, "BYE", None, None, "bye"], (1, 1)),
        ([1, 1, "BYE", None, None, "full bye"], (2, 2)),
        ([1, 1, "BYE", None, None, "half bye"], (1, 1)),
        ([1, 1, "BYE", None, None, "zero bye"], (0, 0)),
        ([1, 1, 2, 1, 1, None, None, None, "-1 MP -0.5 GP"], (1, 1.5)),
    ],
)
def test_a_match_without_boards(line: list[Any], one: Any) -> None:
    event = event_of(line, [1, 3, 4, "1", "1"])
    assert event.faults == ()
    assert points(event)["1"] == one


@pytest.mark.parametrize(
    "line",
    [[1, 1, None], [1, None, 2], [1, 1, 2], [1, 1, 2, "1"], [1, 1, 2, None, "½"], [2, None, None]],
)
def test_a_line_that_is_not_finished_is_a_match_to_come(line: list[Any]) -> None:
    event = event_of([1, 3, 4, "1", "1"], line)
    assert event.faults == ()
    assert points(event)["1"] == points(event)["2"] == (0, 0)
    assert points(event)["3"] == (2, 2)


@pytest.mark.parametrize(
    ("line", "cell", "said"),
    [
        ([1, 9, 2, "1", "1"], "B3", "team 9 is not in the list of teams"),
        ([1, 1, 1, "1", "1"], "B3", "team 1 plays against itself"),
        ([1, 1, 3, "1", "1"], "C3", "team 3 is in round 1 a second time (first at Matches!B2)"),
        ([1, 1, 2, "1", "x"], "E3", "result 'x' is not one of 1, 0"),
        ([1, 1, 2, "1", None, "1-1"], "E3", "board 2 is blank"),
        ([1, 1, 2, "1", "1", "1-1"], "F3", "the result is 1-1, but the boards add up to 2-0"),
        ([1, 1, 2, None, None, "5-1"], "F3", "more than 2 game points"),
        ([1, 1, 2, None, None, "won"], "F3", "result 'won' is not one of"),
        (["?", 1, 2, "1", "1"], "A3", "'?' is not the number of a round"),
        ([1, None, None, "1"], "B3", "there is a result here but no teams"),
        ([1, 1, "BYE", "1", None, "bye"], "D3", "but no second team"),
        (
            [1, 1, 2, "1", "1", None, "1 7"],
            "G3",
            "player 7 is not in team 1; its players are 1, 2, 3",
        ),
        ([1, 1, 2, "1", "1", None, "2 2"], "G3", "player 2 sits at two boards"),
        ([1, 1, 2, "1", "1", None, "1 2 3"], "G3", "3 players for 2 boards"),
        ([1, 1, 2, "1", "1", None, None, None, "minus one"], "I3", "such as -1 MP"),
    ],
)
def test_a_faulty_line_does_not_count_and_is_named(line: list[Any], cell: str, said: str) -> None:
    event = event_of([1, 3, 4, "1", "1"], line)
    (fault,) = event.faults
    assert str(fault.place) == f"Matches!{cell}"
    assert said in fault.text
    assert points(event)["1"] == points(event)["2"] == (0, 0)
    assert points(event)["3"] == (2, 2)


def test_a_player_of_no_team_is_named_and_the_others_count() -> None:
    players = Grid([["ID", "Name", "Team"], [1, "Ann", 1], [2, "Bob", "Nobody"]], "Players")
    matches = Grid([HEADINGS[:5], [1, 1, 2, "1", "1"]], "Matches")
    event = read_team_tables(matches, TEAMS, None, players)
    assert [
        "team Nobody of player 2 is not in the list" in fault.text for fault in event.faults
    ] == [True]
    assert points(event)["1"] == (2, 2)


def test_a_setting_that_is_not_understood_leaves_no_points() -> None:
    settings = Grid([["Boards per match", "four"]], "Settings")
    with pytest.raises(InputError, match=r"Settings!B1: Boards per match is 'four'"):
        event_of([1, 1, 2, "1", "1"], settings=settings)


def test_line_ups_say_who_played() -> None:
    event = event_of([1, 1, 2, "1", "+", None, "3 1", "4 -"])
    games = {m.table: (m.a.who, m.b and m.b.who) for m in event.players.matches}
    assert games == {"1": ("3", "4"), "2": ("1", None)}
    assert event.line_ups == ((1, "1", ("3", "1")), (1, "2", ("4", "")))


def test_boards_that_are_not_known_leave_their_criteria_undefined() -> None:
    event = event_of([1, 1, 2, None, None, "1½-½"], [1, 3, 4, "1", "½"])
    found = api.standings(event, "GPTS, TBR, BERLIN")
    assert {line.who: line.values[2].total for line in found.lines if line.values[2]} == {
        "1": None, "2": None, "3": 2.5, "4": 0.5,
    }  # fmt: skip


@pytest.mark.parametrize("case", ["held", "friendship", "rr4"])
def test_the_text_of_an_event_holds_all_of_it(case: str) -> None:
    event = api.open_event(FOLDER / CASES[case]["trf"]).event
    again = unpack(pack(event))
    for criteria in ("MPTS, GPTS, EMGSB/C1, BH:GP, TBR, EDEBB", "GPTS, BERLIN, EGGSB"):
        wanted, found = (api.standings(one, criteria) for one in (event, again))
        assert [(a.place, a.who, [v and v.total for v in a.values]) for a in wanted.lines] == [
            (b.place, b.who, [v and v.total for v in b.values]) for b in found.lines
        ]


# -- workbooks -----------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def columns(name: str, sheet: str = "Rounds") -> dict[str, str]:
    """The letters of the headings; of the numbers beside the teams as Team A and Team B."""
    heads = openpyxl.load_workbook(name)[sheet][4]
    found = {str(cell.value): cell.column_letter for cell in heads}
    numbers = [cell.column_letter for cell in heads if cell.value == "No"]
    return {**found, "Team A": numbers[0], "Team B": numbers[-1]}


def put(name: str, row: int, line: Mapping[str, Any]) -> None:
    letters = columns(name)
    cells = {"Round": 1, **line}
    edited(Path(name), "Rounds", {f"{letters[h]}{row}": v for h, v in cells.items()})


@pytest.mark.slow
def test_what_a_workbook_shows_a_command_says(folder: Path, shell: Shell) -> None:
    assert main(["new", "t.xlsx", "--game", "chess", "--teams", "4", "--boards", "2"]) == 0
    named("t.xlsx", 4, "Teams")
    put("t.xlsx", 5, {"Team A": 1, "Team B": 2, "Board 1": "1", "Board 2": "½"})
    put("t.xlsx", 6, {"Team A": 3, "Team B": 88, "Board 1": "1", "Board 2": "1"})
    data, report = recomputed(Path("t.xlsx").read_bytes())
    assert report.uncomputable == []
    Path("t.xlsx").write_bytes(data)
    shown = values(data, "Standings")
    said = "Provisional, what is faulty is left out: Rounds!K6: team 88 is not in the "
    assert shown["A3"].startswith(said)
    capture = shell("standings", "t.xlsx", "--format", "csv", code=1)
    assert said.partition(": ")[2] in capture.err
    assert "Provisional: what is faulty is left out" in capture.err
    rows = [row.split(",") for row in capture.out.splitlines() if row[:1].isdecimal()]
    assert [(str(shown[f"C{4 + n}"]), str(shown[f"A{4 + n}"])) for n in range(1, 5)] == [
        (row[0], row[1]) for row in rows
    ]
    assert (shown["D5"], shown["E5"]) == (2, 1.5)


def report_after(folder: Path, case: str, row: int, line: Mapping[str, Any]) -> list[str]:
    """The lines of a report of which one match was typed anew, where they differ from before."""
    source = FOLDER / CASES[case]["trf"]
    assert main(["import", str(source), "book.xlsx"]) == 0
    put("book.xlsx", row, line)
    assert main(["export", "book.xlsx", "out.trf"]) == 0
    before, after = source.read_text().splitlines(), Path("out.trf").read_text().splitlines()
    assert points(api.open_event("book.xlsx").event) == points(api.open_event("out.trf").event)  # type: ignore[arg-type]
    return [one for one in after if one not in before]


@pytest.mark.slow
def test_a_changed_board_changes_its_players_and_the_points(folder: Path) -> None:
    changed = report_after(folder, "rr4", 5, {"Board 1": "1"})
    assert [line[:8] for line in changed if line.startswith("001")] == ["001    1", "001   13"]
    assert all(line[:3] in ("001", "310") for line in changed)


@pytest.mark.slow
def test_a_forfeit_becomes_a_record(folder: Path) -> None:
    line = {f"Board {n}": None for n in range(1, 5)}
    changed = report_after(folder, "rr4", 5, {**line, "Result": "1-0F"})
    assert [one for one in changed if one.startswith("330")] == ["330 +-   1   1   4"]


@pytest.mark.slow
def test_an_empty_board_becomes_a_line_up(folder: Path) -> None:
    changed = report_after(folder, "rr4", 5, {"Line-up B": "13 - 15 16", "Board 2": "+"})
    assert [one for one in changed if one.startswith("300")] == [
        "300   1   4   1   13 0000   15   16"
    ]


@pytest.mark.slow
def test_a_bonus_becomes_a_record(folder: Path) -> None:
    changed = report_after(folder, "rr4", 5, {"Bonus A": "-1 MP -0.5 GP"})
    assert [one for one in changed if one.startswith("299")] == ["299    -1.0  -0.5    1    1"]


@pytest.mark.slow
def test_byes_become_records(folder: Path) -> None:
    line = {f"Board {n}": None for n in range(1, 5)}
    changed = report_after(folder, "rr4", 5, {**line, "Team B": "BYE", "Result": "half bye"})
    assert [one for one in changed if one.startswith("240")] == ["240 H   1    1"]


@pytest.mark.slow
def test_a_match_whose_players_are_not_known_is_not_written(folder: Path, shell: Shell) -> None:
    source = FOLDER / CASES["rr4"]["trf"]
    assert main(["import", str(source), "book.xlsx"]) == 0
    blank = {f"Board {n}": None for n in range(1, 5)}
    put("book.xlsx", 5, {**blank, "Result": "4-0"})
    said = shell("export", "book.xlsx", "out.trf", code=1).err
    assert "it is not known who played for team" in said
    assert not Path("out.trf").exists()


def test_the_team_is_named_whose_players_are_not_known() -> None:
    listed = Grid([["ID", "Name", "Team"], [1, "Ann", "A"], [2, "Bo", "A"]], "Players")
    teams = Grid([["ID", "Name"], [1, "A"], [2, "Late"]], "Teams")
    event = read_team_tables(Grid([HEADINGS[:5], [1, 1, 2, "1", "1"]], "Matches"), teams, None,
                             listed)  # fmt: skip
    with pytest.raises(InputError, match="it is not known who played for team Late"):
        trf.write(event)


@pytest.mark.slow
def test_a_new_workbook_becomes_a_report(folder: Path) -> None:
    assert main(["new", "t.xlsx", "--game", "chess", "--teams", "3", "--boards", "2"]) == 0
    named("t.xlsx", 3, "Teams")
    put("t.xlsx", 5, {"Team A": 1, "Team B": 2, "Board 1": "1", "Board 2": "½"})
    put("t.xlsx", 6, {"Team A": 3, "Team B": "BYE", "Result": "bye"})
    assert main(["export", "t.xlsx", "t.trf"]) == 0
    assert points(api.open_event("t.trf").event) == points(api.open_event("t.xlsx").event)  # type: ignore[arg-type]
    assert points(api.open_event("t.trf").event)["3"] == (1, 1)  # type: ignore[arg-type]


def test_points_of_the_records_299(tmp_path: Path) -> None:
    text = (FOLDER / CASES["rr4"]["trf"]).read_text()
    more = "299    -1.0  -0.5    1    1\n299 D   0.5   1.0    2    3    4\n"
    (tmp_path / "more.trf").write_text(text + more)
    plain = points(api.open_event(FOLDER / CASES["rr4"]["trf"]).event)  # type: ignore[arg-type]
    found = points(api.open_event(tmp_path / "more.trf").event)  # type: ignore[arg-type]
    assert found["1"] == (plain["1"][0] - 1, plain["1"][1] - 0.5)
    event = api.open_event(FOLDER / CASES["rr4"]["trf"]).event
    drawn = {
        side.who
        for match in event.matches
        if match.round == 2 and match.b is not None and match.a.outcome is match.b.outcome
        for side in match.sides
    }
    for who in ("2", "3", "4"):
        less = 0.5 if who in drawn and who in ("3", "4") else 0
        assert found[who][0] == plain[who][0] - less


@pytest.mark.slow
def test_lots_stay_in_the_workbook(folder: Path, shell: Shell) -> None:
    new = ["new", "t.xlsx", "--game", "chess", "--teams", "4", "--boards", "2", "--all-settings"]
    assert main(new) == 0
    named("t.xlsx", 4, "Teams")
    rows = openpyxl.load_workbook("t.xlsx")["Settings"].iter_rows()
    at = next(row[1].coordinate for row in rows if row[0].value == "Lot")
    edited(Path("t.xlsx"), "Settings", {at: "blue ball"})
    data, _ = recomputed(Path("t.xlsx").read_bytes())
    shown = values(data, "Standings")
    assert [shown[f"A{row}"] for row in range(5, 9)] == [1, 2, 3, 4]
    said = shell("standings", "t.xlsx", "--format", "csv").out
    drawn = [row.split(",")[0] for row in said.splitlines()[1:]]
    assert drawn == [str(shown[f"C{row}"]) for row in range(5, 9)]
    said = shell("standings", "t.xlsx", "--format", "csv", "--lot", "blue ball").out
    again = [row.split(",")[0] for row in said.splitlines()[1:]]
    assert again == drawn


@pytest.mark.slow
def test_a_line_up_may_seat_who_is_in_no_list_of_a_team(tmp_path: Path, shell: Shell) -> None:
    """Seen in a report of a pairing program: record 300 names a reserve that 310 does not."""
    report, book, back = (tmp_path / name for name in ("r.trf", "r.xlsx", "back.trf"))
    people = {1: "   3 w 1", 2: "   9 b 0", 3: "   1 b 0", 4: "0000 - -", 9: "   2 w 1"}
    lines = ["012 Reserve", "192 FIDE_TEAM", "352 WB"]
    for who, person in people.items():
        points = "1.0" if person.endswith("1") else "0.0"
        lines.append(f"001 {who:>4}      Player {who}".ljust(80) + f" {points}".ljust(11) + person)
    lines += [
        f"310   {team} Team {team}".ljust(73) + two
        for team, two in ((1, "   1    2"), (2, "   3    4"))
    ]
    lines += ["300   1   1   2    1    2", "300   1   2   1    3    9"]
    report.write_text("\n".join([*lines, ""]))
    said = shell("import", report, book).err
    assert "line-up of team 2 in round 1 names player 9, who is in no team" in said
    shown = []
    for path in (report, book):
        shown.append(shell("standings", path, "--criteria", "MPTS, GPTS, BC").out)
    assert shown[0] == shown[1] and "1      1    1" in shown[0]
    assert main(["export", str(book), str(back)]) == 0
    assert back.read_bytes() == report.read_bytes()


@pytest.mark.slow
def test_a_squad_smaller_than_the_boards_comes_back(tmp_path: Path, shell: Shell) -> None:
    """Player 2 wins board 2, where team 2 has nobody to sit; a penalty is read once, as that."""
    report, book, back = (tmp_path / name for name in ("r.trf", "r.xlsx", "back.trf"))
    cells = {1: ("0.0", "   3 w 0"), 2: ("1.0", "0000 - +"), 3: ("1.0", "   1 b 1")}
    lines = ["012 Small", "142 1", "192 FIDE_TEAM", "352 WB"]
    for who, (points, cell) in cells.items():
        lines.append(f"001 {who:>4}      Player {who}".ljust(80) + f" {points}".ljust(11) + cell)
    lines += ["310   1 Team 1".ljust(73) + "   1    2", "310   2 Team 2".ljust(73) + "   3"]
    lines.append("299    -1.0  -0.5    1    2")
    report.write_text("\n".join([*lines, ""]))
    assert "299" not in shell("import", report, book).err
    said = shell("standings", book, "--criteria", "MPTS, GPTS").out
    assert ["1", "1", "Team", "1", "1", "1"] in [line.split()[:6] for line in said.splitlines()]
    assert main(["export", str(book), str(back)]) == 0
    assert back.read_bytes() == report.read_bytes()


@pytest.mark.slow
def test_an_event_written_to_a_new_workbook_is_the_same_there(tmp_path: Path) -> None:
    """With names of teams beside the players, a score without boards, line-ups and byes."""
    first, second = tmp_path / "first.xlsx", tmp_path / "second.xlsx"
    teams = Grid([["ID", "Name"], *([n, f"Team {n}"] for n in range(1, 6))], "Teams")
    players = Grid(
        [["ID", "Name", "Team"],
         *[[n, f"Player {n}", f"team  {(n + 2) // 3}"] for n in range(1, 16)]], "Players",
    )  # fmt: skip
    event = read_team_tables(
        Grid([HEADINGS,
              [1, 1, 2, None, None, "1½-½", None, None, None],
              [1, 3, 4, "1", "½", None, "8 9", None, "-1 MP"],
              [1, 5, "BYE", None, None, "bye", None, None, None],
              [2, 5, 1, None, None, "1-0F", None, None, None],
              [2, 2, 3, "+", "-", None, None, "7 9", None]], "Matches"),
        teams, None, players,
    )  # fmt: skip
    assert event.faults == ()
    assert {player.team for player in event.players.contestants} == {"1", "2", "3", "4", "5"}
    api.write(event, first)
    opened = api.open_event(first)
    assert facts(opened.event) == facts(event)
    api.write(opened, second)
    assert facts(api.open_event(second).event) == facts(event)


def facts(event: Any) -> dict[Any, Any]:
    return {
        **{player.id: (player.name, player.team) for player in event.players.contestants},
        **{
            (match.round, side.who): (side.status, side.outcome, side.points, side.tally)
            for match in event.matches
            for side in match.sides
        },
        "points": sorted(event.board_points),
        "line-ups": sorted((n, who, line_up) for n, who, line_up in event.line_ups if any(line_up)),
    }


@pytest.mark.slow
def test_a_report_whose_line_ups_contradict_its_games_comes_back_byte_for_byte(
    tmp_path: Path,
) -> None:
    """The line-up of team 1 names the players of its rival, so no board can be written."""
    report, book = tmp_path / "odd.trf", tmp_path / "odd.xlsx"
    odd = b"300   1   1   4    1   13    2   14\n"
    report.write_bytes((FOLDER / "rr4.trf").read_bytes() + odd)
    api.write(api.open_event(report), book)
    again = tmp_path / "again.trf"
    api.write(api.open_event(book), again)
    assert again.read_bytes() == report.read_bytes()


def test_teams_that_all_met_stand_by_the_primary_score_first() -> None:
    """1 won both matches narrowly, 2 the other one by four boards: 4, 2, 0 and 5, 5½, 1½."""
    lines = [
        ["Round", "Team A", "Team B", *(f"Board {board}" for board in range(1, 5))],
        [1, 1, 2, "1", "½", "½", "½"], [2, 1, 3, "1", "½", "½", "½"], [3, 2, 3, "1", "1", "1", "1"],
    ]  # fmt: skip
    event = read_team_tables(Grid(lines, "Matches"), TEAMS)
    assert event.faults == ()
    assert [points(event)[who] for who in "123"] == [(4, 5), (2, 5.5), (0, 1.5)]
    criterion = parse_criteria("EDE", event=event)[0]
    found = criterion.values(EventIndex(event), ("1", "2", "3"))
    assert {who: one.total for who, one in found.items()} == {"1": 1, "2": 2, "3": 3}
    assert str(found["2"].why) == "of 3 tied, by the primary score"
