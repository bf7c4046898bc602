"""``verify`` compares what a club's table prints: any column, whatever it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.main import main

TABLE = """Rk.;No.;Name;1.Rd;2.Rd;3.Rd;Pts.;TB1;TB2
1;2;Berger;3w1;1s1;4w½;2.5;{};2.5
2;4;Dietz;1s½;3w1;2s½;2;4;2
3;1;Adler;4w½;2w0;3s1;1.5;4.5;1
4;3;Conrad;2s0;4s0;1w0;0;6;0
"""


def _verify(tmp_path: Path, buchholz: str) -> int:
    path = tmp_path / "club.csv"
    path.write_text(TABLE.format(buchholz), "utf-8")
    return main(["verify", str(path)])


def test_every_column_and_the_places_come_out(tmp_path: Path, shell: Shell) -> None:
    assert _verify(tmp_path, "3.5") == 0
    said = shell.printed().out
    assert "Pts. (G1): 4 of 4 by points" in said
    assert "TB1 (H1): 4 of 4 by BH" in said
    assert "TB2 (I1): 4 of 4 by SB" in said
    assert "Rk. (A1): 4 of 4 by points, BH" in said


def test_a_cell_that_differs_is_named(tmp_path: Path, shell: Shell) -> None:
    assert _verify(tmp_path, "4") == 1
    assert "H2 2 Berger: published 4, computed 3.5" in shell.printed().out


@pytest.mark.slow
def test_the_workbook_made_of_it_has_the_printed_points(tmp_path: Path, shell: Shell) -> None:
    path, book = tmp_path / "club.csv", tmp_path / "event.xlsx"
    path.write_text(TABLE.format("3.5"), "utf-8")
    told = shell("import", path, book)
    assert "opponents are given by No. (B1)" in told.err
    assert "'s' is Black" in told.err and "1 for a win" in told.err
    said = shell("standings", book, "--criteria", "points, BH", "--format", "csv").out
    lines = said.splitlines()[1:]
    assert [line.split(",")[2] for line in lines] == ["2.5", "2", "1.5", "0"]
