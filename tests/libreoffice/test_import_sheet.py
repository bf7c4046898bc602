"""*Make an event from this sheet* in the real Calc, beside ``xltie import``."""

from __future__ import annotations

from pathlib import Path

from tests.libreoffice.calc import Book, Calc
from tests.libreoffice.test_any_table import GERMAN, KOREAN
from xltie import api
from xltie.cli.main import main

PLACE_OR_NUMBER = [
    ["Rk.", "No.", "Name", "1.Rd"],
    [1, 3, "Ann", "2w1"],
    [2, 4, "Bob", "1b0"],
    [3, 1, "Cid", "4w1"],
    [4, 2, "Dee", "3b0"],
]


def saved(calc: Calc, path: Path, **sheets: list[list[object]]) -> Path:
    with calc.open() as book:
        for name, rows in sheets.items():
            book.sheet(name, rows)
        book.save(path)
    return path


def points(path: Path) -> dict[str, float]:
    found = api.standings(api.open_event(path), "points")
    named = found.event_index.contestant
    return {named(line.who).name or line.who: float(line.values[0].total) for line in found.lines}


def test_the_sheet_in_front_becomes_an_event_that_opens(calc: Calc, tmp_path: Path) -> None:
    path = saved(calc, tmp_path / "my club.xlsx", Notes=[["Hall", "open"]], Liste=GERMAN)
    with calc.open(path) as book:
        book.sheet("Other", KOREAN)  # games too, in a sheet that is not in front
        said = book.ask("dispatch", command="import", select="Liste!A1")
        assert book.ask("is_modified") is True
        assert book.ask("sheets") == ["Sheet1", "Notes", "Liste", "Other"]
    target = tmp_path / "my club-event.xlsx"
    assert "\n  my club-event.xlsx: 4 players, 3 rounds played\n" in said
    assert "read as a cross table of 3 rounds; opponents are given by Nr. (Liste!B2)" in said
    assert "1 for a win, 0.5 for a draw, 0 for a loss" in said
    made = Book(calc, calc.ask("taken", path=str(target)))
    with made:
        shown = made.rows("Standings!A5:D8")
        assert not [cell for row in shown for cell in row if str(cell).startswith("#")]
        assert {row[1]: row[3] for row in shown} == points(target)
    assert points(target) == {"Berger": 2.5, "Adler": 2.0, "Conrad": 1.5, "Dietz": 0.0}


def test_what_was_typed_since_counts_and_no_file_is_replaced(calc: Calc, tmp_path: Path) -> None:
    path = saved(calc, tmp_path / "club.xlsx", Liste=KOREAN)
    there = tmp_path / "club-event.xlsx"
    there.write_bytes(b"somebody's")
    with calc.open(path) as book:
        book.put({"Liste!D5": "백승"})
        book.ask("dispatch", command="import", select="Liste!A1")
    assert there.read_bytes() == b"somebody's"
    target = tmp_path / "club-event-2.xlsx"
    with Book(calc, calc.ask("taken", path=str(target))):
        assert points(target)["최"] == 2.0
    command = tmp_path / "command.xlsx"
    with calc.open(path) as book:
        book.put({"Liste!D5": "백승"})
        book.save(tmp_path / "same.xlsx")
    assert main(["import", str(tmp_path / "same.xlsx"), str(command), "--sheet", "Liste"]) == 0
    assert points(target) == points(command)


def test_a_contradiction_gets_the_cursor_and_nothing_is_made(calc: Calc, tmp_path: Path) -> None:
    path = saved(calc, tmp_path / "club.xlsx", Liste=GERMAN)
    with calc.open(path) as book:
        book.put({"Liste!F4": "4s½"})
        said = book.ask("dispatch", command="import", select="Liste!A1")
        assert "Liste!F4: '4s½' contradicts" in said
        assert "Liste.$F$4" in book.ask("selected")
    assert not list(tmp_path.glob("*event*"))


def test_two_readings_are_both_said_and_nothing_is_made(calc: Calc, tmp_path: Path) -> None:
    path = saved(calc, tmp_path / "club.xlsx", Liste=PLACE_OR_NUMBER)
    with calc.open(path) as book:
        said = book.ask("dispatch", command="import", select="Liste!A1")
    assert 'writing "Number" in place of "No." / writing "Number" in place of "Rk."' in said
    assert "--read" not in said
    assert not list(tmp_path.glob("*event*"))


def test_a_document_that_was_never_saved_is_refused(calc: Calc) -> None:
    with calc.open() as book:
        book.sheet("Liste", GERMAN)
        said = book.ask("dispatch", command="import", select="Liste!A1")
    assert "save the workbook first: the event is put into a file beside it" in said
