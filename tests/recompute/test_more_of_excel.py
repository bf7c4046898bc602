"""Small functions, with the values that Excel stored in public workbooks (IronCalc's tests)."""

from __future__ import annotations

import pytest

from tests.recompute.books import sheet, values
from xltie.recompute import recompute


@pytest.mark.parametrize(
    ("formula", "stored"),
    [
        ("ISODD(H1)", False),
        ("ISEVEN(H1)", True),
        ('ISODD("3")', True),
        ("ISODD(-3.9)", True),
        ("ISEVEN(TRUE)", "#VALUE!"),
        ("MIRR(B1:D1,0.1,0.2)", 0.01980390271855703),
        ("MIRR(B1:D1,-1,0.2)", 0.01980390271855703),
        ("MIRR(C1:D1,0.1,0.2)", "#DIV/0!"),
        ("MIRR(B1:B2,0.1,0.2)", -1),
        ('LEFTB("Hello",2)', "He"),
        ('REPLACEB("Hello",2,3,"u")', "Huo"),
        ('MIDB("Hello",4,9)', "lo"),
        ('LENB("Hello")', 5),
        ('RIGHTB("Hello",9)', "Hello"),
    ],
)
def test_a_function_answers_as_excel_does(formula, stored):
    cells = {"B1": -5, "C1": 1, "D1": 4, "B2": -1}
    data, report = recompute(sheet({**cells, "A1": "=" + formula}), {}, everything=True)
    assert report.uncomputable == []
    expected = stored if isinstance(stored, (str, bool)) else pytest.approx(stored, 1e-13)
    assert values(data)["A1"] == expected


@pytest.mark.parametrize("formula", ['LEFTB("東京",2)', 'LENB("東京")', 'REPLACEB("A測",1,1,"x")'])
def test_bytes_of_other_letters_depend_on_the_language(formula):
    _, report = recompute(sheet({"A1": "=" + formula}), {}, everything=True)
    assert len(report.uncomputable) == 1
    assert "language" in report.uncomputable[0].reason
