"""Byes that a report announces for the round to be paired: they have no board, games begin at 1."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl

from tests.pairing.events import bye, event_index_of, field_of, game
from tests.shell import Shell
from xltie.cli.main import main
from xltie.event import Status
from xltie.exchange import trf


def _tables(said: str) -> list[str]:
    lines = [line.split() for line in said.splitlines()]
    return [line[0] for line in lines if line and line[0].isdecimal()]


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
