"""The time that a workbook may take holds while a sheet is read, handed over and computed."""

from __future__ import annotations

import time

import pytest

from tests.recompute.books import build, part
from xltie.core.errors import UnsupportedWorkbook
from xltie.recompute.engine import formualizer
from xltie.recompute.engine.custom_calls import Calls
from xltie.recompute.engine.formualizer import Formualizer
from xltie.recompute.ooxml.package import Deadline
from xltie.recompute.ooxml.read_sheet import scan_sheet
from xltie.recompute.ooxml.references import Bounds

OVER = "takes longer than the limit of -1 seconds"


def rows_of(sheet_with_an_array):
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_column(0, 0, range(200))
        if sheet_with_an_array:
            worksheet.write_array_formula("C1:C2", "{=A1:A2+1}", None, 1)

    return part(build(fill))


@pytest.mark.parametrize("careful", [False, True])
def test_reading_one_sheet_ends_in_the_middle(careful):
    with pytest.raises(UnsupportedWorkbook, match=OVER):
        scan_sheet(rows_of(careful), "sheet1.xml", (), Deadline(-1))


def engine():
    one = Formualizer(Calls({}, False), deadline=Deadline(60))
    one.add_sheet("S")
    return one


def test_handing_over_one_column_ends_in_the_middle(monkeypatch):
    monkeypatch.setattr(formualizer, "BATCH", 10)
    one, looks = engine(), []
    monkeypatch.setattr(one._deadline, "check", lambda: looks.append(1))
    assert one.write("S", 1, 1, ["=1"] * 100) == {}
    assert len(looks) == 10
    one._deadline = Deadline(-1)
    with pytest.raises(UnsupportedWorkbook, match=OVER):
        one.write("S", 2, 1, ["=1"])
    with pytest.raises(UnsupportedWorkbook, match=OVER):
        one.put("S", 3, 1, [1.0])


@pytest.mark.slow
def test_computing_ends_between_two_groups_of_formulas():
    """The limit that the engine itself was given at its start is not over yet."""
    one = engine()
    one.put("S", 1, 1, [float(row) for row in range(1, 401)])
    for column in range(2, 40):
        before = f"{chr(63 + column)}$1:{chr(63 + column)}$400" if column < 28 else "$Z$1:$Z$400"
        text = f"=SUMPRODUCT(({before}>ROW())*({before}<900))"
        one.write("S", column, 1, [text] * 400)
    one._deadline = Deadline(0.05)
    with pytest.raises(UnsupportedWorkbook, match="takes longer"):
        one.evaluate()


def test_only_the_time_of_this_process_counts():
    deadline = Deadline(0.2)
    time.sleep(0.3)
    deadline.check()
    assert deadline.remaining > 0.1


def test_a_workbook_in_time_is_computed():
    one = engine()
    one.write("S", 1, 1, [f"=1+{row}" for row in range(1, 10)])
    one.evaluate()
    assert one.values("S", Bounds(8, 1, 9, 1)) == [[9], [10]]


def test_what_is_asked_of_the_same_cells_again_is_computed_once(monkeypatch):
    """The months of all days in a list, as many workbooks of clubs add up its lines by month."""
    computed, compute = [], formualizer._broadcast

    def counted(workbook, name, arguments):
        computed.append(name)
        return compute(workbook, name, arguments)

    monkeypatch.setattr(formualizer, "_broadcast", counted)
    one = engine()
    one.put("S", 1, 1, [float(28 * row) for row in range(1, 401)])
    texts = [f'=SUMPRODUCT((XLT.BROADCAST("MONTH",A1:A400)={month})*1)' for month in range(1, 13)]
    one.write("S", 2, 1, texts)
    one.evaluate()
    assert sum(row[0] for row in one.values("S", Bounds(1, 2, 12, 2))) == 400
    assert computed == ["MONTH"]
