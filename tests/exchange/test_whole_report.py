"""A report of a new event is whole: persons, places, days, the system, and what FIDE asks for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from tests.pairing.events import bye, field_of, game
from tests.shell import Shell
from xltie import api
from xltie.cli.main import main
from xltie.event import Event, Status
from xltie.exchange import trf
from xltie.settings import Settings

PLAYERS = """Name,Rating,Title,Fed,FIDE No,Gender,Date of birth,K-factor
"Carlsen, Magnus",2839,GM,NOR,1503014,m,1990/11/30,10
"Ju, Wenjun",2559,GM,CHN,8603006,w,1991/01/31,20
"Kim, Junior",1800,,KOR,13200001,m,2012/05/05,40
"Doe, John",1500,,USA,2000001,m,1980/01/01,20
"""
HEADER = {
    "Event": "Open", "Start date": "2026-06-01", "City": "Oslo", "Federation": "NOR",
    "End date": "2026-06-02", "Dates of rounds": "2026-06-01; 2026-06-02",
    "Chief arbiter": "Smith, A", "Deputy arbiters": "Bell, C; Dale, E", "Time control": "90+30",
    "Pairing": "burstein",
}  # fmt: skip


def _new(folder: Path, *words: str, players: str = PLAYERS) -> Path:
    listed, book = folder / "players.csv", folder / "event.xlsx"
    listed.write_text(players, "utf-8")
    assert main(["new", str(book), "--game", "chess", "--from", str(listed), *words]) == 0
    return book


def _exported(book: Path, *words: str) -> list[str]:
    report = book.with_suffix(".trf")
    assert main(["export", str(book), str(report), "--force", *words]) == 0
    return report.read_text("utf-8").splitlines()


def _typed(book: Path, cells: dict[str, str]) -> None:
    opened = openpyxl.load_workbook(book)
    for row in opened["Settings"].iter_rows():
        if row[0].value in cells:
            row[1].value = cells[str(row[0].value)]
    opened.save(book)


def _all_played(book: Path) -> None:
    opened = openpyxl.load_workbook(book)
    sheet = opened["Rounds"]
    heading = next(row for row in sheet.iter_rows() if row[0].value == "Round")
    columns = [str(cell.value).split("\n")[0] for cell in heading]
    for row in sheet.iter_rows(min_row=heading[0].row + 1):
        if row[columns.index("White")].value:
            row[columns.index("Result")].value = "1-0"
    opened.save(book)


@pytest.mark.slow
def test_what_a_list_says_of_the_players_is_in_the_report(tmp_path: Path, shell: Shell) -> None:
    book = _new(tmp_path, "--rounds", "2")
    assert "not used" not in shell.printed().err
    assert [line for line in _exported(book) if line.startswith("001")][:2] == [
        "001    1 m GM Carlsen, Magnus                   2839 NOR     1503014 1990/11/30  0.0",
        "001    2 w GM Ju, Wenjun                        2559 CHN     8603006 1991/01/31  0.0",
    ]
    again = tmp_path / "again.xlsx"
    assert main(["import", str(book.with_suffix(".trf")), str(again)]) == 0
    shown = [cell.value for row in openpyxl.load_workbook(again)["Players"] for cell in row]
    assert {"Sex", "Birth", "FIDE ID", "1990/11/30", "w"} <= set(shown)


@pytest.mark.slow
def test_the_settings_are_the_header_of_the_report(tmp_path: Path) -> None:
    book = _new(tmp_path, "--rounds", "2", "--all-settings")
    _typed(book, HEADER)
    lines = _exported(book)
    assert [line for line in lines if line[2] == "2"][:14] == [
        "012 Open", "022 Oslo", "032 NOR", "042 2026/06/01", "052 2026/06/02", "062 4", "072 4",
        "092 Individual: Swiss-System", "102 Smith, A", "112 Bell, C", "112 Dale, E", "122 90+30",
        "132".ljust(91) + "26/06/01  26/06/02", "142 2",
    ]  # fmt: skip
    assert "192 FIDE_BURSTEIN" in lines
    again = tmp_path / "again.xlsx"
    assert main(["import", str(book.with_suffix(".trf")), str(again)]) == 0
    assert _exported(again) == lines
    said = api.open_event(again).event.settings.texts
    assert (said["city"], said["deputy_arbiter"]) == ("Oslo", "Bell, C; Dale, E")
    assert said["pairing"] == "burstein"


@pytest.mark.slow
def test_a_report_for_fide_names_all_that_is_missing(tmp_path: Path, shell: Shell) -> None:
    book = _new(tmp_path, "--rounds", "2", players=PLAYERS + '"Lee, New",,,KOR,,m,2010/05/05,\n')
    shell("pair", book, "--write")
    report = tmp_path / "event.trf"
    assert main(["export", str(book), str(report), "--for", "fide"]) == 1
    assert not report.exists()
    said = [line.split(": ", 1)[1] for line in shell.printed().err.splitlines()]
    assert said == [
        "Event is missing (record 012)", "City is missing (record 022)",
        "Federation is missing (record 032)", "Start date is missing (record 042)",
        "End date is missing (record 052)", "Chief arbiter is missing (record 102)",
        "Dates of rounds is missing (record 132)", "1 player without FIDE ID: Lee, New",
        "Rounds!C5: 2 games are not played yet",
    ]  # fmt: skip


@pytest.mark.slow
def test_a_report_that_is_whole_is_written_for_fide(tmp_path: Path, shell: Shell) -> None:
    book = _new(tmp_path, "--rounds", "2", "--all-settings")
    _typed(book, HEADER)
    assert main(["pair", str(book), "--write"]) == 0
    _all_played(book)
    shell.printed()
    lines = _exported(book, "--for", "fide")
    assert sum(line.startswith("001") for line in lines) == 4
    assert "record 182 is missing; title events need it" in shell.printed().err


def test_byes_of_a_round_to_come_make_nobody_absent() -> None:
    """A blank cell is somebody who is to be paired, 0000 - Z somebody who is not there."""
    matches = (game(1, "1", "3"), game(1, "2", "4"), bye(2, "4", Status.HALF_BYE))
    event = Event(
        "Open", "chess", "swiss", 3, contestants=field_of(4), matches=matches,
        settings=Settings.by_key({"pairing_numbers": "id"}),
    )  # fmt: skip
    lines = [line for line in trf.write(event).decode().splitlines() if line.startswith("001")]
    assert [line[91:].split() for line in lines] == [
        ["3", "w", "1"], ["4", "w", "1"], ["1", "b", "0"], ["2", "b", "0", "0000", "-", "H"],
    ]  # fmt: skip
    again = trf.read(trf.write(event)).event
    assert [(match.round, match.a.who) for match in again.matches if match.b is None] == [(2, "4")]


def test_a_round_that_was_taken_back_leaves_the_report() -> None:
    event = Event(
        "Open", "chess", "swiss", 3, contestants=field_of(2), matches=(game(1, "1", "2"),)
    )
    written = trf.read(trf.write(event)).event
    without = trf.write(replace(written, matches=()))
    assert all(len(line) < 91 for line in without.decode().splitlines())


@pytest.mark.slow
def test_matches_of_teams_to_be_played_are_in_the_report(tmp_path: Path) -> None:
    players = "Name,Team,Rating\n" + "".join(
        f"P{team}{board},Team {team},{2400 - board}\n" for team in "ABCD" for board in range(2)
    )
    book = _new(tmp_path, "--teams", "4", "--boards", "2", "--rounds", "3", players=players)
    assert main(["pair", str(book), "--write"]) == 0
    lines = _exported(book)
    cells = [line[91:99].split() for line in lines if line.startswith("001")]
    assert sorted(cell[1] for cell in cells) == ["b"] * 4 + ["w"] * 4
    event, report = (api.open_event(path).event for path in (book, book.with_suffix(".trf")))
    assert {frozenset(side.who for side in match.sides) for match in report.matches} == {
        frozenset(side.who for side in match.sides) for match in event.matches
    }
    assert {match.a.status for match in report.matches} == {Status.PENDING}
