"""Workbooks in a real LibreOffice: opened, edited, converted, saved; the load job, the menu."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from build_workbooks import EXAMPLE, NAMES
from openpyxl.styles import Protection
from openpyxl.worksheet.formula import ArrayFormula

from tests.books import edited, field, hand_made, recomputed, values
from tests.libreoffice.calc import Calc
from tests.libreoffice.test_cells import PLAYERS, ROUNDS
from tests.libreoffice.test_spellings import SPELLINGS
from xltie.cli.main import main
from xltie.games import PRESETS
from xltie.hosts.libreoffice.environment import environment as own_environment
from xltie.workbooks.build import new_workbook

CALL = '("Ann",Rounds!$A$1:$E$5)'


def stored(path: Path) -> dict[str, list[list[Any]]]:
    book = openpyxl.load_workbook(path, data_only=True)
    return {sheet.title: [[c.value for c in row] for row in sheet.iter_rows()] for sheet in book}


def same(shown: Any, wanted: Any) -> bool:
    if isinstance(wanted, datetime):
        return True  # Calc hands out the serial number
    if isinstance(wanted, (int, float)) and isinstance(shown, (int, float)):
        return abs(shown - wanted) < 1e-9
    return (shown or None) == (wanted or None)


@pytest.mark.parametrize("name", NAMES)
def test_every_workbook_of_ours_opens_with_the_same_values(
    calc: Calc, our_workbooks: Path, name: str, tmp_path: Path
) -> None:
    """The stored ones are those of the headless recompute, so the two agree."""
    path = our_workbooks / name
    wanted = stored(path)
    with calc.open(Path(shutil.copy(path, tmp_path))) as book:
        for sheet, rows in wanted.items():
            width = max(map(len, rows))
            last = openpyxl.utils.get_column_letter(width)
            shown = book.rows(f"{sheet}!A1:{last}{len(rows)}")
            different = [
                (sheet, row, column, got, want)
                for row, (line, one) in enumerate(zip(shown, rows, strict=True), 1)
                for column, (got, want) in enumerate(zip(line, one, strict=True), 1)
                if not same(got, want)
            ]
            assert not different, different[:9]
        assert not book.ask("is_modified"), "closing would ask about saving"


def test_an_edit_moves_the_standings_of_the_example(calc: Calc, our_workbooks: Path) -> None:
    with calc.open(our_workbooks / EXAMPLE) as book:
        before = book.rows("Standings!A5:D30")
        leader = before[0][2]
        games = book.rows("Rounds!A1:L99")
        # Round, table, No, Black, Pts, discs, discs, Pts, White, No
        mine = next(
            row for row, line in enumerate(games, 1)
            if leader in (line[2], line[9]) and isinstance(line[9], float) and line[0]
        )  # fmt: skip
        lost = (0, 64) if games[mine - 1][2] == leader else (64, 0)
        for column, discs in zip("FG", lost, strict=True):
            book.put({f"Rounds!{column}{mine}": discs})
        after = book.rows("Standings!A5:D30")
    assert after != before
    assert {row[2] for row in after} == {row[2] for row in before}


def in_spellings() -> bytes:
    """A workbook with the same call under every name that a program stores it by."""
    formulas = [[f"={spelling}{CALL}"] for spelling in SPELLINGS if "file:" not in spelling]
    formulas.append([f"=_xlfn.SINGLE(_xll.BQ{CALL})"])
    formulas.append([f'=IF(1=1,_xll.BQ{CALL},"_xll.BQ(")'])
    return hand_made({"Rounds": ROUNDS, "Players": PLAYERS, "Standings": formulas})


def test_every_spelling_opens_computed(calc: Calc, tmp_path: Path) -> None:
    path = tmp_path / "spellings.xlsx"
    path.write_bytes(in_spellings())
    with calc.open(path) as book:
        count = len(SPELLINGS) + 1
        for row in range(1, count + 1):
            assert book.value(f"Standings!A{row}") == 75, book.formula(f"Standings!A{row}")
        assert not book.ask("is_modified")


def test_array_formulas_and_tables_open_computed(calc: Calc, tmp_path: Path) -> None:
    data = openpyxl.load_workbook(io.BytesIO(hand_made({"Rounds": ROUNDS, "Players": PLAYERS})))
    table = openpyxl.worksheet.table.Table(displayName="Games", ref="A1:E5")
    data["Rounds"].add_table(table)
    sheet = data.create_sheet("Standings")
    sheet["A1"] = ArrayFormula("A1:A4", "=_xll.POINTS(Players!A2:A5,Games[#All])")
    sheet["C1"] = '=POINTS("Cem",Games[#All])'
    sheet["C2"] = '=POINTS("Cem",Games[[#All],[Round]:[White discs]])'
    path = tmp_path / "arrays.xlsx"
    data.save(path)
    with calc.open(path) as book:
        assert book.rows("Standings!A1:A4") == [[1], [0.5], [2], [0.5]]
        assert book.value("Standings!C1") == 2
        book.put({"Rounds!D4": 50, "Rounds!E4": 14})
        assert book.value("Standings!C1") == 1


def with_stale_value(formula: str) -> bytes:
    """A workbook whose one formula has an old value stored."""
    data = hand_made({"Rounds": ROUNDS, "Standings": [[formula]]})
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            part = source.read(name)
            if name.endswith("sheet2.xml"):
                assert b"<v></v>" in part or b"<v />" in part or b"<v/>" in part
                for empty in (b"<v></v>", b"<v />", b"<v/>"):
                    part = part.replace(empty, b"<v>99</v>")
            target.writestr(name, part)
    return out.getvalue()


def test_stale_values_of_ours_are_computed_anew_and_others_are_left(
    calc: Calc, tmp_path: Path
) -> None:
    path = tmp_path / "stale.xlsx"
    path.write_bytes(with_stale_value(f"=BQ{CALL}"))
    with calc.open(path) as book:
        assert book.value("Standings!A1") == 75
    path.write_bytes(with_stale_value("=1+1"))
    with calc.open(path) as book:
        assert book.value("Standings!A1") == 99


def with_wrong_values(data: bytes, part: str, value: str) -> bytes:
    """A workbook in whose one part the numbers that a pattern finds in formulas are 77."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            text = source.read(name)
            if name == part:
                text, count = re.subn(value.encode(), rb"\g<1>77\g<2>", text)
                assert count > 20
            target.writestr(name, text)
    return out.getvalue()


