"""Names in a table for spreadsheets stay names."""

from __future__ import annotations

import io

import pytest

from xltie.core.csv_table import write_csv


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("+1+1", "'+1+1"),
        ("-2+3", "'-2+3"),
        ("@SUM(1)", "'@SUM(1)"),
        ("\tx", "'\tx"),
        ("-1.5", "-1.5"),
        ("-1,5", '"-1,5"'),
        ("+2", "+2"),
        ("-", "-"),
        (-3, "-3"),
        ("Kim = Lee", "Kim = Lee"),
    ],
)
def test_no_text_is_run_by_a_spreadsheet(cell: object, written: str) -> None:
    out = io.StringIO()
    write_csv(out, [(cell,)])
    assert out.getvalue() == f"{written}\n"
