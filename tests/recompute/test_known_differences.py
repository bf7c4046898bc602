"""Calls that the engine is known to answer otherwise than Excel: its number is not written.

The expected values are those of Excel; a cell without one, or with a new input, keeps what it has.
"""

from __future__ import annotations

import io

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from tests.recompute.books import FUNCTIONS, build, edit, sheet, values
from xltie.recompute import recompute


def book(*formulas, hidden=False):
    """Return a workbook without a stored value, the formulas in D7 and below."""
    workbook = openpyxl.Workbook()
    cells = workbook.active
    for row in range(1, 6):
        cells.append([f"n{row}", row, 10 * row])
    by_name = 'INDIRECT("O"&"NE")'
    for name, area in (
        ("ONE", "Sheet!$B$1"),
        ("COLB", "Sheet!$B$1:$B$5"),
        ("BY_NAME", by_name),
    ):
        workbook.defined_names[name] = DefinedName(name, attr_text=area)
    cells.row_dimensions[3].hidden = hidden
    cells["E1"], cells["E2"], cells["E3"] = "ONE", 0, "a😀"
    for row, formula in enumerate(formulas, 7):
        cells.cell(row, 4, "=" + formula)
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


DIFFERENT = {
    'INDIRECT("ONE")': "INDIRECT()",
    "IFERROR(INDIRECT(E1),0)": "INDIRECT()",
    'ROW(INDIRECT("ONE"))': "INDIRECT()",
    'IFERROR(INDIRECT("R2C2",FALSE),0)': "INDIRECT()",
    'IFERROR(INDIRECT("O"&"NE"),0)': "INDIRECT()",
    "BY_NAME": "INDIRECT()",
    "IFERROR(SUM(OFFSET(B5,0,0,-3)),0)": "OFFSET()",
    "SUM(OFFSET(B5,0,0,B1-4))": "OFFSET()",
    "IFERROR(SUM(OFFSET(B5,0,0,COUNTA(F:F)-1)),0)": "OFFSET()",
    "IFERROR(SUM(OFFSET(B5,0,0,COUNTA(A1:A5)-2)),0)": "OFFSET()",
    'COUNTIFS(B:B,"<>1")': "COUNTIFS()",
    'COUNTIFS(B:B,"<>"&E1,A:A,"")': "COUNTIFS()",
    'SUMIFS(B1:B5,B1:B4,">1")': "SUMIFS()",
    'COUNTIFS(B1:B5,">1",A1:A6,"<>")': "COUNTIFS()",
    "SUMPRODUCT(--(B:B<>1))": "SUMPRODUCT()",
    "SUMPRODUCT((B:B=0)*1)": "SUMPRODUCT()",
    "SUMPRODUCT(B1,B2:B3)": "SUMPRODUCT()",
    "SUBTOTAL(3,#REF!)": "SUBTOTAL()",
    "SUMPRODUCT((2>B:B)*1)": "SUMPRODUCT()",
    "SUMPRODUCT((B:B=2)*1)": "SUMPRODUCT()",
    "XLOOKUP(4.5,{5,2,4,3},{1,2,3,4},,-1)": "XLOOKUP()",
    "XMATCH(3,{3,1,3},0,-1)": "XMATCH()",
    "LARGE(B1:B5,1.5)": "LARGE()",
    'LEN("😀")': "LEN()",
    "LEFT(E3,2)": "LEFT()",
    "0^0": "POWER()",
    'IFERROR(E2^E2,"e")': "POWER()",
    "1+E2^E9": "POWER()",
    "POWER(0,0)": "POWER()",
    'CONCATENATE(A1:A3,"!")': "CONCATENATE()",
}
COMPUTED = {
    'SUM(INDIRECT("B1:B5"))': 15,
    'INDIRECT("B"&2)': 2,
    "INDIRECT(\"'Sheet'!$B$2\")": 2,
    'IFERROR(INDIRECT("B2"),0)': 2,
    'SUM(INDIRECT("B:B"))': 15,
    "SUM(OFFSET(B1,0,0,3))": 6,
    "IFERROR(SUM(OFFSET(B1,0,0,COUNTA(A1:A5))),0)": 15,
    "IFERROR(SUM(OFFSET(B1,1,0,COUNTA(A:A)-1)),0)": 14,
    'COUNTIFS(B:B,">"&E2)': 5,
    'COUNTIFS(B:B,"<>1",B:B,">2")': 3,
    'COUNTIFS(B1:B5,"<>1")': 4,
    'SUMIFS(B1:B5,$B$1:$B$5,">1")': 14,
    "COUNTIFS(B1:B5,B2,A1:A5,A2)": 1,
    "SUMPRODUCT((B1:B5=2)*1)": 1,
    "SUMPRODUCT(B:B*C:C)": 550,
    "XLOOKUP(2,{5,2,4},{1,2,3})": 2,
    "LARGE(B1:B5,2)": 4,
    "LEN(A1)": 2,
    "B2^2": 4,
    "B2^0": 1,
    "CONCATENATE(A1,A2)": "n1n2",
    "PERCENTILE(B1:B5,0.5)": 3,
    "ROUND(B2*1.1,0)": 2,
}


