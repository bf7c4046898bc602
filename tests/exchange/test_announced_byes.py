"""Byes that a report announces for the round to be paired: they have no board, games begin at 1."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from tests.pairing.events import bye, event_index_of, field_of, game
from tests.shell import Shell
from xltie.cli.main import main
from xltie.event import Event, Status
from xltie.exchange import trf
from xltie.games.common import NOT_PLAYING


def _tables(said: str) -> list[str]:
    lines = [line.split() for line in said.splitlines()]
    return [line[0] for line in lines if line and line[0].isdecimal()]


@pytest.mark.slow
def test_games_begin_at_board_1_in_the_sheet_and_at_the_command(
    tmp_path: Path, shell: Shell
) -> None:
    """Three announced byes took boards 1 to 3, and the printed list began at 4."""
    matches = [game(1, str(n), str(n + 4), table=str(n)) for n in range(1, 5)]
    matches += [bye(2, str(n), Status.HALF_BYE) for n in (1, 2)]
    event = replace(event_index_of(field_of(8), matches, rounds=3).event, start_date="2026-06-01")
    report, book = tmp_path / "open.trf", tmp_path / "open.xlsx"
    report.write_bytes(trf.write(event))
    shell("import", report, book)
    for source in (report, book):
        assert _tables(shell("pair", source).out)[:3] == ["1", "2", "3"]
    assert main(["pair", str(book), "--write"]) == 0
    sheet = openpyxl.load_workbook(book)["Rounds"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=3)]
    second = [row for row in rows if row[0] == 2]
    boards = [row[1] for row in second if row[1]]
    assert sorted(map(str, boards)) == ["1", "2", "3"]
    assert len(second) == 5


def _with_attendance(event: Event, said: dict[str, str]) -> Event:
    """The event with what the list of players says in *Not playing in round*."""
    return replace(
        event,
        contestants=tuple(
            replace(
                one,
                more=((NOT_PLAYING, said[one.id]),) if one.id in said else (),
                withdrawn_after=1 if said.get(one.id) == "from 2" else None,
            )
            for one in event.contestants
        ),
    )


def test_what_the_players_announce_leaves_with_the_report() -> None:
    """The next round was paired with them by whoever read the report: xltie and other programs."""
    matches = [game(1, str(n), str(n + 4), table=str(n)) for n in range(1, 5)]
    event = event_index_of(field_of(8), matches, rounds=5, format="swiss").event
    said = {"2": "2", "5": "½ 2, 4", "7": "from 2", "8": "1"}
    data = trf.write(_with_attendance(event, said))
    byes = [line for line in data.decode().splitlines() if line.startswith("240")]
    assert byes == ["240 H   2    5", "240 Z   2    2    7", "240 Z   4    5"]
    read = trf.read(data).event
    state = {(m.round, m.a.who): m.a.status for m in read.matches if m.b is None}
    assert state == {
        (2, "2"): Status.ZERO_BYE, (2, "5"): Status.HALF_BYE,
        (2, "7"): Status.ZERO_BYE, (4, "5"): Status.ZERO_BYE,
    }  # fmt: skip
    assert trf.write(read) == data
    # taken back by one, announced by another: the lines follow, those of others stay
    stays = [m for m in read.matches if m.b is not None or m.a.who != "2"]
    changed = replace(_with_attendance(read, {"3": "4"}), matches=tuple(stays))
    byes = [line for line in trf.write(changed).decode().splitlines() if line.startswith("240")]
    assert byes == ["240 H   2    5", "240 Z   2    7", "240 Z   4    5", "240 Z   4    3"]


def test_rounds_that_are_over_announce_nothing() -> None:
    matches = [game(1, str(n), str(n + 4), table=str(n)) for n in range(1, 5)]
    over = event_index_of(field_of(8), matches, rounds=1, format="swiss").event
    table = replace(over, format="round-robin", rounds=7)
    for event, said in ((over, {"2": "1", "3": "from 2"}), (table, {"2": "3"})):
        assert b"\n240" not in trf.write(_with_attendance(event, said))


@pytest.mark.slow
def test_a_note_below_the_settings_costs_nothing(tmp_path: Path, shell: Shell) -> None:
    """Every command said six times that the formula which packs the event was typed over."""
    players, book = tmp_path / "players.csv", tmp_path / "club.xlsx"
    players.write_text("Name,Rating\nAnn,2000\nBob,1900\n")
    assert main(["new", str(book), "--from", str(players), "--rounds", "1", "--game", "chess"]) == 0
    content = openpyxl.load_workbook(book)
    sheet = content["Settings"]
    last = max(cell.row for row in sheet.iter_rows() for cell in row if cell.value is not None)
    for row in range(last + 1, last + 7):
        sheet.cell(row, 1).value, sheet.cell(row, 2).value = "Sponsor", "The bakery"
    content.save(book)
    for command in (["standings"], ["check"], ["pair"]):
        said = shell(*command, book)
        assert "typed over" not in said.out + said.err