def test_a_workbook_of_ours_with_stale_values_shows_right_ones(
    calc: Calc, our_workbooks: Path, tmp_path: Path
) -> None:
    """Calc computes what is seen: also a cell of somebody's own that follows from ours."""
    path, cells = tmp_path / "event.xlsx", "Standings!A5:M20"
    shutil.copy(our_workbooks / NAMES[-1], path)
    sheet = list(stored(path)).index("Standings") + 1
    with calc.open(path) as book:
        wanted = book.rows(cells)
        book.put({"Standings!Z5": "=A6+1", "Standings!Z6": '=POINTS("1";$Rounds.$A$4:$J$60)'})
        own = book.rows("Standings!Z5:Z6")
        book.save(tmp_path / "event.ods")
    part, number = f"xl/worksheets/sheet{sheet}.xml", r"(</f><v>)\d+(?:\.\d+)?(</v>)"
    path.write_bytes(with_wrong_values(path.read_bytes(), part, number))
    with calc.open(path) as book:
        assert book.rows(cells) == wanted
    path = tmp_path / "event.ods"
    number = r'(table:formula="[^"]*" office:value-type="float" office:value=")[^"]*(")'
    path.write_bytes(with_wrong_values(path.read_bytes(), "content.xml", number))
    with calc.open(path) as book:
        assert book.rows(cells) == wanted
        assert book.rows("Standings!Z5:Z6") == own


def test_ods_keeps_our_functions(calc: Calc, tmp_path: Path) -> None:
    path = tmp_path / "event.ods"
    with calc.open() as book:
        book.sheet("Rounds", ROUNDS)
        book.put({"A1": '=BQ("Ann";$Rounds.A1:E5)'})
        book.save(path)
    with calc.open(path) as book:
        assert book.value("A1") == 75
        book.put({"Rounds!D2": 50, "Rounds!E2": 14})
        assert book.value("A1") == 85


def test_converting_without_a_window_computes_and_keeps_the_formulas(
    calc: Calc, extension: Path, profile: Path, tmp_path: Path
) -> None:
    source = tmp_path / "event.xlsx"
    source.write_bytes(in_spellings())
    other = profile.with_name("converting")
    if not other.exists():
        shutil.copytree(profile, other, ignore=shutil.ignore_patterns(".lock"))
    subprocess.run(
        ["soffice", "--headless", f"-env:UserInstallation={other.as_uri()}", "--convert-to",
         "xlsx", "--outdir", str(tmp_path / "out"), str(source)],
        check=True, capture_output=True, timeout=120, env=own_environment(),
    )  # fmt: skip
    converted = (tmp_path / "out" / "event.xlsx").read_bytes()
    shown = values(converted, "Standings")
    assert set(shown.values()) == {75}
    assert len(shown) == len(SPELLINGS) + 1
    # What LibreOffice up to 24.2 writes before our names is understood by the headless recompute.
    again, report = recomputed(converted)
    assert not report.uncomputable
    assert set(values(again, "Standings").values()) == {75}


