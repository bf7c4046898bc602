"""What Excel stored in public workbooks (tests/cases/excel): nothing of it is replaced."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.recompute.books import build, edit
from xltie.recompute import recompute

FOLDER = Path(__file__).parents[1] / "cases" / "excel"
FILES = sorted(FOLDER.glob("*.csv"))
# how many of the 1,320 are written otherwise where everything is asked for
DIFFERENT = 19
# how many of the 986 that are written are wrong where their values were taken out
WRONG = 12


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def put(worksheet, cell, value):
    if isinstance(value, list):
        worksheet.write_formula(cell, f"={value[0]}", None, value[0])
    elif isinstance(value, str):
        worksheet.write_string(cell, value)
    else:
        worksheet.write(cell, value)


def workbook(rows):
    """Return a workbook with a sheet for each case, whose program stands by its values."""

    def fill(book):
        for row in rows:
            worksheet = book.add_worksheet()
            for cell, value in json.loads(row["inputs"]).items():
                put(worksheet, cell, value)
            value = json.loads(row["value"])
            stored = value[0] if isinstance(value, list) else value
            cell = row["cell"].rpartition("!")[2]
            worksheet.write_formula(cell, "=" + row["formula"], None, stored)

    return edit(
        build(fill), "xl/workbook.xml", lambda xml: xml.replace(b' fullCalcOnLoad="1"', b"")
    )


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_excel_stored_stays(path):
    data = workbook(rows_of(path))
    _, report = recompute(data, {})
    # an empty text is written as no value at all here, which is always computed
    assert [change for change in report.changed if change.old is not None] == []


@pytest.mark.slow
def test_nearly_all_of_it_is_computed_as_in_excel():
    different = []
    for path in FILES:
        rows = rows_of(path)
        _, report = recompute(workbook(rows), {}, everything=True)
        different += [
            (path.stem, change.place, change.old, change.new)
            for change in report.changed
            if change.old is not None
        ]
    assert len(different) <= DIFFERENT, different


def is_close(stored, written):
    numbers = isinstance(stored, (int, float)) and isinstance(written, (int, float))
    return written == (pytest.approx(stored, rel=1e-9) if numbers else stored)


@pytest.mark.slow
def test_hardly_anything_else_is_written_where_nothing_is_stored():
    wrong = []
    for path in FILES:
        rows = rows_of(path)
        _, report = recompute(workbook([{**row, "value": '""'} for row in rows]), {})
        for change in report.changed:
            row = rows[int(change.place.partition("!")[0].removeprefix("Sheet")) - 1]
            stored = json.loads(row["value"])
            stored = stored[0] if isinstance(stored, list) else stored
            if not is_close(stored, getattr(change.new, "code", change.new)):
                wrong.append((path.stem, row["formula"], stored, change.new))
    assert len(wrong) <= WRONG, wrong
