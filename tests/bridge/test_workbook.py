"""The bridge workbook: made, filled in, recomputed, explained."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.books import named, workbook_grids
from tests.bridge.test_files import FOULED, TWO_FIELDS
from tests.bridge.test_sessions import INDIVIDUAL, SPLIT, TEAMS
from tests.shell import Shell
from xltie.cli.main import main
from xltie.ranking import label_in
from xltie.recompute import recompute
from xltie.sheets.functions import callables

pytestmark = pytest.mark.slow

ROWS = [
    # board, NS, EW, contract, by, tricks, score, NS adjusted, EW adjusted
    (1, 1, 2, "3NT", "N", 10, None, None, None),
    (1, 3, 4, "3NT", "N", 9, None, None, None),
    (2, 4, 1, "4S", "E", "-1", None, None, None),
    (2, 2, 3, "PASS", None, None, None, None, None),
    (3, 1, 3, None, None, None, -140, None, None),
    (3, 2, 4, None, None, None, None, "A+", 0.4),
]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new workbook for four pairs and three boards, filled in by hand and recomputed."""
    path = tmp_path_factory.mktemp("bridge") / "club.xlsx"
    assert main(["new", str(path), "--game", "bridge", "--players", "4", "--rounds", "3",
                 "--all-settings"]) == 0  # fmt: skip
    named(path, 4)
    filled = openpyxl.load_workbook(path)
    sheet = filled["Boards"]
    for row, cells in enumerate(ROWS, 5):
        board, ns, ew, contract, by, tricks, score, *adjusted = cells
        assert sheet.cell(row, 3).value == board
        typed = (ns, ew, contract, by, tricks, *adjusted)
        for column, value in zip((4, 12, 6, 8, 9, 14, 15), typed, strict=True):
            sheet.cell(row, column).value = value
        if score is not None:
            sheet.cell(row, 10).value = score
    out = io.BytesIO()
    filled.save(out)
    data, report = recompute(out.getvalue(), callables())
    assert report.uncomputable == []
    path.write_bytes(data)
    for sheet in ("frequencies", "scorecard"):
        assert main(["add-sheet", sheet, str(path)]) == 0
    return path


def cells(book: Path, sheet: str, area: str) -> list[tuple[Any, ...]]:
    loaded = openpyxl.load_workbook(book, data_only=True)
    return [tuple(cell.value for cell in row) for row in loaded[sheet][area]]


def test_scores_appear_beside_contracts(book: Path) -> None:
    assert [row[0] for row in cells(book, "Boards", "J5:J10")] == [430, 400, 50, 0, -140, None]


