"""Go through a workbook and back: every field, every value."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.books import edited
from tests.shell import Shell
from xltie.api import open_event
from xltie.cli.main import main
from xltie.core.catalogues import LANGUAGES
from xltie.ranking import label_in
from xltie.settings.declared import TIME

pytestmark = pytest.mark.slow

FILES = sorted((Path(__file__).parent.parent / "h9").glob("*.h9"))
SMALL = [path for path in FILES if path.stem in ("juvisy2019", "mpj2024", "mpk2009", "ioct2020")]


def juvisy(folder: Path) -> tuple[Path, Path]:
    """A published event, and the workbook made of it."""
    source = next(path for path in FILES if path.stem == "juvisy2019")
    book = folder / "event.xlsx"
    assert main(["import", str(source), str(book)]) == 0
    return source, book


def columns(path: Path, criteria: str, shell: Shell) -> list[list[str]]:
    code = main(["standings", str(path), "--criteria", criteria, "--format", "csv"])
    shown = shell.printed()
    assert code == 0, shown.err
    return list(csv.reader(io.StringIO(shown.out)))


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_a_file_goes_through_a_workbook_and_back_without_loss(
    path: Path, tmp_path: Path, shell: Shell
) -> None:
    book, again = tmp_path / "event.xlsx", tmp_path / "event.h9"
    assert main(["import", str(path), str(book)]) == 0
    assert main(["export", str(book), str(again)]) == 0
    assert again.read_bytes() == path.read_bytes()
    shell.printed()
    sums = ", ".join(f"{name}(unplayed=zero)" for name in ("SOS", "SOSOS", "SODOS"))
    criteria = f"NBW, MMS, {sums}, CUSS, EXT"
    assert columns(book, criteria, shell) == columns(path, criteria, shell)


SHOWING = ("juvisy2019", "kpmc2009", "ewgc2014", "mpj2009", "wagc1980", "cs1975", "mpj2026")


@pytest.mark.parametrize("stem", SHOWING)
def test_a_workbook_ranks_as_the_file_does(stem: str, tmp_path: Path, shell: Shell) -> None:
    """Their columns show what a round without an opponent adds, SODOS, or start scores of 0."""
    source = next(path for path in FILES if path.stem == stem)
    book = tmp_path / "event.xlsx"
    shell("import", source, book)
    shown = []
    for path in (source, book):
        lines = json.loads(shell("standings", path, "--format", "json").out)["standings"]
        shown.append(
            sorted((line["id"], line["place"], *line["values"].values()) for line in lines)
        )
    assert shown[0] == shown[1]


def test_the_header_of_a_file_fills_the_settings(tmp_path: Path) -> None:
    text = (
        "; CL[b]\n; EV[x]\n; PC[KR, Seoul]\n; DT[2026-03-01,2026-03-02]\n; HA[h2]\n; KM[6,5]\n"
        "; TM[60]\n; CM[Sudden death]\n1 A B 3d PL W 1 2+\n2 C D 3d PL W 0 1-\n"
    )
    source, book = tmp_path / "x.h9", tmp_path / "x.xlsx"
    source.write_text(text)
    assert main(["import", str(source), str(book)]) == 0
    told = open_event(str(book)).event.settings.texts
    keys = ("place", "last_day", "komi", "time", "overtime", "class", "reduction")
    assert [told.get(key) for key in keys] == [
        "KR, Seoul", "2026-03-02", "6.5", "60", "none", "B", "2",
    ]  # fmt: skip
    source.write_text(text.replace("Sudden death", "Canadian byo-yomi"))
    assert main(["import", "--force", str(source), str(book)]) == 0
    assert TIME not in open_event(str(book)).event.settings  # 60 is the adjusted time


def test_a_result_corrected_in_the_workbook_is_corrected_in_the_file(
    tmp_path: Path, shell: Shell
) -> None:
    from openpyxl import load_workbook

    source, path = juvisy(tmp_path)
    again = tmp_path / "event.h9"
    book = load_workbook(path)
    rows = list(book["Rounds"].iter_rows())
    heads = next(row for row in rows if row[0].value == "Round")
    titles = [str(cell.value or "").partition("\n")[0] for cell in heads]
    numbers = [at for at, title in enumerate(titles) if title == "No"]
    game = next(
        row for row in rows if row[0].value == 1 and {row[at].value for at in numbers} == {1, 2}
    )
    game[titles.index("Result")].value = "1/2-1/2"
    book.save(path)
    shell("export", path, again)
    before = source.read_text("utf-8").splitlines()
    after = again.read_text("utf-8").splitlines()
    assert [one for one in before if one.startswith("; ")][:-1] == [
        one for one in after if one.startswith("; ")
    ][:-1]
    assert "places: 19 of 19 lines stand where they belong" in shell("verify", again).out
    first = next(line.split() for line in after if line.split()[0] == "1")
    assert first[6] == "35.5"  # a jigo in place of a win


def settings_typed(book: Path, **typed: object) -> None:
    """Type values beside their labels on the Settings sheet."""
    from openpyxl import load_workbook

    sheet = load_workbook(book)["Settings"]
    cells = {
        f"B{row[0].row}": typed[one]
        for row in sheet.iter_rows()
        for one in typed
        if str(row[0].value) == one.replace("_", " ").capitalize()
    }
    assert len(cells) == len(typed)
    edited(book, "Settings", cells)


def test_settings_and_pins_that_are_typed_are_written(tmp_path: Path, shell: Shell) -> None:
    source, book = juvisy(tmp_path)
    again = tmp_path / "event.h9"
    settings_typed(book, Event="Juvisy II", Komi="6,5", Place="FR, Paris", Rating_class="d")
    edited(book, "Players", {"H5": 12345678, "H6": "abc"})
    assert "the PIN 'abc' is left out; it must have 8 digits" in shell("export", book, again).err
    before = source.read_text("utf-8").splitlines()
    after = again.read_text("utf-8").splitlines()
    new = [line for line in after if line not in before]
    assert {"; EV[Juvisy II]", "; KM[6.5]", "; PC[FR, Paris]", "; CL[D]"} < set(new)
    (pinned,) = [line for line in new if not line.startswith(";")]
    assert pinned.endswith(" |12345678") and pinned.partition(" |")[0] in before


@pytest.mark.parametrize(
    "typed", [{"Criteria": "MMS, SODOS"}, {"A_round_missed_is_worth": "0;0"}], ids=str
)
def test_columns_follow_the_settings(typed: dict[str, str], tmp_path: Path, shell: Shell) -> None:
    source, book = juvisy(tmp_path)
    again = tmp_path / "event.h9"
    settings_typed(book, **typed)
    shell("export", book, again)
    lines = json.loads(shell("standings", book, "--format", "json").out)["standings"]
    rows = [line.split() for line in again.read_text().splitlines() if line[0] != ";"]
    names = [line["name"] for line in lines]
    assert [" ".join(row[1:3]) for row in rows if row[0].isdecimal()][:1] == names[:1]
    assert again.read_bytes() != source.read_bytes()


def test_a_last_day_before_the_first_is_warned_of(tmp_path: Path, shell: Shell) -> None:
    _, book = juvisy(tmp_path)
    settings_typed(book, Start_date="2026-03-05", Last_day="2026-03-01")
    assert "the last day is 2026-03-01, before the start date" in shell("check", book).err


def test_a_workbook_typed_by_hand_becomes_a_result_file(tmp_path: Path, shell: Shell) -> None:
    from openpyxl import load_workbook

    _, path = juvisy(tmp_path)
    again = tmp_path / "event.h9"
    book = load_workbook(path)
    del book["H9"]
    book.save(path)
    shell("export", path, again)
    assert "; Pl Name Rk Co Club MMS SOS" in again.read_text("utf-8")
    assert shell("verify", again).out.splitlines() == [
        "MMS: 19 of 19 (column 1)",
        "SOS: 19 of 19 with unplayed=start (column 2; the same with self)",
        "SOSOS: 19 of 19 with unplayed=start (column 3; the same with self)",
        "padding: all 0 (column 4)",
        "places: 19 of 19 lines stand where they belong",
        '--criteria "MMS, SOS(unplayed=start), SOSOS(unplayed=start)"',
    ]


@pytest.mark.parametrize("end", [".txt", ".h9"])
def test_go_events_are_written_as_go_files_whatever_the_ending(
    end: str, tmp_path: Path, shell: Shell
) -> None:
    source = next(path for path in FILES if path.stem == "mpk2008")
    named, path, again = tmp_path / f"a{end}", tmp_path / "b.xlsx", tmp_path / f"c{end}"
    named.write_bytes(source.read_bytes())
    assert main(["import", str(named), str(path)]) == 0
    assert main(["export", str(path), str(again)]) == 0
    assert again.read_bytes() == source.read_bytes()
    shell.printed()


def test_a_new_workbook_gives_start_scores_and_places(tmp_path: Path, shell: Shell) -> None:
    from openpyxl import load_workbook

    names = tmp_path / "players.csv"
    names.write_text("id,name,grade\n1,A,7d\n2,B,1d\n3,C,12k\n4,D,25k\n", "utf-8")
    path = tmp_path / "new.xlsx"
    assert main(["new", str(path), "--game", "go", "--from", str(names), "--rounds", "3"]) == 0
    sheet = load_workbook(path, data_only=True)["Players"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    head = next(row for row in rows if row[0] == "No")
    at = head.index("Start score")
    start = [row[at] for row in rows[rows.index(head) + 1 :]][:4]
    assert start == [33, 30, 18, 10]
    formulas = load_workbook(path)["Players"]
    assert any("STARTSCORE(" in str(cell.value) for row in formulas.iter_rows() for cell in row)
    standings = load_workbook(path, data_only=True)["Standings"]
    headings = [label_in(cell.value) for row in standings["D4:J4"] for cell in row]
    assert headings == ["MMS", "SOS", "SOS-1", "SOS-2", "SODOS", "NBW", "DC"]
    shell.printed()


@pytest.mark.parametrize("language", LANGUAGES)
def test_start_scores_know_the_format_in_every_language(language: str, tmp_path: Path) -> None:
    from openpyxl import load_workbook

    names = tmp_path / "players.csv"
    names.write_text("id,name,grade\n1,A,7d\n2,B,1d\n3,C,12k\n4,D,25k\n", "utf-8")
    path = tmp_path / "new.xlsx"
    made = ["new", str(path), "--game", "go", "--from", str(names), "--language", language]
    assert main(made) == 0
    players = load_workbook(path, data_only=True).worksheets[0]
    assert [players.cell(row, 4).value for row in range(5, 9)] == [33, 30, 18, 10]


def test_a_start_score_of_0_stays_one(tmp_path: Path) -> None:
    """European Women's Championship 2014: two start groups, 0 and more; ranks would give 25."""
    source = next(path for path in FILES if path.stem == "ewgc2014")
    book = tmp_path / "event.xlsx"
    assert main(["import", str(source), str(book)]) == 0
    starts = [
        [player.start for player in open_event(str(p)).event.contestants] for p in (source, book)
    ]
    assert starts[0] == starts[1] and 0 in starts[0]
