"""Workbooks that are known to be current: nothing that could make a difference is passed over."""

from __future__ import annotations

import pytest

from tests.recompute.books import SHEET1, edit, sheet
from xltie.recompute.run.batch import CURRENT, STALE, WRITTEN, Job, recompute_file

CALLS: list[object] = []
OURS = "tests.recompute.test_known_current:FUNCTIONS"


def double(value):
    CALLS.append(value)
    return value * 2


FUNCTIONS = {"DOUBLE": double}


def change(path, old, new):
    path.write_bytes(edit(path.read_bytes(), SHEET1, lambda xml: xml.replace(old, new)))


@pytest.fixture
def run(tmp_path):
    """Return what recomputes a file with a cache, and tells how often our function was called."""
    path = tmp_path / "book.xlsx"
    path.write_bytes(sheet({"A1": 21, "B1": "=DOUBLE(A1)", "C1": "=B1+1"}))

    def again(**options):
        CALLS.clear()
        result = recompute_file(Job(path, OURS, known=tmp_path / "cache", **options))
        return result.status, len(CALLS)

    again.path = path
    again.folder = tmp_path / "cache"
    return again


def test_a_current_workbook_is_computed_once(run):
    assert run() == (WRITTEN, 1)
    assert run() == (CURRENT, 1)
    assert run() == (CURRENT, 0)
    assert run(check=True) == (CURRENT, 0)


def test_the_number_of_formulas_is_still_said(run):
    for _ in range(3):
        result = recompute_file(Job(run.path, OURS, known=run.folder))
    assert result.report.formulas == 2


def test_an_edited_cell_is_seen(run):
    run(), run(), run()
    data = edit(
        run.path.read_bytes(), "xl/worksheets/sheet1.xml", lambda xml: xml.replace(b">21<", b">22<")
    )
    run.path.write_bytes(data)
    assert run(check=True) == (STALE, 1)
    assert run() == (WRITTEN, 1)


def test_a_value_that_somebody_overwrote_is_seen(run):
    run(), run(), run()
    run.path.write_bytes(
        edit(
            run.path.read_bytes(),
            "xl/worksheets/sheet1.xml",
            lambda xml: xml.replace(b">42<", b">43<"),
        )
    )
    assert run() == (WRITTEN, 1)


def test_other_options_are_computed_for_themselves(run):
    run(), run(), run()
    assert run(everything=True) == (CURRENT, 1)
    assert run(values=True) == (WRITTEN, 1)


def test_what_the_clock_decides_is_never_known(tmp_path):
    path = tmp_path / "book.xlsx"
    path.write_bytes(sheet({"A1": ("=TODAY()>1", True)}))
    for _ in range(3):
        recompute_file(Job(path, OURS, known=tmp_path / "cache"))
    assert not list(tmp_path.glob("cache/*"))


def test_a_remark_is_made_every_time(tmp_path):
    path = tmp_path / "book.xlsx"
    path.write_bytes(sheet({"A1": ("=UNKNOWN(1)", 3)}))
    for _ in range(3):
        result = recompute_file(Job(path, OURS, known=tmp_path / "cache"))
    assert len(result.report.uncomputable) == 1


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"current", b"0" * 64])
def test_a_damaged_cache_is_none(run, content):
    run(), run()
    for path in run.folder.iterdir():
        path.write_bytes(content)
    assert run() == (CURRENT, 1)


def test_a_cache_that_cannot_be_written_is_none(run):
    run.folder.write_text("a file where the folder should be")
    assert [run() for _ in range(3)] == [(WRITTEN, 1), (CURRENT, 1), (CURRENT, 1)]