def test_a_result_in_one_cell_shows_its_score(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    assert main(["new", str(path), "--game", "bridge", "--players", "4", "--rounds", "2"]) == 0
    named(path, 4)
    filled = openpyxl.load_workbook(path)
    for row, typed in enumerate(("4HS+2", "3NT by E -1", "4S", "4Z"), 5):
        filled["Boards"].cell(row, 6).value = typed
    filled.save(path)
    data, _ = recompute(path.read_bytes(), callables())
    path.write_bytes(data)
    shown = [row[0] for row in cells(path, "Boards", "J5:J8")]
    assert [name or None for name in shown] == [480, 50, None, None]


def test_standings_follow(book: Path) -> None:
    assert cells(book, "Standings", "A4:G4") == [
        ("Place", "Name", "No", "Percent\nMP%", "Matchpoints\nMP", "BOARDS", "Butler\nBUTLERIMPS"),
    ]
    rows = cells(book, "Standings", "A5:F8")
    assert [(row[0], row[2]) for row in rows] == [(1, 4), (2, 1), (2, 3), (4, 2)]
    percents = {row[2]: row[3] for row in rows}
    # Pair 4: 2, 2 and 40 %. Pair 1: 2, 0, and the half of a board with no other result.
    assert percents[4] == pytest.approx(100 * 4.8 / 6)
    assert percents[1] == pytest.approx(100 * 3 / 6)


def test_a_board_shows_its_frequencies(book: Path) -> None:
    assert cells(book, "Frequencies", "A4:D6") == [
        ("Score NS", "Tables", "NS", "EW"), (430, 1, 2, 0), (400, 1, 0, 2),
    ]  # fmt: skip


def test_a_pair_sees_where_its_score_comes_from(book: Path) -> None:
    rows = cells(book, "Scorecard", "A4:E8")
    assert rows[0] == ("Round", "Opponent", "Value", "Counted", "Why")
    assert rows[1][1:3] == ("P2", 2)
    assert rows[1][4] == "board 1 NS, +430: beats 1, equals 0 of 1 other"
    assert rows[4][0] == "Total"


def test_the_command_line_reads_the_same_workbook(book: Path, shell: Shell) -> None:
    assert "6 results on 3 boards" in shell("check", book).out
    places = shell("standings", book, "--format", "csv").out.splitlines()[1:]
    shown = {str(row[2]): row[0] for row in cells(book, "Standings", "A5:C8")}
    assert {line.split(",")[0]: int(line.split(",")[1]) for line in places} == shown
    assert "board 2 EW, -50: beats 0, equals 0 of 1 other" in shell("explain", book, "1").out


def test_a_table_for_programs_keeps_every_digit(tmp_path: Path, shell: Shell) -> None:
    table = tmp_path / "a.csv"
    table.write_text("Board,NS,EW,Score\n1,1,2,420\n1,3,4,400\n1,5,6,-50\n1,7,8,NP\n", "utf-8")
    said = shell("standings", table, "--criteria", "MP, MP%", "--format", "csv").out
    rows = [line.split(",") for line in said.splitlines()]
    figures = {row[0]: [float(cell) for cell in row[2:] if cell] for row in rows[1:]}
    # Neuberg: (4 + 1) x 4/3 - 1 of 6.
    assert figures["1"] == pytest.approx([17 / 3, 850 / 9], abs=1e-12)


@pytest.mark.parametrize("ending", ["pbn", "xml"])
@pytest.mark.parametrize("boards", [SPLIT, TEAMS, INDIVIDUAL, TWO_FIELDS, FOULED],
                         ids=["split", "teams", "individual", "two fields", "fouled"])  # fmt: skip
def test_a_session_goes_to_a_file_and_back_into_a_workbook(
    boards: str, ending: str, tmp_path: Path, shell: Shell
) -> None:
    table, file, again = tmp_path / "a.csv", tmp_path / f"b.{ending}", tmp_path / "c.xlsx"
    table.write_text(boards.strip().replace("|", ","), "utf-8")
    assert main(["export", str(table), str(file)]) == 0
    assert main(["import", str(file), str(again)]) == 0
    shown = []
    for name in (table, file, again):
        lines = shell("standings", name, "--format", "csv").out.splitlines()[1:]
        shown.append([tuple(line.split(",")[:3]) for line in lines])
    assert shown[0] == shown[1] == shown[2]
    places = {who: place for who, place, _ in shown[0]}
    rows = cells(again, "Standings", f"A5:C{4 + len(places)}")
    assert {str(row[2]): str(row[0]) for row in rows} == places


def test_faults_of_the_boards_are_named_with_their_cells(
    book: Path, tmp_path: Path, shell: Shell
) -> None:
    spoilt = openpyxl.load_workbook(book)
    spoilt["Boards"]["F5"] = "9NT"
    spoilt["Boards"]["L6"] = 77
    path = tmp_path / "spoilt.xlsx"
    spoilt.save(path)
    lines = shell("check", path, code=1).err.splitlines()
    assert any("Boards!L6" in line or "Boards!D6" in line for line in lines)
    assert any("Boards!F5" in line for line in lines)


def _under(book: Path, path: Path, settings: dict[str, object], players: dict[str, str]) -> None:
    """Save the workbook with other settings and players, recomputed."""
    changed = openpyxl.load_workbook(book)
    sheet = changed["Settings"]
    for row in range(5, sheet.max_row + 1):
        label = sheet.cell(row, 1).value
        if label in settings:
            sheet.cell(row, 2).value = settings[str(label)]
    for cell, text in players.items():
        changed["Players"][cell] = text
    out = io.BytesIO()
    changed.save(out)
    path.write_bytes(recompute(out.getvalue(), callables())[0])


def test_every_sheet_goes_by_the_settings(book: Path, tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "butler.xlsx"
    settings = {"Criteria": "BUTLERIMPS", "Butler: rounding of the datum": "none",
                "IMPs of an average plus": 2}  # fmt: skip
    _under(book, path, settings, {"C5": "60/40 %"})
    said = shell("standings", path, "--format", "csv").out
    printed = [line.split(",") for line in said.splitlines()[1:]]
    placed = {str(row[2]): row[0] for row in cells(path, "Standings", "A5:C8")}
    assert placed == {who: int(place) for who, place, *_ in printed}, "places follow at once"
    assert "lay out their columns" in str(cells(path, "Standings", "A3:A3"))
    assert main(["recompute", str(path), "--lay-out"]) == 0
    shown = {str(row[2]): (row[0], row[3]) for row in cells(path, "Standings", "A5:G8")}
    assert shown == {who: (int(place), float(value)) for who, place, value, _ in printed}
    # 430 and 400: the datum is 415, not 410; 15 is worth nothing.
    assert cells(path, "Scorecard", "B5:E5") == [
        ("P2", 0, "yes", "board 1 NS, +430: +15 from the datum 415"),
    ]
    assert cells(path, "Scorecard", "C8:E9") == [
        (-2, "yes", "penalty 60/40 %"), (shown["1"][1], None, "3 boards"),
    ]  # fmt: skip
    _ask(path, "butler", 3)
    assert cells(path, "Frequencies", "A5:D6") == [
        ("40%", 1, None, -2), ("A+", 1, 2, None),
    ]  # fmt: skip


def _ask(path: Path, method: str, board: int) -> None:
    changed = openpyxl.load_workbook(path)
    changed["Frequencies"]["B3"], changed["Frequencies"]["D3"] = board, method
    out = io.BytesIO()
    changed.save(out)
    path.write_bytes(recompute(out.getvalue(), callables())[0])


def test_a_fouled_board_shows_its_versions(book: Path, tmp_path: Path) -> None:
    changed = openpyxl.load_workbook(book)
    changed["Boards"]["P5"], changed["Boards"]["P6"] = "a", "b"
    path = tmp_path / "fouled.xlsx"
    changed.save(path)
    _under(path, path, {}, {})
    assert cells(path, "Frequencies", "A4:E6") == [
        ("Group", "Score NS", "Tables", "NS", "EW"),
        ("a", 430, 1, 1, 1), ("b", 400, 1, 1, 1),
    ]  # fmt: skip


def test_a_workbook_of_teams_has_their_columns(tmp_path: Path) -> None:
    table, book = tmp_path / "teams.csv", tmp_path / "teams.xlsx"
    table.write_text(TEAMS.strip().replace("|", ","), "utf-8")
    assert main(["export", str(table), str(tmp_path / "teams.pbn")]) == 0
    assert main(["import", str(tmp_path / "teams.pbn"), str(book)]) == 0
    assert [label_in(text) for text in cells(book, "Standings", "D4:G4")[0]] == [
        "VP", "IMP", "BAM", "Z",
    ]  # fmt: skip
    first = cells(book, "Standings", "A5:F5")[0]
    assert first[0] == 1
    assert all(isinstance(cell, (int, float)) for cell in first[3:])
    assert main(["add-sheet", "scorecard", str(book)]) == 0
    assert cells(book, "Scorecard", "A5:E5")[0][3] == "yes"


def test_faults_of_a_new_session_are_told_once(book: Path, tmp_path: Path) -> None:
    spoilt = openpyxl.load_workbook(book)  # its stored values are gone
    spoilt["Boards"]["N9"], spoilt["Boards"]["L6"] = "perhaps", 77
    out = io.BytesIO()
    spoilt.save(out)
    current, report = recompute(out.getvalue(), callables())
    assert [str(fault.place) for fault in report.faults] == ["Boards!D6", "Boards!N9"]
    assert workbook_grids(current)["Standings"].rows[2][0] == (
        "Provisional, what is faulty is left out: Boards!N9: 'perhaps' is not an adjusted "
        "score such as A+, 60%, +3 IMP or -620 (and 1 more fault)"
    )


def test_a_round_without_scores_counts_no_results(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "club.xlsx"
    assert main(["new", str(path), "--game", "bridge", "--players", "8"]) == 0
    named(path, 8)
    shell("pair", path, "--system", "mitchell", "--write")
    assert "8 pairs, 0 results on 24 boards, 24 without a result yet" in shell("check", path).out


def test_a_column_in_a_plain_formula_is_said_once(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "plain.xlsx"
    made = openpyxl.Workbook()
    sheet = made.worksheets[0]
    for row, score in enumerate((430, 420, 420, -50), 1):
        sheet.cell(row, 1, score)
    sheet["B1"], sheet["C1"] = "=MATCHPOINTS(A1:A4)", "=MPPERCENT(A1:A4)"
    sheet["D1"] = "=SUM(MATCHPOINTS(A1:A4))"
    made.save(path)
    said = shell("recompute", path).err.splitlines()
    assert len(said) == 1
    assert "Sheet!B1: MATCHPOINTS gives 4 rows" in said[0]
    assert "(and 1 more such formula)" in said[0]


def test_the_workbook_of_the_normal_game_shows_the_printed_tables(tmp_path: Path) -> None:
    from examples.normal_game import workbook

    path = tmp_path / "normal.xlsx"
    path.write_bytes(workbook())
    first = cells(path, "Example 1", "A3:I16")
    assert [round(first[row][6], 2) for row in (0, 1, 4, 8)] == [2.0, 0.74, 0.11, -1.16]
    assert [round(100 * first[row][8]) for row in (0, 1, 4, 8)] == [98, 77, 54, 12]
    assert round(first[13][0], 2) == 15.86
    (best,) = cells(path, "Example 4", "A3:I3")
    assert [best[2], best[3], best[4], best[5], round(best[6], 2)] == [8, 12, 5.5, 1, 3.18]


def test_what_counts_games_has_no_value_where_there_are_boards_alone(
    tmp_path: Path, shell: Shell
) -> None:
    book = tmp_path / "evening.xlsx"
    shell("new", book, "--game", "bridge", "--example")
    asked = shell("standings", book, "--criteria", "MP%, PTS, BH, BQ", "--format", "csv")
    assert asked.out.splitlines()[1].startswith("1,1,55.95238095238095,,,,")
    for code in ("PTS", "BH", "BQ"):
        assert f"{code} has no value for anybody: the event holds boards, and no games" in asked.err
    assert "the event holds boards, and no games" in shell("explain", book, "1", "BH").out


def test_what_counts_boards_has_no_value_where_there_are_games_alone(
    tmp_path: Path, shell: Shell
) -> None:
    table = tmp_path / "league.csv"
    table.write_text("Home,Away,Result\nKites,Larks,3-1\nLarks,Herons,0-2\n", encoding="utf-8")
    asked = shell("standings", table, "--criteria", "VP, IMP", "--format", "csv")
    for code in ("VP", "IMP"):
        assert f"{code} has no value for anybody: the event holds games, and no boards" in asked.err