def test_the_button_runs_once_says_what_changed_and_can_be_undone(calc: Calc) -> None:
    with calc.open() as book:
        book.sheet("Rounds", ROUNDS)
        book.sheet("Players", PLAYERS)
        book.put(
            {f"A{row}": f'=PLACE(Players.A{row};$Rounds.A1:E5;"points,discs")' for row in (2, 3)}
        )
        said = book.ask("dispatch", command="recompute")
        assert said.count("Recompute standings") == 1
        assert "no values changed, no places changed" in said
        book.put({"A4": "=[1]!BQ(Players.A2;$Rounds.A1:E5)"})
        assert book.value("A4") != 75
        said = book.ask("dispatch", command="recompute")
        assert "1 value changed" in said
        assert book.value("A4") == 75
        assert book.ask("undo_titles")[0] == "Recompute standings"
        book.ask("undo")
        assert book.value("A4") != 75


def test_a_fault_of_the_tables_is_one_clear_text(calc: Calc) -> None:
    with calc.open() as book:
        book.sheet("Rounds", ROUNDS)
        book.put({"A1": '=POINTS("Ann";$Rounds.A1:E5)', "Rounds!D2": 41, "Rounds!C4": "Ann"})
        said = book.ask("dispatch", command="recompute")
        assert said.count("Recompute standings") == 1
        lines = [line.strip() for line in said.splitlines() if "Rounds!" in line]
        assert len(lines) == 1
        assert lines[0].startswith("2 faults, first Rounds!D2:")
        assert "64" in lines[0]
        assert "Traceback" not in said


def test_explain_the_selected_cell(calc: Calc, our_workbooks: Path) -> None:
    with calc.open(our_workbooks / EXAMPLE) as book:
        header = book.rows("Standings!A4:L4")[0]
        column = "ABCDEFGHIJKL"[header.index("Brightwell quotient\nBQ")]
        total = book.value(f"Standings!{column}5")
        said = book.ask("dispatch", command="explain", select=f"Standings!{column}5")
        assert "BQ" in said.splitlines()[1]
        assert f"{total:g}" in said.splitlines()[-1 if said.splitlines()[-1].strip() else -2]
        name = book.value("Standings!B5")
        said = book.ask("dispatch", command="explain", select="Standings!B5")
        assert f"{name}: place 1" in said
        assert "is above" in said
        said = book.ask("dispatch", command="explain", select="Standings!Z99")
        assert "nothing to explain" in said


def test_the_next_round_is_paired_as_by_the_command_line_and_undone(
    calc: Calc, tmp_path: Path
) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(new_workbook(PRESETS["othello"], 7, 3, field(7)))
    edited(path, "Settings", {"A40": "Pairing seed", "B40": "hall 2"})
    with calc.open(path) as book:
        before = book.rows("Rounds!A1:I20")
        said = book.ask("dispatch", command="pair")
        assert said.count("Pair next round") == 1
        assert "round 1 (" in said
        assert "written to lines 5 to 8 of Rounds" in said
        assert book.ask("undo_titles")[0] == "Pair next round"
        shown = book.rows("Rounds!A1:I20")
        said = book.ask("dispatch", command="pair")
        assert "Rounds!C5: round 1 has a game without a result" in said
        assert "Traceback" not in said
        assert book.rows("Rounds!A1:I20") == shown
        while "Pair next round" in book.ask("undo_titles"):
            book.ask("undo")
        assert book.rows("Rounds!A1:I20") == before
    assert main(["pair", str(path), "--write"]) == 0
    wanted = stored(path)["Rounds"]
    assert [line[2] for line in shown[4:8]] == [line[2] for line in wanted[4:8]]
    assert all(
        same(got, want)
        for one, line in zip(shown, wanted, strict=False)
        for got, want in zip(one, line, strict=False)
    )


def test_a_protected_sheet_is_named_and_nothing_is_paired(calc: Calc, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(new_workbook(PRESETS["othello"], 6, 3, field(6)))
    opened = openpyxl.load_workbook(path)
    opened["Rounds"].protection.sheet = True
    for line in opened["Rounds"].iter_rows():
        for cell in line:
            cell.protection = Protection(locked=cell.column > 4)
    opened.save(path)
    with calc.open(path) as book:
        before = book.rows("Rounds!A1:I20")
        said = book.ask("dispatch", command="pair")
        assert "protected" in said
        assert "Traceback" not in said
        assert book.rows("Rounds!A1:I20") == before
