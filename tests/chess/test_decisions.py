"""What an arbiter decided, in report, workbook and cells: order by hand, withdrawals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.shell import Shell
from xltie import api
from xltie.api.unsaid import counterparts, losses
from xltie.cli.main import main
from xltie.core.cells import Grid
from xltie.event import Event, EventIndex
from xltie.exchange import trf
from xltie.pairing.catalogue import system_of, wants_of
from xltie.pairing.systems import draw_round
from xltie.settings import NO_SETTINGS
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import read_tables

GAMES = """1 1 6 1-0|1 2 5 0-1|1 3 4 1-0|2 6 4 1-0|2 5 3 1-0|2 1 2 ½-½|3 2 6 1-0|3 3 1 ½-½
3 4 5 1-0F|4 6 5 0-0F|4 1 4 1-0|4 2 3 ½-½|5 3 6 1-0F|5 4 2 0-1|5 5 1 0-1F"""
ROUNDS = Grid(
    [
        ("Round", "White", "Black", "Result"),
        *(g.split() for g in GAMES.replace("\n", "|").split("|")),
    ],
    "Rounds",
)
FIRST_ROUND = Grid(ROUNDS.rows[:4], "Rounds")
PLAYERS = Grid(
    [
        ("ID", "Name", "Withdrawn after", "Manual order"),
        *((1, "A"), (2, "B", None, 2), (3, "C", None, 1), (4, "D"), (5, "E", 2)),
        (6, "F", "3 expelled"),
    ],
    "Players",
)
"""Six players, five games each: E completed two of five, F three of five. C won the lots."""


def settings(**more: object) -> Grid:
    lines: dict[str, Any] = {
        "Game": "chess",
        "Format": "round-robin",
        "Rounds": 5,
        "Criteria": "PTS; MANUAL",
    }
    return Grid([("Setting", "Value"), *({**lines, **more}.items())], "Settings")


def event(**more: object) -> Event:
    return read_tables(ROUNDS, PLAYERS, settings(**more))


def cell(name: str, *arguments: Any) -> Any:
    return evaluate_call(REGISTRY[name], list(arguments))


def values(of: Event, criterion: str) -> dict[str, float]:
    lines = api.standings(of, f"PTS, {criterion}").lines
    return {line.who: float(line.values[1].total) for line in lines if line.values[1]}  # type: ignore[arg-type]


def test_less_than_half_of_a_round_robin_does_not_count() -> None:
    """General Regulations 6.6: E's games with A to D count for nobody, F's all count."""
    found = api.standings(event())
    assert [(line.place, line.who) for line in found.lines] == [
        (1, "3"),
        (2, "2"),
        (3, "1"),
        (4, "4"),
    ]
    assert [line.values[0].total for line in found.lines if line.values[0]] == [3, 3, 3, 0]
    assert values(event(), "SB") == {"1": 4, "2": 4, "3": 4, "4": 0}
    assert values(event(), "KS") == {"1": 1, "2": 1, "3": 1, "4": 0}  # 50 % of four games


def test_counted_lets_them_count() -> None:
    found = api.standings(event(**{"Withdrawn players": "counted"}))
    assert [line.who for line in found.lines] == ["1", "3", "2", "5", "4"]


def test_half_of_the_games_count() -> None:
    """The article speaks of less than half: of four games two are enough."""
    players = Grid([*PLAYERS.rows[:5], (5, "E", 2)], "Players")
    rounds = Grid([row for row in ROUNDS.rows if 6 not in row and "6" not in row], "Rounds")
    assert api.standings(read_tables(rounds, players, settings())).event_index.unranked == {}


def test_in_a_swiss_only_the_expelled_lose_their_place() -> None:
    found = api.standings(event(Format="swiss"))
    assert [line.who for line in found.lines] == ["1", "3", "2", "5", "4"]


def test_cells_say_the_same() -> None:
    text = Grid([[cell("EVENT", PLAYERS, ROUNDS, settings(), 1)]])
    rounds = [cell("ROUNDRESULT", 2, text, number) for number in range(1, 6)]
    assert rounds == ["(-5w)", "=1b", "+6w", "=3w", "+4b"]
    assert cell("POINTS", 2, text) == 3
    assert [cell("PLAYERAT", text, text, None, row) for row in (1, 2, 5)] == [3, 2, ""]
    assert "5 E: withdrew after round 2 with 2 of 5 games" in cell("PROVISIONAL", text, text)
    assert cell("PLACE", 5, text) == "-"  # in a workbook's line, as the standings print it


def report(tmp_path: Path) -> Path:
    path = tmp_path / "robin.trf"
    path.write_bytes(trf.write(event()))
    return path


def test_a_report_keeps_them_in_comments(tmp_path: Path) -> None:
    path = report(tmp_path)
    lines = path.read_text().splitlines()
    assert "202 OTHER_MANUAL" in lines and "212 PTS,OTHER_MANUAL" in lines
    assert "### xltie manual order: 2=2 3=1" in lines
    assert "### xltie withdrawn after: 5=2 6=3 expelled" in lines
    found = api.open_event(path)
    assert [line.who for line in api.standings(found).lines] == ["3", "2", "1", "4"]
    assert trf.write(found.event) == path.read_bytes()


def test_ranks_of_those_without_a_place_are_not_compared(tmp_path: Path, shell: Shell) -> None:
    path = report(tmp_path)
    rank = {"3": 1, "2": 2, "1": 3, "4": 4, "5": 5, "6": 6}
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(
        "".join(
            f"{line[:85]}{rank[line[4:8].strip()]:4}{line[89:]}" if line.startswith("001") else line
            for line in lines
        )
    )
    assert shell("check", path).out.endswith("; 4 of 4 ranks by its own list\n")


@pytest.mark.slow
def test_the_drawing_of_lots_stays_in_a_report(tmp_path: Path) -> None:
    """All four with a place are drawn for: nothing but the lot decides."""
    drawn = replace(
        event(Criteria="MANUAL", Lot="Town hall,  12 May"),
        contestants=tuple(replace(c, manual_order=None) for c in event().contestants),
    )
    path, book, back = tmp_path / "robin.trf", tmp_path / "robin.xlsx", tmp_path / "back.trf"
    path.write_bytes(trf.write(drawn))
    assert "### xltie lot: Town hall, 12 May" in path.read_text().splitlines()
    found = api.open_event(path)
    assert [criterion.label for criterion in found.parsed()] == ["MANUAL"]
    lines = api.standings(found).lines
    assert [line.place for line in lines] == [1, 2, 3, 4]
    assert [line.decided_by for line in lines[1:]] == [1, 1, 1]
    assert main(["import", str(path), str(book)]) == 0
    assert [line.who for line in api.standings(api.open_event(book)).lines] == [
        line.who for line in lines
    ]
    assert main(["export", str(book), str(back)]) == 0
    assert back.read_bytes() == path.read_bytes()


def test_a_system_without_a_code_and_its_acceleration_stay_in_a_report() -> None:
    """The upper half of the field has a virtual point in two rounds: the report pairs alike."""
    of_swiss = {"Format": "swiss", "Criteria": "PTS", "Pairing": "Swiss", "Accelerated rounds": 2,
                "Pairing seed": "Town hall"}  # fmt: skip
    new = read_tables(FIRST_ROUND, PLAYERS, settings(**of_swiss))
    data = trf.write(new)
    assert "### xltie pairing: swiss accelerated 2" in data.decode().splitlines()
    back = trf.read(data, "back.trf").event
    drawn = [pair(of, 2) for of in (new, back)]
    assert drawn[0] == drawn[1] != pair(replace(new, settings=NO_SETTINGS), 2)
    assert trf.write(back) == data
    assert losses(new, back, counterparts(new, back)) == []


def pair(of: Event, number: int) -> list[list[str]]:
    index, system = EventIndex(of), system_of(of, "swiss")
    drawn = draw_round(index, number, system, wants_of(index, number))
    return [list(board.players) for board in drawn.boards]


@pytest.mark.parametrize("typed", ["Dutch", "FIDE Dutch", "fide_dutch"])
def test_every_name_of_a_system_has_its_code(typed: str) -> None:
    data = trf.write(event(Format="swiss", Criteria="PTS", Pairing=typed))
    assert "192 FIDE_DUTCH_2025" in data.decode()
    assert "### xltie pairing" not in data.decode()


@pytest.mark.slow
def test_a_workbook_and_its_report_say_the_same(tmp_path: Path, shell: Shell) -> None:
    path, book, back = report(tmp_path), tmp_path / "robin.xlsx", tmp_path / "back.trf"
    shell("import", path, book)
    shown = []
    for name in (path, book):
        printed = shell("standings", name)
        assert "5 E: withdrew after round 2 with 2 of 5 games" in printed.err
        assert "6 F: expelled after round 3" in printed.err
        shown.append(printed.out)
    assert shown[0] == shown[1]
    assert main(["export", str(book), str(back)]) == 0
    assert back.read_bytes() == path.read_bytes()
    assert main(["explain", str(book), "5"]) != 0
    assert "player 5 has no place: withdrew after round 2" in shell.printed().err


def test_a_comment_that_is_not_understood_is_named(tmp_path: Path) -> None:
    path = report(tmp_path)
    path.write_text(path.read_text().replace("5=2 6=3", "5=two 9=3"))
    opened = api.open_event(path)
    assert any("this comment is not understood" in str(fault) for fault in opened.warnings)
    assert all(player.withdrawn_after is None for player in opened.event.contestants)


def test_a_team_that_left_does_not_count_either() -> None:
    """Tournament Rules 5.6: the same for teams; its boards leave the board count too."""
    from xltie.event import EventIndex
    from xltie.rules.chess.team_scores import board_values

    lines = ["1 A D 1 1", "1 B C 1 0", "2 D C - -", "2 A B ½ ½", "3 B D + +", "3 C A 0 1"]
    matches = Grid([("Round", "Team A", "Team B", "Board 1", "Board 2"), *map(str.split, lines)])
    teams = Grid([("ID", "Name", "Withdrawn after"), ("A",), ("B",), ("C",), ("D", "", 1)])
    found = read_tables(matches, teams, settings(Contest="teams", Rounds=3, Criteria="PTS; MPvGP"))
    event_index = EventIndex(replace(found, faults=()))
    assert {who: event_index.score(who) for who in "ABC"} == {"A": 2, "B": 2, "C": 2}
    assert event_index.unranked.keys() == {"D"}
    assert list(map(float, board_values(event_index, "A"))) == [1.5, 0.5]
