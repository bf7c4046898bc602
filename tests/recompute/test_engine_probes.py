"""What the engine must answer, formula by formula: run this before widening its pin.

The engine does not apply one-value functions to arrays by itself, sometimes silently; lowering and
lifting make up for it. The expected values are Excel's.
"""

from __future__ import annotations

import pytest

from tests.recompute.books import FUNCTIONS, SHEET1, build, part, repack, values
from xltie.recompute import recompute

CELLS = {
    "A": [3.14159, 1.5, 2.25, 3.14159, 5],
    "B": ["pear", "fig", "", "apple", "fig"],
    "C": [10, 20, 30, 40, 50],
}
NA, DIV = "#N/A", "#DIV/0!"

# formulas entered as arrays over the cells above: the values that Excel spills, row by row
ARRAYS = {
    "LEN(B1:B3)": [[4], [3], [0]],
    "UPPER(B1:B2)": [["PEAR"], ["FIG"]],
    "LEFT(B1:B2,1)": [["p"], ["f"]],
    "ROUND(A1:A3,1)": [[3.1], [1.5], [2.3]],
    "ROUND(A1:A2,{0,2})": [[3, 3.14], [2, 1.5]],
    "INT(A1:A3)": [[3], [1], [2]],
    "MOD(C1:C3,3)": [[1], [2], [0]],
    "ABS(-A2:A3)": [[1.5], [2.25]],
    "A1:A3*2": [[6.28318], [3], [4.5]],
    "A2:A3&B1:B2": [["1.5pear"], ["2.25fig"]],
    "-C1:C2": [[-10], [-20]],
    "C1:C3>15": [[False], [True], [True]],
    "C1:C2+{1,2}": [[11, 12], [21, 22]],
    "COUNTIF(B1:B5,B1:B5)": [[1], [2], [0], [1], [2]],
    "SUMIF(B1:B5,B1:B2,C1:C5)": [[10], [70]],
    'COUNTIFS(B1:B5,B1:B2,C1:C5,">15")': [[0], [2]],
    "RANK(C1:C3,C1:C5)": [[5], [4], [3]],
    "RANK.EQ(A1:A2,A1:A5)": [[2], [5]],
    "RANK.AVG(A1:A2,A1:A5)": [[2.5], [5]],
    "MATCH(C1:C3,C1:C5,0)": [[1], [2], [3]],
    'MATCH("x"&B1:B2,B1:B5,0)': [[NA], [NA]],
    "VLOOKUP(B1:B2,B1:C5,2,FALSE)": [[10], [20]],
    "XLOOKUP(C2:C3,C1:C5,B1:B5)": [["fig"], [0]],
    "XMATCH(C2:C3,C1:C5)": [[2], [3]],
    "LARGE(C1:C5,{1;2})": [[50], [40]],
    "SMALL(C1:C5,{1;3})": [[10], [30]],
    'IF(C1:C3>15,"big","small")': [["small"], ["big"], ["big"]],
    "IFERROR(C1:C2/{0;4},-1)": [[-1], [5]],
    "ISNUMBER(B1:B2)": [[False], [False]],
    "NOT(C1:C2>15)": [[True], [False]],
    'TEXT(C1:C2,"0.0")': [["10.0"], ["20.0"]],
    'SUBSTITUTE(B1:B2,"f","b")': [["pear"], ["big"]],
    'TRIM(B1:B2&" ")': [["pear"], ["fig"]],
    "INDEX(C1:C5,{1;3})": [[10], [30]],
    "ROW(C2:C4)": [[2], [3], [4]],
    "TRANSPOSE(C1:C3)": [[10, 20, 30]],
    "SEQUENCE(2,2)": [[1, 2], [3, 4]],
    "SORT(C1:C3,1,-1)": [[30], [20], [10]],
    "SORTBY(B1:B2,C1:C2,-1)": [["fig"], ["pear"]],
    "FILTER(C1:C5,C1:C5>35)": [[40], [50]],
    "FILTER(C1:C5,LEN(B1:B5)=3)": [[20], [50]],
    "UNIQUE(A1:A4)": [[3.14159], [1.5], [2.25]],
    "TAKE(C1:C5,2)": [[10], [20]],
    "DROP(C1:C5,3)": [[40], [50]],
    "VSTACK(C1:C2,{7})": [[10], [20], [7]],
    "HSTACK(C1:C2,A2:A3)": [[10, 1.5], [20, 2.25]],
    "TOROW(C1:C3)": [[10, 20, 30]],
    "CHOOSECOLS(B1:C2,2)": [[10], [20]],
    "ROUND(ROWS2(2),0)": [[1, "#VALUE!"], [2, "#VALUE!"]],
}

