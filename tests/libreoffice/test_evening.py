"""An evening in the real Calc, typed as a director types it: names, results and one button."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.libreoffice.calc import Book, Calc
from tests.shell import Shell
from xltie.cli.main import main

PLANNED = 10
CAME = 9


def new(path: Path, game: str) -> Path:
    made = ["new", str(path), "--game", game, "--players", str(PLANNED), "--rounds", "3"]
    assert main([*made, "--language", "en"]) == 0
    return path


def lines(book: Book, number: int) -> list[tuple[int, list[Any]]]:
    """The lines of a round, each with its row."""
    rows = book.rows("Rounds!A5:J40")
    return [(at, row) for at, row in enumerate(rows, 5) if row[0] == number and row[2]]


def the_command_says(book: Book, path: Path, shell: Shell) -> list[list[str]]:
    book.save(path)
    out = shell("standings", path, "--format", "csv", "--language", "en").out
    return [line.split(",") for line in out[out.index("id,place") :].splitlines()[1:]]


def test_nobody_without_a_name_plays_and_the_cursor_waits_for_a_result(
    calc: Calc, tmp_path: Path, shell: Shell
) -> None:
    with calc.open(new(tmp_path / "evening.xlsx", "chess")) as book:
        book.put({f"Players!B{5 + n}": f"P{n + 1}" for n in range(CAME)})
        assert "round 1 (" in book.ask("dispatch", command="pair")
        assert book.ask("selected") == "$Rounds.$F$5"
        first = lines(book, 1)
        assert [row[5] for _, row in first].count("bye") == 1
        there = {row[2] for _, row in first} | {row[8] for _, row in first if row[8]}
        assert there == {*range(1, CAME + 1)}
        assert [row[0] for row in book.rows("Standings!C5:C20")].count(10) == 0
        book.put({f"Rounds!F{at}": "1-0" for at, row in first if row[8]})
        # A late entry below the lines prepared: the name alone.
        book.put({"Players!B15": "Late"})
        book.ask("rename", name="Players", new="Teilnehmer")
        assert "round 2 (" in book.ask("dispatch", command="pair")
        assert book.value("Teilnehmer!A15") == 11
        at, _ = lines(book, 2)[0]
        assert book.ask("selected") == f"$Rounds.$F${at}"
        assert len(lines(book, 2)) == 5
        book.put({f"Rounds!F{at}": "0-1" for at, _ in lines(book, 2)})
        told = the_command_says(book, tmp_path / "saved.xlsx", shell)
        shown = book.rows("Standings!A5:C14")
        assert [[f"{who:g}", f"{place:g}"] for place, _, who in shown] == [
            line[:2] for line in told
        ]
        assert "Late" in [name for _, name, _ in shown]


def test_a_column_inserted_while_the_event_runs_changes_nothing(calc: Calc, tmp_path: Path) -> None:
    with calc.open(new(tmp_path / "evening.xlsx", "othello")) as book:
        book.put({f"Players!B{5 + n}": f"P{n + 1}" for n in range(CAME)})
        book.put({"Players!E6": "½ 1", "Players!E7": "½ 1"})  # half byes, in the column Result
        book.ask("dispatch", command="pair")
        for at, row in lines(book, 1):
            if row[9]:
                book.put({f"Rounds!F{at}": 40})
        book.save(tmp_path / "saved.xlsx")
    with calc.open(tmp_path / "saved.xlsx") as book:
        before = book.rows("Standings!A5:F14")
        book.ask("insert_column", sheet="Rounds", column=1)
        assert book.rows("Standings!A5:F14") == before
