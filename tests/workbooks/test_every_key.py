"""A small event typed cell by cell into the file: the sheets are right at every key."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.books import recomputed, typed_into, values
from xltie.cli.main import main
from xltie.core.cells import Scalar
from xltie.event import Contestant
from xltie.games import preset
from xltie.recompute.run.edit import CellEdits
from xltie.workbooks import new_workbook

SHEETS = ("Standings", "Crosstable", "Explain")
TYPED: list[tuple[int, int, Scalar]] = [
    (5, 3, 1), (5, 5, 2), (6, 3, 3), (6, 5, 4), (5, 7, 40), (5, 8, 24), (6, 7, 4), (6, 8, 31),
    (6, 7, 33), (7, 3, 1), (7, 5, 1), (7, 5, 3), (8, 3, 2), (8, 5, 4), (7, 7, 30), (7, 8, 34),
    (8, 7, 32), (8, 8, 32),
]  # fmt: skip
"""Rounds as they are typed, with a slip in the discs of one game and in a pairing."""


@pytest.mark.slow
def test_no_key_leaves_an_error_and_the_sheet_says_what_the_command_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.xlsx"
    field = [Contestant(str(number), f"P{number}") for number in range(1, 5)]
    data = new_workbook(preset("othello"), 4, 2, field)
    faulty = 0
    for row, column, value in TYPED:
        data = typed_into(data, CellEdits("Rounds", {(row, column): value}))
        data, _ = recomputed(data)
        path.write_bytes(data)
        for sheet in SHEETS:
            errors = {at: own for at, own in values(data, sheet).items() if str(own)[:1] == "#"}
            assert set(errors.values()) <= {"#"}, (row, column, sheet, errors)
        shown = values(data, "Standings")
        there = [(str(shown[f"C{at}"]), shown[f"A{at}"]) for at in range(5, 9)]
        code = main(["standings", str(path), "--format", "csv"])
        said = capsys.readouterr()
        lines = csv.DictReader(said.out.splitlines())
        assert [(own["id"], int(own["place"])) for own in lines] == there, (row, column)
        notice = str(shown.get("A3") or "")
        is_faulty = notice.startswith("Provisional")
        assert bool(code) == is_faulty, (row, column, said.err)
        assert not is_faulty or notice in said.err
        faulty += is_faulty
    assert 0 < faulty < len(TYPED) / 2
