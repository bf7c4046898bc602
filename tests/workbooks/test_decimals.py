"""The values of a criterion stand below each other with the same decimals."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from xltie.cli.main import main
from xltie.ranking import label_in


def _formats(path: Path) -> dict[str, str]:
    sheet = openpyxl.load_workbook(path)["Standings"]
    found = {}
    for heading in sheet[4]:
        below = {sheet.cell(row, heading.column).number_format for row in range(5, 12)}
        assert len(below) == 1
        found[label_in(str(heading.value))] = below.pop()
    return found


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("chess", {"PTS": "0.0##", "BH/C1": "0.0##", "SB": "0.00##", "WIN": "General"}),
        ("othello", {"points": "0.0##", "BQ": "General", "discs": "General", "BH": "0.0##"}),
        ("bridge", {"MP%": "0.00", "BOARDS": "General"}),
        ("chess --teams 6", {"PTS": "General", "BH:GP": "0.0##"}),
        ("go", {"MMS": "General", "SOS": "General"}),
    ],
)
def test_a_column_shows_3_0_over_2_5_and_whole_numbers_where_there_are_no_halves(
    game: str, shown: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--game", *game.split()]) == 0
    assert shown.items() <= _formats(path).items()


@pytest.mark.slow
def test_columns_laid_out_anew_have_their_decimals(
    tmp_path: Path,
) -> None:
    path = tmp_path / "event.xlsx"
    assert (
        main(["new", str(path), "--game", "chess", "--players", "6", "--criteria", "PTS, BH"]) == 0
    )
    book = openpyxl.load_workbook(path)
    settings = book["Settings"]
    changed = {"Criteria": "PTS, SB, WIN", "Also shown": None}
    for label, value, *_ in settings.iter_rows(min_row=5, max_row=40):
        value.value = changed.get(str(label.value), value.value)
    book.save(path)
    assert main(["recompute", "--lay-out", str(path)]) == 0
    assert {"PTS": "0.0##", "SB": "0.00##", "WIN": "General"}.items() <= _formats(path).items()
