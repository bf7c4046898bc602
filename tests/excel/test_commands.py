"""The buttons of the ribbon, over a stand-in for an open workbook."""

from __future__ import annotations

import io
import os
import re
import shutil
import webbrowser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.books import edited, hand_made, recomputed
from tests.cli.test_players_fill import EGF
from tests.excel.fake import FakeBook
from tests.libreoffice.test_any_table import GERMAN, KOREAN
from tests.libreoffice.test_import_sheet import PLACE_OR_NUMBER
from xltie import api
from xltie.cli.main import main
from xltie.hosts.excel import commands

ROUNDS = [
    ["Round", "Black", "White", "Black score", "White score"],
    [1, "Ann", "Bob", 40, 24],
    [1, "Cid", "Dee", 33, 31],
    [2, "Ann", "Cid", 20, 44],
    [2, "Bob", "Dee", 50, 14],
]


def opened(**sheets: list[list[Any]]) -> FakeBook:
    return FakeBook(hand_made({"Rounds": ROUNDS, **sheets}))


def rows(book: FakeBook, sheet: str) -> list[list[Any]]:
    return book.sheets[sheet].used_range.value


def test_recompute_writes_standings_where_there_are_no_formulas() -> None:
    book = opened()
    told = commands.run("recompute", book)
    assert told.endswith("cells changed on the sheet Standings; first is Cid")
    assert rows(book, "Standings")[0][:3] == ["Place", "ID", "Name"]
    assert [row[:2] for row in rows(book, "Standings")[1:3]] == [[1, "Cid"], [2, "Ann"]]
    assert book.sheets.active.name == "Rounds"


def test_recompute_touches_changed_cells_only() -> None:
    book = opened()
    commands.run("recompute", book)
    book.written.clear()
    assert "no cell changed" in commands.run("recompute", book)
    assert book.written == []
    book.sheets["Rounds"].range((2, 4), (2, 5)).value = [24, 40]
    book.written.clear()
    told = commands.run("recompute", book)
    assert f"{len(book.written)} cells changed" in told
    assert 0 < len(book.written) < 4 * len(rows(book, "Standings")[0])
    assert {sheet for sheet, _, _ in book.written} == {"Standings"}


def test_an_id_that_looks_like_a_date_stays_itself() -> None:
    book = FakeBook(hand_made({"Rounds": [ROUNDS[0], [1, "3-1", "Bob", 40, 24]]}))
    commands.run("recompute", book)
    assert rows(book, "Standings")[1][:2] == [1, "3-1"]
    book.written.clear()
    assert "no cell changed" in commands.run("recompute", book)
    assert book.written == []


def test_a_sheet_of_the_users_own_is_left_alone() -> None:
    book = opened(Standings=[["My own notes"], [1]])
    told = commands.run("recompute", book)
    assert "on the sheet xltie Standings" in told
    assert rows(book, "Standings") == [["My own notes"], [1]]


def test_faults_change_nothing_and_name_the_cell() -> None:
    book = opened()
    book.sheets["Rounds"].range((3, 4), (3, 5)).value = [33, 33]
    book.sheets["Rounds"].range((4, 1), (4, 1)).value = ["x"]
    book.written.clear()
    told = commands.run("recompute", book)
    assert told.startswith("nothing was changed: 1 fault: Rounds!A4")
    assert "\n" not in told
    assert book.written == []


def test_check_takes_the_cursor_from_fault_to_fault() -> None:
    book = opened()
    assert commands.run("check", book) == "no faults"
    book.sheets["Rounds"].range((2, 3), (2, 3)).value = ["Ann"]
    book.sheets["Rounds"].range((4, 1), (4, 1)).value = ["x"]
    where = []
    for _ in range(3):
        told = commands.run("check", book)
        assert told.startswith("2 faults. Rounds!")
        where.append(book.app.selection.address)
        assert where[-1] in told
    assert where[0] == where[2] != where[1], "round and round"
    assert len(book.sheets) == 1


@pytest.mark.slow
def test_explain_takes_the_selected_player_or_value() -> None:
    places = [["ID", "Place", "Buchholz"]] + [
        [who, f'=PLACE(A{n},Rounds!A:E,"points,discs")', f"=BUCHHOLZ(A{n},Rounds!A:E)"]
        for n, who in enumerate(("Ann", "Bob", "Cid", "Dee"), 2)
    ]
    book = opened(Table=places)
    book.select("Rounds", 4, 3)
    assert commands.run("explain", book) == "Cid: place 1; see the sheet Explain"
    book.select("Table", 3, 2)
    assert commands.run("explain", book).startswith("Bob: place")
    assert any("is above" in str(row[0]) for row in rows(book, "Explain"))
    book.select("Table", 3, 3)
    assert commands.run("explain", book) == "Bob: BUCHHOLZ; see the sheet Explain"
    assert any("v Ann" in str(row[0]) for row in rows(book, "Explain"))


