"""Lines of the Rounds sheet turn red exactly where ``xltie check`` finds a fault."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.books import edited, recomputed, values
from xltie.cli.main import main
from xltie.games import PRESETS
from xltie.workbooks import new_workbook

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


def red(data: bytes, sheet: str, rows: range) -> list[int]:
    """The lines for which the mark of faulty lines is true."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    rules = [rule for own in book[sheet].conditional_formatting for rule in own.rules]
    (test,) = {text for rule in rules for text in rule.formula if "SEARCH" in text}
    for row in rows:
        book[sheet][f"Z{row}"] = f"={test}"
    out = io.BytesIO()
    book.save(out)
    shown = values(recomputed(out.getvalue())[0], sheet)
    return [row for row in rows if shown[f"Z{row}"] is True]


@pytest.mark.slow
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
    assert red(path.read_bytes(), "Rounds", range(5, 25)) == wanted


@pytest.mark.parametrize(("game", "language", "sheet", "cell", "value"), [
    ("chess", "en", "Rounds", "G6", "won"),
    pytest.param("go", "ru", "Rounds", "H6", "won", marks=pytest.mark.slow),
    pytest.param("othello", "ko", "Players", "E6", "soon", marks=pytest.mark.slow),
    pytest.param("bridge", "en", "Boards", "D6", "8H", marks=pytest.mark.slow),
])  # fmt: skip
def test_the_line_that_the_notice_names_is_red(
    tmp_path: Path, game: str, language: str, sheet: str, cell: str, value: str
) -> None:
    """No formula knows every result or contract that xltie reads; what it says of it is enough."""
    path = tmp_path / "event.xlsx"
    players = tmp_path / "players.csv"
    players.write_text("id,name\n" + "".join(f"{n},P{n}\n" for n in range(1, 9)), "utf-8")
    made = ["new", str(path), "--game", game, "--from", str(players), "--language", language]
    assert main(made) == 0
    names = dict(zip(("Players", "Rounds"), openpyxl.load_workbook(path).sheetnames))
    name = names.get(sheet, names["Rounds"])
    typed = {"A6": 1, "C6": 1, "E6": 2} if sheet == "Rounds" else {}
    typed = {"A6": 1, "B6": 1, "C6": 2} if sheet == "Boards" else typed
    edited(path, name, {**typed, cell: value})
    assert main(["recompute", "-q", str(path)]) == 1
    assert red(path.read_bytes(), name, range(5, 8)) == [6]


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(PRESETS))
def test_marks_and_lists_are_what_every_excel_can_read(game: str) -> None:
    """No mark looks at another sheet by itself or holds a list; no list is over 255 letters."""
    data = new_workbook(PRESETS[game], players=12, rounds=3)
    for sheet in openpyxl.load_workbook(io.BytesIO(data)):
        rules = [rule for own in sheet.conditional_formatting for rule in own.rules]
        formulas = [re.sub('"[^"]*"', "", text) for rule in rules for text in rule.formula]
        assert not [text for text in formulas if "!" in text or "{" in text]
        for offered in sheet.data_validations.dataValidation:
            assert len(offered.formula1 or "") <= 255
