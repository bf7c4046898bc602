"""What a worksheet part holds: its values, and its formulas as runs."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import Callable, Iterable, Mapping, Sequence

from xltie.core.cells import Scalar
from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.core.records import dataclass, field
from xltie.recompute.ooxml.markup import Unusual, text_of_xml
from xltie.recompute.ooxml.references import Bounds, parse_area, said_by
from xltie.recompute.ooxml.stored_values import decode, unescape

_LITERAL = rb"\"(?:[^\"]|\"\")*\"|'[^']*'"
_ROW = re.compile(
    rb"(?P<text>%b)|(?<![\w$.])\$?[A-Z]{1,3}(?P<row>[1-9][0-9]*)(?![\w(!.])" % _LITERAL
)
"""A row number that moves with its formula, beside texts and quoted names of sheets."""
Position = tuple[int, int]


@dataclass(slots=True, eq=False)
class Run:
    """Formulas in consecutive rows of a column, each the one above moved down, or one shared.

    ``text`` is that of the first one, ``parts`` what stands between its row numbers in the file's
    bytes, ``distances`` how far these are from the formula's own row. ``shared`` names the group
    of cells whose text is that of their first; the runs of the others have none. ``alone`` are the
    attributes of a formula that goes on in no other row: of an array, and what no program writes.
    ``starts`` are the offsets of the cells' bytes.
    """

    column: int
    first: int
    last: int
    text: str
    parts: list[bytes]
    distances: tuple[int, ...]
    shared: str = ""
    alone: Mapping[str, str] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)
    stored: list[Scalar] = field(default_factory=list)
    joining: bool = False
    """Whether all its row numbers are that of its own row, which is simply put between."""

    def moved(self, row: int) -> bytes:
        """Return the formula as it would read in another row, nothing for one without its text."""
        if self.joining:
            return (b"%d" % row).join(self.parts)
        pieces = [self.parts[0]]
        for distance, part in zip(self.distances, self.parts[1:]):
            pieces.append(b"%d" % (row + distance))
            pieces.append(part)
        return b"".join(pieces)

    def text_at(self, row: int) -> str | None:
        """Return the formula of a row, None where it is the text of a cell of another run."""
        return (self.text if row == self.first else text_of_xml(self.moved(row))) or None

    @property
    def area(self) -> Bounds | None:
        """The area that an array formula or a data table fills."""
        reference = self.alone.get("ref")
        if self.alone.get("t") not in ("array", "dataTable") or not reference:
            return None
        try:
            return parse_area(reference)
        except ValueError as error:
            message = say("an array formula with {error}", error=said_by(error))
            raise UnsupportedWorkbook(message) from None


def _new_run(column: int, row: int, formula: bytes, attributes: Mapping[str, str]) -> Run:
    """Return the run that a formula begins, as yet without a cell."""
    kind = attributes.get("t", "normal")
    shared = attributes.get("si", "") if kind == "shared" else ""
    text = text_of_xml(formula)
    if shared or kind != "normal" or not text:
        alone = {} if shared else {"t": kind, **attributes}
        return Run(column, row, row, text, [], (), shared, alone, joining=True)
    parts, rows = _apart(formula)
    distances = tuple([number - row for number in rows])
    return Run(column, row, row, text, parts, distances, joining=not any(distances))


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


@dataclass(slots=True)
class Span:
    """An element inside a cell: its bytes, from and up to, and its text."""

    start: int
    end: int
    text: str = ""


@dataclass(slots=True)
class Cell:
    """A ``<c>`` element: its position in the sheet and in the bytes of the part."""

    row: int
    column: int
    start: int
    tag_end: int
    end: int
    attributes: dict[str, str]
    formula: Span | None = None
    formula_attributes: dict[str, str] = field(default_factory=dict)
    value: Span | None = None
    inline: Span | None = None

    @property
    def computes(self) -> bool:
        """Whether the cell has a formula; the empty one of a volatile array's member is none."""
        return self.formula is not None and bool(
            self.formula.text
            or self.formula_attributes.get("t")
            or self.formula_attributes.get("si")
        )

    @property
    def filled(self) -> bool:
        """Whether the cell holds anything but a style."""
        return bool(self.value or self.formula or self.inline)

    def stored(self, strings: Sequence[str]) -> Scalar:
        """Return the value that the cell holds in the file."""
        if self.inline is not None:
            return unescape(self.inline.text)
        text = self.value.text if self.value is not None else None
        return decode(self.attributes.get("t"), text, strings)


@dataclass(slots=True)
class Row:
    """A ``<row>`` element and its cells."""

    number: int
    start: int
    tag_end: int
    end: int
    cells: list[Cell] = field(default_factory=list)


def _no_cell(start: int) -> Cell:
    raise LookupError(start)


@dataclass
class SheetScan:
    """What a worksheet part holds: formulas as runs, other cells by column and row.

    ``cell_at`` returns the formula cell whose bytes begin at an offset. ``cells`` and ``rows`` are
    filled only where the sheet has array formulas, whose results may need cells that are not there
    yet.
    """

    data: bytes
    prefix: str = ""
    runs: list[Run] = field(default_factory=list)
    columns: dict[int, dict[int, Scalar]] = field(default_factory=dict)
    cell_at: Callable[[int], Cell] = _no_cell
    cells: dict[Position, Cell] = field(default_factory=dict)
    rows: dict[int, Row] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    merged: list[Bounds] = field(default_factory=list)
    dimension: tuple[int, int, str] | None = None

    @property
    def shared(self) -> dict[str, tuple[str, int, int]]:
        """The formulas that cells share, by group, with the column and row they are written for."""
        return {
            run.shared: (run.text, run.column, run.first)
            for run in self.runs
            if run.shared and run.text
        }

    @property
    def formulas(self) -> dict[Position, str | None]:
        """The formulas by cell; None for one that shares the text of another cell."""
        return {
            (row, run.column): run.text_at(row)
            for run in self.runs
            for row in range(run.first, run.last + 1)
        }

    def places_in(self, area: Bounds) -> Iterable[Position]:
        """Return the places of an area, or those of all cells in it where they are fewer."""
        height, width = area.size
        if height * width > len(self.cells):
            return [place for place in self.cells if area.holds(*place)]
        return product(range(area.top, area.bottom + 1), range(area.left, area.right + 1))


class Formulas:
    """The formulas of a sheet on their way into runs, from the top down."""

    def __init__(self, scan: SheetScan) -> None:
        self.scan = scan
        self.running: dict[int, Run] = {}

    def add(
        self,
        at: int,
        row: int,
        column: int,
        written: bytes,
        attributes: Mapping[str, str],
        stored: Scalar,
    ) -> None:
        """Add a formula, as it is written in the file, to the run above it or to a new one."""
        run = self.running.get(column)
        if run is None or not _goes_on(run, row, written, attributes):
            if run is not None and run.last >= row:
                raise Unusual
            run = self.running[column] = _new_run(column, row, written, attributes)
            self.scan.runs.append(run)
        run.last = row
        run.starts.append(at)
        run.stored.append(stored)


def _goes_on(run: Run, row: int, written: bytes, attributes: Mapping[str, str]) -> bool:
    """Tell whether a formula in a row goes on with a run."""
    if row != run.last + 1 or run.alone:
        return False
    kind = attributes.get("t", "normal")
    if kind == "shared" and run.shared:
        return run.shared == attributes.get("si") and not written
    return kind == "normal" and bool(written) and run.moved(row) == written