def test_what_was_never_computed_stays_empty_and_is_listed():
    data, report = recompute(book(*DIFFERENT), {})
    cells = values(data)
    assert [cells.get(f"D{row}") for row in range(7, 7 + len(DIFFERENT))] == [None] * len(DIFFERENT)
    kept = {one.place: one.reason for one in report.uncomputable}
    for row, (formula, call) in enumerate(DIFFERENT.items(), 7):
        assert kept[f"Sheet!D{row}"].startswith(call), formula
    assert report.changed == []


def test_it_is_not_computed_either_when_everything_is_asked_for():
    _, report = recompute(book(*DIFFERENT), {}, everything=True)
    assert report.changed == [] and len(report.uncomputable) == len(DIFFERENT)


def test_what_is_not_known_to_differ_is_computed():
    data, report = recompute(book(*COMPUTED), {})
    cells = values(data)
    assert report.uncomputable == []
    found = {formula: cells[f"D{row}"] for row, formula in enumerate(COMPUTED, 7)}
    assert found == COMPUTED


def test_rows_that_are_hidden_count_where_a_subtotal_finds_its_cells_itself():
    formula = 'SUBTOTAL(109,INDIRECT("B1:B5"))'
    data, report = recompute(book(formula, hidden=True), {})
    assert "D7" not in values(data)
    assert [one.reason for one in report.uncomputable] == [
        "SUBTOTAL or AGGREGATE over rows that may be hidden or filtered"
    ]
    assert values(recompute(book(formula), {})[0])["D7"] == 15


def as_saved(data):
    return edit(data, "xl/workbook.xml", lambda xml: xml.replace(b' fullCalcOnLoad="1"', b""))


@pytest.mark.parametrize("saved", [True, False])
def test_a_stored_value_stays_where_an_input_is_new(saved):
    cells = {
        "A1": 4,
        "B1": ("=BQ(A1)", 7),
        "C1": ('=COUNTIFS(B:B,"<>40")', 1048576),
        "C2": ("=C1+1", 1048577),
        "C3": ("=B1+1", 8),
    }
    data = sheet(cells)
    new, report = recompute(as_saved(data) if saved else data, FUNCTIONS)
    found = values(new)
    assert (found["C1"], found["C2"], found["C3"]) == (1048576, 1048577, 41)
    assert [(one.place, one.reason) for one in report.uncomputable] == [
        ("Sheet1!C1", "COUNTIFS() with such arguments is not compared with Excel"),
        ("Sheet1!C2", "it rests on Sheet1!C1, which was not computed"),
    ]


def test_a_stored_value_stays_without_remark_of_a_failure_where_nothing_is_new():
    data = as_saved(sheet({"A1": 0, "B1": ("=A1^A1", 5)}))
    new, report = recompute(data, {})
    assert new == data
    assert report.uncomputable == []
    assert [one.reason for one in report.trusted] == [
        "POWER() with such arguments is not compared with Excel"
    ]


def test_an_array_formula_of_texts_is_computed():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_column(0, 0, ["a", "b"])
        worksheet.write_array_formula("C1:C2", '{=A1:A2&"!"}', None, "")

    data, report = recompute(build(fill), {})
    assert report.uncomputable == []
    assert values(data)["C1"] == "a!"


@pytest.mark.parametrize(
    "formula", ['INDIRECT("NM")', 'INDIRECT("R1C2",FALSE)', 'IFERROR(INDIRECT("NM"),"none")']
)
def test_a_value_that_may_follow_something_new_is_not_taken_for_current(formula):
    """Which cells such a formula reads, the engine does not find."""

    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write("A1", 4)
        worksheet.write_formula("B1", "=BQ(A1)", None, 7)
        worksheet.write_formula("C1", "=" + formula, None, 7)
        workbook.define_name("NM", "=Sheet1!$B$1")

    new, report = recompute(as_saved(build(fill)), FUNCTIONS)
    assert (values(new)["B1"], values(new)["C1"]) == (40, 7)
    assert [one.place for one in report.uncomputable] == ["Sheet1!C1"]
    assert (
        report.uncomputable[0].reason == "INDIRECT() with such arguments is not compared with Excel"
    )
    again, report = recompute(new, FUNCTIONS)
    assert again == new and report.uncomputable == []
    assert [one.place for one in report.trusted] == ["Sheet1!C1"]


def test_what_only_the_clock_makes_new_does_not_count():
    cells = {"A1": 4, "B1": ("=NOW()", 7), "C1": ('=INDIRECT("R1C1",FALSE)', 4)}
    _, report = recompute(as_saved(sheet(cells)), FUNCTIONS)
    assert report.uncomputable == []
    assert [one.place for one in report.trusted] == ["Sheet1!C1"]


def test_an_array_of_two_sizes_gives_no_error_of_the_engine():
    """Excel has #N/A below the shorter range, which IF may leave out, and 50 as the answer."""

    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_column("A1", [1, 2, 3, 4, 5, 6])
        worksheet.write_column("B1", [10, 20, 30, 40, 50])
        worksheet.write_array_formula("D1", "{=MAX(IF(A1:A6=5,B1:B5))}", None, "")
        worksheet.write_array_formula("D2", "{=MAX(IF(A1:A5=5,B1:B5))}", None, "")
        worksheet.write("C1", "x")
        worksheet.write_array_formula("D3", "{=SUM(B1:B5*C1:C5)}", None, "")

    data, report = recompute(build(fill), {})
    assert [one.place for one in report.uncomputable] == ["Sheet1!D1"]
    assert values(data)["D2"] == 50 and values(data)["D3"] == "#VALUE!"
