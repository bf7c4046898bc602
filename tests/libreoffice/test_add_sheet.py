"""*Add sheet* in the real Calc: what the command makes, in the open document, and live."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import edited
from tests.libreoffice.calc import Calc
from tests.libreoffice.test_pairing import event, with_results
from xltie.cli.main import main


def test_a_cross_table_is_added_and_follows_results(calc: Calc, tmp_path: Path) -> None:
    path = event(tmp_path / "event.xlsx", "chess", 6)
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", with_results(path, 1))
    with calc.open(path) as book:
        said = book.ask("dispatch", command="sheet.crosstable")
        assert "sheet Crosstable added" in said
        assert book.ask("sheets")[-1] == "Crosstable"
        assert "file:" not in book.formula("Crosstable!A5")
        rows = book.rows("Crosstable!A5:D10")
        standings = book.rows("Standings!A5:C10")
        assert [line[:3] for line in rows] == [[one[0], one[2], one[1]] for one in standings]
        first = next(line for line in rows if line[1] == 1.0)
        book.put({"Rounds!F5": "0"})
        now = next(line for line in book.rows("Crosstable!A5:D10") if line[1] == 1.0)
        assert now[3] != first[3]
        assert [line[1] for line in book.rows("Crosstable!A5:D10")] == [
            line[2] for line in book.rows("Standings!A5:C10")
        ]
        again = book.ask("dispatch", command="sheet.crosstable")
        assert "there is a sheet Crosstable already" in again
        assert book.ask("sheets").count("Crosstable") == 1


@pytest.mark.parametrize("name", ["race", "explain", "why", "help"])
def test_every_sheet_comes_without_an_error(calc: Calc, tmp_path: Path, name: str) -> None:
    path = event(tmp_path / "event.xlsx", "chess", 6)
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", with_results(path, 1))
    with calc.open(path) as book:
        book.ask("dispatch", command=f"sheet.{name}")
        sheet = book.ask("sheets")[-1]
        assert sheet == name.capitalize()
        rows = book.ask("get", address=f"{sheet}!A1:P40")
        errors = [cell for row in rows for cell in row if isinstance(cell, list)]
        assert not errors or name == "race"  # a chart wants errors where nothing is to be drawn
