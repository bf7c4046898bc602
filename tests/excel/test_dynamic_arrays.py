"""The mark that keeps Excel since dynamic arrays from writing ``@`` before our functions."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest

from tests.books import hand_made, workbook_grids
from tests.event.test_packed_text import _big
from tests.excel.test_udfs import GAMES
from xltie.cli.main import main
from xltie.games import preset
from xltie.hosts.common.open_workbook import calls_in
from xltie.hosts.excel.dynamic_arrays import is_one_value, without_at_signs
from xltie.recompute import recompute
from xltie.sheets.functions import callables
from xltie.workbooks.build import build_workbook

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
MAY_TAKE_ROWS = ("INDEX(EXPLAIN(", "INDEX(_xldudf_TIE_EXPLAIN(")
"""Excel writes no ``@`` before what INDEX takes: its argument may be rows."""


def played() -> bytes:
    event = _big(12, 5)
    own = preset("othello")
    book = build_workbook(own, 12, 7, event.contestants, {}, event.matches)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def cells(data: bytes) -> list[tuple[ElementTree.Element, ElementTree.Element]]:
    """Every cell with a formula, and its formula."""
    found = []
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        for name in package.namelist():
            if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name):
                for cell in ElementTree.fromstring(package.read(name)).iter(f"{MAIN}c"):
                    formula = cell.find(f"{MAIN}f")
                    if formula is not None:
                        found.append((cell, formula))
    return found


def calls_of_ours(text: str) -> bool:
    return "_xldudf_TIE_" in text or bool(calls_in(text))


@pytest.mark.slow
@pytest.mark.parametrize("words", [["e.xlsm"], ["e.xlsx", "--host", "lite"],
                                   ["e.xlsx", "--host", "excel"]])  # fmt: skip
def test_every_formula_of_ours_is_marked_as_excel_365_marks_it(
    tmp_path: Path, words: list[str]
) -> None:
    path = tmp_path / words[0]
    assert main(["new", str(path), "--players", "8", "--rounds", "3", *words[1:]]) == 0
    data = path.read_bytes()
    own = [(c, f) for c, f in cells(data) if calls_of_ours(f.text or "")]
    assert len(own) > 100
    for cell, formula in own:
        if any(words in (formula.text or "") for words in MAY_TAKE_ROWS):
            assert "cm" not in cell.attrib
        else:
            assert cell.get("cm") == "1", formula.text
            assert formula.attrib == {"t": "array", "ref": cell.get("r")}
    assert all("cm" not in c.attrib for c, f in cells(data) if not calls_of_ours(f.text or ""))
    assert_metadata(data)
    openpyxl.load_workbook(path)


def assert_metadata(data: bytes) -> None:
    """The part, its relationship and its type, as in files of Excel 365."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        root = ElementTree.fromstring(package.read("xl/metadata.xml"))
        relations = package.read("xl/_rels/workbook.xml.rels").decode()
        types = package.read("[Content_Types].xml").decode()
    kind = root.find(f"{MAIN}metadataTypes/{MAIN}metadataType")
    assert kind is not None
    assert (kind.get("name"), kind.get("cellMeta")) == ("XLDAPR", "1")
    (dynamic,) = root.iter(
        "{http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray}"
        "dynamicArrayProperties"
    )
    assert dynamic.get("fDynamic") == "1"
    entries = [
        dict(entry.attrib) for entry in root.findall(f"{MAIN}cellMetadata/{MAIN}bk/{MAIN}rc")
    ]
    assert entries == [{"t": "1", "v": "0"}]
    assert "/relationships/sheetMetadata" in relations
    assert "spreadsheetml.sheetMetadata+xml" in types


@pytest.mark.slow
def test_recompute_gives_the_same_values_and_keeps_the_mark() -> None:
    plain = played()
    marked = without_at_signs(plain)
    before = [(dict(c.attrib), dict(f.attrib)) for c, f in cells(marked)]
    computed = recompute(marked, callables())[0]
    grids, others = workbook_grids(computed), workbook_grids(recompute(plain, callables())[0])
    assert grids["Standings"].rows[4][0] == 1
    assert {name: grid.rows for name, grid in grids.items()} == {
        name: other.rows for name, other in others.items()
    }
    after = [(c.attrib, f.attrib) for c, f in cells(computed)]
    assert [(c.get("cm"), f) for c, f in after] == [(c.get("cm"), f) for c, f in before]


@pytest.mark.parametrize(
    "formula",
    [
        "PLACE(A5,Event)", 'IF(A5="","",_xlfn.IFNA(TIEBREAK(A5,Event,D$4),"-"))',
        "[1]!BQ(A5,Rounds[#All])", "_xldudf_TIE_POINTS(A5,Rounds!$A:$H)",
        "MATCHSCORE(G5:J5,1,2)", "PROVISIONAL(Event,Event,,COUNTA(C5:C99))",
        "ROUNDS(9)+BQ(A5,Event)", "VPS(A5,24)",
    ],
)  # fmt: skip
def test_one_value_is_marked(formula: str) -> None:
    assert is_one_value(formula)


@pytest.mark.parametrize(
    "formula",
    [
        "BQ(A5:A9,Event)", "STANDINGS(Event)", "INDEX(EXPLAIN(A1,B1,Event),2,1)", "SUM(A1:A9)",
        "BQ(A5,Event)+A1:A9", "BQ(Many,Event)", "BQ({1,2},Event)", "BQ(Rounds[Black],Event)",
        "MATCHPOINTS(A1:A9)", "BQ(OFFSET(A1,0,0,3),Event)", "BQ(A5#,Event)", "BQ((A5:A9),Event)",
        "BQ(A5,", "BQ(A5))",
    ],
)  # fmt: skip
def test_what_may_fill_other_cells_or_mean_something_else_is_left(formula: str) -> None:
    assert not is_one_value(formula, frozenset({"MANY"}))


def test_a_workbook_without_our_formulas_and_one_with_metadata_stay_as_they_are() -> None:
    other = hand_made({"Rounds": GAMES, "Sums": [["=SUM(1,2)"]]})
    assert without_at_signs(other) == other
    marked = without_at_signs(played())
    assert without_at_signs(marked) == marked


@pytest.mark.slow
def test_a_workbook_is_marked_by_convert(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--players", "6", "--rounds", "3"]) == 0
    assert main(["convert", str(path), "--to", "excel"]) == 0
    count = sum("cm" in cell.attrib for cell, _ in cells(path.read_bytes()))
    assert count > 50
    assert main(["recompute", "--check", str(path)]) == 0
    assert sum("cm" in cell.attrib for cell, _ in cells(path.read_bytes())) == count
