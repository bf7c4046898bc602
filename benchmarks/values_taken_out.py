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

import argparse
import csv
import io
import re
import zipfile
from collections import Counter
from datetime import datetime
from pathlib import Path

from stored_values import (  # type: ignore[import-not-found]
    callables,
    compared,
    formulas,
    functions_of,
    saved_by_excel,
)

from xltie.core.cells import Scalar
from xltie.recompute import recompute
from xltie.recompute.ooxml.files import find_workbooks

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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each workbook")
    parser.add_argument("--list", type=Path, help="write every value that is not equal, as CSV")
    options = parser.parse_args()
    total: Counter[str] = Counter()
    by_function: dict[str, Counter[str]] = {}
    listed: list[Row] = []
    paths = [path for path in find_workbooks(options.folder) if saved_by_excel(path)]
    for path, rows in compared(paths, options.seconds, compare):
        if isinstance(rows, str):
            print(f"{path}: {rows}", flush=True)
            continue
        for row in rows:
            total[row[1]] += 1
            by_function.setdefault(row[0], Counter())[row[1]] += 1
        listed += [row for row in rows if row[1] != "equal"]
    if options.list is not None:
        with options.list.open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows(listed)
    print(f"{'functions':40} " + " ".join(f"{name:>9}" for name in COLUMNS))
    for name, counts in sorted(by_function.items(), key=lambda one: (-one[1]["wrong"], one[0])):
        print(f"{name[:40]:40} " + " ".join(f"{counts[column]:9}" for column in COLUMNS))
    print(f"{'total':40} " + " ".join(f"{total[column]:9}" for column in COLUMNS))
    written = total["equal"] + total["close"] + total["wrong"]
    share = total["wrong"] / written if written else 0.0
    print(f"{len(paths)} workbooks; of {written} values written {share:.2%} wrong")


if __name__ == "__main__":
    main()
