"""What rests on a cell that was not computed is not computed either, whatever might hide that."""

from __future__ import annotations

import io
import json
import re

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from tests.recompute.books import FUNCTIONS, build, edit, sheet, values
from tests.recompute.test_batch import command
from xltie.recompute import recompute

ELSEWHERE = "=[ratings.xlsx]List!$B$2"


def never_computed(cells, **names):
    """Return a workbook as openpyxl writes it, without a value in any formula."""
    workbook = openpyxl.Workbook()
    for cell, content in cells.items():
        workbook.active[cell] = content
    for name, area in names.items():
        workbook.defined_names[name] = DefinedName(name, attr_text=area)
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def as_saved(cells):
    """Return a workbook whose program stands by its values, as Excel's own files do."""
    return edit(
        sheet(cells), "xl/workbook.xml", lambda xml: xml.replace(b' fullCalcOnLoad="1"', b"")
    )


def rests_on(report):
    """Return the cells that were not computed because of others, and on which they rest."""
    return {
        one.place.partition("!")[2]: one.reason.partition("!")[2].partition(",")[0]
        for one in report.uncomputable
        if " rest" in one.reason
    }


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize(
    "refused",
    [ELSEWHERE, '=GETPIVOTDATA("Points",$Z$1)', "=MYMACRO(1)", "=AGGREGATE(14,6,Z1:Z2,1)"],
)
def test_nothing_is_made_of_a_value_that_is_not_known(refused, everything):
    cells = {
        "A1": refused,
        "A2": "=A1*0.5+B1",
        "A3": '=IF(A1>1800,"A group","B group")',
        "A4": "=SUM(A1:A2)",
        "A5": "=IFERROR(A1,0)+1",
        "A6": '=IFERROR(1/(A4>0),"")',
        "A7": "=RANK(3,A1:A3)",
        "A8": "=BQ(A2)",
        "B1": "=BQ(4)",
        "B2": "=B1+1",
    }
    new, report = recompute(never_computed(cells), FUNCTIONS, everything=everything)
    assert values(new) == {"B1": 40, "B2": 41}
    assert report.trusted == []
    assert rests_on(report) == {f"A{row}": "A1" for row in range(2, 9)}
    again, report = recompute(new, FUNCTIONS, everything=everything)
    assert again == new and len(report.uncomputable) == 8 and report.trusted == []


def test_what_a_formula_fails_at_is_not_made_use_of_either():
    cells = {"A1": "=BROKEN()", "A2": "=IFERROR(A1,5)", "A3": "=A2+1", "B1": "=1+1"}
    new, report = recompute(never_computed(cells), FUNCTIONS)
    assert values(new) == {"B1": 2}
    assert rests_on(report) == {"A2": "A1", "A3": "A1"}


def test_names_and_tables_of_ours_are_followed():
    cells = {"A1": 1, "A2": "=MYMACRO(1)", "C1": "=TOTAL(A1:A9)", "C2": "=SUM(Own)", "C3": "=A1*2"}
    new, report = recompute(never_computed(cells, Own="Sheet!$A$2:$A$3"), FUNCTIONS)
    assert values(new) == {"A1": 1, "C3": 2}
    assert rests_on(report) == {"C1": "A2", "C2": "A2"}


def test_what_reads_cells_that_it_does_not_name_may_rest_on_it():
    cells = {"A1": "=MYMACRO(1)", "B1": '=IFERROR(INDIRECT("A1"),0)', "C1": "=1+1"}
    new, report = recompute(never_computed(cells), FUNCTIONS)
    assert values(new) == {"C1": 2}
    assert [one.reason for one in report.uncomputable][1] == (
        "it may rest on Sheet!A1, which was not computed"
    )


def test_a_circle_rests_on_nothing_but_what_it_reads():
    cells = {"A1": "=B1+1", "B1": "=A1+1", "C1": "=IFERROR(A1,3)", "D1": "=2"}
    new, report = recompute(never_computed(cells), FUNCTIONS)
    assert values(new) == {"D1": 2}
    assert rests_on(report) == {"C1": "A1"}


def test_a_value_that_a_program_stored_is_known_while_nothing_that_it_rests_on_is_new():
    cells = {
        "A1": ("=[1]List!$B$2", 1800),
        "B1": ("=BQ(4)", 7),
        "C1": ("=A1+B1", 1807),
        "D1": ("=MYMACRO(B1)", 3),
        "E1": ("=IFERROR(D1,0)*2", 6),
        "F1": ("=MYMACRO(A1)", 5),
        "G1": ("=F1+B1", 12),
    }
    new, report = recompute(as_saved(cells), FUNCTIONS)
    found = values(new)
    assert (found["B1"], found["C1"], found["G1"]) == (40, 1840, 45)
    assert (found["D1"], found["E1"]) == (3, 6)
    assert rests_on(report) == {"E1": "D1"}
    assert [one.place for one in report.uncomputable] == [f"Sheet1!{cell}1" for cell in "ADEF"]
    again, report = recompute(new, FUNCTIONS)
    assert again == new


