"""What the engine computes otherwise than Excel, and what is therefore computed here."""

from __future__ import annotations

import pytest

from tests.recompute.books import build, sheet, values
from xltie.recompute import recompute

CELLS = {"A1": "x", "A2": "y", "B1": 3, "B2": 4}


def answer(formula, **options):
    data, report = recompute(sheet({**CELLS, "D1": "=1+1", "D2": "=" + formula}, **options), {})
    assert report.uncomputable == []
    return values(data)["D2"]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        # a sheet of the engine's own is none of the workbook's
        ("SHEETS()", 1),
        ("SHEET()", 1),
        ("SHEET( A1 )+SHEETS(A1:B2)*10", 11),
        ("IF(SHEETS()=1,10,20)", 10),
        # the first cell of a range, not the one beside the formula: npoi's
        # FormulaEvalTestData, EverythingTests!O1352
        ("T(A1:A2)", "x"),
        ("N(B1:B2)", 3),
        ('T(B1:B2)&"."', "."),
        ("ISFORMULA(B2)", False),
        ("ISFORMULA($D$1)", True),
        ("IF(ISFORMULA(D1),1,2)", 1),
        ("N(A1:A2)", 0),
        # Excel has a 29 February 1900
        ("DATE(1900,2,29)", 60),
        ("DATE(1900,2,28)", 59),
        ("DATE(1900,3,1)", 61),
        ("DATE(1900,3,0)", 60),
        ("DATE(1900,1,0)", 0),
        ("DATE(0,1,1)", 1),
        ("DATE(124,2,30)", 45352),
        ("DATE(2024,14,-3)", 45685),
        ('DATE("2024",1,1)', 45292),
        ("DATE(-1,1,1)", "#NUM!"),
        ("DATE(1900,1,-1)", "#NUM!"),
        ("DATE(10000,1,1)", "#NUM!"),
        ("SUMPRODUCT(DATE(1900,2,B1:B2+26))", 121),
    ],
)
def test_what_is_computed_here(formula, expected):
    assert answer(formula) == expected


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ('DATEVALUE("1904-01-03")', 2),
        ('VALUE("1904-01-03")', 2),
        ('DATEVALUE("1903-12-31")', "#VALUE!"),
        ('YEAR("1905-03-01")', 1905),
        ('DAY("1905-03-01")', 1),
        ("DATE(1904,1,13)", 12),
        ("DATE(1903,1,1)", "#NUM!"),
        ('DATEVALUE("2024-05-06")-DATE(2024,5,6)', 0),
    ],
)
def test_days_as_text_count_from_1904_where_the_workbook_does(formula, expected):
    assert answer(formula, date_1904=True) == expected


def test_sheets_are_counted_with_charts_and_by_their_names():
    def fill(workbook):
        workbook.add_worksheet("One").write_formula("A1", "=SHEETS()*100+SHEET(Two!A1)*10+SHEET()")
        chart = workbook.add_chart({"type": "bar"})
        chart.add_series({"values": "=One!$A$1"})
        workbook.add_chartsheet().set_chart(chart)
        workbook.add_worksheet("Two").write_formula("A1", "=SHEETS()*100+SHEET(One!A1)*10+SHEET()")

    _, report = recompute(build(fill), {})
    assert [change.new for change in report.changed] == [331, 313]


@pytest.mark.parametrize("formula", ['SHEET("One")', "SHEETS((A1,A2))", "ISFORMULA(A1:A2)"])
def test_a_sheet_that_only_its_text_names_is_not_counted(formula):
    _, report = recompute(sheet({"D2": "=" + formula}), {})
    assert [kept.reason for kept in report.uncomputable] == [
        f"{formula.partition('(')[0]}() of other than one reference is not computed here"
    ]


def test_whether_a_cell_holds_a_formula_is_asked_of_each_workbook():
    """Formulas of one layout are read once for all workbooks."""
    for content, expected in ((1, False), ("=1+1", True), (1, False)):
        data, _ = recompute(sheet({"A1": content, "B1": "=ISFORMULA(A1)"}), {})
        assert values(data)["B1"] is expected
