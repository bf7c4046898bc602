"""What people do to a workbook while their event runs: the sheet and the commands stay one."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.books import recomputed
from tests.libreoffice.calc import Book, Calc
from xltie.cli.main import main
from xltie.ranking import label_in

CAME = 9
ODS, XLSX = ".ods", ".xlsx"


@pytest.fixture(params=["chess", "othello"])
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def typed(game: str, row: int) -> Any:
    if game == "othello":
        return 20 + row
    return {"chess": ("1", "0", "1/2-1/2"), "go": ("B+", "W+", "=")}[game][row % 3]


def titles(book: Book, sheet: str) -> list[str]:
    return [str(text).split("\n")[0] for text in book.rows(f"{sheet}!A4:P4")[0]]


def results(book: Book, game: str, sheet: str = "Rounds") -> None:
    """Type a result into every game that has none."""
    named = titles(book, sheet)
    at = named.index("Black discs" if game == "othello" else "Result")
    for row, line in enumerate(book.rows(f"{sheet}!A5:P60"), 5):
        numbers = [line[n] for n, text in enumerate(named) if text == "No"]
        if line[0] and not line[at] and all(isinstance(number, float) for number in numbers):
            book.put({f"{sheet}!{'ABCDEFGHIJKLMNOP'[at]}{row}": typed(game, row)})


@pytest.fixture
def book(calc: Calc, tmp_path: Path, game: str) -> Iterator[Book]:
    """An event of nine of ten: two rounds, the second half played."""
    path = tmp_path / "event.xlsx"
    made = ["new", str(path), "--game", game, "--players", "10", "--rounds", "4"]
    assert main([*made, "--language", "en"]) == 0
    with calc.open(path) as own:
        own.put({f"Players!B{5 + n}": f"Player {n + 1}" for n in range(CAME)})
        own.ask("dispatch", command="pair")
        results(own, game)
        own.ask("dispatch", command="pair")
        yield own


def shown(book: Book, sheet: str = "Standings") -> dict[str, list[Any]]:
    """Place and values on the sheet by player."""
    lines = book.rows(f"{sheet}!A5:M20")
    return {f"{line[2]:g}": [line[0], *line[3:9]] for line in lines if isinstance(line[2], float)}


def agree(book: Book, folder: Path, shell: Any, kind: str = XLSX, sheet: str = "Standings") -> None:
    """The sheet says what both commands say of the file, and no cell is an error."""
    path = folder / f"now{kind}"
    book.save(path)
    out = shell("standings", path, "--format", "csv", "--language", "en", code=None).out
    told = list(csv.DictReader(io.StringIO(out[out.index("id,place") :])))
    seen = shown(book, sheet)
    head = [label_in(str(text)) for text in book.rows(f"{sheet}!D4:I4")[0]]
    assert {"points", "PTS"} & set(head) & set(told[0])
    assert set(seen) == {line["id"] for line in told}
    names = {f"{line[2]:g}": line[1] for line in book.rows(f"{sheet}!A5:C20") if line[2]}
    for line in told:  # who has no number yet has no name either beside the one to come
        assert names[line["id"]] in (line["name"], "")
    for line in told:
        own = dict(zip(["place", *head], seen[line["id"]], strict=True))
        for key in ("place", *(name for name in head if name in line)):
            value = "" if own[key] in (None, "-") else own[key]
            wanted = "" if line[key] in ("", "-") else float(line[key])
            assert value == pytest.approx(wanted) if wanted != "" else value == "", (line, key)
    errors = [
        (name, cell)
        for name in book.ask("sheets")[:4]
        for row in book.ask("get", address=f"{name}!A1:P60")
        for cell in row
        if isinstance(cell, list)
    ]
    assert not errors
    if kind == XLSX:
        ours = book.ask("sheets")[:4]
        changed = recomputed(path.read_bytes())[1].changed
        assert not [one for one in changed if one.place.rpartition("!")[0] in ours]


def test_standings_are_printed_as_far_as_there_are_players(
    book: Book, game: str, tmp_path: Path
) -> None:
    """Lines of nobody would be a page of headings on the wall."""
    for players in (CAME, CAME + 1):
        path = tmp_path / f"printed{players}.xlsx"
        book.save(path)
        printed = openpyxl.load_workbook(path)["Standings"].print_area
        assert printed.split(":")[-1].endswith(f"${4 + players}")
        with zipfile.ZipFile(path) as file:
            names = re.findall(r"<definedName[^>]*>", file.read("xl/workbook.xml").decode())
        assert len(set(names)) == len(names), "a second range of one sheet is damage to Excel"
        book.put({f"Players!B{5 + players}": "Late"})
        results(book, game)
        assert "round 3 (" in book.ask("dispatch", command="pair") or players > CAME


def test_sheets_are_renamed(book: Book, game: str, tmp_path: Path, shell: Any) -> None:
    for name, new in (("Players", "Teilnehmer"), ("Rounds", "Runden"), ("Settings", "Rahmen")):
        book.ask("rename", name=name, new=new)
        agree(book, tmp_path, shell)
    results(book, game, "Runden")
    agree(book, tmp_path, shell)
    assert "round 3 (" in book.ask("dispatch", command="pair")
    agree(book, tmp_path, shell)


def test_columns_are_inserted_and_moved(book: Book, game: str, tmp_path: Path, shell: Any) -> None:
    book.ask("insert_column", sheet="Rounds", column=1)
    agree(book, tmp_path, shell)
    for behind in (2, 1):  # the names, the numbers
        book.ask("insert_column", sheet="Players", column=behind)
        agree(book, tmp_path, shell)
    results(book, game)
    agree(book, tmp_path, shell)


def test_names_that_are_dragged_away_are_missed_by_sheet_and_command(
    book: Book, tmp_path: Path, shell: Any
) -> None:
    """Formulas read up to the last column of the list: behind it there are no names."""
    assert shown(book)
    book.ask("move", source="Players!B1:B9999", target="Players!M1")
    said = "there is no column of names here"
    assert f"Players!A4: {said}" in book.rows("Standings!A3:A3")[0][0]
    assert not shown(book)
    path = tmp_path / "moved.xlsx"
    book.save(path)
    told = shell("standings", path, "--format", "csv", "--language", "en", code=None)
    assert f"Players!A4: {said}" in told.err and not told.out
    book.ask("move", source="Players!M1:M9999", target="Players!B1")
    agree(book, tmp_path, shell)


def test_other_columns_that_are_dragged_away_are_said_not_to_be_read(
    book: Book, game: str, tmp_path: Path, shell: Any
) -> None:
    book.ask("move", source="Players!C1:C9999", target="Players!M1")
    agree(book, tmp_path, shell)
    told = shell("check", tmp_path / "now.xlsx", "--language", "en", code=None)
    assert "Players!M4: column 'Rating' is not read" in told.out + told.err
    for column in "F" if game == "chess" else "FG":  # the result, or the discs of both
        book.ask(
            "move",
            source=f"Rounds!{column}1:{column}9999",
            target=f"Rounds!{chr(ord(column) + 10)}1",
        )
    said = "there are players on both sides, but no column of results"
    assert said in book.rows("Standings!A3:A3")[0][0] and not shown(book)
    book.save(tmp_path / "moved.xlsx")
    told = shell("standings", tmp_path / "moved.xlsx", "--language", "en", code=None)
    assert said in told.err and not told.out


def test_rows_are_sorted_and_inserted(book: Book, game: str, tmp_path: Path, shell: Any) -> None:
    book.ask("sort", address=f"Players!A5:H{4 + CAME}", column=1, ascending=False)
    agree(book, tmp_path, shell)
    results(book, game)
    book.ask("insert_row", sheet="Players", row=8)
    agree(book, tmp_path, shell)
    assert "round 3 (" in book.ask("dispatch", command="pair")
    agree(book, tmp_path, shell)


def test_rows_are_put_above_the_headings_of_the_standings(
    calc: Calc, book: Book, game: str, tmp_path: Path, shell: Any
) -> None:
    """Nobody is lost from the first lines, and what is typed over below is put back rightly."""
    for sheet in ("crosstable", "explain"):
        book.ask("dispatch", command=f"sheet.{sheet}")
    results(book, game)
    before, explained = shown(book), book.rows("Explain!A4:E9")
    cross = book.rows("Crosstable!A5:D9")
    for row in (4, 1):
        book.ask("insert_row", sheet="Standings", row=row)
        book.ask("insert_row", sheet="Explain", row=row)
        book.ask("recalculate")
    assert shown(book) == before and len(before) == CAME
    assert book.rows("Explain!A6:E11") == explained
    assert book.rows("Crosstable!A5:D9") == cross
    path = tmp_path / "moved.xlsx"
    book.save(path)
    shell("check", path)
    lines = book.rows("Standings!A7:C15")
    book.put({"Standings!C8": 1, "Standings!A9": 77, "Crosstable!C6": "nobody"})
    book.save(path)
    said = shell("repair", path).out
    assert all(cell in said for cell in ("Standings!C8", "Standings!A9", "Crosstable!C6"))
    with calc.open(path) as mended:
        assert mended.rows("Standings!A7:C15") == lines
        assert mended.rows("Crosstable!A5:D9") == cross


def test_late_entries_and_names_without_a_number(
    book: Book, game: str, tmp_path: Path, shell: Any
) -> None:
    book.put({"Players!B14": "Late"})  # the next line
    agree(book, tmp_path, shell)
    below = 5 + next(n for n, line in enumerate(book.rows("Players!A5:A60")) if line[0] is None)
    book.put({f"Players!B{below}": "Later"})  # below the lines that have numbers
    agree(book, tmp_path, shell)
    results(book, game)
    assert "round 3 (" in book.ask("dispatch", command="pair")
    agree(book, tmp_path, shell)
    names = {line[1] for line in book.rows("Standings!A5:C20")}
    assert {"Late", "Later"} <= names
    assert isinstance(book.value(f"Players!A{below}"), float)


@pytest.mark.parametrize("kind", [ODS, XLSX])
def test_the_event_goes_on_in_a_saved_file(
    calc: Calc, book: Book, game: str, kind: str, tmp_path: Path, shell: Any
) -> None:
    path = tmp_path / f"saved{kind}"
    book.save(path)
    with calc.open(path) as again:
        results(again, game)
        assert "round 3 (" in again.ask("dispatch", command="pair")
        results(again, game)
        agree(again, tmp_path, shell)
        again.save(tmp_path / "back.xlsx")
    with calc.open(tmp_path / "back.xlsx") as last:
        agree(last, tmp_path, shell)


def test_without_the_extension_what_was_computed_stays(
    book: Book, game: str, tmp_path: Path
) -> None:
    """Another program's copy, in a LibreOffice that knows none of our functions.

    It computes a formula anew whose stored value is an empty text: nothing stands there, either,
    but in the Standings, where each cell names its function alone and #NAME? is to be seen.
    """
    path = tmp_path / "copy.xlsx"
    results(book, game)
    for name in ("crosstable", "race"):
        book.ask("dispatch", command=f"sheet.{name}")
    before = shown(book)
    filled = {who: [n for n, cell in enumerate(line) if cell != ""] for who, line in before.items()}
    book.save(path)
    bare = Calc(tmp_path / "bare")
    try:
        with bare.open(path) as own:
            after = shown(own)
            assert set(after) == set(before)
            for who, at in filled.items():
                assert [after[who][n] for n in at] == [before[who][n] for n in at]
            for area in ("Players!A1:P60", "Rounds!A1:P60", "Settings!A1:P60", "Crosstable!A1:P60",
                         "Race!A1:B60"):  # fmt: skip
                rows = own.ask("get", address=area)
                assert not [cell for row in rows for cell in row if isinstance(cell, list)]
    finally:
        bare.quit()
