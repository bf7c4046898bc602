"""A large event has a number below its text: what Calc shows follows it at once and never lags."""

from __future__ import annotations

import csv
import time
from pathlib import Path
from typing import Any

import pytest

from tests.event.test_packed_text import _big
from tests.libreoffice.calc import Book, Calc
from tests.shell import Shell
from xltie.core.cells import cell_name
from xltie.event.packed import is_event_text
from xltie.games import preset
from xltie.workbooks.build import build_workbook

PLAYERS, ROUNDS = 120, 9
LINES = f"A5:D{4 + PLAYERS}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return _workbook(tmp_path / "large.xlsx", PLAYERS)


def _workbook(path: Path, players: int) -> Path:
    event = _big(players, ROUNDS - 1)
    book = build_workbook(preset("chess"), players, ROUNDS, event.contestants, {}, event.matches)
    book.save(path)
    return path


def test_the_sheet_follows_every_change_of_a_large_event(
    calc: Calc, path: Path, tmp_path: Path, shell: Shell
) -> None:
    with calc.open(path) as book:
        text, key = _packed(book)
        assert f"EVENTKEY({text.removeprefix('Settings!')})" in book.formula(key)
        for row, result in ((5, "'0-1"), (6, "'0-1"), (5, "'1-0"), (7, "'½-½"), (6, "'1-0")):
            book.put({f"Rounds!F{row}": result})  # and at once read
            assert _lines(book) == _said(book, tmp_path, shell)


def test_two_documents_with_texts_in_several_cells_keep_their_own_games(
    calc: Calc, tmp_path: Path, shell: Shell
) -> None:
    """Each cell of a text names the same tables, which are read once for all of them."""
    field = 300
    one, other = (_workbook(tmp_path / f"{name}.xlsx", field) for name in ("one", "other"))
    with calc.open(one) as first, calc.open(other) as second:
        column = [first.formula(f"Settings!B{row}") for row in range(1, 61)]
        assert sum("AllGames" in formula for formula in column) > 1
        for row, result in ((5, "'0-1"), (6, "'1-0"), (7, "'0-1"), (8, "'½-½")):
            first.put({f"Rounds!F{row}": result})
            second.put({f"Rounds!F{row + 20}": result})
            assert _lines(second) != _lines(first)
        assert _lines(first) == _said(first, tmp_path, shell)[:PLAYERS]
        assert _lines(second) == _said(second, tmp_path, shell)[:PLAYERS]


def test_a_number_that_was_typed_over_makes_nothing_wrong(
    calc: Calc, path: Path, tmp_path: Path, shell: Shell
) -> None:
    with calc.open(path) as book:
        _, key = _packed(book)
        before = _lines(book)
        book.put({key: book.value(key)})
        assert _lines(book) == before
        time.sleep(1)
        book.put({f"Rounds!F{row}": "'0-1" for row in range(5, 30)})
        assert _lines(book) != before
        assert _lines(book) == _said(book, tmp_path, shell)
        said = shell("check", tmp_path / "saved.xlsx", code=1).err
        assert f"{key}: a value stands in place of the formula" in said


def test_a_text_that_was_typed_over_is_told_with_its_cell(calc: Calc, path: Path) -> None:
    with calc.open(path) as book:
        text, _ = _packed(book)
        book.put({text: "'typed over"})
        assert text in str(book.value("Standings!A3"))


def _packed(book: Book) -> tuple[str, str]:
    """Return the cells of the text and of the number, which follows it."""
    column = book.rows("Settings!B1:B60")
    row = next(n for n, (cell,) in enumerate(column, 1) if is_event_text(cell))
    assert isinstance(column[row][0], float)
    return f"Settings!{cell_name(row, 2)}", f"Settings!{cell_name(row + 1, 2)}"


def _lines(book: Book) -> list[list[Any]]:
    rows = book.ask("data", address=f"Standings!{LINES}")
    return [[place, who, points] for place, _, who, points in rows]


def _said(book: Book, folder: Path, shell: Shell) -> list[list[Any]]:
    """Return what the command says of the book as it stands, as the sheet shows it."""
    saved = folder / "saved.xlsx"
    book.save(saved)
    lines = csv.DictReader(shell("standings", saved, "--format", "csv", code=None).out.splitlines())
    return [[float(line[one]) for one in ("place", "id", "PTS")] for line in lines]
