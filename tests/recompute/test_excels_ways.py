"""Formulas that the engine alone would answer otherwise than Excel: right, or kept, never wrong."""

from __future__ import annotations

import pytest

from tests.recompute.books import SHEET1, build, edit, values
from xltie.recompute import recompute

CELLS = {
    "A": [1, 2, 2, 5, 8, 13],
    "B": ["Adam", "Müller", "Zorn", 5, None, "O'Neil"],
    "C": [90, 80, 80, 60, None, "x"],
    "D": [3, -1, None, 7, 12.5, 0],
    "E": ["=1/3", "=0.1+0.2", "=1=1", "=1/0", "=NA()", '="5"'],
}
STORED = {
    "=1/3": 1 / 3,
    "=0.1+0.2": 0.3,
    "=1=1": True,
    "=1/0": "#DIV/0!",
    "=NA()": "#N/A",
    '="5"': "5",
}
VALUE, NA = "#VALUE!", "#N/A"

RIGHT = {
    # 15 digits become text, and no others; truth values in capitals
    "LEN(E1)": 17,
    "LEFT(E3,2)&RIGHT(E2,2)&MID(E3,2,1)": "TR.3R",
    "REPT(E3,2)": "TRUETRUE",
    'SUBSTITUTE(E1,"3","x")': "0.xxxxxxxxxxxxxxx",
    'TEXTJOIN(";",TRUE,E1:E3,1E+20)': "0.333333333333333;0.3;TRUE;1E+20",
    "CONCAT(E1:E3)": "0.3333333333333330.3TRUE",
    '1E+20&""': "1E+20",
    "EXACT(0.3,E2)": True,
    "SUMPRODUCT(LEN(A1:A3/3))": 51,
    # 15 digits are compared; letters in any case, also those with accents
    "E2=0.3": True,
    "0.1*3>0.3": False,
    "1.1-1=0.1": True,
    'IF(AND(E2=0.3,A1<2),"y","n")': "y",
    "1=1=1": False,
    'B2="MÜLLER"': True,
    '"a"&A2="A2"': True,
    "B5=0": True,
    'B5=""': True,
    "B5=C5": True,
    '1<"a"': True,
    '"z"<TRUE': True,
    'SEARCH("b*d","abcd")&SEARCH("~?","a?b")': "22",
    'SEARCH("x","abc")': VALUE,
    'REPLACE("abc",4,2,"X")': "abcX",
    "SUMPRODUCT((A1:A6>2)+(A1:A6>2))": 6,
    "SUMPRODUCT((A1:A6>2)*1)": 3,
    "SUMPRODUCT(--(A1:A6>2),A1:A6)": 26,
    # a text in the formula itself is read as a number
    'MAX("abc",1)': VALUE,
    'MAX("5",1)': 5,
    "COUNT(1/0,2)&COUNT(NA(),A1:A6)&COUNT(E1*0,E4)&COUNTA(1/0,2)": "1612",
    "CEILING(2.5,1E+20)": 1e20,
    # the last value that is not larger; kinds are not mixed
    "MATCH(6,A1:A6)": 4,
    "MATCH(2,A1:A6,1)": 3,
    "MATCH(0,A1:A6)": NA,
    "MATCH(6,A:A)": 4,
    "MATCH(9.99E+307,A:A)": 6,
    "MATCH(A1*6,A1:A50,TRUE)": 4,
    "VLOOKUP(6,A1:C6,3)": 60,
    "VLOOKUP(2,A1:C50,3,1)": 80,
    "VLOOKUP(6,A1:C6,4)": "#REF!",
    "VLOOKUP(6,A1:C6,0)": VALUE,
    "VLOOKUP(6,A1:C6,E5)": NA,
    "LOOKUP(6,A1:A6,C1:C6)": 60,
    'B7=""': True,
    "B7<1": True,
    'B7>"a"': False,
    "B7=FALSE": True,
    "2>B7": True,
    "YEAR(B6)": VALUE,
    "INDEX(A1:C3,2,3)": 80,
    "OFFSET(A1,5,0)": 13,
    "-2^2": 4,
    # numbers and days in the formats that mean the same in every language
    'TEXT(45000,"ddd d mmm yyyy")': "Wed 15 Mar 2023",
    'TEXT(45000.75,"hh:mm")&TEXT(0.0000278,"s")': "18:002",
}

