"""The command *Publish as web pages* in the real Calc, beside ``xltie publish``."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.books import edited
from tests.libreoffice.calc import Calc
from tests.libreoffice.test_pairing import event, with_results
from xltie.cli.main import main

SAVED = re.compile(rb"<p id=state data-saved=\d+>[^<]*")
"""When the workbook of a page was saved: two copies differ in it."""


def pages(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): SAVED.sub(b"<p id=state>", path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".html", ".csv")
    }


def test_the_pages_are_those_of_the_command_and_hold_what_was_not_saved(
    calc: Calc, tmp_path: Path
) -> None:
    path = event(tmp_path / "my event.xlsx", "othello", 6)
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", with_results(path, 1))
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    copy = Path(shutil.copy(path, theirs / path.name))
    edited(copy, "Rounds", {"F5": 2, "G5": 62})
    assert main(["publish", str(copy), "--out", str(theirs / "pages")]) == 0
    with calc.open(path) as book:
        book.put({"Rounds!F5": 2, "Rounds!G5": 62})
        said = book.ask("dispatch", command="publish")
        assert book.ask("is_modified") is True
    target = tmp_path / "my event-pages"
    assert f"the pages are in {target}: open index.html there" in said
    assert len(pages(target)) > 8
    assert pages(target) == pages(theirs / "pages")


def test_faults_are_said_by_the_name_of_the_workbook(calc: Calc, tmp_path: Path) -> None:
    path = event(tmp_path / "event.xlsx", "othello", 6)
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", {**with_results(path, 1), "F5": 99, "G5": 62})
    with calc.open(path) as book:
        said = book.ask("dispatch", command="publish")
    assert "event-pages: open index.html there" in said
    assert "event.xlsx: Rounds!F5: " in said
    assert "/tmp" not in said.partition("there")[2]


def test_a_document_that_was_never_saved_is_refused(calc: Calc) -> None:
    with calc.open() as book:
        said = book.ask("dispatch", command="publish")
    assert "save the workbook first: the pages are put into a folder beside it" in said


def test_a_workbook_without_an_event_says_why(calc: Calc, tmp_path: Path) -> None:
    with calc.open() as book:
        book.save(tmp_path / "empty.xlsx")
    with calc.open(tmp_path / "empty.xlsx") as book:
        said = book.ask("dispatch", command="publish")
    assert "empty.xlsx: there is nothing here" in said
    assert not (tmp_path / "empty-pages").exists()
