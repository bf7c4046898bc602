"""A command opens a workbook once and reads it once; what it computes is read once more."""

from __future__ import annotations

import shutil
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.books import named
from xltie.cli.main import main
from xltie.recompute.ooxml import workbook_file
from xltie.recompute.run import pipeline

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("books")
    new = ["new", str(folder / "event.xlsx"), "--game", "othello", "--players", "8"]
    assert main([*new, "--language", "en"]) == 0
    named(folder / "event.xlsx", 8)
    assert main(["recompute", str(folder / "event.xlsx")]) == 0
    pairs = ["new", str(folder / "pairs.xlsx"), "--game", "bridge", "--players", "6"]
    assert main([*pairs, "--rounds", "10", "--language", "en"]) == 0
    named(folder / "pairs.xlsx", 6)
    return folder


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts of what was opened to be read, and of workbooks that were parsed."""
    counts: Counter[str] = Counter()
    opened = zipfile.ZipFile.__init__

    def counting(load: Callable[..., Any]) -> Callable[..., Any]:
        def parsed(*arguments: Any) -> Any:
            counts["parsed"] += 1
            return load(*arguments)

        return parsed

    def opening(self: zipfile.ZipFile, file: Any, mode: Any = "r", *more: Any) -> None:
        counts["opened"] += mode == "r"
        opened(self, file, mode, *more)

    monkeypatch.setattr(zipfile.ZipFile, "__init__", opening)
    for module in (workbook_file, pipeline):
        monkeypatch.setattr(module, "load", counting(module.load))
    return counts


@pytest.mark.parametrize(
    ("command", "parsed"),
    [
        (["standings", "event.xlsx"], 1),
        (["explain", "event.xlsx", "1"], 1),
        (["check", "event.xlsx"], 1),
        (["check", "event.xlsx", "pairs.xlsx"], 2),
        (["pair", "event.xlsx"], 1),
        (["pair", "event.xlsx", "--write"], 2),
        (["seat", "pairs.xlsx", "--system", "howell"], 2),
        (["repair", "event.xlsx"], 1),
        (["recompute", "event.xlsx"], 1),
        (["recompute", "--check", "event.xlsx"], 1),
        (["convert", "event.xlsx", "--to", "addin", "--out", "new.xlsx"], 1),
        (["convert", "event.xlsx", "--to", "values", "--out", "new.xlsx"], 2),
    ],
)
def test_a_workbook_is_opened_once(
    command: list[str],
    parsed: int,
    books: Path,
    counted: Counter[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("event.xlsx", "pairs.xlsx"):
        shutil.copy(books / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(command) == 0
    files = sum(word in ("event.xlsx", "pairs.xlsx") for word in command)
    assert counted == {"opened": files, "parsed": parsed}


def test_a_round_that_is_written_again(books: Path, counted: Counter[str], tmp_path: Path) -> None:
    path = shutil.copy(books / "event.xlsx", tmp_path)
    assert main(["pair", path, "--write"]) == 0
    counted.clear()
    assert main(["pair", path, "--write", "--replace", "--seed", "other"]) == 0
    assert counted == {"opened": 1, "parsed": 2}
