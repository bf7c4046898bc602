"""A sheet as data: its head, its columns, what a line of it holds and which rules mark it."""

from __future__ import annotations

import re
from typing import Dict, Iterator, Mapping, NamedTuple, Optional, Sequence, Tuple
from unicodedata import east_asian_width

from xltie.core.cells import Grid, Scalar, column_name, text_of
from xltie.core.laid_cells import LaidCell, Position
from xltie.core.records import dataclass
from xltie.ranking import label_in
from xltie.sheets.tables import header_key, heading_in, titles

HEADER_ROW = 4
"""Row of the header in every sheet."""
FIRST, LAST = HEADER_ROW + 1, 9999
"""The first row below it, and the last one that rules and ranges reach."""
INK, GREEN, WHITE, YELLOW, GOLD = "1A1A1A", "17513C", "FFFFFF", "FFE08A", "A67C00"
_HEIGHTS = (24, 32, 46, 60)
"""Points of headings of one line, of two and more."""
RED, ROSE, PALE, HAIR, RULE = "9B1C1C", "FDE8E8", "E3EFE9", "9CA3AF", "808080"
"""The colours: one types under yellow and xltie writes under green; red on rose does not count."""
TEAM_NAME = 30
"""Width of the name of a team: *Chelsea and Fulham Chess Association* stands there in 8 points."""
FAULTS = "FaultyLines"
"""Name of the cell that lists the faulty lines of every sheet."""
NAMES = "Names"
"""Name of the numbers and names of those who play; names stand last, whatever is put between."""


def line_of(key: str) -> str:
    """Return which line of its table a cell stands in, from 1: rows put above it change nothing.

    ``key`` is a column that is there, whose heading is measured from.
    """
    return f"ROW()-ROW({{{key}}}${HEADER_ROW})"


def kept(call: str, lacking: str = "") -> str:
    """Return the formula of a call whose answer may be a blank text.

    LibreOffice computes a stored value that is a blank text again when it opens an .xlsx file
    (sc/source/filter/oox); other values stay. Where it does not know our functions, the
    cell would show #NAME? in place of nothing; it shows what is ``lacking``.
    """
    return f'IFERROR({call},"{lacking}")'


_EAST_ASIAN, _LATIN, _OTHER, _ROOM = 2.1, 1.18, 1.32, 0.56
"""Bold letters of a heading in digits of the usual font, and the room beside them."""
BREAKS = re.compile(r"\s+|(?<=-)")
"""Between the words of a heading, which is broken there."""


def letters_of_bold(text: str) -> float:
    """Return how wide a column must be for a word of a heading."""
    across = (
        _EAST_ASIAN if east_asian_width(one) in "WF" else _LATIN if one.isascii() else _OTHER
        for one in text
    )
    return max(_ROOM + sum(across), len(text) + 2)


def _broken(text: str, width: float) -> int:
    """Return the lines that a heading takes in a column of a width."""
    lines, across = 0, width + 1
    for word in BREAKS.split(text):
        taken = letters_of_bold(word)
        lines += across + taken > width
        across = taken if across + taken > width else across + taken
    return lines


@dataclass(frozen=True)
class Column:
    """A column: its heading, its width, and how its cells look.

    Each line holds the ``formula``, in which ``{row}`` is its row and ``{key}`` the letters of the
    column of this key. People type what ``is_typed``, and may type what ``is_open``; the ``hint``
    below the heading says what, and a ``name`` above a heading that is a code what it stands for.
    """

    heading: str
    width: float
    look: str = "Number"
    key: str = ""
    hint: str = ""
    formula: str = ""
    number: str = ""
    is_typed: bool = False
    is_open: bool = False
    is_printed: bool = True
    name: str = ""

    @property
    def text(self) -> str:
        """All that stands over the column, line by line."""
        return "\n".join(filter(None, (self.name, self.heading, self.hint)))

    @property
    def lines(self) -> int:
        """The lines that this takes."""
        if self.name:
            return 1 + sum(_broken(line, self.width) for line in self.name.split("\n"))
        return 1 + bool(self.hint or len(self.heading) > self.width)


@dataclass(frozen=True)
class Mark:
    """A conditional format: the cells, the test of the first of them, and what it changes."""

    cells: str
    test: str
    is_bold: bool = False
    color: str = ""
    fill: str = ""
    line: str = ""
    number: str = ""
    stops: bool = False


class Above(NamedTuple):
    """A cell of the third row, in place of the notice: a label, or what is typed to be answered.

    ``choices`` are the list that is offered there, as a list of words in quotes or as cells.
    """

    column: int
    value: Scalar
    is_typed: bool = False
    choices: str = ""


