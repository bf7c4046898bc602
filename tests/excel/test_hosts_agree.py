"""Excel's functions and commands give what every other host gives."""

from __future__ import annotations

import io
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import openpyxl
import pytest

from tests.books import edited, field, hand_made, workbook_grids
from tests.casefiles import Case
from tests.excel.fake import FakeBook, functions
from tests.sheets.test_case_workbooks import TABLES, _formula, _sheets
from xltie.cli.main import main
from xltie.core.cells import CellError, cell_name
from xltie.functions.registry import Shape
from xltie.games import PRESETS
from xltie.hosts.excel import commands
from xltie.recompute import recompute
from xltie.sheets.functions import REGISTRY, callables
from xltie.workbooks.build import new_workbook

pytestmark = pytest.mark.slow


def workbook(case: Case) -> bytes:
    """Every published figure of a case as a formula in a cell of its own."""
    sheets = _sheets(case)
    rows = []
    for number, item in enumerate(case.expectations):
        if "function" in item:
            if REGISTRY[item["function"]].shape is Shape.GROUP:
                group = item.get("group") or list(item["values"])
                sheets[f"Tied{number}"] = [[who, "tied"] for who in group]
            rows += [[_formula(case, item, who, f"Tied{number}")] for who in item["values"]]
    return hand_made({**sheets, "Answers": rows})


@pytest.mark.parametrize("case", TABLES, ids=lambda case: case.name)
def test_published_figures_through_xlwings(on_windows: ModuleType, case: Case) -> None:
    data = workbook(case)
    headless, report = recompute(data, callables())
    excel, own = recompute(data, functions())
    assert excel == headless
    assert (own.uncomputable, own.faults) == (report.uncomputable, report.faults)


CLUB = [
    ["Runde", "Weiß", "Schwarz", "Ergebnis"],
    [1, "Adler", "Berger", "½-½"], [1, "Conrad", "Dietz", "1-0"],
    [2, "Berger", "Conrad", "1-0"], [2, "Dietz", "Adler", "0-1"],
]  # fmt: skip
ON_A_CLUBS_TABLE = {
    '=POINTS("Berger",Club!A1:D5)': 1.5,
    '=BUCHHOLZ("Berger",Club!A1:D5)': 2.5,
    '=TIEBREAK("Conrad",Club!A1:D5,"SB")': 0,
    '=INDEX(STANDINGS(Club!A1:D5,,"points, BH"),2,2)': "Berger",
    '=INDEX(STANDINGS(Club!A1:D5,,"points, BH"),4,4)': 1,
}


def test_functions_on_a_clubs_table_through_xlwings(on_windows: ModuleType) -> None:
    data = hand_made({"Club": CLUB, "Answers": [[formula] for formula in ON_A_CLUBS_TABLE]})
    headless, _ = recompute(data, callables())
    excel, _ = recompute(data, functions())
    assert excel == headless
    shown = workbook_grids(headless)["Answers"]
    assert [line[0] for line in shown.rows] == list(ON_A_CLUBS_TABLE.values())


def test_the_button_gives_what_the_command_line_gives(on_windows: ModuleType) -> None:
    data = new_workbook(PRESETS["othello"], 6, 3, field(6))
    book = FakeBook(data)
    preset = PRESETS["othello"]
    rounds = book.sheets["Rounds"]
    header = next(i for i, row in enumerate(rounds.used_range.value) if preset.first in row)
    headings = rounds.used_range.value[header]
    scores = dict(zip(preset.scores, (40, 24), strict=True))
    named = {text.split("\n")[0]: n for n, text in enumerate(headings) if text}
    cells = {"Round": 1, preset.first: "P1", preset.second: "P2", **scores}
    for heading, value in cells.items():
        place = header + 2, named[heading] + 1
        rounds.range(place, place).value = [value]
    told = commands.run("recompute", book)
    assert re.fullmatch(r"\d+ values changed, \d+ places changed", told)
    shown = {sheet.name: sheet.shown for sheet in book.sheets}
    computed, _ = recompute(_saved(book), callables())
    for name, grid in workbook_grids(computed).items():
        for place, cell in shown[name].items():
            own = grid.rows[place[0] - 1][place[1] - 1]
            assert cell == (str(own) if isinstance(own, CellError) else own), (name, place)


def _saved(book: FakeBook) -> bytes:
    out = io.BytesIO()
    book.file.save(out)
    return out.getvalue()


def _filled(path: Path, *arguments: str) -> bytes:
    assert main(["pair", str(path), "--write", *arguments]) == 0
    return path.read_bytes()


def _games(data: bytes) -> list[tuple[Any, ...]]:
    return list(openpyxl.load_workbook(io.BytesIO(data), data_only=True)["Rounds"].values)


def test_a_movement_is_laid_out_as_the_command_line_does_it(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    path.write_bytes(new_workbook(PRESETS["bridge"], 8, 24, field(8)))
    book = FakeBook(path.read_bytes())
    told = commands.run("seat", book)
    assert "rounds (" in told and "written to lines 5 to " in told
    assert main(["seat", str(path)]) == 0
    theirs = FakeBook(path.read_bytes())
    mine, wanted = (one.sheets["Boards"].used_range.value for one in (book, theirs))
    assert [line[:5] for line in mine[3:]] == [line[:5] for line in wanted[3:]]
    assert sum(line[0] is not None for line in wanted) > 24
    book.written.clear()
    commands.run("seat", book)
    again = book.sheets["Boards"].used_range.value
    assert [line[:5] for line in again[3:]] == [line[:5] for line in mine[3:]]


def test_pairing_gives_what_the_command_line_gives(on_windows: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(new_workbook(PRESETS["othello"], 7, 3, field(7)))
    edited(path, "Settings", {"A40": "Pairing seed", "B40": "hall 2"})
    book = FakeBook(path.read_bytes())
    for number in (1, 2):
        told = commands.run("pair", book)
        assert told.startswith(f"round {number} (")
        assert "written to lines " in told
        assert "\n" not in told
        wanted = _games(_filled(path))
        shown = book.sheets["Rounds"].used_range.value
        for one, want in zip(shown, wanted, strict=False):
            assert [cell or None for cell in one[: len(want)]] == [cell or None for cell in want]
        book.written.clear()
        again = commands.run("pair", book)
        assert again.startswith("?")
        assert again.endswith("Open games count as draws, for this pairing only.")
        assert f"round {number} has a game without a result" in again
        assert book.written == []
        heads = list(wanted[3])
        cells = {}
        for row, line in enumerate(wanted, 1):
            if line[heads.index("Round")] == number and isinstance(line[9], (int, float)):
                for title, discs in (("Black discs", 40), ("White discs", 24)):
                    place = row, heads.index(title) + 1
                    cells[cell_name(*place)] = discs
                    book.sheets["Rounds"].range(place, place).value = [discs]
        edited(path, "Rounds", cells)
        commands.run("recompute", book)
