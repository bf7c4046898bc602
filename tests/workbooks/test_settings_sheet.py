"""The Settings of a new workbook: short, and the same event as with every line."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.books import edited, named, recomputed, setting_cell, values
from tests.quick import first_quick
from tests.shell import Shell
from xltie.cli.main import main
from xltie.games import PRESETS, TEAM_PRESETS
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.sheets.workbook import read_tournament
from xltie.workbooks.build import new_workbook

ONE_SCREEN = 22
"""Lines of a sheet that a screen of 1366 x 768 shows below the headings."""


def new(path: Path, *more: str) -> Path:
    assert main(["new", str(path), "--force", "--language", "en", *more]) == 0
    return path


def labels(path: Path, sheet: str = "Settings") -> list[str]:
    rows = openpyxl.load_workbook(path)[sheet].iter_rows(5, max_col=1, values_only=True)
    found = [str(text or "") for (text,) in rows]
    return found[: found.index("")] if "" in found else found


@pytest.mark.parametrize(
    "game",
    [name if name == "go" else pytest.param(name, marks=pytest.mark.slow)
     for name in (*PRESETS, *(f"{game} teams" for game in TEAM_PRESETS))],
)  # fmt: skip
def test_the_settings_fit_on_a_screen_and_all_of_them_on_request(tmp_path: Path, game: str) -> None:
    kind, _, of_teams = game.partition(" ")
    more = ("--game", kind, *(["--teams", "4"] if of_teams else []))
    short = labels(new(tmp_path / "a.xlsx", *more))
    lines = (TEAM_PRESETS if of_teams else PRESETS)[kind].settings
    assert len(short) < ONE_SCREEN
    assert labels(new(tmp_path / "b.xlsx", *more, "--all-settings")) == [
        line.label for line in lines
    ]
    assert main(["add-sheet", "settings", str(tmp_path / "a.xlsx")]) == 0
    assert labels(tmp_path / "a.xlsx", "All settings") == [line.label for line in lines]


@pytest.mark.parametrize("game", first_quick(PRESETS))
def test_what_has_no_line_is_as_usual(game: str) -> None:
    events = []
    for has_all in (False, True):
        data = new_workbook(PRESETS[game], 7, 5, has_all_settings=has_all)
        events.append(read_tournament(WorkbookFile(data).grids).event)
    assert events[0].scoring == events[1].scoring
    said = [dict(event.settings.said) for event in events]
    usual = {line.key: str(line.default) for line in PRESETS[game].settings}
    assert said[0].items() <= said[1].items()
    assert all(usual[key] == text for key, text in said[1].items() - said[0].items())


@pytest.mark.slow
def test_a_setting_written_into_a_free_line_counts_at_once_in_both(
    tmp_path: Path, shell: Shell
) -> None:
    path = new(tmp_path / "a.xlsx", "--game", "chess", "--players", "4", "--rounds", "3")
    named(path, 4)
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", {"F5": "1-0", "F6": "1/2-1/2"})
    edited(path, "Settings", {setting_cell(path, "Points for a win"): 3})
    path.write_bytes(recomputed(path.read_bytes())[0])
    assert values(path.read_bytes(), "Standings")["D5"] == 3
    assert shell("standings", path, "--format", "csv").out.splitlines()[1].split(",")[2] == "3"
