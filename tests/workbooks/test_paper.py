"""What the sheets of a new workbook are on paper, as far as the file decides it."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest
from openpyxl import Workbook

from xltie.cli.main import main
from xltie.event import Event
from xltie.games import preset
from xltie.workbooks.add_sheet import built
from xltie.workbooks.build import build_workbook
from xltie.workbooks.build_teams import build_team_workbook
from xltie.workbooks.layout import Layout


def book_of(kind: str) -> Workbook:
    if kind == "teams":
        return build_team_workbook(24, 3, 4)
    return build_workbook(preset(kind), 24, 3)


@pytest.mark.parametrize(
    "kind", ["othello", "chess", "go", "bridge", pytest.param("teams", marks=pytest.mark.slow)]
)
def test_the_event_is_named_on_every_page_and_no_page_is_blank(kind: str) -> None:
    for sheet in book_of(kind):
        if sheet.title == next(iter(book_of(kind))).title:  # where it is typed
            continue
        assert sheet["A1"].value == '=EventName&""', sheet.title
        top = 1 if sheet.title in ("Help", "Explain") else 4
        assert str(sheet.print_title_rows) == f"$1:${top}", sheet.title
        if sheet.title == "Crosstable":
            assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["othello", "chess", "go", "bridge", "teams"])
def test_no_heading_is_broken_inside_a_word(kind: str) -> None:
    for sheet in book_of(kind):
        for cell in sheet[4] if sheet.title not in ("Help", "Explain") else ():
            text = str(cell.value or "")
            if text.startswith("="):
                assert not cell.alignment.wrap_text, (sheet.title, cell.coordinate)
            elif cell.fill.fgColor.rgb[-6:] == "17513C":
                longest = max(map(len, re.split(r"\s+|(?<=-)", text)), default=0)
                width = sheet.column_dimensions[cell.column_letter].width
                assert longest + 2 <= width, (sheet.title, text, width)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "players", "rounds", "pages"), [
    ("chess", 60, 7, {"Crosstable": 2}),
    ("go", 32, 5, {"Crosstable": 2}),
    ("othello", 15, 7, {"Crosstable": 1}),
])  # fmt: skip
def test_spare_lines_begin_no_page(
    kind: str, players: int, rounds: int, pages: dict[str, int]
) -> None:
    book = built("Crosstable", Layout(preset(kind), players, rounds, 0, "points"), Event(game=kind))
    assert {title: book[title].page_setup.fitToHeight for title in pages} == pages


@pytest.mark.parametrize("kind", ["go", "bridge", "othello"])
def test_what_hangs_on_the_wall_stands_upright(kind: str) -> None:
    sheets = {sheet.title: sheet.page_setup.orientation for sheet in book_of(kind)}
    rounds = "Boards" if kind == "bridge" else "Rounds"
    assert sheets["Players"] == sheets["Standings"] == sheets[rounds] == "portrait"


@pytest.mark.parametrize(
    ("system", "asked", "size"),
    [("en_US.UTF-8", [], 1), ("fr_CA", [], 1), ("ko_KR.UTF-8", [], 9), ("C", [], 9),
     ("en_US.UTF-8", ["--paper", "a4"], 9), ("de_DE", ["--paper", "letter"], 1)],
)  # fmt: skip
def test_the_paper_is_that_of_the_country(
    system: str, asked: list[str], size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", system)
    path = tmp_path / "event.xlsx"
    words = ["--game", "chess", "--players", "6", "--language", "en", *asked]
    assert main(["new", str(path), *words]) == 0
    book = openpyxl.load_workbook(path)
    assert {int(sheet.page_setup.paperSize) for sheet in book} == {size}
    assert main(["recompute", "--check", str(path)]) == 0
