"""Over the values of Standings stand the name of a criterion and its code, and codes are read."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.books import edited, values
from xltie.cli.main import main
from xltie.ranking import label_in

CODES = ["PTS", "DE", "BH/C1", "BH", "SB", "PS", "WIN", "BPG", "ARO", "TPR"]
NAMES = {
    "en": ["Points", "Direct encounter", "Buchholz cut 1", "Buchholz", "Sonneborn-Berger"],
    "ko": ["승점", "승자승", "북홀츠\n컷 1", "북홀츠", "조네본\n버거"],
    "ru": ["Очки", "Личная встреча", "Бухгольц усеч. 1", "Бухгольц", "Бергер"],
}


def example(tmp_path: Path, game: str = "chess", code: str = "en") -> Path:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--example", "--game", game, "--language", code]) == 0
    return path


def headings(path: Path) -> list[str]:
    """What stands over the values of the third sheet."""
    sheet = openpyxl.load_workbook(path).worksheets[2]
    return [str(cell.value) for cell in sheet[4][3:-1]]


@pytest.mark.parametrize("code", ["en", *(pytest.param(c, marks=pytest.mark.slow) for c in NAMES)])
def test_a_name_stands_over_each_code(code: str, tmp_path: Path) -> None:
    path = example(tmp_path, code=code)
    found = headings(path)
    assert [text.rpartition("\n")[0] for text in found][:5] == NAMES[code]
    assert [label_in(text) for text in found] == CODES
    head = openpyxl.load_workbook(path).worksheets[2].row_dimensions[4].height
    assert head is not None and head >= 3 * 15, "two lines of a name, one of a code"


def test_what_a_list_calls_by_its_name_has_no_second_line(tmp_path: Path) -> None:
    assert headings(example(tmp_path, "othello"))[:2] == ["points", "Brightwell quotient\nBQ"]


def test_other_texts_of_two_lines_are_no_codes() -> None:
    assert label_in("Result\n1  0  ½") == "Result\n1  0  ½"
    assert label_in("My own\nBH") == "My own\nBH"
    assert label_in("BH") == "BH"
    assert label_in("Buchholz  cut 1\n BH/C1") == "BH/C1", "as somebody broke the line"


def test_a_workbook_with_codes_alone_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = example(tmp_path)
    edited(path, "Standings", dict(zip((f"{letter}4" for letter in "DEFGHIJKLM"), CODES)))
    assert main(["recompute", str(path)]) == 0
    assert values(path.read_bytes(), "Standings").get("A3") in (None, "")
    capsys.readouterr()
    assert main(["repair", str(path)]) == 0
    assert "nothing to put back" in capsys.readouterr().out
    assert headings(path) == CODES
    assert main(["recompute", "--lay-out", str(path)]) == 0
    assert headings(path)[0] == "Points\nPTS", "which is asked for"


@pytest.mark.slow
def test_a_value_typed_over_below_a_name_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = example(tmp_path)
    edited(path, "Standings", {"F7": 3})
    capsys.readouterr()
    assert main(["repair", str(path)]) == 0
    assert "Standings!F7" in capsys.readouterr().out
    assert "BUCHHOLZ" in openpyxl.load_workbook(path)["Standings"]["F7"].value


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "ko", "ru"])
def test_a_new_list_lays_out_names_that_fit_the_line(code: str, tmp_path: Path) -> None:
    path = example(tmp_path, "othello", code)
    book = openpyxl.load_workbook(path)
    settings = book.worksheets[-1]
    (row,) = [c[0].row for c in settings.iter_rows(min_row=5) if "BQ" in str(c[1].value)][:1]
    settings.cell(row, 2).value = "points, SB, BH"
    book.worksheets[2].row_dimensions[4].height = 24
    book.save(path)
    assert main(["recompute", "--lay-out", str(path)]) == 0
    assert [label_in(text) for text in headings(path)][1:3] == ["SB", "BH"]
    assert NAMES[code][4] in headings(path)[1]
    laid = openpyxl.load_workbook(path).worksheets[2]
    assert laid.row_dimensions[4].height > 24
    for row in (5, laid.max_row):  # a line for nobody is none, on the wall either
        assert laid.cell(row, 1).style == "xltie Place bare"
        assert laid.cell(row, 1).border.bottom is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "game", "chosen"),
    [
        ("en", "chess", "Buchholz cut 1\nBH/C1"), ("ko", "othello", "브라이트웰\n지수\nBQ"),
        ("ko", "othello", "승점"),
    ],
)  # fmt: skip
def test_explain_takes_a_heading_as_it_is_offered(
    code: str, game: str, chosen: str, tmp_path: Path
) -> None:
    path = example(tmp_path, game, code)
    assert chosen in headings(path)
    assert main(["add-sheet", "explain", str(path)]) == 0
    name = openpyxl.load_workbook(path).sheetnames[-1]
    edited(path, name, {"D3": chosen})
    assert main(["recompute", str(path)]) == 0
    terms = values(path.read_bytes(), name)
    assert terms["A5"] == 1 and terms["D5"] in ("yes", "예")


@pytest.mark.parametrize(
    "game, sheet, cell, code",
    [("go", "crosstable", "K4", "MMS"), ("bridge", "scorecard", "D3", "MP%")],
)
def test_where_there_is_one_line_the_code_stands_alone(
    game: str, sheet: str, cell: str, code: str, tmp_path: Path
) -> None:
    path = example(tmp_path, game)
    assert main(["add-sheet", sheet, str(path)]) == 0
    assert values(path.read_bytes(), sheet.capitalize())[cell] == code
