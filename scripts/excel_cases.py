"""Gathers what Excel stored for single functions: tests/cases/excel/<FUNCTION>.csv.

``python scripts/excel_cases.py FOLDER`` reads the workbooks below a folder, a folder for each
public project, that Excel saved. Of each function that has a file already it keeps calls whose
arguments are of different kinds, with the cells that they read and the value that Excel stored; of
those with a grammar of their own, calls with different arguments.
``python scripts/excel_cases.py FOLDER TEXT SUMIFS`` gathers anew for these functions only.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any, Iterator

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from stored_values import formulas, saved_by_excel  # type: ignore[import-not-found]  # noqa: E402

from xltie.core.cells import CellError, Scalar, cell_name  # noqa: E402
from xltie.core.errors import WorkbookRefused  # noqa: E402
from xltie.core.formula_lexer import UnreadableFormula, tokens  # noqa: E402
from xltie.recompute import recompute  # noqa: E402
from xltie.recompute.lowering.builtin_functions import built_in  # noqa: E402
from xltie.recompute.lowering.measured import kind_of  # noqa: E402
from xltie.recompute.ooxml.files import find_workbooks  # noqa: E402
from xltie.recompute.ooxml.package import Package  # noqa: E402
from xltie.recompute.ooxml.references import parse_area  # noqa: E402
from xltie.recompute.ooxml.workbook import load  # noqa: E402

FOLDER = ROOT / "tests" / "cases" / "excel"
PLACED = {"TEXT", "XMATCH"}
FUNCTIONS = {path.stem for path in FOLDER.glob("*.csv")} | PLACED
MOST_INPUTS, MOST_CASES, LONGEST = 24, 24, 40
HEADER = ("formula", "inputs", "value", "workbook", "cell")


def plain(value: Scalar) -> Any:
    """Return a value as JSON holds it; an error as its code in a list."""
    return [value.code] if isinstance(value, CellError) else value


def cases(path: Path) -> Iterator[tuple[str, tuple[Any, ...], list[str]]]:
    """Yield the function, the kinds of its inputs and the row of each fit call in a workbook."""
    data = path.read_bytes()
    book = load(Package(data))
    _, report = recompute(data, {})
    circular = any("circular" in kept.reason for kept in report.uncomputable)
    if book.date1904 or book.iteration is not None or circular:
        return
    found = formulas(data)
    for sheet in book.sheets:
        stored = {
            cell_name(row, column): value
            for column, cells in sheet.scan.columns.items()
            for row, value in cells.items()
        }
        prefix = f"{sheet.name}!"
        own = {
            place[len(prefix) :]: one for place, one in found.items() if place.startswith(prefix)
        }
        stored.update({cell: value for cell, (_, value) in own.items()})
        shared = {
            cell_name(row, run.column)
            for run in sheet.scan.runs
            if run.shared or run.alone
            for row in range(run.first, run.last + 1)
        }
        for cell, (formula, value) in own.items():
            inputs = None if cell in shared or value is None else _inputs(formula, cell, stored)
            if inputs is None:
                continue
            name, kinds = inputs.pop(""), tuple(sorted(map(kind_of, inputs.values())))
            listed = json.dumps({at: plain(one) for at, one in inputs.items()}, ensure_ascii=False)
            where = f"{path.parent.name}:{path.name}"
            row = [formula, listed, json.dumps(plain(value), ensure_ascii=False), where]
            yield str(name), (kinds, kind_of(value)), [*row, f"{sheet.name}!{cell}"]


def _inputs(formula: str, cell: str, stored: dict[str, Scalar]) -> dict[str, Scalar] | None:
    """Return the cells that a call of one function reads, and its name as ``""``."""
    try:
        read = tokens(formula)
    except UnreadableFormula:
        return None
    names = {built_in(token.text) for token in read if token.kind == "function"}
    if len(names) != 1:
        return None
    found: dict[str, Scalar] = {"": names.pop()}
    for token in read:
        if token.kind in ("table", "name") and token.text.upper() not in ("TRUE", "FALSE"):
            return None
        if token.kind == "area":
            try:
                area = parse_area(token.body)
            except ValueError:
                return None
            height, width = area.size
            if token.sheet or height * width > MOST_INPUTS:
                return None
            for row in range(area.top, area.bottom + 1):
                for column in range(area.left, area.right + 1):
                    at = cell_name(row, column)
                    if stored.get(at) is not None:
                        found[at] = stored[at]
    texts = [one for one in found.values() if isinstance(one, str)]
    long = len(found) > MOST_INPUTS or any(len(text) > LONGEST for text in texts)
    return None if cell in found or long or len(formula) > 3 * LONGEST else found


def spread(rows: dict[Any, list[str]]) -> list[list[str]]:
    """Return some of the rows, from all over."""
    every = list(rows.values())
    step = -(-len(every) // MOST_CASES)
    return every[:: max(1, step)]


def main() -> None:
    """Write the cases of all workbooks below a folder."""
    wanted = {*sys.argv[2:]} or FUNCTIONS
    chosen: dict[str, dict[Any, list[str]]] = {}
    for path in find_workbooks(Path(sys.argv[1])):
        if not saved_by_excel(path):
            continue
        try:
            for name, kinds, row in cases(path):
                if name not in wanted:
                    continue
                rows = chosen.setdefault(name, {})
                if name in PLACED:
                    rows.setdefault(row[1], row)
                elif len(rows) < MOST_CASES:
                    rows.setdefault(kinds, row)
        except WorkbookRefused:
            continue
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, rows in sorted(chosen.items()):
        with (FOLDER / f"{name}.csv").open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream, lineterminator="\n").writerows([HEADER, *spread(rows)])
    print(f"{len(chosen)} functions, {sum(map(len, chosen.values()))} cases")
    print("none:", ", ".join(sorted(wanted - chosen.keys())))


if __name__ == "__main__":
    main()
