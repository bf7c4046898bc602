"""How many players each McMahon group has, said while floor and bar are being set."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import edited, setting_cell, workbook_grids
from tests.shell import Shell
from xltie.cli.main import main

RANKS = "6d 5d 5d 4d 3d 3d 1d 1k 2k 3k 5k 8k 12k 20k".split()


@pytest.fixture
def event(tmp_path: Path) -> Path:
    table = tmp_path / "players.csv"
    lines = [f"P{number},{rank}," for number, rank in enumerate(RANKS, 1)]
    table.write_text("name,grade,Registration\n" + "\n".join([*lines, "Late,4d,PRE"]), "utf-8")
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--game", "go", "--from", str(table), "--rounds", "3"]) == 0
    return path


def said(path: Path, sheet: str = "Settings") -> str:
    assert main(["recompute", str(path)]) == 0
    texts = [str(cell) for line in workbook_grids(path.read_bytes())[sheet].rows for cell in line]
    return next(text for text in texts if "Next: Tournament" in text)


@pytest.mark.slow
def test_groups_are_counted_anew_with_every_bar(event: Path) -> None:
    line = said(event)
    assert (
        "Start scores: 33 (bar): 4, 32: 2, 30: 1, 29: 1, 28: 1, 27: 1, 25: 1, 22: 1; 2 below."
        in (line)
    )
    assert line.startswith("14 players.")
    assert line.endswith("Preliminary, not paired: Late.")
    assert said(event, "Players") == line
    edited(event, "Settings", {setting_cell(event, "McMahon bar"): "2d",
                               setting_cell(event, "McMahon floor"): "5k"})  # fmt: skip
    assert "Start scores: 31 (bar): 6, 30: 1, 29: 1, 28: 1, 27: 1, 25: 4." in said(event)
    edited(event, "Players", {"D5": 32, "D6": 32.5})  # a super-group
    assert "Start scores: 32.5: 1, 32: 1, 31 (bar): 4, 30: 1," in said(event)


@pytest.mark.slow
def test_a_swiss_has_no_groups(event: Path) -> None:
    edited(event, "Settings", {setting_cell(event, "Format"): "swiss"})
    assert "Start scores" not in said(event)


@pytest.mark.slow
def test_who_is_preliminary_is_not_paired_and_is_named(event: Path, shell: Shell) -> None:
    edited(event, "Players", {"B18": "Kim"})
    told = shell("pair", event)
    assert "not paired, registered as preliminary: Late" in told.out + told.err
    assert "Not in this round: 15 Late" in told.out
