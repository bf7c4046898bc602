"""Formulas around our functions: computed, or kept and reported."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.recompute.books import FUNCTIONS, SHEET1, build, edit, part, run, sheet, values
from xltie.recompute import recompute

GAMES = {"A1": "Player", "B1": "Wins", "A2": "Ann", "B2": 1, "A3": "Bob", "B3": 2}


def test_our_functions_feed_ordinary_formulas():
    found, report = run(
        {"A1": 4, "B1": "=BQ(A1)", "C1": '=IF(B1>30,"high","low")', "D1": "=ROUND(BQ(A1)/3,1)"}
    )
    assert found == {"A1": 4, "B1": 40, "C1": "high", "D1": 13.3}
    assert [change.place for change in report.changed] == ["Sheet1!B1", "Sheet1!C1", "Sheet1!D1"]
    assert report.uncomputable == [] and report.stale


@pytest.mark.parametrize(
    "spelling",
    [
        "BQ(",
        "bq(",
        "[1]!BQ(",
        "'C:\\My files\\xltie.xlam'!BQ(",
        "'https://example.org/o''neil/xltie.xlam'!BQ(",
        "xltie.xlam!BQ(",
        "_xll.BQ(",
        "_xldudf_XLTIE_BQ(",
        "_xldudf_BQ(",
        "_xldudf_MY_NAME_SPACE_BQ(",
        "_xludf.BQ(",
        "_xlfn.BQ(",
        "_xlfn._xludf.BQ(",
        "@BQ(",
        "ORG.XLTIE.CALC.XLTIEADDIN.BQ(",
        "org.xltie.calc.xltieaddin.bq(",
    ],
)
def test_every_stored_spelling_is_understood_and_kept(spelling):
    data = edit(
        sheet({"A1": 4, "B1": "=PLACEHOLDER(A1)+1"}),
        SHEET1,
        lambda xml: xml.replace(b"PLACEHOLDER(", spelling.encode()),
    )
    new, report = recompute(data, FUNCTIONS)
    assert report.uncomputable == []
    assert values(new)["B1"] == 41
    assert f"<f>{spelling}A1)+1</f>".encode() in part(new)


def test_single_takes_one_value():
    found, report = run(
        {"A1": 1, "A2": 2, "B1": "=_xlfn.SINGLE(BQ(A2))", "C2": "=_xlfn.SINGLE(A1:A9)*5"}
    )
    assert (found["B1"], found["C2"]) == (20, 10)
    assert report.uncomputable == []


def test_uncomputable_formulas_keep_their_value_for_dependants_too():
    found, report = run(
        {
            "A1": ("=CUBEVALUE(1)", 42),
            "A2": "=A1+1",
            "A3": ('=IFERROR(GETPIVOTDATA("x",B1),0)', 7),
            "A4": ("=MYMACRO(3)", 5),
            "A5": ("=IFERROR(other.xlam!BUCHHOLZ(1),0)", 6),
            "A6": ("=IFERROR('[1]Sheet1'!$A$1,0)", 11),
            "A7": "=A6*2",
            "A8": ("=SUM(Sheet1:Sheet2!A1)", 8),
        }
    )
    assert found == {
        **{"A1": 42, "A2": 43, "A3": 7, "A4": 5},
        **{"A5": 6, "A6": 11, "A7": 22, "A8": 8},
    }
    kept = {one.place: one.reason for one in report.uncomputable}
    assert list(kept) == [f"Sheet1!A{row}" for row in (1, 3, 4, 5, 6, 8)]
    assert "add-in" in kept["Sheet1!A5"] and "another workbook" in kept["Sheet1!A6"]


def test_circular_references_keep_their_values_and_the_rest_is_computed():
    found, report = run(
        {
            "A1": ("=B1+1", 9),
            "B1": ("=A1+1", 8),
            "C1": "=B1*2",
            "D1": ("=D1+1", 3),
            "E1": "=IFERROR(A1,0)+D1",
            "F1": ("=SUM(F1:G2)", 4),
        }
    )
    assert found == {"A1": 9, "B1": 8, "C1": 16, "D1": 3, "E1": 12, "F1": 4}
    kept = {one.place: one.reason for one in report.uncomputable}
    assert set(kept) == {"Sheet1!A1", "Sheet1!B1", "Sheet1!D1", "Sheet1!F1"}
    assert set(kept.values()) == {"a circular reference"}


def test_a_workbook_may_ask_for_iteration():
    data = edit(
        sheet({"A1": "=B1/2+1", "B1": "=A1/2+1"}),
        "xl/workbook.xml",
        lambda xml: xml.replace(b"<calcPr ", b'<calcPr iterate="1" iterateDelta="1E-9" '),
    )
    new, report = recompute(data, FUNCTIONS)
    assert values(new)["A1"] == pytest.approx(2, abs=1e-6)
    assert report.uncomputable == []


def test_errors_of_the_rules_become_the_errors_of_cells():
    found, report = run(
        {
            **GAMES,
            "C1": '=SCORE("Zoe",A1:B3)',
            "C2": "=DOMAIN()",
            "C3": "=UNDEFINED()",
            "C4": '=IFERROR(SCORE("Zoe",A1:B3),-1)',
            "C5": "=BQ(1/0)",
        }
    )
    codes = [found[f"C{row}"] for row in range(1, 6)]
    assert codes == ["#N/A", "#NUM!", "#N/A", -1, "#DIV/0!"]
    assert [tuple(error) for error in report.errors] == [
        ("Sheet1!C1", "#N/A", "no player Zoe"),
        ("Sheet1!C2", "#NUM!", "the cut is negative"),
        ("Sheet1!C3", "#N/A", "no opponents"),
        ("Sheet1!C5", "#DIV/0!", ""),
    ]


def test_faults_are_reported_together_and_what_depends_on_them_sees_the_error():
    found, report = run(
        {
            **GAMES,
            "C1": ("=FAULTY(A1:B3)", 5),
            "C2": "=FAULTY(A1:B3)",
            "C3": '=IF(ISERROR(C1),"faulty","fine")',
            "C4": "=C2+1",
        }
    )
    assert [found[f"C{row}"] for row in range(1, 5)] == ["#VALUE!", "#VALUE!", "faulty", "#VALUE!"]
    assert [str(fault) for fault in report.faults] == [
        "Sheet1!A2: no such player",
        "Sheet1!B3: the score is not a number",
    ]
    assert report.uncomputable == []


def test_a_fault_without_a_place_has_that_of_its_call():
    _, report = run({"B7": "=IFERROR(NOWHERE(),0)"})
    assert [str(fault) for fault in report.faults] == ["Sheet1!B7: nothing to read"]


def test_a_failing_function_is_a_line_and_not_a_traceback():
    found, report = run({"A1": ("=IFERROR(BROKEN(),0)", 3), "A2": "=A1+1"})
    assert found == {"A1": 3, "A2": 4}
    assert [(kept.place, kept.reason) for kept in report.uncomputable] == [
        ("Sheet1!A1", "BROKEN() failed: ZeroDivisionError: division by zero")
    ]


def test_kinds_of_answers():
    found, _ = run(
        {
            **{"A1": "=NOTHING()", "A2": "=TRUTH()", "A3": "=NOTANUMBER()", "A4": "=1/0"},
            **{"A5": '=""', "A6": "=0.1+0.2", "A7": "=A99", "A8": "=TEXTY()"},
        }
    )
    assert found["A2"] is True and found["A3"] == "#NUM!" and found["A4"] == "#DIV/0!"
    assert found["A6"] == pytest.approx(0.3) and found["A7"] == 0


def test_dates_reach_functions_as_serial_numbers_and_blanks_as_nothing():
    found, _ = run(
        {"A1": dt.date(2024, 1, 1), "B1": '=KINDS(A1,A9,TRUE,"x")', "C1": "=KINDS(1,,2)"}
    )
    assert found["B1"] == "float NoneType bool str"
    assert found["C1"] == "float NoneType float"


def test_1904_dates():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_formula("A1", "=DATE(2024,1,1)", workbook.add_format({"num_format": 14}))
        worksheet.write_formula("A2", "=YEAR(A1)")

    new, _ = recompute(build(fill, date_1904=True), FUNCTIONS)
    assert values(new) == {"A1": dt.datetime(2024, 1, 1), "A2": 2024}


@pytest.mark.parametrize(
    ("moment", "serial"),
    [
        ("1899-12-30T10:30:00", 0.4375),
        ("1900-01-01", 2),
        ("1900-02-28T12:00:00Z", 60.5),
        ("1900-03-01", 61),
        ("2024-01-01", 45292),
    ],
)
def test_iso_dates_of_strict_workbooks(moment, serial):
    data = edit(
        sheet({"A1": 1, "B1": "=A1*2"}),
        SHEET1,
        lambda xml: xml.replace(
            b'<c r="A1"><v>1</v>', b'<c r="A1" t="d"><v>' + moment.encode() + b"</v>"
        ),
    )
    assert values(recompute(data, FUNCTIONS)[0])["B1"] == 2 * serial


def test_relations_with_backslashes():
    data = edit(
        sheet({"A1": 1, "B1": "=BQ(A1)"}),
        "xl/_rels/workbook.xml.rels",
        lambda xml: xml.replace(b"worksheets/sheet1.xml", b"worksheets\\sheet1.xml"),
    )
    assert b"<v>10</v>" in part(recompute(data, FUNCTIONS)[0])


def test_hidden_and_protected_sheets_are_recomputed():
    def fill(workbook):
        first, second = workbook.add_worksheet("A"), workbook.add_worksheet("B")
        second.very_hidden()
        second.protect("secret")
        second.write_formula("A1", "=BQ(2)")
        first.write_formula("A1", "=B!A1+1")

    new, _ = recompute(build(fill), FUNCTIONS)
    assert values(new, 0) == {"A1": 21} and values(new, 1) == {"A1": 20}


def test_the_clock_can_be_pinned_and_does_not_make_a_workbook_stale():
    data = sheet({"A1": "=TODAY()", "B1": "=A1+1", "C1": ("=1+1", 2)})
    new, report = recompute(data, FUNCTIONS, clock=dt.datetime(2026, 1, 2))
    assert values(new)["A1"] == 46024 and report.volatile == 1
    assert report.changed and not report.stale
    _, second = recompute(new, FUNCTIONS, clock=dt.datetime(2026, 1, 2))
    assert second.changed == []


def test_ranges_are_grids_that_know_their_place():
    cells = {
        **{"A3": 1, "A4": 2, "B4": 5},
        **{"C1": "=PLACE(A3:B4)", "C2": "=PLACE(A:B)", "C3": "=PLACE(3:4)"},
        **{"D1": "=TOTAL(A:B)", "D2": "=TOTAL(A1:B1048576)"},
    }
    del cells["C3"]
    found, report = run(cells)
    assert report.uncomputable == []
    assert found["C1"] == "Sheet1!A3 2x2"
    assert found["C2"].startswith("Sheet1!A1 4x")
    assert found["D1"] == found["D2"] == 8


def test_errors_inside_a_range_reach_the_function():
    found, _ = run({"A1": "=1/0", "A2": "=NA()", "B1": "=CODES(A1:A2)"})
    assert found["B1"] == "#DIV/0! #N/A"


def test_one_grid_for_every_spelling_of_a_range():
    grids = []

    def remember(grid):
        grids.append(grid)
        return 1

    def fill(workbook):
        worksheet = workbook.add_worksheet("Games")
        worksheet.add_table(
            "A1:B3", {"name": "Rounds", "columns": [{"header": "P"}, {"header": "W"}]}
        )
        workbook.define_name("AllGames", "=Games!$A$1:$B$3")
        other = workbook.add_worksheet()
        for row, text in enumerate(
            ["Rounds[#All]", "AllGames", "Games!A1:B3", "Games!$A$1:$B$3", "Rounds[[#All],[P]:[W]]"]
        ):
            other.write_formula(row, 0, f"=REMEMBER({text})")

    recompute(build(fill), {"REMEMBER": remember})
    assert len(grids) == 5
    assert len({id(grid) for grid in grids}) == 1


def test_subtotals_over_hidden_rows_are_kept():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_column("A1", [1, 2, 3])
        worksheet.set_row(1, None, None, {"hidden": True})
        worksheet.write_formula("B1", "=SUBTOTAL(109,A1:A3)", None, 4)
        worksheet.write_formula("B2", "=SUBTOTAL(109,A3:A9)", None, 0)
        worksheet.write_formula("B3", "=AGGREGATE(9,5,A1:A3)", None, 4)

    new, report = recompute(build(fill), FUNCTIONS)
    assert [values(new)[f"B{row}"] for row in (1, 2, 3)] == [4, 3, 4]
    assert [kept.place for kept in report.uncomputable] == ["Sheet1!B1", "Sheet1!B3"]


def test_a_plain_cell_takes_the_first_value_of_an_array():
    found, report = run(
        {
            **{"A1": 3, "A2": 1, "A3": 2, "D2": "stays"},
            **{"D1": "=TRANSPOSE(A1:A3)", "E1": "=ROWS2(3)", "F1": "=BQ(A1)+ROWS2(2)"},
            **{"G1": "=SUM(ROWS2(3))", "H2": "=A1:A3", "I2": "=ABS(A1:A3)", "J1": "={5,6}*1"},
        }
    )
    assert report.uncomputable == []
    assert [found[cell] for cell in ("D1", "E1", "F1", "G1", "H2", "I2", "J1")] == [
        *(3, 1, 31, 6, 1, 1, 5)
    ]
    assert found["D2"] == "stays" and "E2" not in found


def test_a_second_run_changes_nothing():
    data = sheet({**GAMES, "C1": '=SCORE("Bob",A1:B3)', "C2": "=C1/3", "C3": "=TEXTY()"})
    first, _ = recompute(data, FUNCTIONS)
    second, report = recompute(first, FUNCTIONS)
    assert first != data and second == first
    assert report.changed == [] and not report.stale
