"""``xltie new`` draws a seed for the lots, says it, and writes it into the workbook."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from tests.books import setting_cell
from tests.shell import Shell
from xltie.api import open_event, write
from xltie.cli.new import drawn_seed


def seed_in(path: Path) -> object:
    return openpyxl.load_workbook(path)["Settings"][setting_cell(path, "Pairing seed")].value


def made(path: Path, shell: Shell, *options: str) -> str:
    listed = path.with_suffix(".csv")
    listed.write_text("Name\n" + "\n".join("ABCDEFGH"))
    return shell("new", path, "--from", listed, *options).out


@pytest.mark.slow
def test_a_seed_is_drawn_said_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr("xltie.cli.new.drawn_seed", drawn_seed)
    seeds, pairs = set(), set()
    for number in range(4):
        path = tmp_path / f"{number}.xlsx"
        said = re.search(r"lots are drawn with seed (\d+)", made(path, shell, "--game", "othello"))
        assert said is not None and str(seed_in(path)) == said[1]
        seeds.add(said[1])
        first = shell("pair", path).out
        assert shell("pair", path).out == first
        pairs.add(first)
    assert len(seeds) == 4 and len(pairs) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "wanted"),
    [(["--game", "chess", "--seed", "hall 2"], "hall 2"), (["--game", "go"], None)],
)
def test_a_seed_that_is_named_or_not_needed_is_not_drawn(
    options: list[str],
    wanted: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    shell: Shell,
) -> None:
    monkeypatch.setattr("xltie.cli.new.drawn_seed", drawn_seed)
    path = tmp_path / "event.xlsx"
    assert "with seed" not in made(path, shell, *options)
    assert seed_in(path) == wanted


def file_of(path: Path, names: list[str]) -> str:
    couples = zip(names[::2], names[1::2], strict=True)
    games = "".join(f"1,{white},{black},1/2-1/2\n" for white, black in couples)
    opened = open_event(f"Round,White,Black,Result\n{games}".encode(), name="event.csv")
    write(replace(opened.event, game="chess", rounds=5), path)
    return str(path)


@pytest.mark.slow
def test_a_file_draws_alike_at_every_door_and_unlike_another_of_its_size(
    tmp_path: Path, shell: Shell
) -> None:
    seeds, pairs = [], []
    lots = ("--system", "othello", "--format", "csv")
    for number, letters in enumerate(("ABCDEFGHIJKL", "MNOPQRSTUVWX")):
        names = [f"{letter}nn" for letter in letters]
        file, book = file_of(tmp_path / f"{number}.trf", names), tmp_path / f"{number}.xlsx"
        # FIDE's Dutch system draws nothing once colours are known, so that none is said.
        assert "seed" not in shell("import", file, book).out
        seed = str(seed_in(book))
        from_book = shell("pair", book, *lots).out
        from_file = shell("pair", file, *lots)
        assert from_file.out == from_book and seed in from_file.err
        for at, name in enumerate(names):
            from_book = from_book.replace(name, str(at))
        seeds.append(seed)
        pairs.append(from_book)
    assert seeds[0] != seeds[1] and pairs[0] != pairs[1]


@pytest.mark.slow
@pytest.mark.parametrize(("record", "is_said"), [("", True), ("152 B\n", False)])
def test_a_report_before_its_first_round_says_the_seed_of_the_first_colour(
    record: str, is_said: bool, tmp_path: Path, shell: Shell
) -> None:
    report = tmp_path / "event.trf"
    lines = "".join(f"001    {n}      Player {n}\n" for n in range(1, 9))
    report.write_text(f"012 Open\n142 5\n192 FIDE_DUTCH_2026\n{record}{lines}")
    said = shell("import", report, tmp_path / "event.xlsx").out
    assert ("lots are drawn with seed" in said) is is_said
