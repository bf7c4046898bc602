"""Formulas as runs: one formula filled down a column, with the values that the file stores.

A workbook of 200 players has 8,000 formulas that say some 60 things: what is said once is kept
once. Whether the formulas of a run mean the same, as they read the same but for row numbers, is
for the lowering to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Iterable, Sequence

from xltie.core.cells import Scalar
from xltie.recompute.ooxml.cell import Cell, Position
from xltie.recompute.ooxml.markup import text_of_xml

_LITERAL = rb"\"(?:[^\"]|\"\")*\"|'[^']*'"
_ROW = re.compile(
    rb"(?P<text>%b)|(?<![\w$.])\$?[A-Z]{1,3}(?P<row>[1-9][0-9]*)(?![\w(!.])" % _LITERAL
)
"""A row number that moves with its formula, beside texts and quoted names of sheets."""


@dataclass(slots=True, eq=False)
class Run:
    """Formulas in consecutive rows of a column, each the one above moved down, or one shared.

    ``text`` is that of the first one, ``parts`` what stands between its row numbers in the file's
    bytes, ``distances`` how far these are from the formula's own row. ``shared`` names the group
    of cells whose text is that of their first; the runs of the others have none. ``starts`` are
    the offsets of the cells' bytes.
    """

    column: int
    first: int
    last: int
    text: str
    parts: list[bytes]
    distances: tuple[int, ...]
    shared: str = ""
    starts: list[int] = field(default_factory=list)
    stored: list[Scalar] = field(default_factory=list)
    joining: bool = False
    """Whether all its row numbers are that of its own row, which is simply put between."""

    def moved(self, row: int) -> bytes:
        """Return the formula as it would read in another row."""
        if self.joining:
            return (b"%d" % row).join(self.parts)
        pieces = [self.parts[0]]
        for distance, part in zip(self.distances, self.parts[1:]):
            pieces.append(b"%d" % (row + distance))
            pieces.append(part)
        return b"".join(pieces)

    def text_at(self, row: int) -> str | None:
        """Return the formula of a row, None where it is the text of a cell of another run."""
        if self.shared:
            return self.text or None if row == self.first else None
        return self.text if row == self.first else text_of_xml(self.moved(row))


def new_run(column: int, row: int, formula: bytes, text: str, shared: str = "") -> Run:
    """Return the run that a formula begins, as yet without a cell."""
    if shared:
        return Run(column, row, row, text, [], (), shared, joining=True)
    parts, rows = _apart(formula)
    distances = tuple([number - row for number in rows])
    return Run(column, row, row, text, parts, distances, joining=not any(distances))


def runs_of(cells: Iterable[Cell], strings: Sequence[str]) -> tuple[list[Run], list[Cell]]:
    """Return formula cells as runs, and those that are in none.

    All are in none where the cells do not stand in the order of their rows.
    """
    runs: list[Run] = []
    odd: list[Cell] = []
    running: dict[int, Run] = {}
    before: Position = (0, 0)
    for cell in cells:
        shared = cell.formula_attributes.get("si", "")
        text = cell.formula.text if cell.formula is not None else ""
        kind = cell.formula_attributes.get("t", "normal")
        if cell.position <= before:
            return [], list(cells)
        before = cell.position
        if kind not in ("normal", "shared") or not (shared if kind == "shared" else text):
            odd.append(cell)
            continue
        group = shared if kind == "shared" else ""
        run = running.get(cell.column)
        if run is None or not _goes_on(run, cell.row, text, group):
            run = new_run(cell.column, cell.row, _in_xml(text), text, group)
            running[cell.column] = run
            runs.append(run)
        run.last = cell.row
        run.starts.append(cell.start)
        run.stored.append(cell.stored(strings))
    return runs, odd


def _goes_on(run: Run, row: int, text: str, shared: str) -> bool:
    """Tell whether a formula in a row goes on with a run."""
    if row != run.last + 1 or run.shared != shared:
        return False
    return not text if shared else run.moved(row) == _in_xml(text)


def _in_xml(text: str) -> bytes:
    """Return a text as it may stand in a file."""
    return text.replace("&", "&amp;").replace("<", "&lt;").encode("utf-8")


@lru_cache(maxsize=1024)
def _apart(formula: bytes) -> tuple[list[bytes], tuple[int, ...]]:
    """Return what stands between the row numbers of a formula that move with it, and these."""
    parts: list[bytes] = []
    rows: list[int] = []
    at = 0
    for match in _ROW.finditer(formula):
        if match["row"] is not None:
            parts.append(formula[at : match.start("row")])
            rows.append(int(match["row"]))
            at = match.end("row")
    return [*parts, formula[at:]], tuple(rows)
