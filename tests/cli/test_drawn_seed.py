"""``xltie new`` draws a seed for the lots, says it, and writes it into the workbook."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest

from tests.books import setting_cell
from xltie.cli.main import main
from xltie.cli.new import drawn_seed


def seed_in(path: Path) -> object:
    return openpyxl.load_workbook(path)["Settings"][setting_cell(path, "Pairing seed")].value


def made(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    listed = path.with_suffix(".csv")
    listed.write_text("Name\n" + "\n".join("ABCDEFGH"))
    assert main(["new", str(path), "--from", str(listed), *options]) == 0
    return capsys.readouterr().out


def test_a_seed_is_drawn_said_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("xltie.cli.new.drawn_seed", drawn_seed)
    seeds, pairs = set(), set()
    for number in range(4):
        path = tmp_path / f"{number}.xlsx"
        said = re.search(r"lots are drawn with seed (\d+)", made(path, capsys, "--game", "othello"))
        assert said is not None and str(seed_in(path)) == said[1]
        seeds.add(said[1])
        assert main(["pair", str(path)]) == 0
        first = capsys.readouterr().out
        assert main(["pair", str(path)]) == 0
        assert capsys.readouterr().out == first
        pairs.add(first)
    assert len(seeds) == 4 and len(pairs) > 1


@pytest.mark.parametrize(
    ("options", "wanted"),
    [(["--game", "chess", "--seed", "hall 2"], "hall 2"), (["--game", "go"], None)],
)
def test_a_seed_that_is_named_or_not_needed_is_not_drawn(
    options: list[str],
    wanted: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("xltie.cli.new.drawn_seed", drawn_seed)
    path = tmp_path / "event.xlsx"
    assert "with seed" not in made(path, capsys, *options)
    assert seed_in(path) == wanted
