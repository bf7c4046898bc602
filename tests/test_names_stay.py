"""Names are data: whatever message they read like, they come out as they were typed, everywhere."""

from __future__ import annotations

import csv
import html
import re
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xltie.cli.main import main
from xltie.core.catalogues import LANGUAGES, entries
from xltie.event import is_bye_word

pytestmark = pytest.mark.slow


def _sentences() -> Iterator[str]:
    """Every message in every language, whole and in the pieces between its values."""
    for code in LANGUAGES[1:]:
        for (context, english), forms in entries(code).items():
            if context != "function":
                for text in (english, *forms):
                    yield text
                    yield from re.split(r"{[^}]*}", text)


@cache
def names() -> list[str]:
    return sorted(
        {
            name
            for name in (" ".join(text.split()).strip(" :;,.") for text in _sentences())
            if " " in name and 6 < len(name) < 60 and name[0] not in "=+-@'\"({" and "|" not in name
            and not is_bye_word(name, or_name=True)  # "full bye" is nobody, wherever it stands
        }
    )  # fmt: skip


four_names = st.deferred(
    lambda: st.lists(st.sampled_from(names()), min_size=4, max_size=4, unique_by=str.casefold)
)
GAMES = [(1, 0, 1, "1-0"), (1, 2, 3, "0-1"), (2, 0, 3, "1-0"), (2, 2, 1, "1/2-1/2")]


def said(*arguments: object) -> str:
    """What a call prints on both streams."""
    printed = StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        main([*map(str, arguments)])
    return printed.getvalue()


def table_of(names: list[str], folder: Path) -> Path:
    """A list of games between players of these names, in a file called like one of them."""
    path = folder / (re.sub(r"[^\w ]", "", names[0]).strip()[:40] + ".csv")
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [
                ("Round", "White", "Black", "Result"),
                *((number, names[a], names[b], result) for number, a, b, result in GAMES),
            ]
        )
    return path


@pytest.mark.parametrize("code", LANGUAGES)
@given(names=four_names)
@settings(max_examples=6)
def test_commands_print_names_as_they_are(code: str, names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        table = table_of(names, Path(folder))
        spoken = ("--language", code)
        for call in (
            ("standings", table), ("standings", table, "--format", "markdown"),
            ("standings", table, "--criteria", "points, BH", "--format", "json"),
            ("pair", table, "--round", "3", "--system", "swiss", "--explain"),
        ):  # fmt: skip
            printed = said(*call, *spoken).replace('\\"', '"')
            assert [name for name in names if name not in printed] == [], call
        explained = said("explain", table, names[0], "BH", *spoken)
        assert {names[0], names[1], names[3]} <= {name for name in names if name in explained}
        above = said("explain", table, names[0], names[2], *spoken)
        assert names[0] in above and names[2] in above
        assert said("check", table, *spoken).startswith(f"{table}: ")


@pytest.mark.parametrize("code", LANGUAGES)
@given(names=four_names)
@settings(max_examples=2)
def test_pages_and_prints_show_names_as_they_are(code: str, names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table = table_of(names, folder)
        said("publish", table, "--out", folder / "site", "--language", code)
        pages = "".join(page.read_text("utf-8") for page in (folder / "site").rglob("*.html"))
        said("print", table, "--what", "standings", "--out", folder / "a.html", "--language", code)
        paper = (folder / "a.html").read_text("utf-8")
        for shown in (pages, paper):
            text = html.unescape(re.sub(r"<wbr/?>|\u200b", "", shown))
            assert [name for name in names if name not in text] == []


@pytest.mark.parametrize("code", LANGUAGES)
@given(names=four_names, clubs=four_names)
@settings(max_examples=2)
def test_sheets_keep_names_and_clubs(code: str, names: list[str], clubs: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        listed, path = Path(name) / "players.csv", Path(name) / "event.xlsx"
        with listed.open("w", encoding="utf-8", newline="") as file:
            rows = zip(names, clubs, strict=True)
            csv.writer(file).writerows([("Name", "Club"), *rows])
        made = said("new", path, "--game", "chess", "--from", listed, "--language", code)
        assert path.exists(), made
        paired = said("pair", path, "--write", "--system", "swiss")
        book = openpyxl.load_workbook(path)
        cells = {cell.value for sheet in book for row in sheet.iter_rows() for cell in row}
        assert cells >= {*names, *clubs}, paired