# kept: the answer would hang on the language of the spreadsheet, or be an accident
KEPT = {
    '"é"<"f"': "language",
    '"_a"<"a"': "language",
    # whether apostrophes and hyphens count
    '"a-b"<"ab"': "language",
    'IF(B6<"Onz",1,2)': "language",
    # the nearest value of other than rising numbers, or of what may be a text
    "IFERROR(MATCH(79,C1:C4),0)": "MATCH()",
    "MATCH(75,C1:C4,-1)": "MATCH()",
    "MATCH(9.99E+307,D:D)": "MATCH()",
    'MATCH("a",B1:B2)': "MATCH()",
    'MATCH("5",A1:A6)': "MATCH()",
    "MATCH(LEFT(A2,1),A1:A6)": "MATCH()",
    "MATCH(E3,A1:A6)": "MATCH()",
    "MATCH(A1=1,A1:A6)": "MATCH()",
    "MATCH(C5,A1:A6)": "MATCH()",
    "IFERROR(VLOOKUP(2,D1:E6,2),0)": "VLOOKUP()",
    "LOOKUP(6,A1:A50,C1:C50)": "LOOKUP()",
    "LOOKUP(6,A1:B6)": "LOOKUP()",
    "HLOOKUP(100,A1:D2,2)": "HLOOKUP()",
    # truths and texts are no numbers there
    "SUMPRODUCT(A1:A6>2)": "SUMPRODUCT()",
    "SUMPRODUCT(((ISNUMBER(A1:A6))),A1:A6)": "SUMPRODUCT()",
    "SUMPRODUCT(E1:E3)": "SUMPRODUCT()",
    "SUMPRODUCT(E6)": "SUMPRODUCT()",
    'IFERROR(CHOOSE("2",1,2),0)': "CHOOSE()",
    'COUNTIF(E1:E6,"#N/A")': "error value",
    'COUNTIF(A1:A6,">=1/1/2024")': "language",
    'SUMIF(A1:A6,"1,5",A1:A6)': "language",
    'COUNTIFS(B1:B6,"<é")': "language",
    'SUMIFS(A1:A6,B1:B6,">=1 Jan 2024")': "language",
    'IFERROR(VALUE("1,234.5"),0)': "VALUE()",
    'UPPER("é")': "UPPER()",
    'YEAR("31.12.2024")': "YEAR()",
    'MONTH("2024-02-29")': "MONTH()",
    "DAY(E6)": "DAY()",
    'HOUR(RIGHT("at 12",2))': "HOUR()",
    'IFERROR(EDATE(2024&"-02-29",12),0)': "EDATE()",
    "INDEX(A1:C3,2,0)": "several cells",
    "OFFSET(A1,0,0,2,1)": "several cells",
    "TYPE(1/0)": "TYPE()",
    "IFERROR(VLOOKUP(A2,CHOOSE({1,2},A1:A6,C1:C6),2,FALSE),0)": "CHOOSE()",
    'TEXT(A1,"[$-407]mmmm")': "TEXT()",
    'TEXTJOIN(",",TRUE,SORT(B1:B6))': "SORT()",
    "SUM(XLOOKUP(6,A1:A6,A1:C6,,-1))": "XLOOKUP()",
    "IFERROR(XMATCH(6,D1:D6,-1),0)": "XMATCH()",
    'DATEDIF(A1,A6,"yd")': "DATEDIF",
}


def workbook(formula, stored=None):
    def fill(book):
        sheet = book.add_worksheet()
        for column, cells in CELLS.items():
            for row, cell in enumerate(cells, 1):
                if cell in STORED:
                    sheet.write_formula(f"{column}{row}", cell, None, STORED[cell])
                elif cell is not None:
                    sheet.write(f"{column}{row}", cell)
        sheet.write_formula("H9", f"={formula}", None, 0 if stored is None else stored)

    return build(fill, use_future_functions=True)


@pytest.mark.parametrize("formula", RIGHT)
def test_right(formula):
    new, report = recompute(workbook(formula), {}, everything=True)
    assert report.uncomputable == []
    found, expected = values(new).get("H9"), RIGHT[formula]
    assert (found, type(found) is bool) == (expected, type(expected) is bool)


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("formula", KEPT)
def test_kept(formula, everything):
    new, report = recompute(workbook(formula, 41), {}, everything=everything)
    assert [KEPT[formula] in kept.reason for kept in report.uncomputable] == [True]
    assert values(new)["H9"] == 41


def calculated(formula, stored):
    """Return a workbook whose program stands by its values."""
    data = workbook(formula, stored)
    return edit(data, "xl/workbook.xml", lambda xml: xml.replace(b' fullCalcOnLoad="1"', b""))


@pytest.mark.parametrize(
    ("formula", "stored"),
    [('IF("é"<"f",1,2)', 1), ("INDEX(A1:C3,2,0)", 80)],
)
def test_what_only_the_spreadsheet_can_tell_stays_without_a_word(formula, stored):
    data, report = recompute(calculated(formula, stored), {})
    assert values(data)["H9"] == stored
    assert report.uncomputable == [] == report.trusted


@pytest.mark.parametrize(
    ("formula", "stored"),
    [("C6*2", 7.5), ("IF(C6=1,1,A1)", VALUE)],
)
def test_an_error_against_a_stored_value_is_a_doubt(formula, stored):
    data, report = recompute(calculated(formula, stored), {})
    assert values(data)["H9"] == stored
    assert [one.place for one in report.trusted] == ["Sheet1!H9"]


def test_functions_that_an_older_excel_did_not_know_are_computed():
    data, report = recompute(calculated("MINIFS(A1:A6,A1:A6,2)", "#NAME?"), {})
    assert values(data)["H9"] == 2 and report.trusted == []


def test_a_newer_function_without_its_prefix_stays_unknown_as_in_excel():
    old = calculated("MINIFS(A1:A6,A1:A6,2)", "#NAME?")
    old = edit(old, SHEET1, lambda xml: xml.replace(b"_xlfn.", b""))
    new, report = recompute(old, {})
    assert new == old and [one.place for one in report.trusted] == ["Sheet1!H9"]