def test_explain_without_a_player_says_what_to_do() -> None:
    book = opened()
    assert "select a player" in commands.run("explain", book)
    book.select("Rounds", 99, 1)
    assert "nothing to explain in this cell" in commands.run("explain", book)


@pytest.mark.parametrize("command", ["recompute", "check", "explain"])
def test_screen_and_events_come_back_after_any_error(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = opened()
    book.select("Rounds", 2, 2)

    def broken(*_: Any) -> Any:
        assert not book.app.screen_updating
        assert not book.app.enable_events
        raise OSError("the connection was lost")

    monkeypatch.setattr(commands.commands, command, broken)
    told = commands.run(command, book)
    assert told.startswith(f"{command} failed because of an error in xltie")
    assert "\n" not in told
    assert book.app.screen_updating
    assert book.app.enable_events
    assert book.app.status_bar is False


def test_excel_that_goes_away_is_one_line() -> None:
    book = opened(Answers=[['=POINTS("Ann",Rounds!A:E)']])
    book.app.broken = True
    assert "Excel is gone" in commands.run("recompute", book)


def test_functions_that_excel_does_not_know_are_told() -> None:
    book = opened(Answers=[['=POINTS("Ann",Rounds!A:E)']])
    book.calculate = lambda: book.sheets["Answers"].shown.update({(1, 1): "#NAME?"})  # type: ignore
    told = commands.run("recompute", book)
    assert told.startswith("Excel does not know the functions of xltie (Answers!A1)")


def test_progress_is_shown_and_taken_away() -> None:
    book = opened(Answers=[['=POINTS("Ann",Rounds!A:E)']])
    book.calculate = lambda: None  # type: ignore[method-assign]
    commands.run("recompute", book)
    assert any("computing the standings" in str(said) for said in book.app.said)
    assert book.app.said[-1] is False


def test_help_opens_a_page_with_every_function(monkeypatch: pytest.MonkeyPatch) -> None:
    opened_pages: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened_pages.append)
    assert "browser" in commands.run("help", opened())
    assert opened_pages[0].startswith("file://")


# -- pairing again, publishing --------------------------------------------------------------------


@pytest.mark.slow
def test_the_last_round_is_paired_again_as_the_command_pairs_it(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--players", "6", "--rounds", "3"]) == 0
    edited(path, "Players", {f"B{row}": f"P{row}" for row in range(5, 11)})
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", {f"{column}{row}": 40 if column == "F" else 24
                            for row in (5, 6, 7) for column in "FG"})  # fmt: skip
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", {"F5": 2, "G5": 62})
    edited(path, "Players", {"E8": "2"})
    path.write_bytes(recomputed(path.read_bytes())[0])
    book = SavedBook(path)
    before = rows(book, "Rounds")
    asked = commands.run("pairagain", book)
    assert asked == "?Pair the last round again? Its pairings are replaced."
    assert commands.run("pairagain no", book) == "nothing was paired"
    assert rows(book, "Rounds") == before
    assert not list(tmp_path.glob("*before*"))
    told = commands.run("pairagain yes", book)
    assert told.startswith("round 2 (")
    assert told.endswith("as it was before: event - before.xlsx")
    kept = rows(FakeBook((tmp_path / "event - before.xlsx").read_bytes()), "Rounds")
    assert [line[:3] for line in kept[4:]] == [line[:3] for line in before[4:]]
    assert main(["pair", str(path), "--write", "--replace"]) == 0
    theirs = FakeBook(path.read_bytes())
    assert rows(book, "Rounds")[3:] == rows(theirs, "Rounds")[3:] != before[3:]
    book.sheets["Rounds"].range((8, 6), (8, 7)).value = [40, 24]
    assert "round 2 has a result; it is not paired again" in commands.run("pairagain yes", book)
    assert book.app.selection.row == 8


