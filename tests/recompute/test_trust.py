"""Whose value counts where the engine and a stored value differ: the stored, unless it is old."""

from __future__ import annotations

import io

import openpyxl
import pytest

from tests.recompute.books import FUNCTIONS, build, edit, sheet, values
from xltie.recompute import recompute
from xltie.recompute.engine.formualizer import Formualizer
from xltie.recompute.ooxml.stored_values import noise


def calculated(formulas):
    """Return a workbook whose program stands by its values, as Excel's own files do."""
    return edit(
        sheet(formulas),
        "xl/workbook.xml",
        lambda xml: xml.replace(b' fullCalcOnLoad="1"', b""),
    )


def after(formulas, **options):
    new, report = recompute(calculated(formulas), FUNCTIONS, **options)
    return values(new), report


def test_a_stored_value_stays_where_nothing_that_it_reads_is_new():
    data = calculated({"A1": 5, "B1": ("=DEC2BIN(A1)", "111"), "C1": ('=B1&"!"', "111!")})
    new, report = recompute(data, FUNCTIONS)
    assert new == data and not report.stale
    assert [(*one[:3], one.reason) for one in report.trusted] == [
        ("Sheet1!B1", "111", "101", "nothing that it reads is new"),
    ]


def test_a_value_is_new_only_where_one_that_it_reads_is():
    cells = {
        "A1": 4,
        "B1": ("=BQ(A1)", 7),
        "C1": ("=MIN(B1,5)", 5),
        "D1": ("=C1*2", 9),
        "E1": ("=B1+D1", 16),
    }
    found, report = after(cells)
    assert (found["B1"], found["C1"], found["D1"], found["E1"]) == (40, 5, 9, 49)
    assert [one.place for one in report.trusted] == ["Sheet1!D1"]


def test_what_differs_is_not_computed_again(monkeypatch):
    evaluate, times = Formualizer.evaluate, []

    def counted(engine):
        times.append(1)
        evaluate(engine)

    monkeypatch.setattr(Formualizer, "evaluate", counted)
    cells = {f"A{row}": (f"=SUM({row})", "?") for row in range(1, 100)}
    _, report = recompute(calculated(cells), FUNCTIONS)
    assert len(report.trusted) == 99 and len(times) <= 1


def test_it_is_computed_when_everything_is_asked_for():
    found, report = after({"A1": 5, "B1": ("=DEC2BIN(A1)", "111")}, everything=True)
    assert found["B1"] == "101" and report.trusted == []


def test_a_formula_follows_what_is_new():
    found, report = after(
        {
            "A1": 4,
            "B1": ("=BQ(A1)", 7),
            "C1": ("=B1+1", 8),
            "D1": ("=PERCENTILE(C1:C1,0.5)", 8),
            "E1": ("=QUARTILE(BQ(A1),1)", 7),
        }
    )
    assert found == {"A1": 4, "B1": 40, "C1": 41, "D1": 41, "E1": 40}
    assert report.trusted == []


def test_what_was_never_computed_is_computed():
    workbook = openpyxl.Workbook()
    for cell, content in {"A1": 5, "B1": "=DEC2BIN(A1)", "C1": "=PERCENTILE(A1:A1,0.5)"}.items():
        workbook.active[cell] = content
    stream = io.BytesIO()
    workbook.save(stream)
    new, report = recompute(stream.getvalue(), FUNCTIONS)
    assert values(new) == {"A1": 5, "B1": "101", "C1": 5}
    assert report.trusted == []


def test_a_workbook_that_asks_to_be_computed_is_not_trusted():
    new, _ = recompute(sheet({"A1": 5, "B1": ("=DEC2BIN(A1)", "0")}), FUNCTIONS)
    assert values(new)["B1"] == "101"


def test_what_was_kept_is_not_new_for_those_that_read_it():
    data = calculated({"A1": ("=MYMACRO(1)", 5), "B1": ("=DEC2BIN(A1)", "0101")})
    new, report = recompute(data, FUNCTIONS)
    assert new == data and len(report.trusted) == 1


def test_noise_of_the_last_digits_is_no_change_and_no_news():
    data = calculated(
        {
            "A1": 0.1,
            "B1": ("=A1+0.2-0.3", 0),
            "C1": ("=PMT(0.1/12,3,A1)", -0.0338906885163),
            "D1": ("=B1*2", 0),
        }
    )
    _, computed = recompute(data, FUNCTIONS, everything=True)
    assert computed.changed
    new, report = recompute(data, FUNCTIONS)
    assert "Sheet1!B1" not in {change.place for change in report.changed}
    assert "Sheet1!D1" not in {change.place for change in report.changed}
    assert values(new)["B1"] == values(new)["D1"] == 0


def test_whole_rows_that_excel_spilled_to_the_edge_stay():
    def fill(workbook):
        first, second = workbook.add_worksheet("A"), workbook.add_worksheet("B")
        first.write_row(0, 0, ["x", "y"])
        second.write_dynamic_array_formula("A1:D1", "=A!1:1", None, "x")
        second.write_row(0, 1, ["y", 0, 0])
        second.write_formula("A3", "=COUNTA(A1:D1)", None, 4)

    data = edit(
        build(fill), "xl/workbook.xml", lambda xml: xml.replace(b' fullCalcOnLoad="1"', b"")
    )
    new, report = recompute(data, FUNCTIONS)
    assert new == data
    assert [one.place for one in report.trusted] == ["B!A1"]


def test_an_approximate_lookup_in_an_unsorted_list_keeps_excels_answer():
    cells = {"A1": "b", "A2": "d", "A3": "a", "B1": 1, "B2": 2, "B3": 3}
    data = calculated({**cells, "C1": ('=VLOOKUP("b",A1:B3,2,TRUE)', 1)})
    new, _ = recompute(data, FUNCTIONS)
    assert new == data


@pytest.mark.parametrize(
    ("stored", "computed", "same"),
    [
        (1.0, 1.0 + 1e-13, True),
        (1.0, 1.001, False),
        (0.0, 5e-17, True),
        (0.0, 0.001, False),
        (1.0, True, False),
        ("1", 1.0, False),
    ],
)
def test_noise(stored, computed, same):
    assert noise(stored, computed) is same
