"""Values that Excel stored, which stay: found in public workbooks, rebuilt here cell by cell."""

from __future__ import annotations

import gc
import io
import weakref
import zipfile

import pytest

from tests.recompute.books import FUNCTIONS, SHEET1, build, edit, part, sheet, values
from xltie.recompute import recompute
from xltie.recompute.run.batch import REFUSED, Job, recompute_file

NUMBERS = {"A1": 1, "A2": 2, "A3": 3, "B1": 23, "C1": "23", "D1": 3.456, "E1": "Hello", "F1": "x"}


def as_saved(data):
    """Return a workbook whose program stands by its values, as Excel's own files do."""
    return edit(data, "xl/workbook.xml", lambda xml: xml.replace(b' fullCalcOnLoad="1"', b""))


@pytest.mark.parametrize(
    ("formula", "stored"),
    [
        ('COUNTIFS(A:A,"<>1")', 1048575),
        ("SUMPRODUCT(--(A:A<>1))", 1048575),
        ('COUNTIF(B1:C1,"<>23")', 2),
        ('XLOOKUP(5,{2,5,4,5},{"a","b","c","d"},,-1,-1)', "d"),
        ("XLOOKUP(4.5,{5,2,4,3},{1,2,3,4},,-1)", 3),
        ('INDIRECT("ONE")', 80),
        ('INDIRECT("R1C1",FALSE)', 1),
        ('CONCATENATE(A1:A3,"!")', "2!"),
        ("SUBTOTAL(109,OFFSET(A1,0,0,3,1))", 4),
        ("DATE(1900,2,29)", 60),
        ("DAY(DATE(1900,2,29))", 29),
        ("FORMULATEXT(A1)", "=DAY(60)"),
        ('LEFT(E1,"2.99999")', "He"),
        ('D1&" Pkt"', "3,456 Pkt"),
        ('CONCATENATE(D1," Punkte")', "3,456 Punkte"),
        ('TEXT(D1,"0,00")', "3,46"),
        ('TEXT(D1,"0.00")', "3,46"),
        ('TRUE&""', "WAHR"),
        ("REPT(D1,1)", "3,456"),
        ("LEFT(D1,3)", "3,4"),
        ('TEXTJOIN("/",TRUE,D1,A1)', "3,456/1"),
        ("OFFSET(A1,0,0,3,1)", 1),
        ("FLOOR.MATH(-2.5,2,1)", -3),
        ("IRR(A1:A3)", 0.25),
    ],
)
def test_a_value_in_which_the_engine_may_differ_stays(formula, stored):
    data = as_saved(sheet({**NUMBERS, "H2": ("=" + formula, stored)}))
    new, report = recompute(data, {})
    assert new == data
    assert report.changed == [] and not report.stale


@pytest.mark.parametrize(
    ("formula", "stored", "computed"),
    [
        ("SUM(A1:A3)", 5, 6),
        ('COUNTIF(A1:A3,">1")', 9, 2),
        ("VLOOKUP(2,A1:B3,1,FALSE)", 1, 2),
        ('IF(A1>0,"yes","no")', "no", "yes"),
        ('A2&" points"', "1 points", "2 points"),
        ("SUM(A:A)", 5, 6),
        ("SUMPRODUCT((A1:A3)*(A1:A3))", 5, 14),
    ],
)
def test_a_value_that_differs_stays_and_is_listed(formula, stored, computed):
    data = as_saved(sheet({**NUMBERS, "H2": ("=" + formula, stored)}))
    new, report = recompute(data, {})
    assert new == data
    assert [(*one[:3], one.reason) for one in report.trusted] == [
        ("Sheet1!H2", stored, computed, "nothing that it reads is new")
    ]
    assert values(recompute(data, {}, everything=True)[0])["H2"] == computed


def test_an_error_never_replaces_another_error():
    cells = {"A1": 1, "B1": ("=INDEX(A1:A2,5)", "#N/A"), "C1": ("=A1/0", "#NUM!")}
    data = as_saved(sheet(cells))
    new, report = recompute(data, {})
    assert new == data and len(report.trusted) == 2


def test_the_members_of_a_volatile_array_are_members():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_column(0, 0, [52, 20, 7])
        worksheet.write_dynamic_array_formula("C1:C3", "=OFFSET(A1,0,0,3,1)", None, 52)
        worksheet.write_number("C2", 20)
        worksheet.write_number("C3", 7)

    def member(xml):
        for cell, value in ((b"C2", b"20"), (b"C3", b"7")):
            plain = b'<c r="' + cell + b'"><v>' + value + b"</v></c>"
            assert plain in xml
            marked = b'<c r="' + cell + b'"><f ca="1"/><v>' + value + b"</v></c>"
            xml = xml.replace(plain, marked)
        return xml

    data = edit(as_saved(build(fill)), SHEET1, member)
    new, report = recompute(data, {}, everything=True)
    assert new == data
    assert report.uncomputable == [] and report.errors == []


