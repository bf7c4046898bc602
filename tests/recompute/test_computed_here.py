"""What the engine computes otherwise than Excel, and what is therefore computed here."""

from __future__ import annotations

import pytest

from tests.recompute.books import sheet, values
from xltie.recompute import recompute

CELLS = {"A1": "x", "A2": "y", "B1": 3, "B2": 4}


def answer(formula, **options):
    data, report = recompute(sheet({**CELLS, "D1": "=1+1", "D2": "=" + formula}, **options), {})
    assert report.uncomputable == []
    return values(data)["D2"]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        # the first cell of a range, not the one beside the formula: npoi's
        # FormulaEvalTestData, EverythingTests!O1352
        ("T(A1:A2)", "x"),
        ("N(B1:B2)", 3),
        ('T(B1:B2)&"."', "."),
        ("N(A1:A2)", 0),
        ("DATE(124,2,30)", 45352),
        ("DATE(2024,14,-3)", 45685),
        ('DATE("2024",1,1)', 45292),
        ("SUMPRODUCT(DATE(2024,2,B1:B2+26))", 90703),
    ],
)
def test_what_is_computed_here(formula, expected):
    assert answer(formula) == expected


@pytest.mark.parametrize(
    ("formula", "expected"), [("DATE(1904,1,13)", 12), ("DATE(1903,1,1)", "#NUM!")]
)
def test_days_count_from_1904_where_the_workbook_does(formula, expected):
    assert answer(formula, date_1904=True) == expected


@pytest.mark.parametrize(
    "formula",
    [
        "DATE(1900,2,29)",
        "DATE(1900,1,22222)",
        "DATE(0,1,1)",
        "DATE(-1,1,1)",
        "DATE(10000,1,1)",
        "SUMPRODUCT(DATE(1900,2,B1:B2+26))",
    ],
)
def test_dates_at_the_ends_of_the_calendar_are_listed(formula):
    """Excel has a 29 February 1900."""
    data, report = recompute(sheet({**CELLS, "D1": "=1+1", "D2": "=" + formula}), {})
    assert values(data)["D2"] == 0
    assert [one.reason for one in report.uncomputable] == [
        "DATE() with such arguments is not compared with Excel"
    ]


@pytest.mark.parametrize(
    "formula", ["SHEET()", "SHEETS()", "IF(SHEETS()=1,1,2)", "ISFORMULA(B2)", "FORMULATEXT($D$1)"]
)
def test_what_the_engine_would_say_of_its_own_sheets_and_formulas_is_listed(formula):
    data, report = recompute(sheet({"D1": "=1+1", "D2": "=" + formula}), {})
    assert values(data)["D2"] == 0
    (kept,) = report.uncomputable
    assert kept.place == "Sheet1!D2" and "is not computed as in Excel" in kept.reason