@pytest.mark.slow
def test_pairing_with_open_games_asks_and_shows_the_first(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--players", "4", "--rounds", "3"]) == 0
    edited(path, "Players", {f"B{row}": f"P{row}" for row in range(5, 9)})
    assert main(["pair", str(path), "--write"]) == 0
    book = SavedBook(path)
    asked = commands.run("pair", book)
    assert asked.startswith("?2 faults, first Rounds!")
    assert asked.endswith("Open games count as draws, for this pairing only.")
    assert book.app.selection.row == 5
    assert commands.run("pair yes", book).startswith("round 2 (")


def computed(book: FakeBook) -> FakeBook:
    out = io.BytesIO()
    book.file.save(out)
    return FakeBook(recomputed(out.getvalue())[0])


class SavedBook(FakeBook):
    """A workbook that has a file, and was changed since."""

    def __init__(self, path: Path) -> None:
        super().__init__(path.read_bytes())
        self.api = SimpleNamespace(
            Path=str(path.parent), Name=path.name, FullName=str(path), SaveCopyAs=self.file.save,
            Names=[SimpleNamespace(Name="Event")], LinkSources=self.links,
            ChangeLink=lambda *given: self.linked.append(given),
        )  # fmt: skip
        self.app.books = SimpleNamespace(open=self._other)
        self.linked: list[tuple[Any, ...]] = []
        self.others: list[FakeBook] = []

    def _other(self, path: str, **_: Any) -> FakeBook:
        """Open another workbook, as Excel does: not one of the same name."""
        assert Path(path).name != self.api.Name
        assert self.app.display_alerts is False
        other = FakeBook(Path(path).read_bytes())
        other.name = Path(path).name
        self.others.append(other)
        return other

    def links(self, kind: int) -> list[str] | None:
        assert kind == 1
        return ["C:\\other.xlsx", *(f"C:\\Temp\\{other.name}" for other in self.others)]


@pytest.mark.slow
def test_publish_writes_what_the_command_writes(tmp_path: Path) -> None:
    path = tmp_path / "my event.xlsx"
    path.write_bytes(hand_made({"Rounds": ROUNDS}))
    book = SavedBook(path)
    book.sheets["Rounds"].range((2, 4), (2, 5)).value = [24, 40]
    told = commands.run("publish", book)
    target = tmp_path / "my event-pages"
    assert told == f"the pages are in {target}: open index.html there"
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    book.file.save(theirs / path.name)
    said = re.search(rb"data-saved=(\d+)", (target / "index.html").read_bytes())
    assert said is not None  # when their file was saved
    os.utime(theirs / path.name, (int(said[1]), int(said[1])))
    assert main(["publish", str(theirs / path.name), "--out", str(theirs / "pages")]) == 0
    pages = sorted(path.name for path in target.glob("*.html"))
    assert len(pages) > 5
    for name in pages:
        assert (target / name).read_bytes() == (theirs / "pages" / name).read_bytes()


@pytest.mark.slow
def test_publish_needs_a_file_on_this_machine_and_an_event(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(hand_made({"Notes": [["nothing", "here"]]}))
    book = SavedBook(path)
    assert "event.xlsx: Notes!A1: no games are found here" in commands.run("publish", book)
    assert not (tmp_path / "event-pages").exists()
    book.api.FullName = "https://example.org/event.xlsx"
    assert "in the cloud" in commands.run("publish", book)
    book.api.Path = ""
    assert "save the workbook first" in commands.run("publish", book)


@pytest.mark.slow
def test_a_sheet_is_added_live_as_the_command_adds_it(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--game", "chess", "--players", "4", "--rounds", "3"]) == 0
    edited(path, "Players", {f"B{row}": f"P{row}" for row in range(5, 9)})
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", {"F5": "1", "F6": "½"})
    path.write_bytes(recomputed(path.read_bytes())[0])
    book = SavedBook(path)
    assert commands.run("sheet.crosstable", book) == "sheet Crosstable added"
    assert book.sheets.active.name == "Crosstable"
    assert book.app.display_alerts is True
    assert [name.Name for name in book.api.Names] == ["Event"]
    (linked,) = book.linked
    assert linked == (f"C:\\Temp\\{book.others[0].name}", str(path), 1)
    assert main(["add-sheet", "crosstable", str(path)]) == 0
    theirs = rows(FakeBook(path.read_bytes()), "Crosstable")
    assert rows(computed(book), "Crosstable") == theirs
    book.sheets["Rounds"].range((5, 6), (5, 6)).value = ["0"]
    assert rows(computed(book), "Crosstable") != theirs
    said = commands.run("sheet.crosstable", book)
    assert "there is a sheet Crosstable already" in said
    assert "scorecard" in commands.run("sheet.scorecard", book)
    book.api.Path = ""
    assert "save the workbook first" in commands.run("sheet.race", book)
    assert [sheet.name for sheet in book.sheets].count("Crosstable") == 1


@pytest.mark.slow
def test_names_are_completed_from_a_list_as_they_are_typed(tmp_path: Path) -> None:
    table, path, listed = (tmp_path / name for name in ("p.csv", "event.xlsx", "allworld_lp.html"))
    table.write_text("name,grade\nAdler Soeren,\nAnna Baum,\nNobody Known,\n", "utf-8")
    listed.write_text(EGF, "utf-8")
    assert main(["new", str(path), "--game", "go", "--from", str(table), "--rounds", "3"]) == 0
    theirs = Path(shutil.copy(path, tmp_path / "theirs.xlsx"))
    main(["players", "fill", str(theirs), str(listed)])
    book = SavedBook(path)
    assert "name the file of the downloaded list" in commands.run("fill", book)
    book.app.api.GetOpenFilename = lambda: False  # the window was closed
    assert commands.run("fill", book) == "no list was chosen"
    book.app.api.GetOpenFilename = lambda: str(listed)
    said = commands.run("fill", book)
    assert "1 player found in the EGF list, 1 not in it, 1 to be looked at" in said
    assert (
        rows(computed(book), "Players")[4:7] == rows(FakeBook(theirs.read_bytes()), "Players")[4:7]
    )
    assert book.sheets.active.name == "Players"  # the cursor is at the player to be looked at
    # a name is typed below the last; the list is asked for once
    del book.app.api.GetOpenFilename
    book.sheets["Players"].range((8, 2), (8, 2)).value = ["Kim Minsu"]
    assert "2 players found in the EGF list" in commands.run("fill", book)
    assert rows(book, "Players")[7][2] == "2d"


@pytest.mark.slow
def test_an_event_is_made_of_the_sheet_in_front_and_opened(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    path.write_bytes(hand_made({"Liste": GERMAN, "대국": KOREAN}))
    book = SavedBook(path)
    opened_files: list[str] = []
    book.app.books = SimpleNamespace(open=opened_files.append)
    book.sheets["Liste"].range((4, 7), (4, 7)).value = [2.5]  # what was typed since is read
    told = commands.run("import", book)
    assert "Liste!" in told
    assert "contradict" in told or "2.5" in told
    assert not opened_files
    book.sheets["Liste"].range((4, 7), (4, 7)).value = [2]
    told = commands.run("import", book)
    target = tmp_path / "club-event.xlsx"
    assert told.startswith("club-event.xlsx: 4 players, 3 rounds played; ")
    assert "read as a cross table of 3 rounds; opponents are given by Nr. (Liste!B2)" in told
    assert opened_files == [str(target)]
    theirs = tmp_path / "theirs.xlsx"
    assert main(["import", str(path), str(theirs), "--sheet", "Liste"]) == 0
    ours, other = (api.standings(api.open_event(one)).lines for one in (target, theirs))
    assert [(one.place, one.who) for one in ours] == [(one.place, one.who) for one in other]
    book.sheets.active = book.sheets["대국"]
    assert "club-event-2.xlsx: 4 players, 2 rounds played" in commands.run("import", book)


@pytest.mark.slow
def test_of_two_readings_each_is_asked_for_in_turn(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    path.write_bytes(hand_made({"Liste": PLACE_OR_NUMBER}))
    book = SavedBook(path)
    opened_files: list[str] = []
    book.app.books = SimpleNamespace(open=opened_files.append)
    asked = commands.run("import", book)
    assert asked.startswith("?1 fault: Liste!D1: the opponents' numbers may be those of 'No.'")
    assert 'writing "Number" in place of "No."' in asked
    assert "--read" not in asked
    assert asked.endswith(". Is No.=Number meant?")
    assert commands.run("import no", book).endswith(". Is Rk.=Number meant?")
    assert "nothing was changed: 1 fault: Liste!D1" in commands.run("import no no", book)
    assert not opened_files
    told = commands.run("import no yes", book)
    assert told.startswith("club-event.xlsx: 4 players, 1 round played; ")
    assert "opponents are given by Rk. (Liste!A1)" in told
    assert opened_files == [str(tmp_path / "club-event.xlsx")]