def test_an_array_that_shrinks_leaves_no_mark_in_the_cells_that_it_leaves():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_dynamic_array_formula("C1:C3", "=SEQUENCE(2)", None, 1)
        worksheet.write_number("C2", 2)
        worksheet.write_number("C3", 3)

    data = edit(
        build(fill),
        SHEET1,
        lambda xml: xml.replace(b'<c r="C3"><v>', b'<c r="C3"><f ca="1"/><v>'),
    )
    new, _ = recompute(data, {})
    assert values(new) == {"C1": 1, "C2": 2}
    assert b"<f ca=" not in part(new)


def test_an_extension_of_the_settings_does_not_change_the_date_system():
    extension = (
        b'<extLst><ext uri="x"><x15:workbookPr '
        b'xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main" '
        b'chartTrackingRefBase="1"/></ext></extLst></workbook>'
    )
    data = edit(
        build(
            lambda book: (
                book.add_worksheet().write_row(0, 0, [11]),
                book.worksheets()[0].write_formula("B1", "=YEAR(A1)"),
            ),
            date_1904=True,
        ),
        "xl/workbook.xml",
        lambda xml: xml.replace(b"</workbook>", extension),
    )
    new, _ = recompute(data, {})
    assert values(new)["B1"] == 1904


@pytest.mark.slow
def test_many_values_stay_and_what_is_new_reads_them():
    cells = {"A1": 100, "D1": 4}
    for row in range(2, 102):
        cells[f"A{row}"] = (f"=PERCENTILE(A1:A{row - 1},0.5)", row)
        cells[f"B{row}"] = (f"=A{row}+1", row + 1)
        cells[f"C{row}"] = (f"=A{row}+BQ(D$1)", 0)
    new, report = recompute(as_saved(sheet(cells)), FUNCTIONS)
    found = values(new)
    rows = range(2, 102)
    assert [found[f"A{row}"] for row in rows] == list(rows)
    assert [found[f"B{row}"] for row in rows] == [row + 1 for row in rows]
    assert [found[f"C{row}"] for row in rows] == [row + 40 for row in rows]
    # the first one follows from what is typed, the others from values that stay themselves
    stay = {f"Sheet1!A{row}" for row in rows}
    assert {one.place for one in report.trusted} == stay
    assert {one.reason for one in report.trusted} == {"nothing that it reads is new"}


@pytest.mark.slow
def test_nothing_of_a_workbook_stays_in_memory():
    def function(number):
        return number * 10

    known = weakref.ref(function)
    new, _ = recompute(sheet({"A1": 4, "B1": "=BQ(A1)"}), {"BQ": function})
    assert values(new)["B1"] == 40
    del function
    gc.collect()
    assert known() is None


def test_a_workbook_that_takes_too_long_is_refused_and_unchanged(tmp_path):
    path = tmp_path / "slow.xlsx"
    path.write_bytes(sheet({"A1": 4, "B1": "=A1+1"}))
    before = path.read_bytes()
    job = Job(path, "xltie.sheets.functions:callables", seconds=1e-6)
    result = recompute_file(job)
    assert result.status == REFUSED
    assert result.reason == "takes longer than the limit of 1e-06 seconds"
    assert path.read_bytes() == before


def test_an_array_that_depends_on_chance_is_written_with_its_members():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_column(0, 0, [1, 2])
        worksheet.write_array_formula("C1:C2", "{=A1:A2+RAND()*0+1}", None, 5)
        worksheet.write_number("C2", 5)
        worksheet.write_formula("D1", "=C2*2", None, 10)

    _, report = recompute(as_saved(build(fill)), {})
    assert {one.place: one.new for one in report.changed} == {
        "Sheet1!C1": 2,
        "Sheet1!C2": 3,
        "Sheet1!D1": 6,
    }
    assert all(one.clock for one in report.changed) and not report.stale


def test_a_package_with_backslashes_in_its_names_is_read():
    source = sheet({"A1": 1, "B1": ("=A1+1", 0)})
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(source)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            new.writestr(name.replace("/", "\\"), old.read(name))
    written, report = recompute(stream.getvalue(), {})
    assert [tuple(one)[:3] for one in report.changed] == [("Sheet1!B1", 0, 2)]
    with zipfile.ZipFile(io.BytesIO(written)) as package:
        assert b"<v>2</v>" in package.read("xl\\worksheets\\sheet1.xml")


def test_blanks_at_the_ends_of_a_text_are_written_so_that_programs_keep_them():
    """As Excel writes them; and a sheet with such a value is read as any other."""
    data, _ = recompute(sheet({"A1": ('=" a "', None), "A2": ('=A1&"b"', None)}), {})
    assert b'<v xml:space="preserve"> a </v>' in part(data)
    assert values(data) == {"A1": " a ", "A2": " a b"}
    assert recompute(data, {})[0] == data
