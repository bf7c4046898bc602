"""Go through a workbook and back: every field, every value."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from xltie.api import open_event
from xltie.cli.main import main
from xltie.core.catalogues import LANGUAGES

pytestmark = pytest.mark.slow

FILES = sorted((Path(__file__).parent.parent / "h9").glob("*.h9"))
SMALL = [path for path in FILES if path.stem in ("juvisy2019", "mpj2024", "mpk2009", "ioct2020")]


def juvisy(folder: Path) -> tuple[Path, Path]:
    """A published event, and the workbook made of it."""
    source = next(path for path in FILES if path.stem == "juvisy2019")
    book = folder / "event.xlsx"
    assert main(["import", str(source), str(book)]) == 0
    return source, book


def columns(path: Path, criteria: str, capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    code = main(["standings", str(path), "--criteria", criteria, "--format", "csv"])
    shown = capsys.readouterr()
    assert code == 0, shown.err
    return list(csv.reader(io.StringIO(shown.out)))


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_a_file_goes_through_a_workbook_and_back_without_loss(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, again = tmp_path / "event.xlsx", tmp_path / "event.h9"
    assert main(["import", str(path), str(book)]) == 0
    assert main(["export", str(book), str(again)]) == 0
    assert again.read_bytes() == path.read_bytes()
    capsys.readouterr()
    criteria = "NBW, MMS, SOS, SOSOS, SODOS, CUSS, EXT"
    assert columns(book, criteria, capsys) == columns(path, criteria, capsys)


def test_a_result_corrected_in_the_workbook_is_corrected_in_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from openpyxl import load_workbook

    source, path = juvisy(tmp_path)
    again = tmp_path / "event.h9"
    book = load_workbook(path)
    rows = list(book["Rounds"].iter_rows())
    heads = next(row for row in rows if row[0].value == "Round")
    at = {cell.value: index for index, cell in enumerate(heads)}
    game = next(
        row
        for row in rows
        if row[0].value == 1 and {row[at["Black"]].value, row[at["White"]].value} == {1, 2}
    )
    game[at["Result"]].value = "1/2-1/2"
    book.save(path)
    assert main(["export", str(path), str(again)]) == 0
    capsys.readouterr()
    before = source.read_text("utf-8").splitlines()
    after = again.read_text("utf-8").splitlines()
    changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    (first, first_now), (second, second_now) = changed
    assert first.replace("2+/w0", "2=/w0") == first_now
    assert second.replace("1-/b0", "1=/b0") == second_now


def test_a_workbook_typed_by_hand_becomes_a_result_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from openpyxl import load_workbook

    _, path = juvisy(tmp_path)
    again = tmp_path / "event.h9"
    book = load_workbook(path)
    del book["H9"]
    book.save(path)
    assert main(["export", str(path), str(again)]) == 0
    capsys.readouterr()
    assert "; Pl Name Rk Co Club MMS SOS" in again.read_text("utf-8")
    assert main(["verify", str(again)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "MMS: 19 of 19 (column 1)",
        "SOS: 19 of 19 with unplayed=start (column 2; the same with self)",
        "padding: all 0 (column 3)",
        "padding: all 0 (column 4)",
        "places: 19 of 19 lines stand where they belong",
        '--criteria "MMS, SOS(unplayed=start)"',
    ]


@pytest.mark.parametrize("end", [".txt", ".h9"])
def test_go_events_are_written_as_go_files_whatever_the_ending(
    end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = next(path for path in FILES if path.stem == "mpk2008")
    named, path, again = tmp_path / f"a{end}", tmp_path / "b.xlsx", tmp_path / f"c{end}"
    named.write_bytes(source.read_bytes())
    assert main(["import", str(named), str(path)]) == 0
    assert main(["export", str(path), str(again)]) == 0
    assert again.read_bytes() == source.read_bytes()
    capsys.readouterr()


def test_a_new_workbook_gives_start_scores_and_places(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from openpyxl import load_workbook

    names = tmp_path / "players.csv"
    names.write_text("id,name,grade\n1,A,7d\n2,B,1d\n3,C,12k\n4,D,25k\n", "utf-8")
    path = tmp_path / "new.xlsx"
    assert main(["new", str(path), "--game", "go", "--from", str(names), "--rounds", "3"]) == 0
    sheet = load_workbook(path, data_only=True)["Players"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    head = next(row for row in rows if row[0] == "ID")
    at = head.index("Start score")
    start = [row[at] for row in rows[rows.index(head) + 1 :]][:4]
    assert start == [33, 30, 18, 10]
    formulas = load_workbook(path)["Players"]
    assert any(
        str(cell.value).startswith("=STARTSCORE(") for row in formulas.iter_rows() for cell in row
    )
    standings = load_workbook(path, data_only=True)["Standings"]
    headings = [cell.value for row in standings["D4:J4"] for cell in row]
    assert headings == ["MMS", "SOS", "SOS-1", "SOS-2", "SODOS", "NBW", "DC"]
    capsys.readouterr()


@pytest.mark.parametrize("language", LANGUAGES)
def test_start_scores_know_the_format_in_every_language(language: str, tmp_path: Path) -> None:
    from openpyxl import load_workbook

    names = tmp_path / "players.csv"
    names.write_text("id,name,grade\n1,A,7d\n2,B,1d\n3,C,12k\n4,D,25k\n", "utf-8")
    path = tmp_path / "new.xlsx"
    made = ["new", str(path), "--game", "go", "--from", str(names), "--language", language]
    assert main(made) == 0
    players = load_workbook(path, data_only=True).worksheets[1]
    assert [players.cell(row, 4).value for row in range(5, 9)] == [33, 30, 18, 10]


def test_a_start_score_of_0_stays_one(tmp_path: Path) -> None:
    """European Women's Championship 2014: two start groups, 0 and more; ranks would give 25."""
    source = next(path for path in FILES if path.stem == "ewgc2014")
    book = tmp_path / "event.xlsx"
    assert main(["import", str(source), str(book)]) == 0
    starts = [[own.start for own in open_event(str(p)).event.contestants] for p in (source, book)]
    assert starts[0] == starts[1] and 0 in starts[0]
