"""What a sheet says of faults, and what a command says of the same workbook, are the same words."""

from __future__ import annotations

import datetime
import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

from tests.books import field, workbook_grids
from tests.shell import Shell
from xltie import open_event
from xltie.event.packed import unpack
from xltie.games import preset
from xltie.recompute import recompute
from xltie.sheets.functions import callables
from xltie.workbooks.build import new_workbook

Cells = dict[str, dict[str, Any]]
"""Values to type, by sheet and cell."""


def typed(data: bytes, cells: Cells) -> bytes:
    """Return a workbook with cells typed into it and everything computed."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    for sheet, values in cells.items():
        for cell, value in values.items():
            book[sheet][cell] = value
    out = io.BytesIO()
    book.save(out)
    return recompute(out.getvalue(), callables())[0]


def check(data: bytes, folder: Path, shell: Shell) -> list[str]:
    """Return what ``xltie check`` says of a workbook, line by line without the file's name."""
    path = folder / "event.xlsx"
    path.write_bytes(data)
    said = shell("check", path, code=1).err
    return [line.removeprefix(f"{path}: ") for line in said.splitlines()]


@pytest.mark.slow
def test_an_unknown_rank_costs_its_player_the_scores_and_the_sheet_says_why(
    tmp_path: Path, shell: Shell
) -> None:
    book = new_workbook(preset("go"), 4, 2)
    cells: Cells = {
        "Players": {
            "B5": "A",
            "C5": "3d",
            "B6": "B",
            "C6": "2d",
            "B7": "C",
            "C7": "insei",
            "B8": "D",
        },
        "Rounds": {"A5": 1, "C5": 1, "L5": 2, "G5": "1-0"},
    }
    data = typed(book, cells)
    said = check(data, tmp_path, shell)
    assert len(said) == 1
    assert said[0].startswith("Players!C7: the rank 'insei' of C is not understood")
    standings = workbook_grids(data)["Standings"].rows
    assert standings[2][0] == f"Provisional, what is faulty is left out: {said[0]}"
    assert [line[:5] for line in standings[4:8]] == [
        (1, "A", 1, 33, 31), (2, "B", 2, 31, 33), (3, "D", 4, 0, 0), (4, "C", 3, "-", "-"),
    ]  # fmt: skip
    cells["Players"]["C7"] = "1d"
    right = workbook_grids(typed(data, cells))["Standings"].rows
    assert right[2][0] in ("", None) and right[4][2] == 1


@pytest.mark.slow
@pytest.mark.parametrize("year", [1900, 1904])
def test_a_date_cell_counts_from_the_year_that_its_workbook_says(year: int) -> None:
    book = openpyxl.load_workbook(io.BytesIO(new_workbook(preset("chess"), 4, 2, field(4))))
    book.epoch = CALENDAR_MAC_1904 if year == 1904 else CALENDAR_WINDOWS_1900
    book["Settings"]["B6"] = datetime.date(2025, 5, 3)
    out = io.BytesIO()
    book.save(out)
    assert open_event(out.getvalue(), name="e.xlsx").event.start_date == "2025-05-03"
    computed = workbook_grids(recompute(out.getvalue(), callables())[0])["Settings"]
    packed = next(line[1] for line in computed.rows if line[0] == "Event in one cell")
    assert unpack(str(packed)).start_date == "2025-05-03"


@pytest.mark.slow
def test_the_sheet_and_the_command_say_the_same_of_a_faulty_list(
    tmp_path: Path, shell: Shell
) -> None:
    book = new_workbook(preset("chess"), 4, 2, field(4))
    where = openpyxl.load_workbook(io.BytesIO(book))["Settings"]
    row = next(r for r in range(5, 30) if where.cell(r, 1).value == "Criteria")
    cells: Cells = {
        "Settings": {f"B{row}": "PTS; BHX; SB", "B9": "fide3000"},
        "Rounds": {"A5": 1, "C5": 1, "I5": 2, "F5": "1-0"},
    }
    data = typed(book, cells)
    said = check(data, tmp_path, shell)
    assert [line.partition(":")[0] for line in said] == ["Settings!B9", f"Settings!B{row}"]
    shown = workbook_grids(data)["Standings"].rows
    told = f"Provisional, what is faulty is left out: {said[0]} (and 1 more fault)"
    assert shown[2][0] == told
    assert [line[0] for line in shown[4:8]] == [1, 2, 2, 2]
    lines = shell("standings", tmp_path / "event.xlsx", "--format", "csv", code=1).out
    printed = [line.split(",") for line in lines.splitlines()[1:]]
    assert [row[1] for row in printed] == ["1", "2", "2", "2"]
