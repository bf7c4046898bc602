"""How recomputing compares with the values that Excel stored, by function.

Run ``python benchmarks/stored_values.py FOLDER [--seconds N] [--list FILE]`` on any folder of
workbooks. Only workbooks that Excel itself saved are measured. No file is written except the list.

equal        computing everything gives the stored value
kept         it would not, and the default run keeps the stored value
overwritten  the default run replaces the stored value
wrong        of these, those that depend on neither the clock nor chance: Excel had no reason to
             store anything but the right value, so each of them is to be explained
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import re
import zipfile
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Callable, Iterator, Sequence

from xltie.core.cells import cell_name, quote_sheet
from xltie.core.errors import WorkbookRefused
from xltie.core.formula_lexer import UnreadableFormula, tokens
from xltie.recompute import recompute
from xltie.recompute.lowering.builtin_functions import built_in
from xltie.recompute.ooxml.files import find_workbooks
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.workbook import load
from xltie.sheets.functions import callables

COLUMNS = ("equal", "kept", "overwritten", "wrong")
_EXCEL = re.compile(rb"<Application>Microsoft[^<]*Excel[^<]*</Application>")
Row = tuple[str, str, str, str, str, str, str]
Measure = Callable[[Path], "list[Row]"]


def saved_by_excel(path: Path) -> bool:
    """Tell whether the file names Excel as the program that wrote it."""
    try:
        with zipfile.ZipFile(path) as package:
            return _EXCEL.search(package.read("docProps/app.xml")) is not None
    except (zipfile.BadZipFile, KeyError, OSError, NotImplementedError, RuntimeError):
        return False


def formulas(data: bytes) -> dict[str, tuple[str, Any]]:
    """Return the formulas and the stored values of all formula cells, by place."""
    book = load(Package(data))
    found: dict[str, tuple[str, Any]] = {}
    for sheet in book.sheets:
        shared = {group: text for group, (text, _, _) in sheet.scan.shared.items()}
        for run in sheet.scan.runs:
            for row, stored in enumerate(run.stored, run.first):
                text = shared.get(run.shared, "") if run.shared else run.text_at(row) or ""
                found[f"{quote_sheet(sheet.name)}!{cell_name(row, run.column)}"] = text, stored
    return found


def functions_of(formula: str) -> str:
    """Return the names of the functions of a formula."""
    try:
        names = {built_in(token.text) for token in tokens(formula) if token.kind == "function"}
    except UnreadableFormula:
        return "(unreadable)"
    return "+".join(sorted(names)) or "(operators)"


def compare(path: Path) -> list[Row]:
    """Return a line for each stored value of a workbook: functions, what became of it, details."""
    data = path.read_bytes()
    cells = formulas(data)
    functions = callables()
    _, everything = recompute(data, functions, everything=True)
    _, default = recompute(data, functions)
    would = {change.place: change for change in everything.changed}
    does = {change.place: change for change in default.changed}
    kept = {one.place: one.reason for one in default.trusted}
    uncomputable = {one.place for one in everything.uncomputable}
    rows: list[Row] = []
    for place, (formula, stored) in cells.items():
        if stored is None or (place in uncomputable and place not in does):
            continue
        state, new, reason = "equal", "", ""
        if place in does:
            state = "overwritten" if does[place].clock else "wrong"
            new = repr(does[place].new)
        elif place in would and not would[place].clock:
            state, new, reason = "kept", repr(would[place].new), kept.get(place, "")
        name = functions_of(formula)
        rows.append((name, state, str(path), place, formula, repr(stored), f"{new} {reason}"))
    # members of arrays that no formula stands in
    for place in does.keys() - cells.keys():
        state = "overwritten" if does[place].clock else "wrong"
        change = does[place]
        rows.append(("(member)", state, str(path), place, "", repr(change.old), repr(change.new)))
    return rows


def serve(connection: Connection, measure: Measure) -> None:
    """Compare the workbooks that are asked for, in a process that can be ended."""
    while True:
        path = connection.recv()
        try:
            connection.send(measure(path))
        except WorkbookRefused as error:
            connection.send(f"refused: {error}")
        except Exception as error:
            connection.send(f"unexpected {type(error).__name__}: {error}")


def compared(
    paths: list[Path], seconds: float, measure: Measure = compare
) -> Iterator[tuple[Path, Any]]:
    """Yield what became of each workbook, or why there is nothing, within a time for each."""
    context = multiprocessing.get_context("spawn")
    worker = None
    for path in paths:
        if worker is None:
            near, far = context.Pipe()
            worker = context.Process(target=serve, args=(far, measure), daemon=True)
            worker.start()
        near.send(path)
        if near.poll(seconds):
            yield path, near.recv()
            continue
        worker.kill()
        worker = None
        yield path, f"more than {seconds:g} seconds"
    if worker is not None:
        worker.kill()


def tabulated(about: str, columns: Sequence[str], measure: Measure) -> tuple[int, Counter[str]]:
    """Measure the folder of the command line and print a line for each set of functions.

    ``about`` is the text of the script. Return how many workbooks there are and the counts of all.
    """
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each workbook")
    parser.add_argument("--list", type=Path, help="write every value that is not equal, as CSV")
    options = parser.parse_args()
    paths = [path for path in find_workbooks(options.folder) if saved_by_excel(path)]
    total: Counter[str] = Counter()
    by_function: dict[str, Counter[str]] = {}
    listed: list[Row] = []
    for path, rows in compared(paths, options.seconds, measure):
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
    print(f"{'functions':40} " + " ".join(f"{name:>11}" for name in columns))
    order = sorted(by_function.items(), key=lambda one: (-one[1]["wrong"], -one[1]["kept"], one[0]))
    for name, counts in [*order, ("total", total)]:
        print(f"{name[:40]:40} " + " ".join(f"{counts[column]:11}" for column in columns))
    return len(paths), total


def main() -> None:
    """Measure a folder and print a line for each set of functions."""
    books, total = tabulated(__doc__, COLUMNS, compare)
    every = total["equal"] + total["kept"]
    share = total["equal"] / every if every else 1.0
    print(f"{books} workbooks; computing everything: {share:.2%} equal")


if __name__ == "__main__":
    main()
