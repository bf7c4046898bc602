"""Right values in workbooks of unusual settings and references: none of them is replaced."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.recompute.books import FUNCTIONS, SHEET1, build, edit, part, run, sheet, values
from xltie.core.errors import UnsupportedWorkbook
from xltie.recompute import recompute
from xltie.recompute.lowering.measured import UNUSUAL, kind_of

NOON = datetime(2026, 5, 1, 12)
TODAY = 46143  # the serial number of that day


def as_saved(data, settings=b""):
    """Return a workbook whose program stands by its values, with settings of its computing."""
    return edit(
        data, "xl/workbook.xml", lambda xml: xml.replace(b' fullCalcOnLoad="1"', b" " + settings)
    )


def kept(cells, settings=b"", **options):
    """Recompute what Excel stored; return the cells that changed."""
    _, report = recompute(as_saved(sheet(cells), settings), FUNCTIONS, clock=NOON, **options)
    return {change.place.partition("!")[2]: change.new for change in report.changed}


def test_a_comparison_whose_number_differs_in_the_last_digits_is_left_alone():
    # stored by Excel 2007 in a workbook of ZK Spreadsheet's tests
    cells = {
        "B1": ("=BINOMDIST(6,10,0.5,FALSE)", 0.20507812500000006),
        "C1": 0.2050781249999995,
        "D1": ('=IF(B1=C1,"T","WARN")', "T"),
    }
    assert kept(cells) == {}


@pytest.mark.parametrize(
    ("formula", "stored"),
    [
        ("ROUND(A1/3,1)", 0.4),
        ("INT(A1/3*3)", 0),
        ("IF(A1/3-A1/3,1,2)", 1),
        ("MOD(A1*0.1,0.1)", 0.1),
        ('MATCH("a*",A2:A4,0)', 2),
        ('VLOOKUP(A2&"?",A2:A4,1,FALSE)', "aa"),
        ("MATCH(Z9,A1:A4,0)", 2),
        ("LEN(A5)", 2),
        ("TRIM(A6)", "\u00a0a"),
        ("EDATE(100,-3)", 9),
        ("DATE(1901,-20,1)", 1),
        ("A1:A4*1", 1),
        ("COUNTIF(A1:A4,A1/3)", 2),
    ],
)
def test_a_value_that_rests_on_details_of_excel_is_left_alone(formula, stored):
    cells = {"A1": 1, "A2": "a", "A3": "aa", "A4": "a*", "A5": "\U0001f600", "A6": "\u00a0a "}
    assert kept({**cells, "H1": ("=" + formula, stored)}) == {}


def test_what_reads_a_circular_reference_keeps_what_excel_left_there():
    # as in circular.xlsx of the tests of the Python package formulas
    cells = {"A1": ("=B1", 0), "B1": ("=A1", 0), "C1": ("=A1+1", 0), "D1": ("=C1+1", 0)}
    assert kept(cells) == {}


def test_values_of_an_iteration_stay():
    cells = {"A1": ("=A1+1", 16), "B1": ("=IF(ISODD(A1),-60,210)", 210)}
    settings = b'iterate="1" iterateCount="1" calcMode="manual" calcCompleted="0"'
    assert kept(cells, settings) == {}


def test_precision_as_displayed_is_refused():
    cells = {"A1": 1, "B1": ("=A1/3", 0.33), "C1": ("=B1*3", 0.99)}
    with pytest.raises(UnsupportedWorkbook, match="precision as displayed"):
        kept(cells, b'fullPrecision="0"')


@pytest.mark.parametrize("settings", [b'forceFullCalc="1"', b'calcMode="manual"'])
def test_settings_of_excel_itself_do_not_disown_its_values(settings):
    assert kept({"A1": 5, "B1": ("=DEC2BIN(A1)", "0101")}, settings) == {}


def test_a_reference_to_anywhere_is_new_where_what_it_names_is():
    cells = {
        "A1": ("=TODAY()", 46000),
        "A2": 7,
        "B1": ("=SUM(OFFSET(A2,0,0,2,1))", 99),
        "B2": ('=INDIRECT("R2C1",FALSE)', 8),
        "B3": ("=OFFSET(A1,0,0)+1", 46001),
    }
    assert kept(cells) == {"A1": TODAY, "B3": TODAY + 1}


def test_a_reference_to_anywhere_may_read_what_is_new():
    cells = {"A1": 4, "B1": ("=BQ(A1)", 7), "C1": ('=INDIRECT("B"&1)+1', 8)}
    assert kept(cells) == {"B1": 40, "C1": 41}


def test_what_follows_the_clock_is_new():
    cells = {
        "A1": ("=TODAY()", 46000),
        "B1": ("=WEEKNUM(A1)", 50),
        "C1": ("=YEAR(A1)", 2026),
        "D1": ("=C1+1", 2000),
    }
    assert kept(cells) == {"A1": TODAY, "B1": 18}


def test_an_error_of_the_engine_does_not_follow_the_clock():
    cells = {"A1": ("=IF(TODAY()>0,1/0,1)", 5), "B1": ("=NOW()-NOW()", 7)}
    assert kept(cells) == {"B1": 0}


def test_hidden_rows_stay_out_of_subtotals():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_column(0, 0, [1, 2, 4])
        worksheet.set_row(1, None, None, {"hidden": True})
        worksheet.write_formula("B1", "=SUBTOTAL(109,A1:A3)", None, 5)
        worksheet.write_formula("B2", "=SUBTOTAL(9,A1:A3)", None, 7)
        worksheet.write_formula("B3", "=SUBTOTAL(109,OFFSET(A1,0,0,3,1))", None, 5)
        worksheet.write_formula("B4", "=AGGREGATE(9,5,A1:A3)", None, 5)

    data = as_saved(build(fill))
    new, _ = recompute(data, FUNCTIONS)
    assert new == data


def test_names_move_with_the_cell_that_uses_them():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_column(0, 0, [1, 2, 4])
        # written for A1: the cell to the left in column A of the own row, and the one above it
        workbook.define_name("Left", "=Sheet1!$A1")
        workbook.define_name("Above", "=Sheet1!$A1048576")
        worksheet.write_formula("B2", "=Left*10", None, 20)
        worksheet.write_formula("B3", "=Left*10", None, 40)
        worksheet.write_formula("C3", "=Above*10", None, 20)

    data = as_saved(build(fill))
    new, report = recompute(data, FUNCTIONS)
    assert new == data and report.trusted == []


@pytest.mark.slow
def test_shared_formulas_wrap_at_the_edge_of_the_sheet():
    cells = {"A1": 5, "A1048576": 9, "B1": ("=A1048576", 9), "B2": ("=A1", 5)}

    def share(xml):
        assert b"<f>A1048576</f>" in xml
        xml = xml.replace(b"<f>A1</f>", b'<f t="shared" ref="B2:B1" si="0">A1</f>')
        return xml.replace(b"<f>A1048576</f>", b'<f t="shared" si="0"/>')

    data = edit(as_saved(sheet(cells)), SHEET1, share)
    assert b"shared" in part(data)
    new, _ = recompute(data, FUNCTIONS)
    assert new == data


def test_days_counted_from_1904_stay():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_number("A1", 11)
        for row, (formula, value) in enumerate(
            [
                ('TEXT(A1,"YYYY-MM-DD")', "1904-01-12"),
                ("DATE(1904,1,12)", 11),
                ("YEAR(A1)", 1904),
                ("WEEKDAY(A1)", 3),
                ("EDATE(A1,1)", 42),
            ]
        ):
            worksheet.write_formula(row, 1, "=" + formula, None, value)

    data = as_saved(build(fill, date_1904=True))
    new, report = recompute(data, FUNCTIONS)
    assert new == data and report.uncomputable == []


def test_data_from_outside_stays():
    cells = {
        "A1": ("=[1]Sheet1!$A$1", 12),
        "A2": ('=CUBEVALUE("ThisWorkbookDataModel","[Measures].[x]")', 5),
        "A3": ("=A1+A2", 17),
    }
    assert kept(cells) == {}


def test_what_asks_to_be_computed_still_keeps_a_number_that_hardly_differs():
    found, report = run({"A1": ("=0.1+0.2-0.3", 0), "A2": ("=1+1", 0)})
    assert found == {"A1": 0, "A2": 2}
    assert [change.place for change in report.changed] == ["Sheet1!A2"]


def test_texts_that_excel_counts_and_trims_otherwise():
    unusual = ["\U0001f600", "a\u00a0b", "two\nlines", "tab\t"]
    assert {kind_of(text) for text in unusual} == {UNUSUAL}
    assert kind_of("Müller, Jürgen") != UNUSUAL


def test_everything_is_computed_where_that_is_asked_for():
    found = values(
        recompute(as_saved(sheet({"A1": ("=DEC2BIN(5)", "0101")})), FUNCTIONS, everything=True)[0]
    )
    assert found == {"A1": "101"}
