"""Formulas among ranks and results that nobody has computed: nothing is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import openpyxl
import pytest

from tests.shell import Shell
from xltie import api
from xltie.cli.main import main
from xltie.event import Contestant
from xltie.games import preset
from xltie.workbooks.build import new_workbook

PAIRED = {("Rounds", "A5"): 1, ("Rounds", "C5"): 1, ("Rounds", "L5"): 2}


def written(folder: Path, cells: Mapping[tuple[str, str], object]) -> Path:
    """A workbook of Go as another program writes it: with formulas, and without their values."""
    path = folder / "event.xlsx"
    field = [Contestant(str(n), f"P{n}", grade=f"{n}d") for n in range(1, 5)]
    path.write_bytes(new_workbook(preset("go"), 4, 2, field))
    book = openpyxl.load_workbook(path)
    for (sheet, cell), value in cells.items():
        book[sheet][cell] = value
    book.save(path)
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cell", "formula"),
    [
        (("Players", "C6"), '=IF(1,"5d","")'),
        (("Players", "D6"), "=STARTSCORE(C6,Bar,Floor,Zero,,Format)+1"),
        (("Rounds", "G5"), '=IF(1,"1-0","")'),
        (("Settings", "B10"), "=4-2"),
    ],
)
def test_nothing_is_made_of_a_formula_without_a_value(
    cell: tuple[str, str], formula: str, tmp_path: Path, shell: Shell
) -> None:
    path = written(tmp_path, {**PAIRED, cell: formula})
    said = f"{'!'.join(cell)}: the formula has no value yet; xltie recompute computes it"
    for command, code in (("check", 1), ("standings", 1), ("pair", 2)):
        shown = shell(command, path, code=code)
        assert said in shown.err and shown.out == ""
    assert main(["recompute", str(path)]) == 0
    assert main(["check", str(path)]) == 0


@pytest.mark.slow
def test_what_a_template_computes_there_needs_no_value(tmp_path: Path) -> None:
    path = written(tmp_path, {**PAIRED, ("Rounds", "G5"): "1-0"})
    assert main(["check", str(path)]) == 0


@pytest.mark.slow
def test_a_formula_without_a_value_hides_no_other_fault(tmp_path: Path, shell: Shell) -> None:
    wrong = {
        ("Rounds", "G5"): "hello",
        ("Rounds", "A6"): 1,
        ("Rounds", "C6"): 1,
        ("Rounds", "L6"): 3,
    }
    path = written(tmp_path, {**PAIRED, **wrong, ("Players", "C6"): '=IF(1,"5d","")'})
    said = shell("check", path, code=1).err
    assert said.index("Players!C6: the formula has no value yet") < said.index("Rounds!G5: ")
    assert "Rounds!C6: player 1 is in round 1 a second time" in said


@pytest.mark.slow
def test_an_error_in_place_of_a_setting_is_no_blank(tmp_path: Path, shell: Shell) -> None:
    path = written(tmp_path, {**PAIRED, ("Rounds", "G5"): "1-0", ("Settings", "B10"): "=NA()"})
    shell("recompute", path, code=1)
    said = "Settings!B10: the cell holds the error #N/A"
    assert said in shell("check", path, code=1).err
    assert said in shell("pair", path, code=2).err


@pytest.mark.slow
def test_a_formula_among_results_is_no_pattern_for_the_others(tmp_path: Path, shell: Shell) -> None:
    path = written(tmp_path, {**PAIRED, ("Rounds", "G5"): '=IF(1,"1-0","")'})
    shell("recompute", path)
    assert "in place of the formula" not in shell("check", path).err
    main(["repair", str(path)])
    assert openpyxl.load_workbook(path)["Rounds"]["G6"].value is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cells", "name", "place"),
    [
        ({("Players", "A1"): "Open"}, "Open", ""),
        ({("Players", "A1"): None}, "", ""),
        ({("Players", "A1"): '="Op"&"en"'}, "", "Players!A1"),
        ({("Players", "A1"): "Open", ("Settings", "B5"): '="My"&" Open"'}, "", "Settings!B5"),
    ],
)
def test_the_name_of_the_event_is_what_its_formula_repeats(
    cells: Mapping[tuple[str, str], object], name: str, place: str, tmp_path: Path
) -> None:
    opened = api.open_event(written(tmp_path, {**PAIRED, ("Rounds", "G5"): "1-0", **cells}))
    said = [str(warning) for warning in opened.warnings if "no value" in str(warning)]
    assert (opened.event.name, len(said)) == (name, bool(place))
    assert all(warning.startswith(place) for warning in said)
