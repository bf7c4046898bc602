"""What the sheets of a session say while it is played, and where its next result goes."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.books import edited, named, recomputed, values, workbook_grids
from xltie.cli.main import main
from xltie.sheets.round import open_line


def played(path: Path, cells: dict[str, object]) -> tuple[str, str, str, str]:
    """Type results; return rows 2 and 3 of Boards and of Standings."""
    edited(path, "Boards", cells)
    path.write_bytes(recomputed(path.read_bytes())[0])
    boards, standings = (values(path.read_bytes(), name) for name in ("Boards", "Standings"))
    return boards.get("A2", ""), boards["A3"], standings.get("A2", ""), standings.get("A3", "")


@pytest.mark.slow
def test_sheets_say_which_round_is_played_and_how_many_results_are_to_come(tmp_path: Path) -> None:
    path = tmp_path / "evening.xlsx"
    made = ["new", str(path), "--game", "bridge", "--players", "6", "--rounds", "6"]
    assert main([*made, "--language", "en"]) == 0
    named(path, 6)
    assert main(["seat", str(path), "--system", "mitchell"]) == 0
    sheet = openpyxl.load_workbook(path)["Boards"]
    rows = [row for row in range(5, sheet.max_row + 1) if sheet.cell(row, 1).value]
    first = [row for row in rows if sheet.cell(row, 1).value == 1]
    assert open_line(dict(workbook_grids(path.read_bytes()))["Boards"]) == (5, 6)
    said = played(path, {f"F{row}": "PASS" for row in first[1:]})
    left = len(rows) - len(first) + 1
    assert said == (
        "Round 1 of 3", "1 result of round 1 to come: table 1.",
        f"Standings after {len(first) - 1} of {len(rows)} results",
        f"{left} results to come. These places will change.",
    )  # fmt: skip
    assert open_line(dict(workbook_grids(path.read_bytes()))["Boards"]) == (5, 6)
    said = played(path, {f"F{row}": "PASS" for row in rows})
    assert said == (
        "Round 3 of 3", "All boards have results: print Standings.", "Final standings", ""
    )  # fmt: skip
    assert open_line(dict(workbook_grids(path.read_bytes()))["Boards"]) is None


def test_the_standings_of_a_finished_session_name_who_won(tmp_path: Path) -> None:
    path = tmp_path / "session.xlsx"
    assert main(["new", str(path), "--game", "bridge", "--example", "--language", "en"]) == 0
    standings = values(path.read_bytes(), "Standings")
    assert standings["A2"] == "Final standings"
    assert standings["A3"] == f"Winner: {standings['B5']}."
