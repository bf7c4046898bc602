"""What was answered otherwise than in Excel: right now, or listed as not computed.

The expected values are those that Excel stores for such formulas.
"""

from __future__ import annotations

import io

import openpyxl
import pytest
import xlsxwriter
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table, TableColumn

from tests.recompute.books import edit, sheet, values
from xltie.recompute import recompute
from xltie.recompute.lowering.measured import GROUPS, MEASURED


def book(*formulas, **cells):
    """Return a workbook without a stored value, the formulas in H1 and below."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row in range(1, 6):
        sheet.cell(row, 1, row)
        sheet.cell(row, 2, 10.0 * row)
    for address, content in cells.items():
        sheet[address] = content
    for row, formula in enumerate(formulas, 1):
        sheet.cell(row, 8, "=" + formula)
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


RIGHT = {
    "_xlfn.LET(_xlpm.x,A1:A5,AVERAGE(_xlfn._xlws.FILTER(_xlpm.x,_xlpm.x>2)))": 4,
    "_xlfn.LET(_xlpm.x,A1:A5,SUMPRODUCT((_xlpm.x>2)*1))": 3,
    "_xlfn.LET(x,A1:A5,AVERAGE(_xlfn._xlws.FILTER(x,x>2)))": 4,
    "_xlfn.LET(x,A1:A5,SUMPRODUCT((x>2)*1))": 3,
    "TREND(B1:INDEX(B:B,4,1),A1:INDEX(A:A,4,1),5)": 50,
    'IFERROR(TREND(B1:INDEX(B:B,3,1),A1:INDEX(A:A,3,1),A4),"")': 40,
    'TEXT(A1/8+0.5,"hh:mm am/pm")': "03:00 PM",
    'TEXT(A1/8,"hh:mm:ss am/pm")': "03:00:00 AM",
    'TEXT(A1/8,"h a/p")': "3 a",
    'TEXT(A1*0.607951,"hh:mm:ss.000 am/pm")': "02:35:26.966 PM",
    "INDEX(B1:B5,MATCH(A3,A1:A5,0))": 30,
    "MATCH(A3,A1:A5,FALSE)": 3,
    'COUNTIF(A1:A5,">"&A2)': 3,
    "CHAR(65)": "A",
}


def test_it_is_right():
    data, report = recompute(book(*RIGHT), {})
    assert report.uncomputable == []
    cells = values(data)
    found = {formula: cells[f"H{row}"] for row, formula in enumerate(RIGHT, 1)}
    for formula, expected in RIGHT.items():
        number = isinstance(expected, int)
        assert found[formula] == (pytest.approx(expected) if number else expected), formula


LISTED = {
    # an error as a condition, which Excel counts
    "COUNTIF(D1:D3,D1)": "COUNTIF()",
    "SUMIF(D1:D3,D1,A1:A3)": "SUMIF()",
    'IFERROR(COUNTIF(D1:D3,D1),"none")': "COUNTIF()",
    # a condition that a function joins
    'COUNTIF(A1:A5,_xlfn.CONCAT("<>",A2))': "COUNTIF()",
    "INDEX(A1:A5,-1)": "error",
    # the nearest value in any order, texts in order, multiples of a tenth, letters of either case
    "_xlfn.XLOOKUP(2,B1:B5,A1:A5,0,1,-2)": "XLOOKUP()",
    "_xlfn.XMATCH(2,B1:B5,-1)": "XMATCH()",
    "_xlfn._xlws.SORT(E1:E1)": "SORT()",
    "CEILING(A1,0.1)": "CEILING()",
    "FLOOR(A1,-2)": "FLOOR()",
    'IFERROR(SEARCH("ü","aÜb"),0)': "SEARCH()",
    'REPLACE("abc",10,2,"X")': "REPLACE()",
    'TEXT(A1,"0.0E+0")': "TEXT()",
    'TEXT(A1,"#.#####00#0")': "TEXT()",  # Excel writes zeros before a 0, 890123.45678900
    'TEXT(A1,"0####")': "TEXT()",  # 07040
    "GAMMALN(A1)": "GAMMALN()",
    "EXP(E2)": "the engine returns an error",  # Excel reads the amount
    "INT(E1)": "the engine returns an error",
    'TEXT(A1,"[<1]0;0.0")': "TEXT()",
    'TEXT(A1+45000,"aaa")': "TEXT()",
    'TEXT(TRUE,"0")': "TEXT()",
    'TEXT(A1>0,"0")': "TEXT()",
    "MATCH(A1,#REF!,0)": "error",
    "_xlfn.SWITCH(D2,D1,1,2)": "SWITCH()",
    "_xlfn.IFS(D1,1,TRUE,2)": "IFS()",
    "_xlfn.LAMBDA(_xlpm.a,_xlpm.b,_xlpm.a+_xlpm.b)(A1,2)": "of a kind",
    # as the engine has them, they were not Excel's
    'CONVERT(A1,"km","mi")': "CONVERT()",
    "BESSELJ(A1,2)": "BESSELJ()",
    "XIRR(A1:A5,B1:B5)": "XIRR()",
    "CHAR(200)": "CHAR()",
    'TEXT(0.5,"# ?/?")': "TEXT()",
    'TEXT(E1,"yyyy")': "TEXT()",
    # measured for numbers only
    "HEX2DEC(A9)": "HEX2DEC()",
    "FACT(E1)": "FACT()",
}


def test_it_is_listed():
    errors = {"D1": "=1/0", "D2": "#N/A", "D3": 5, "E1": "2024-05-06", "E2": "€100"}
    data, report = recompute(book(*LISTED, **errors), {})
    reasons = {one.place.partition("!")[2]: one.reason for one in report.uncomputable}
    found = values(data)
    for row, (formula, said) in enumerate(LISTED.items(), 1):
        assert said in reasons[f"H{row}"], formula
        assert "union" not in reasons[f"H{row}"]
        assert f"H{row}" not in found


def test_what_was_not_measured_is_computed_where_everything_is_asked_for():
    _, report = recompute(book("XIRR(A1:A5,B1:B5)", "CHAR(200)"), {}, everything=True)
    assert [one.place for one in report.changed] == ["Sheet!H1"]
    assert [one.place for one in report.uncomputable] == ["Sheet!H2"]


def test_it_replaces_no_stored_value_even_where_everything_is_asked_for():
    formulas = {"B1": ("=ROMAN(A1)", "IV"), "C1": ("=CHAR(A2)", "?"), "D1": ("=A1+1", 9)}
    data = edit(
        sheet({"A1": 5, "A2": 200, **formulas}),
        "xl/workbook.xml",
        lambda xml: xml.replace(b' fullCalcOnLoad="1"', b""),
    )
    new, report = recompute(data, {}, everything=True)
    found = values(new)
    assert (found["B1"], found["C1"], found["D1"]) == ("IV", "?", 6)
    assert [one.reason for one in report.uncomputable] == [
        "ROMAN() is not computed as in Excel",
        "CHAR() with such arguments is not compared with Excel",
    ]


def test_a_dynamic_array_that_names_its_parts_is_right():
    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream, {"use_future_functions": True})
    sheet = workbook.add_worksheet("S")
    sheet.write_column("A1", [1, 2, 3, 4, 5])
    sheet.write_dynamic_array_formula(
        "C1", "=LET(_xlpm.x,A1:A5,AVERAGE(FILTER(_xlpm.x,_xlpm.x>2)))", None, 0
    )
    sheet.write_dynamic_array_formula(
        "C2", "=LET(_xlpm.x,A1:A5,SUMPRODUCT((_xlpm.x>2)*1))", None, 0
    )
    workbook.close()
    data, report = recompute(stream.getvalue(), {}, everything=True)
    assert report.uncomputable == []
    cells = values(data)
    assert (cells["C1"], cells["C2"]) == (4, 3)


def test_columns_of_tables_may_end_in_a_blank():
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for line in (["Name", "Points ", "Aged "], ["x", 3, 4], ["y", 5, 6], ["all", 8, 10]):
        sheet.append(line)
    table = Table(displayName="T", ref="A1:C4", totalsRowCount=1)
    table.tableColumns = [
        TableColumn(id=number, name=name)
        for number, name in enumerate(("Name", "Points ", "Aged "), 1)
    ]
    sheet.add_table(table)
    formulas = {
        "SUM(T[Points ])": 8,
        'SUMIFS(T[Aged ],T[Name],"y")': 6,
        "SUM(T[[Points ]:[Aged ]])": 18,
        "SUM(T[[#Totals],[Points ]])": 8,
        "COUNTA(T[[#Data],[#Totals],[Name]])": 3,
    }
    for row, formula in enumerate(formulas, 1):
        sheet.cell(row, 8, "=" + formula)
    stream = io.BytesIO()
    workbook.save(stream)
    data, report = recompute(stream.getvalue(), {})
    assert report.uncomputable == []
    cells = values(data)
    assert [cells[f"H{row}"] for row in range(1, 6)] == list(formulas.values())


def test_index_takes_the_row_beside_it_and_an_array_only_where_one_reaches_it():
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row, name in enumerate(("a", "b", "c"), 1):
        sheet.append([name, row, 10 * row])
        sheet.cell(row, 5, "=INDEX(B$1:B$3,MATCH($A$1:$A$3,A$1:A$3,0))")
    sheet["F1"] = ArrayFormula("F1:F3", "=INDEX(B1:C3,,MATCH(20,B2:C2,0))")
    stream = io.BytesIO()
    workbook.save(stream)
    cells = values(recompute(stream.getvalue(), {})[0])
    assert [cells[f"E{row}"] for row in (1, 2, 3)] == [1, 2, 3]
    assert [cells[f"F{row}"] for row in (1, 2, 3)] == [10, 20, 30]


def test_a_plain_if_passes_on_the_cell_beside_it_and_not_the_range():
    """Excel's own values, of a public workbook saved by Excel for Mac."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row in (list("QRSTU"), list("ABCDE"), [1, 2, 3, 4, 5], [3]):
        sheet.append(row)
    for column in range(1, 6):
        sheet.cell(5, column, "=IF($A$4>$A$3:$E$3,$A$2:$E$2,($A$1:$E$1))")
        sheet.cell(6, column, "=CHOOSE(1,$A$2:$E$2)&IFERROR(SUM(IF(TRUE,$A$3:$E$3)),0)")
    stream = io.BytesIO()
    workbook.save(stream)
    data, report = recompute(stream.getvalue(), {})
    assert report.uncomputable == []
    cells = values(data)
    assert "".join(cells[f"{letter}5"] for letter in "ABCDE") == "ABSTU"
    assert [cells[f"{letter}6"] for letter in "ABCDE"] == ["A15", "B15", "C15", "D15", "E15"]


def test_each_function_stands_in_one_group():
    assert len(GROUPS) == sum(len(group.functions) for group in MEASURED)
