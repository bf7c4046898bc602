"""The formula that packs the event is typed over: sheet and commands name its cell, all alike."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from tests.books import recomputed, values
from tests.shell import Shell
from xltie.cli.main import main
from xltie.event.packed import OVERWRITTEN
from xltie.games import PRESETS, preset
from xltie.workbooks.build import new_workbook
from xltie.workbooks.build_teams import new_team_workbook

TEMPLATES: dict[str, Callable[[], bytes]] = {
    **{game: lambda game=game: new_workbook(preset(game), 4, 2) for game in PRESETS},  # type: ignore[misc]
    "teams": lambda: new_team_workbook(4, 2, 2),
}
ONE_QUICK = [
    template if template == "othello" else pytest.param(template, marks=pytest.mark.slow)
    for template in TEMPLATES
]
BROKEN = "xltie-event-1: 2 players, 1 games: AAAA"
FOLLOWERS = ("Standings", "Boards")


@pytest.mark.parametrize(
    "typed", ["hello", *(pytest.param(one, marks=pytest.mark.slow) for one in (None, 5, BROKEN))]
)
@pytest.mark.parametrize("template", ONE_QUICK)
def test_an_event_that_was_typed_over_is_named_everywhere_and_put_back(
    template: str, typed: str | int | None, tmp_path: Path, shell: Shell
) -> None:
    right = TEMPLATES[template]()
    book = openpyxl.load_workbook(io.BytesIO(right))
    cell = book.defined_names["Event"].attr_text.replace("$", "")
    book["Settings"][cell.partition("!")[2]] = typed
    out = io.BytesIO()
    book.save(out)
    data, report = recomputed(out.getvalue())
    fault = f"{cell}: {OVERWRITTEN}"
    told = f"No standings, what is faulty is left out: {fault}"
    assert [str(fault) for fault in report.faults] == [fault]
    assert values(data, "Standings")["A3"] == told
    for sheet in set(FOLLOWERS) & set(book.sheetnames):
        shown = [str(one) for one in values(data, sheet).values()]
        assert not [name for name in shown if name.startswith("#")], sheet
    path = tmp_path / "event.xlsx"
    path.write_bytes(data)
    left = "No standings: what is faulty is left out"
    for command, more in (("standings", [left]), ("check", []), ("recompute", [])):
        said = shell(command, path, code=1).err.replace(f"{path}: ", "").splitlines()
        assert said[: 1 + len(more)] == [fault, *more], command
        assert [line for line in said[1 + len(more) :] if "repair" not in line] == []
    assert main(["repair", str(path)]) == 0
    assert main(["check", str(path)]) == 0
    assert values(path.read_bytes(), "Standings") == values(right, "Standings")


@pytest.mark.slow
def test_a_pasted_copy_of_the_event_gives_no_standings_that_no_longer_follow(
    tmp_path: Path, shell: Shell
) -> None:
    data = new_workbook(preset("othello"), 4, 2)
    book = openpyxl.load_workbook(io.BytesIO(data))
    cell = book.defined_names["Event"].attr_text.replace("$", "").partition("!")[2]
    book["Settings"][cell] = values(data, "Settings")[cell]
    path = tmp_path / "event.xlsx"
    book.save(path)
    for command in ("standings", "check"):
        assert f"Settings!{cell}: {OVERWRITTEN}" in shell(command, path, code=1).err