@dataclass(frozen=True)
class Form:
    """A sheet with a table: its columns, its marks and its paper.

    The second and third row hold what every sheet of the name has there, or the ``facts`` and what
    stands ``above`` the headings. A line stands under each row that ``has_lines``; elsewhere a mark
    draws it. A row without a ``height`` is as high as its texts. The first columns that are
    ``frozen`` stay in sight. What it ``lacks`` a program is told that does not know xltie.
    """

    columns: Sequence[Column]
    marks: Sequence[Mark] = ()
    height: float = 20
    is_first: bool = False
    is_landscape: bool = False
    has_lines: bool = True
    facts: str = ""
    above: Sequence[Above] = ()
    frozen: int = 0
    lacks: str = ""

    @property
    def whole(self) -> FormOnSheet:
        """The form as it stands on a new sheet."""
        columns = {column.key or f"column_{at}": at for at, column in enumerate(self.columns, 1)}
        return FormOnSheet(self, HEADER_ROW, columns)

    @property
    def head(self) -> float:
        """The height of the headings, in points; what a formula answers takes a line."""
        lines = (one.lines for one in self.columns if not one.heading.startswith("="))
        return _HEIGHTS[max(lines, default=1) - 1]

    @property
    def last_column(self) -> str:
        """The letters of the last column."""
        return column_name(len(self.columns))

    def letters(self, key: str) -> str:
        """Return the letters of a column by its key."""
        return column_name([column.key for column in self.columns].index(key) + 1)


def faulty(sheet: str, last_column: str) -> Mark:
    """Return the mark of lines that the engine names as faulty; ``sheet`` is their letter."""
    test = f'ISNUMBER(SEARCH("|{sheet}"&ROW()&"|",{FAULTS}))'
    cells = f"A{FIRST}:{last_column}{LAST}"
    return Mark(cells, test, is_bold=True, color=RED, fill=ROSE, stops=True)


class FormOnSheet(NamedTuple):
    """A form as it stands on a sheet, with columns that people moved or put between.

    ``columns`` are those that are there by key, from 1; ``header`` is the row of the headings.
    """

    form: Form
    header: int
    columns: Mapping[str, int]

    @property
    def printed(self) -> int:
        """The last column that is printed, from 1."""
        is_printed = {column.key: column.is_printed for column in self.form.columns}
        return max(at for key, at in self.columns.items() if is_printed[key])

    def cells(
        self,
        row: int,
        values: Mapping[str, Scalar],
        looks: Mapping[str, str],
        *,
        begins: bool = False,
    ) -> Iterator[Tuple[Position, LaidCell]]:
        """Yield the cells of a line: ``values`` by key, formulas where there is none.

        ``looks`` are those that differ from the columns'. A line that ``begins`` a part of the
        table stands under a strong line.
        """
        bare = "" if self.form.has_lines else " bare"
        for column in self.form.columns:
            if column.key not in self.columns:
                continue
            look = looks.get(column.key, column.look) + (" first" if begins else bare)
            formula = "" if column.key in values else self.formula(column, row)
            yield ((row, self.columns[column.key]), LaidCell(look, values.get(column.key), formula))

    def formula(self, column: Column, row: int) -> str:
        """Return the formula of a column in a row; "" where it has none, or lacks a column."""
        return self.written(column.formula, row=row)

    def written(self, formula: str, **more: object) -> str:
        """Return a formula with the letters of the columns that it names, "" if one is missing."""
        try:
            return formula.format(**{**self.letters, **more}) if formula else ""
        except KeyError:
            return ""

    @property
    def letters(self) -> Mapping[str, str]:
        """The letters of every column that is there, by key."""
        return {key: column_name(at) for key, at in self.columns.items()}


def on_sheet(form: Form, grid: Grid, header: int, needed: Sequence[str]) -> Optional[FormOnSheet]:
    """Return a form on a sheet whose headings stand in a row, from 1; None for another table.

    Columns that are called alike come in the same order as in the form. ``needed`` are the keys
    of those without which it is another table.
    """
    there = [
        header_key(heading_in(label_in(text_of(cell)))) for cell in grid.rows[header - grid.row]
    ]
    columns: Dict[str, int] = {}
    for column in form.columns:
        known = titles(column.heading)
        taken = columns.values()
        # a column without a heading is a gap: a person's own is not taken for it
        found = (at for at, key in enumerate(there, grid.column) if key and key in known)
        at = next((at for at in found if at not in taken), None)
        if at is not None:
            columns[column.key] = at
    if not set(needed) <= columns.keys():
        return None
    return FormOnSheet(form, header, columns)
