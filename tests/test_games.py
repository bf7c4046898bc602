"""A game is data: its traits name what there is, and a new one needs a preset and nothing else."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.books import named
from tests.shell import Shell
from xltie.batch.study.models import MODELS
from xltie.cli.main import main
from xltie.event import Event, EventIndex
from xltie.exchange import format_for_writing
from xltie.games import PRESETS, Preset, Traits, common, traits_of
from xltie.pairing.catalogue import SYSTEMS
from xltie.pairing.state import BLACK, WHITE, first_colour
from xltie.settings import declared

SHOGI = Preset(
    game="shogi",
    title="Shogi",
    traits=Traits(first="Black", second="White"),
    settings=(
        *common.about("shogi", "plain", ("plain",)),
        declared.ROUNDS.line(5),
        declared.CRITERIA.line("points, BH"),
        declared.SHOWN.line("WIN"),
        *common.pairing("swiss", "monrad", "round-robin"),
    ),
)


@pytest.fixture
def shogi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PRESETS, "shogi", SHOGI)


def test_a_new_game_is_a_preset_and_nothing_else(shogi: None, tmp_path: Path, shell: Shell) -> None:
    """The experiment of the review: the printed pairing headed White first."""
    book = tmp_path / "shogi.xlsx"
    new = ["new", str(book), "--game", "shogi", "--players", "6", "--language", "en"]
    assert main(new) == 0
    named(book, 6)
    printed = shell("pair", book, "--write").out
    assert re.search(r"Table +Black +Black name +White +White name", printed)
    couples = re.findall(r"^ +\d+ +\d +(P\d) +\d +(P\d)$", printed, re.MULTILINE)

    lines = list(load_workbook(book, data_only=True)["Rounds"].values)
    titles = next(line for line in lines if line[0] == "Round")
    assert [title for title in titles if title in ("Black", "White")] == ["Black", "White"]
    black, white = titles.index("Black"), titles.index("White")
    written = [(line[black], line[white]) for line in lines if line[0] == 1]
    assert written == couples
    assert len(couples) == 3

    page = tmp_path / "pairings.html"
    assert main(["print", str(book), "--what", "pairings", "--out", str(page)]) == 0
    assert _headings(page) == ["Black", "White"]
    assert main(["publish", str(book), "--out", str(tmp_path / "pages")]) == 0
    assert _headings(tmp_path / "pages" / "pairings.html") == ["Black", "White"]


def _headings(page: Path) -> list[str]:
    found = re.findall(r"<th[^>]*>([^<]+)", html.unescape(page.read_text("utf-8")))
    return [heading.strip() for heading in found if heading.strip() in ("Black", "White")]


def test_the_first_colour_is_that_of_the_game(shogi: None) -> None:
    colours = {game: first_colour(EventIndex(Event(game=game))) for game in (*PRESETS, "", "xyz")}
    black = {game for game, colour in colours.items() if colour == BLACK}
    assert black == {"othello", "go", "shogi"}
    assert {colours["chess"], colours["bridge"], colours[""], colours["xyz"]} == {WHITE}


@pytest.mark.parametrize("game", PRESETS)
def test_traits_name_what_there_is(game: str) -> None:
    traits = traits_of(game)
    systems = {traits.pairing, traits.team_pairing}
    assert systems <= SYSTEMS.keys()
    assert traits.study_model in MODELS
    ending = traits.exchange_format
    assert not ending or format_for_writing(f"x{ending}", game) is not None


def test_a_game_that_is_not_said_may_be_go_and_one_that_is_not_known_has_no_traits() -> None:
    assert traits_of("") == Traits(has_handicap=True)
    assert traits_of("xyz") == Traits()
