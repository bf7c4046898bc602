"""Lines of the Rounds sheet turn red exactly where ``xltie check`` finds a fault."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.formula.translate import Translator

from xltie.cli.main import main
from xltie.games import PRESETS
from xltie.recompute import recompute
from xltie.templates import new_workbook

LINES: tuple[tuple[tuple[Any, ...], bool], ...] = (
    ((1, 2, 40, 24, None), False),
    ((3, 4, "4O", 24, None), True),
    ((5, 6, 40.5, 23.5, None), True),
    ((7, 8, 70, -6, None), True),
    ((9, "BYE", None, None, "bye"), False),
    ((1, 1, 40, 24, None), True),
    ((2, 3, 40, 25, None), True),
    ((4, 5, 40, None, None), False),
    (("Fay", "Gil", 33, 31, None), False),
    ((8, 99, None, None, "1-0"), True),
    ((None, None, 40, 24, None), True),
    ((None, None, None, None, "1-0"), True),
    ((1, 2, None, None, 46024), True),
    ((3, 4, None, None, "1/2-1/2"), False),
    ((5, 6, None, None, 0.5), False),
    ((None, None, None, None, None), False),
)
"""What stands in a line (players, discs, result), and whether it is faulty."""


@pytest.fixture(scope="module")
def book() -> openpyxl.Workbook:
    made = openpyxl.load_workbook(
        io.BytesIO(new_workbook(PRESETS["othello"], players=10, rounds=4))
    )
    for row, name in enumerate("Ann Bob Cid Dee Eve Fay Gil Hal Ivy Jon".split(), 5):
        made["Players"].cell(row, 2, name)
    sheet = made["Rounds"]
    for row, (cells, _) in enumerate(LINES, 5):
        for column, value in zip("CEGHI", cells, strict=True):
            sheet[f"{column}{row}"] = value
    sheet["A24"] = 9
    sheet["C24"], sheet["E24"], sheet["G24"], sheet["H24"] = 9, 10, 32, 32
    return made


def red(book: openpyxl.Workbook) -> list[int]:
    """The lines for which a mark's formula is true."""
    found = book["Rounds"].conditional_formatting
    rules = (rule.formula[0] for own in found for rule in own.rules)
    tests = [test for test in rules if "ISFORMULA" not in test]  # marks of another colour
    sheet = book["Rounds"]
    for row in range(5, 25):
        moved = [Translator(f"={t}", "A5").translate_formula(f"A{row}")[1:] for t in tests]
        for column, formula in enumerate(moved, 20):
            sheet.cell(row, column, f"={formula}")
    out = io.BytesIO()
    book.save(out)
    data, _ = recompute(out.getvalue(), {})  # without ours, which would refuse the faulty lines
    values = openpyxl.load_workbook(io.BytesIO(data), data_only=True)["Rounds"]
    return [
        row
        for row in range(5, 25)
        if any(values.cell(row, column).value is True for column in range(20, 20 + len(tests)))
    ]


def test_lines_are_red_where_check_finds_a_fault(
    book: openpyxl.Workbook, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.xlsx"
    book.save(path)
    assert main(["check", str(path)]) == 1
    places = [line.split("Rounds!")[1].split(":")[0] for line in capsys.readouterr().err.split("\n")
              if "Rounds!" in line]  # fmt: skip
    wanted = [row for row, (_, is_faulty) in enumerate(LINES, 5) if is_faulty] + [24]
    assert sorted({int(place[1:]) for place in places}) == wanted
    assert red(book) == wanted


@pytest.mark.parametrize("game", sorted(PRESETS))
def test_marks_and_lists_are_what_every_excel_can_read(game: str) -> None:
    """No mark looks at another sheet by itself or holds a list; no list is over 255 letters."""
    data = new_workbook(PRESETS[game], players=12, rounds=3)
    for sheet in openpyxl.load_workbook(io.BytesIO(data)):
        rules = [rule for own in sheet.conditional_formatting for rule in own.rules]
        assert not [f for rule in rules for f in rule.formula if "!" in f or "{" in f]
        for offered in sheet.data_validations.dataValidation:
            assert len(offered.formula1 or "") <= 255