@pytest.mark.parametrize("stored", [None, 6])
def test_nothing_new_rests_on_a_value_that_may_be_older_than_what_it_reads(stored):
    """The second run cannot see that B1 is newer than the value that Excel gave D1."""
    cells = {
        "A1": 4,
        "B1": ("=BQ(A1)", 7),
        "C1": ("=1+1", None),
        "D1": ("=MYMACRO(B1)", 3),
        "E1": ("=D1*2+B1-B1", stored),
        "F1": ("=MYMACRO(C1)", 5),
        "G1": ("=BQ(F1)", 12),
        "H1": ("=MYMACRO(A1)", 5),
        "I1": ("=BQ(H1)", 12),
    }
    data = edit(
        as_saved(cells),
        "xl/worksheets/sheet1.xml",
        lambda xml: re.sub(rb'(<c r="(?:C1|E1)"[^>]*><f>[^<]*</f>)<v>(?:0|None)?</v>', rb"\1", xml),
    )
    new, report = recompute(data, FUNCTIONS)
    found = values(new)
    assert found == {
        **{"A1": 4, "B1": 40, "C1": 2, "D1": 3, "F1": 5, "G1": 12, "H1": 5, "I1": 50},
        **({} if stored is None else {"E1": stored}),
    }
    assert rests_on(report) == {"E1": "D1", "G1": "F1"}
    again, report = recompute(new, FUNCTIONS)
    assert again == new
    assert rests_on(report).items() >= {"G1": "F1"}.items()


@pytest.mark.parametrize(
    "refused",
    ["=MYMACRO(One)", "=SUM(Sheet1:Sheet1!B1:B2)", '=MYMACRO(INDIRECT("B1"))', "=CELL(B1)"],
)
def test_what_a_formula_reads_is_seen_in_whatever_way_it_names_it(refused):
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_formula("A1", refused, None, 3)
        worksheet.write_formula("A2", "=A1+1", None, 4)
        worksheet.write_formula("B1", "=BQ(4)", None, 7)
        workbook.define_name("One", "=Sheet1!$B$1")

    data = edit(
        build(fill), "xl/workbook.xml", lambda xml: xml.replace(b' fullCalcOnLoad="1"', b"")
    )
    new, report = recompute(data, FUNCTIONS)
    assert values(new) == {"A1": 3, "A2": 4, "B1": 40}
    assert rests_on(report) == {"A2": "A1"}
    again, report = recompute(new, FUNCTIONS)
    assert again == new and rests_on(report) == {}


def test_a_nought_that_a_writer_puts_for_want_of_a_value_is_none():
    new, report = recompute(sheet({"A1": "=MYMACRO(1)", "A2": "=A1+6"}), FUNCTIONS)
    assert values(new) == {"A1": 0, "A2": 0}
    assert rests_on(report) == {"A2": "A1"}


def test_faults_of_a_table_with_a_value_that_is_not_known_are_not_told():
    cells = {"A1": "P", "B1": "W", "A2": "=MYMACRO(1)", "B2": 2, "C3": "=FAULTY(A1:B3)"}
    _, report = recompute(never_computed(cells), FUNCTIONS)
    assert report.faults == []
    assert rests_on(report) == {"C3": "A2"}


def test_it_is_accepted_but_not_written_where_that_is_asked_for(tmp_path):
    path = tmp_path / "a.xlsx"
    cells = {"A1": ELSEWHERE, **{f"A{row}": f"=A{row - 1}+6" for row in range(2, 31)}}
    path.write_bytes(never_computed(cells))
    code, _, err = command(path)
    told = err.splitlines()
    assert code == 1 and len(told) == 14
    assert told[1] == f"{path}: Sheet!A2: it rests on Sheet!A1, which was not computed"
    assert told[-1] == (
        f"{path}: and 17 more (--json lists them all): it rests on Sheet!A1, which was not computed"
    )
    code, out, err = command(path, "--allow-uncomputable")
    assert code == 0 and err == "" and out.startswith("current ")
    assert values(path.read_bytes()) == {}
    listed = json.loads(command(path, "--allow-uncomputable", "--json")[1])["uncomputable"]
    assert len(listed) == 30