# formulas that answer with one value in a plain cell
SINGLES = {
    "UPPER(1/0)": DIV,
    'MATCH("PEAR",B1:B5,0)': 1,
    "SUMPRODUCT(--(LEN(B1:B3)>0))": 2,
    "SUMPRODUCT((C1:C5>15)*(A1:A5>2)*C1:C5)": 120,
    "SUMPRODUCT(ROUND(A1:A3,0))": 7,
    "SUMPRODUCT(COUNTIF(B1:B5,B1:B5))": 6,
    "SUMPRODUCT(1/COUNTIF(C1:C5,C1:C5))": 5,
    "SUMPRODUCT(LARGE(C1:C5,{1,2}))": 90,
    'INDEX(C1:C5,MATCH("fig",B1:B5,0))': 20,
    'XLOOKUP("apple",B1:B5,C1:C5)': 40,
    "LOOKUP(2,1/(C1:C5<35),C1:C5)": 30,
    "SUM(FILTER(C1:C5,A1:A5>2))": 130,
    "SUBTOTAL(9,C1:C5)": 150,
    "AGGREGATE(9,6,C1:C5)": 150,
    'SUMPRODUCT(ROW(C1:C5)*(B1:B5="fig"))': 7,
    'SUM(INDEX(ROW(INDIRECT("1:"&3)),0))': 6,
    'TEXTJOIN(",",TRUE,SORT(C1:C3,1,-1))': "30,20,10",
    "LET(_xlpm.x,C2,_xlpm.x*2)": 40,
    'COUNTIF(B1:B5,"f*")': 2,
    "SUM(OFFSET(C1,1,0,2,1))": 50,
    'SUM(INDIRECT("C"&1):C2)': 30,
    'IFERROR(VLOOKUP("kiwi",B1:C5,2,FALSE),"none")': "none",
    "AVERAGE(C:C)": 30,
    "MAX(IF(C1:C5<35,C1:C5))": "#VALUE!",
    "SUM(1/0)": DIV,
    # texts hold 15 digits of a number
    'C1/30&" of "&1/3': "0.333333333333333 of 0.333333333333333",
    'A9&"x"&(C1>5)&0.1+0.2': "xTRUE0.3",
    "CONCATENATE(2/3,B1)": "0.666666666666667pear",
    '1/3&""="0.333333333333333"': True,
    'IF(1/3&""<>"0",LEN(1/3&""),0)': 17,
    # multiples of a positive step
    "CEILING(-2.5,2)": -2,
    "CEILING(1.25,0.5)": 1.5,
    "FLOOR(-2.5,2)": -4,
    'FLOOR("x",1)': "#VALUE!",
    "SUMPRODUCT(CEILING(C1:C2,7))": 35,
    # days that the calendar of a spreadsheet does not have
    "DATE(2024,14,1)": 45689,
    "EDATE(10,-2)": "#NUM!",
    "EOMONTH(45352,0)": 45382,
    # texts and truth values of a range are 0 there
    "SUMPRODUCT(C1:C2,B1:B2)": 0,
    "SUMPRODUCT(A1:B3)": 6.89159,
    "SUMPRODUCT(C1:C2)": 30,
}


def probe(formula, *, array):
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        for column, content in CELLS.items():
            for row, value in enumerate(content, 1):
                if value != "":
                    worksheet.write(f"{column}{row}", value)
        if array:
            worksheet.write_array_formula("H7:H7", "{=PROBE()}")
        else:
            worksheet.write_formula("H7", "=PROBE()")

    data = build(fill)
    text = formula.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").encode()
    xml = part(data).replace(b"PROBE()", text)
    if array:
        xml = xml.replace(b'<c r="H7"', b'<c r="H7" cm="1"')
    new, report = recompute(repack(data, {SHEET1: xml}), FUNCTIONS, everything=True)
    assert report.uncomputable == []
    return values(new)


@pytest.mark.parametrize("formula", ARRAYS)
def test_arrays(formula):
    found = probe(formula, array=True)
    expected = ARRAYS[formula]
    rows = [
        [found.get(f"{chr(72 + column)}{7 + row}") for column in range(len(expected[0]))]
        for row in range(len(expected))
    ]
    if formula.startswith("XLOOKUP"):
        rows[1][0] = rows[1][0] or 0
    assert rows == [
        [pytest.approx(cell) if type(cell) is float else cell for cell in line] for line in expected
    ]
    beyond = f"H{7 + len(expected)}"
    assert beyond not in found


@pytest.mark.parametrize("formula", SINGLES)
def test_single_values(formula):
    found, expected = probe(formula, array=False)["H7"], SINGLES[formula]
    assert found == (pytest.approx(expected) if type(expected) is float else expected)


def test_aggregates_that_the_engine_lacks_do_not_hide_behind_iferror():
    data = build(
        lambda workbook: workbook.add_worksheet().write_formula(
            "A1", "=IFERROR(AGGREGATE(15,6,C1:C5/(C1:C5>0),1),0)", None, 5
        )
    )
    new, report = recompute(data, FUNCTIONS)
    assert new == data and len(report.uncomputable) == 1


def test_there_are_as_many_as_were_agreed():
    assert len(ARRAYS) + len(SINGLES) >= 56


@pytest.mark.parametrize("name", ["MAP", "BYROW", "MMULT", "REDUCE", "MAKEARRAY", "VDB"])
def test_what_the_engine_does_not_know_is_kept(name):
    data = build(
        lambda workbook: workbook.add_worksheet().write_formula(
            "A1", f"=IFERROR(_xlfn.{name}(B1:B2),0)", None, 5
        )
    )
    new, report = recompute(data, FUNCTIONS)
    assert new == data
    assert [kept.reason for kept in report.uncomputable] == [f"{name}() is not known to the engine"]
