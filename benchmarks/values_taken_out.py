"""What recomputing writes where the values that Excel stored were taken out, by function.

Run ``python benchmarks/values_taken_out.py FOLDER [--seconds N] [--list FILE]`` on any folder of
workbooks. Only workbooks that Excel itself saved are measured. No file is written except the list.

equal    what is written is what Excel had stored
close    it differs from that by at most 1e-9 of it
wrong    it is anything else, and is not listed: each of these is to be explained
listed   nothing is written, and the report says why
clock    it depends on the clock or on chance

Which functions write a value at all, and with which cells, is decided from these figures
(``xltie/recompute/lowering/measured.py``).
"""

from __future__ import annotations

import io
import re
import zipfile
from datetime import datetime
from pathlib import Path

from stored_values import (  # type: ignore[import-not-found]
    callables,
    formulas,
    functions_of,
    tabulated,
)

from xltie.core.cells import Scalar
from xltie.recompute import recompute

COLUMNS = ("equal", "close", "wrong", "listed", "clock")
CLOCK = datetime(2026, 1, 2, 3, 4, 5)
_STORED = re.compile(
    rb"(<(?:\w+:)?c\b[^>]*>)(\s*<(?:\w+:)?f\b[^>]*?(?:/>|>[^<]*</(?:\w+:)?f>))"
    rb"\s*<(?:\w+:)?v\b[^>]*>[^<]*</(?:\w+:)?v>"
)
Row = tuple[str, str, str, str, str, str, str]


def without_values(data: bytes) -> bytes:
    """Return a workbook in which no formula has a value, as openpyxl writes it."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for entry in old.infolist():
            part = old.read(entry)
            if "worksheets/" in entry.filename and entry.filename.endswith(".xml"):
                part = _STORED.sub(rb"\1\2", part)
            new.writestr(entry.filename, part)
    return stream.getvalue()


def state(stored: Scalar, written: Scalar) -> str:
    """Return how a value that was written compares with the one that Excel stored."""
    if stored == written and isinstance(stored, bool) == isinstance(written, bool):
        return "equal"
    numbers = [one for one in (stored, written) if type(one) in (int, float)]
    if len(numbers) < 2:
        return "equal" if (stored, written) == ("", None) else "wrong"
    left, right = (float(one) for one in numbers)  # type: ignore[arg-type]
    if f"{left:.14e}" == f"{right:.14e}":
        return "equal"
    return "close" if abs(left - right) <= 1e-9 * max(abs(left), abs(right)) else "wrong"


def compare(path: Path) -> list[Row]:
    """Return a line for each stored value of a workbook: functions, what became of it, details."""
    data = path.read_bytes()
    _, report = recompute(without_values(data), callables(), clock=CLOCK)
    changes = {change.place: change for change in report.changed}
    reasons = {one.place: one.reason for one in report.uncomputable}
    rows: list[Row] = []
    for place, (formula, stored) in formulas(data).items():
        if stored is None:
            continue
        change = changes.get(place)
        if change is not None:
            found = "clock" if change.clock else state(stored, change.new)
        else:
            found = "equal" if stored == "" and place not in reasons else "listed"
        new = reasons.get(place, "") if change is None else repr(change.new)
        name = functions_of(formula)
        rows.append((name, found, str(path), place, formula, repr(stored), new))
    return rows


def main() -> None:
    """Measure a folder and print a line for each set of functions."""
    books, total = tabulated(__doc__, COLUMNS, compare)
    written = total["equal"] + total["close"] + total["wrong"]
    share = total["wrong"] / written if written else 0.0
    print(f"{books} workbooks; of {written} values written {share:.2%} wrong")


if __name__ == "__main__":
    main()
