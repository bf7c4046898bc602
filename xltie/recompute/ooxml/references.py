"""A1 references: reading them, moving them with their formula, writing them out again."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from xltie.core.cells import column_name, column_number
from xltie.core.messages import Message, Said, say
from xltie.core.records import dataclass

LAST_ROW = 1_048_576
LAST_COLUMN = 16_384
_CORNER = re.compile(r"(\$?)([A-Za-z]{1,3})?(\$?)([0-9]+)?")
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


class Bounds(NamedTuple):
    """A rectangle of cells, all four numbers from 1 and included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def single(self) -> bool:
        """Whether this is one cell."""
        return self.top == self.bottom and self.left == self.right

    @property
    def size(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        return self.bottom - self.top + 1, self.right - self.left + 1

    def holds(self, row: int, column: int) -> bool:
        """Tell whether a cell lies inside."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def meets(self, other: Bounds) -> bool:
        """Tell whether two rectangles share a cell."""
        return not (
            other.bottom < self.top
            or other.top > self.bottom
            or other.right < self.left
            or other.left > self.right
        )

    def __str__(self) -> str:
        return area_text(self)


class NoCell(ValueError):
    """What is no cell of any sheet; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def said_by(error: ValueError) -> Said:
    """Return what an error says: of a reference in our words, else in those of a library."""
    return error.message if isinstance(error, NoCell) else str(error)


def quoted(sheet: str) -> str:
    """Return a sheet's name, always quoted, with its ``!``: what every reader understands."""
    return "'" + sheet.replace("'", "''") + "'!"


@lru_cache(maxsize=65536)
def parse_cell(text: str) -> tuple[int, int]:
    """Return row and column of ``B7``; ValueError where no sheet has such a cell."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise NoCell(say("not a cell: {cell!r}", cell=text))
    row, column = int(match[2]), column_number(match[1])
    if not (1 <= row <= LAST_ROW and 1 <= column <= LAST_COLUMN):
        raise NoCell(say("a cell outside the sheet: {cell}", cell=text))
    return row, column


@lru_cache(maxsize=4096)
def parse_area(text: str) -> Bounds:
    """Return the rectangle of ``B2:D9`` or ``B2``; ValueError if it is not one."""
    first, _, last = text.partition(":")
    top, left = parse_cell(first)
    bottom, right = parse_cell(last or first)
    return Bounds(min(top, bottom), min(left, right), max(top, bottom), max(left, right))


def area_text(bounds: Bounds) -> str:
    """Return a rectangle as A1 text; whole columns and rows as such."""
    top, left, bottom, right = bounds
    if top == 1 and bottom == LAST_ROW:
        return f"{column_name(left)}:{column_name(right)}"
    if left == 1 and right == LAST_COLUMN:
        return f"{top}:{bottom}"
    first = f"{column_name(left)}{top}"
    return first if bounds.single else f"{first}:{column_name(right)}{bottom}"


class Coordinate(NamedTuple):
    """A row or a column of a reference: where it is, or how far from the formula's own cell."""

    fixed: bool
    number: int

    def at(self, origin: int, last: int) -> int:
        """Return the row or column seen from a cell; beyond the edge it starts again, as Excel."""
        return self.number if self.fixed else (origin + self.number - 1) % last + 1


WHOLE_COLUMN = (Coordinate(True, 1), Coordinate(True, LAST_ROW))
WHOLE_ROW = (Coordinate(True, 1), Coordinate(True, LAST_COLUMN))


@dataclass(frozen=True)
class Reference:
    """A reference as its formula means it: fixed parts, and parts that move with the formula.

    ``sheet`` is empty for the formula's own sheet. ``ranged`` tells a range (even of one cell)
    from a reference to a cell.
    """

    sheet: str
    top: Coordinate
    left: Coordinate
    bottom: Coordinate
    right: Coordinate
    ranged: bool = True
    prefix: str = ""

    @property
    def fixed(self) -> bool:
        """Whether it means the same cells wherever its formula stands."""
        return all(one.fixed for one in (self.top, self.left, self.bottom, self.right))

    @property
    def first(self) -> Reference:
        """The first cell of the range."""
        return Reference(self.sheet, self.top, self.left, self.top, self.left, False, self.prefix)

    def bounds(self, row: int, column: int) -> Bounds:
        """Return the cells that the reference means in the formula of a cell."""
        top = self.top.at(row, LAST_ROW)
        left = self.left.at(column, LAST_COLUMN)
        if not self.ranged:
            return Bounds(top, left, top, left)
        bottom = self.bottom.at(row, LAST_ROW)
        right = self.right.at(column, LAST_COLUMN)
        return Bounds(min(top, bottom), min(left, right), max(top, bottom), max(left, right))

    def text(self, row: int, column: int) -> str:
        """Return the reference as plain A1 text for the formula of a cell."""
        if self.ranged:
            return self.prefix + area_text(self.bounds(row, column))
        left = self.left.at(column, LAST_COLUMN)
        return f"{self.prefix}{column_name(left)}{self.top.at(row, LAST_ROW)}"

    def source(self, row: int, column: int) -> str:
        """Return the A1 text of the reference with its ``$``, as Excel would store it."""
        across = "$" if self.left.fixed else ""
        down = "$" if self.top.fixed else ""
        top, left = self.top.at(row, LAST_ROW), self.left.at(column, LAST_COLUMN)
        if not self.ranged:
            return f"{across}{column_name(left)}{down}{top}"
        bottom, right = self.bottom.at(row, LAST_ROW), self.right.at(column, LAST_COLUMN)
        to_across = "$" if self.right.fixed else ""
        to_down = "$" if self.bottom.fixed else ""
        if (self.top, self.bottom) == WHOLE_COLUMN:
            return f"{across}{column_name(left)}:{to_across}{column_name(right)}"
        if (self.left, self.right) == WHOLE_ROW:
            return f"{down}{top}:{to_down}{bottom}"
        first = f"{across}{column_name(left)}{down}{top}"
        return f"{first}:{to_across}{column_name(right)}{to_down}{bottom}"


def fixed_reference(sheet: str, bounds: Bounds, *, ranged: bool = True) -> Reference:
    """Return a reference that means the same cells wherever its formula stands."""
    top, left, bottom, right = (Coordinate(True, number) for number in bounds)
    return Reference(sheet, top, left, bottom, right, ranged, quoted(sheet) if sheet else "")


def parse_reference(text: str, sheet: str, row: int, column: int) -> Reference:
    """Return what A1 text (``$A2``, ``B:B``, ``3:5``) means in the formula of a cell."""
    first, _, last = text.partition(":")
    top, left = _corner(first, row, column)
    bottom, right = _corner(last or first, row, column)
    return Reference(
        sheet,
        top or Coordinate(True, 1),
        left or Coordinate(True, 1),
        bottom or Coordinate(True, LAST_ROW),
        right or Coordinate(True, LAST_COLUMN),
        bool(last),
        quoted(sheet) if sheet else "",
    )


def _corner(text: str, row: int, column: int) -> tuple[Coordinate | None, Coordinate | None]:
    match = _CORNER.fullmatch(text)
    if match is None:
        message = f"not a reference: {text!r}"
        raise ValueError(message)
    column_mark, letters, row_mark, digits = match.groups()
    if letters is None:
        # "$3" of "$3:$5": the mark stands where a column's would
        row_mark = column_mark or row_mark
    down = across = None
    if digits is not None:
        number = int(digits)
        down = Coordinate(bool(row_mark), number if row_mark else number - row)
    if letters is not None:
        number = column_number(letters)
        across = Coordinate(bool(column_mark), number if column_mark else number - column)
    return down, across


_ITEMS = frozenset({"#all", "#data", "#headers", "#totals"})
_QUOTED = re.compile(r"'(.)", re.DOTALL)


class UnresolvedReference(ValueError):
    """A structured reference that means no cells; ``code`` is the error that a cell shows."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Table:
    """An Excel table: its place and the names of its columns."""

    name: str
    sheet: str
    area: Bounds
    columns: tuple[str, ...]
    header: int = 1
    totals: int = 0

    @property
    def data(self) -> tuple[int, int]:
        """First and last row of the data."""
        return self.area.top + self.header, self.area.bottom - self.totals


@dataclass(frozen=True)
class Specifier:
    """What stands between the outer brackets."""

    columns: tuple[str, ...]
    items: frozenset[str]
    this_row: bool


def parse_specifier(text: str) -> Specifier:
    """Read the inside of the outer brackets, in any of the spellings that files hold."""
    this_row = text.strip().startswith("@")
    if this_row:
        text = text.strip()[1:]
    bracketed = text.strip().startswith("[")
    # the name of a column may end in a blank
    parts = _bracketed(text.strip()) if bracketed else [text] if text.strip() else []
    columns: list[str] = []
    items: set[str] = set()
    for part in parts:
        word = part.strip().lower()
        if word in _ITEMS:
            items.add(word)
        elif word in ("#this row", "@"):
            this_row = True
        else:
            columns.append(_QUOTED.sub(r"\1", part))
    return Specifier(tuple(columns), frozenset(items), this_row)


def _bracketed(text: str) -> list[str]:
    """Return the parts of ``[#Data],[A]:[B]``; a part may stand without brackets, as ``,ID``."""
    parts: list[str] = []
    position = 0
    while position < len(text):
        if text[position] in ",: \n":
            position += 1
            continue
        inside = text[position] == "["
        end = position + 1 if inside else position
        start = end
        while end < len(text) and text[end] not in ("]" if inside else ",:"):
            end += 2 if text[end] == "'" else 1
        parts.append(text[start:end])
        position = end + 1
    return parts


def resolve(table: Table, specifier: Specifier, row: int) -> Bounds:
    """Return the cells of a table that a specifier means in a formula of a row.

    Raises :class:`UnresolvedReference` where it means none.
    """
    left, right = _columns(table, specifier)
    top, bottom = table.data
    if specifier.this_row:
        if not top <= row <= bottom:
            raise UnresolvedReference("#VALUE!")
        return Bounds(row, left, row, right)
    items = specifier.items
    if ("#headers" in items and not table.header) or ("#totals" in items and not table.totals):
        raise UnresolvedReference("#REF!")
    if items:
        starts = {"#all": table.area.top, "#headers": table.area.top, "#totals": bottom + 1}
        ends = {"#all": table.area.bottom, "#headers": top - 1, "#totals": table.area.bottom}
        first = min(starts.get(item, top) for item in items)
        top, bottom = first, max(ends.get(item, bottom) for item in items)
    if bottom < top:
        raise UnresolvedReference("#REF!")
    return Bounds(top, left, bottom, right)


def _columns(table: Table, specifier: Specifier) -> tuple[int, int]:
    """Return the first and last sheet column that a specifier means."""
    if not specifier.columns:
        return table.area.left, table.area.right
    known = [name.lower() for name in table.columns]
    stripped = [name.strip() for name in known]
    found = []
    for name in specifier.columns:
        lower = name.lower()
        if lower in known:
            found.append(known.index(lower))
        elif lower.strip() in stripped:
            found.append(stripped.index(lower.strip()))
        else:
            raise UnresolvedReference("#REF!")
    return table.area.left + min(found), table.area.left + max(found)
