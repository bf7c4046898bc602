"""A small event typed cell by cell into the file: the sheets are right at every key."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.books import recomputed, typed_into, values
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.cells import Scalar
from xltie.event import Contestant
from xltie.games import preset
from xltie.recompute.run.edit import CellEdits
from xltie.workbooks.build import new_workbook

ADDED = ("Crosstable", "Explain")
SHEETS = ("Standings", *ADDED)
TYPED: list[tuple[int, int, Scalar]] = [
    (5, 1, 1), (5, 3, 1), (5, 10, 2), (6, 1, 1), (6, 3, 3), (6, 10, 4), (5, 6, 40), (5, 7, 24),
    (6, 6, 4), (6, 7, 31), (6, 6, 33), (7, 1, 2), (7, 3, 1), (7, 10, 1), (7, 10, 3), (8, 1, 2),
    (8, 3, 2), (8, 10, 4), (7, 6, 30), (7, 7, 34), (8, 6, 32), (8, 7, 32),
]  # fmt: skip
"""Rounds as they are typed, with a slip in the discs of one game and in a pairing."""


@pytest.mark.slow
def test_no_key_leaves_an_error_and_the_sheet_says_what_the_command_says(
    tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "event.xlsx"
    field = [Contestant(str(number), f"P{number}") for number in range(1, 5)]
    path.write_bytes(new_workbook(preset("othello"), 4, 2, field))
    for sheet in ADDED:
        assert main(["add-sheet", sheet, str(path)]) == 0
    data = path.read_bytes()
    shell.printed()
    faulty = 0
    for row, column, value in TYPED:
        data = typed_into(data, CellEdits("Rounds", {(row, column): value}))
        data, _ = recomputed(data)
        path.write_bytes(data)
        for sheet in SHEETS:
            errors = {at: one for at, one in values(data, sheet).items() if str(one)[:1] == "#"}
            assert set(errors.values()) <= {"#"}, (row, column, sheet, errors)
        shown = values(data, "Standings")
        there = [(str(shown[f"C{at}"]), shown[f"A{at}"]) for at in range(5, 9)]
        code = main(["standings", str(path), "--format", "csv"])
        said = shell.printed()
        lines = csv.DictReader(said.out.splitlines())
        assert [(line["id"], int(line["place"])) for line in lines] == there, (row, column)
        notice = str(shown.get("A3") or "")
        is_faulty = notice.startswith("Provisional")
        assert bool(code) == is_faulty, (row, column, said.err)
        assert not is_faulty or notice.partition(": ")[2] in said.err
        faulty += is_faulty
    assert 0 < faulty < len(TYPED) / 2
