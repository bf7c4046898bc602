"""The toolbar and the menu in LibreOffice's window, with a mouse and a keyboard."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from build_workbooks import EXAMPLE

from tests.books import hand_made
from tests.libreoffice.calc import Book, Calc
from tests.libreoffice.screen import (
    DRIVER,
    PLAIN,
    AdjustedScore,
    a_display,
    eventually,
    missing_for_a_screen,
    prepared,
)
from tests.libreoffice.test_any_table import GERMAN
from tests.libreoffice.test_import_sheet import PLACE_OR_NUMBER
from tests.libreoffice.test_pairing import event, shown, typed, with_results
from xltie import api
from xltie.cli.main import main
from xltie.event import Contestant
from xltie.games import preset
from xltie.hosts.common.buttons import BUTTONS, PLAYERS
from xltie.workbooks.build import new_workbook

PICTURE = "XLTIE_SCREENSHOT"
"""The variable that names a file for a picture of the window."""
STAYS = 15.0
"""For how many seconds the status bar keeps what a command said."""


@pytest.fixture(scope="module")
def seen(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest, our_workbooks: Path
) -> Iterator[AdjustedScore]:
    reason = missing_for_a_screen()
    if reason:
        pytest.skip(reason)
    extension: Path = request.getfixturevalue("extension")
    folder = tmp_path_factory.mktemp("screen")
    with a_display() as display:
        calc = Calc(prepared(folder / "profile"), extension, DRIVER, {**PLAIN, "DISPLAY": display})
        try:
            copy = shutil.copy(our_workbooks / EXAMPLE, folder)
            yield AdjustedScore(calc, display, Path(copy))
        finally:
            calc.quit()


def test_the_window_shows_the_toolbar_and_the_computed_standings(seen: AdjustedScore) -> None:
    seen.ask("activate", sheet="Standings", cell="E5")
    buttons = eventually(lambda: seen.ask("buttons"))
    assert {"Recompute standings", "Explain selected cell", "Check workbook"} <= set(buttons)
    assert not seen.ask("is_modified"), "closing would ask about saving"
    picture = os.environ.get(PICTURE)
    if picture:
        seen.picture(Path(picture))


def test_one_click_on_the_toolbar_is_one_run(seen: AdjustedScore) -> None:
    seen.ask("activate", sheet="Standings", cell="E5")
    seen.click("Explain selected cell")
    seen.close("xltie: Explain selected cell")
    # A second run would show its window again.
    seen.click("Recompute standings")
    eventually(lambda: seen.ask("selected"))
    assert not seen.windows("xltie: Explain selected cell")


def test_an_entry_of_the_menu_is_one_run(seen: AdjustedScore) -> None:
    seen.ask("activate", sheet="Standings", cell="E5")
    # Past File, Edit, View, Insert, Format, Styles, Sheet, Data, Tools; then from the last line up,
    # which is the menu of further sheets.
    commands = [button.command for button in BUTTONS if button.fits(PLAYERS)]
    up = ["Up"] * (1 + len(commands) - commands.index("explain"))
    seen.press("LibreOffice Calc", "F10", *["Right"] * 9, "Down", *up, "Return")
    seen.close("xltie: Explain selected cell")
    assert not seen.windows("xltie: Explain selected cell")


def test_a_round_that_has_results_is_not_paired_again(seen: AdjustedScore) -> None:
    seen.ask("activate", sheet="Standings", cell="E5")
    seen.click("Pair last round again")
    assert eventually(lambda: seen.ask("selected").startswith("$Rounds.")), "where its results are"
    assert not seen.windows("xltie: ")
    assert seen.ask("started") == []


def test_pairing_takes_the_screen_to_the_round(seen: AdjustedScore, tmp_path: Path) -> None:
    path = tmp_path / "evening.xlsx"
    field = [Contestant(str(number), f"Player {number}") for number in range(1, 25)]
    path.write_bytes(new_workbook(preset("othello"), 24, 7, field))
    own = seen.beside(path)
    own.ask("activate", sheet="Standings", cell="E5")
    own.click("Pair next round")
    assert eventually(lambda: own.ask("selected") == "$Rounds.$F$5"), own.ask("selected")
    picture = os.environ.get(PICTURE)
    if picture:
        own.picture(Path(picture).with_suffix(".paired.png"))
    assert own.ask("started") == ["Pair next round"]
    # The first key lands in the first result, and Return goes on to the next one.
    own.press("LibreOffice Calc", "4", "0", "Return", "3", "0", "Return")
    assert eventually(lambda: own.ask("data", address="Rounds!F5:F6") == [[40.0], [30.0]])


def test_a_round_in_play_opens_where_its_next_result_goes(
    seen: AdjustedScore, tmp_path: Path
) -> None:
    path = event(tmp_path / "play.xlsx", "othello", 6)
    assert main(["pair", str(path), "--write"]) == 0
    typed(path, "Rounds", {"F5": 40})
    own = seen.beside(path)
    assert eventually(lambda: own.ask("selected") == "$Rounds.$F$6"), own.ask("selected")
    assert not own.ask("is_modified")


def test_pairings_are_undone_one_after_the_other_in_a_window(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """With the folds of earlier rounds, which only a window has."""
    reason = missing_for_a_screen()
    if reason:
        pytest.skip(reason)
    path = event(tmp_path / "event.xlsx", "othello", 6)
    for number in (1, 2):
        assert main(["pair", str(path), "--write"]) == 0
        typed(path, "Rounds", with_results(path, number))
    extension: Path = request.getfixturevalue("extension")
    with a_display() as display:
        profile = prepared(tmp_path / "profile")
        calc = Calc(profile, extension, DRIVER, {**PLAIN, "DISPLAY": display})
        try:
            book = Book(calc, calc.ask("show", path=str(path), width=1300, height=800))
            before = shown(book, "Rounds")
            book.ask("dispatch", command="pair")
            paired = shown(book, "Rounds")
            assert [line[0] for line in paired[10:13]] == [3, 3, 3]
            book.put({"Rounds!F11": 40})
            book.ask("undo")
            assert shown(book, "Rounds") == paired
            book.ask("dispatch", command="pairagain")
            assert book.ask("undo_titles") == ["Pair last round again", "Pair next round"]
            book.ask("undo")
            assert shown(book, "Rounds") == paired
            book.ask("undo")
            assert shown(book, "Rounds") == before
        finally:
            calc.quit()


def test_what_a_sheet_was_read_as_stands_above_the_event_and_waits_for_nobody(
    seen: AdjustedScore, tmp_path: Path
) -> None:
    path = tmp_path / "club.xlsx"
    path.write_bytes(hand_made({"Liste": GERMAN}))
    table = seen.beside(path)
    table.click("Make an event from this sheet")
    made = eventually(lambda: table.opened(tmp_path / "club-event.xlsx"))
    eventually(lambda: made.ask("has_line_above"))
    made.ask("activate", sheet="Standings", cell="A5")
    eventually(lambda: made.ask("buttons"))
    picture = os.environ.get(PICTURE)
    if picture:
        seen.picture(Path(picture))


@pytest.mark.parametrize(
    ("answers", "met"),
    [(["alt+y"], {("Ann", "Dee"), ("Bob", "Cid")}),
     (["alt+n", "alt+y"], {("Ann", "Bob"), ("Cid", "Dee")})],
)  # fmt: skip
def test_a_person_chooses_which_of_two_readings_is_meant(
    seen: AdjustedScore, tmp_path: Path, answers: list[str], met: set[tuple[str, str]]
) -> None:
    """The numbers of opponents may be start numbers or places: Yes to the first, or No to it."""
    path = tmp_path / "club.xlsx"
    path.write_bytes(hand_made({"Liste": PLACE_OR_NUMBER}))
    table = seen.beside(path)
    table.click("Make an event from this sheet")
    for answer in answers:
        table.press("xltie: Make an event from this sheet", answer)
    target = tmp_path / "club-event.xlsx"
    eventually(lambda: table.opened(target))
    index = api.standings(api.open_event(target), "points").event_index
    games = [[index.name_of(side.who) for side in match.sides] for match in index.event.matches]
    assert {tuple(sorted(game)) for game in games} == met


def test_keys_that_come_while_a_movement_is_laid_out_go_into_its_first_result(
    seen: AdjustedScore, tmp_path: Path
) -> None:
    pairs = [Contestant(str(number), f"Pair {number}") for number in range(1, 15)]
    path = tmp_path / "club.xlsx"
    path.write_bytes(new_workbook(preset("bridge"), 14, 14, pairs))
    club = seen.beside(path)
    title = "Lay out bridge movement"
    eventually(lambda: title in club.ask("buttons"))
    first = time.monotonic()
    for _ in range(12):  # their lines in the status bar end one by one while it is laid out
        club.ask("dispatch", command="check")
        time.sleep(0.1)
    club.ask("activate", sheet="Players", cell="B9")
    time.sleep(max(0, first + STAYS - 0.5 - time.monotonic()))
    times = club.ask("undo_titles").count(title)
    club.click(title)
    eventually(lambda: club.ask("get", address="Boards!D5:D5")[0][0])  # laid, and still at work
    club.press(path.stem, "3", "S", "Tab")
    eventually(lambda: club.ask("is_done", title=title, times=times))

    assert eventually(lambda: club.ask("get", address="Boards!F5:F5")[0][0]) == "3S"
    assert club.ask("get", address="Players!B9:B9")[0][0] == "Pair 5"
