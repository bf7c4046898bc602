"""What a spreadsheet hands to a function and gets back: scalars, errors and grids.

The one vocabulary of all hosts. A number is an ``int`` or a ``float``, a blank cell is ``None``, a
date is its serial number, an error cell is a :class:`CellError`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache, partial
from itertools import takewhile
from operator import is_
from typing import Any, Callable, Iterable, Optional, Sequence, TypeVar, Union

from xltie.core.cell_names import (
    cell_name,
    cell_position,
    column_name,
    column_number,
    quote_sheet,
)
from xltie.core.errors import Place
from xltie.core.messages import Said
from xltie.core.records import dataclass

T = TypeVar("T")


@dataclass(frozen=True)
class CellError:
    """An error value such as ``#N/A``; ``text`` says why, for reports and status bars."""

    code: str
    text: Said = ""

    def __str__(self) -> str:
        return self.code


ERROR_CODES = frozenset("#N/A #REF! #VALUE! #DIV/0! #NAME? #NUM! #NULL!".split())
"""What spreadsheets write in place of a value, also into the texts that they save."""
Scalar = Union[None, bool, int, float, str, CellError]
Rows = tuple[tuple[Scalar, ...], ...]
SheetRow = tuple[object, ...]
"""A row that a function fills in: numbers, texts, and messages still to be put into words."""


class Grid:
    """A rectangular range of cells, converted once and shared by every call that reads it.

    ``sheet``, ``row`` and ``column`` say where its first cell stands (row and column from 1), so
    that a fault can name the cell that a person has to correct. ``sheet`` is empty where the host
    does not say. Short rows are filled up with blanks. Answers that depend on the content alone
    are kept with :meth:`cached`. ``roles`` are the names that the workbook gives to cells of the
    sheet, in lower case, each with the last column that it reaches, 0 where it is not told.
    """

    __slots__ = ("_kept", "column", "date1904", "roles", "row", "rows", "sheet")

    def __init__(
        self, rows: Iterable[Sequence[Scalar]], sheet: str = "", row: int = 1, column: int = 1
    ) -> None:
        self.rows: Rows = _rectangle(list(map(tuple, rows)))
        self.sheet = sheet
        self.row = row
        self.column = column
        self.date1904 = False  # days count from 1904, where the workbook says so
        self.roles: dict[str, int] = {}
        self._kept: dict[Any, Any] = {}

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.rows[0]) if self.rows else 0

    def place(self, row: int, column: int) -> Place:
        """Return the place of a cell, given from 0 inside the grid."""
        return Place(self.sheet, self.row + row, self.column + column)

    def without(self, columns: Sequence[int]) -> Grid:
        """Return the grid with columns blank, counted from 0; itself if there are none."""
        if not columns:
            return self
        lines = ([None if at in columns else cell for at, cell in enumerate(line)]
                 for line in self.rows)  # fmt: skip
        left = Grid(lines, self.sheet, self.row, self.column)
        left.date1904, left.roles = self.date1904, self.roles
        return left

    @property
    def content(self) -> tuple[Any, ...]:
        """Return what tells grids apart: their cells, where TRUE is not 1, and their place."""
        rows = self.rows[: self._used]  # blank lines below are said once, how many by the height
        truths = [
            (row, at)
            for row, line in enumerate(rows)
            if bool in map(type, line)
            for at, cell in enumerate(line)
            if isinstance(cell, bool)
        ]
        return (rows, self.height, tuple(truths), self.sheet, self.row, self.column)

    @property
    def _used(self) -> int:
        """How many lines there are with the first of the blank ones below, one and the same."""
        rows = self.rows
        if not rows or not set(rows[-1]) <= {None}:
            return len(rows)
        blank = takewhile(partial(is_, rows[-1]), reversed(rows))
        return len(rows) + 1 - len(list(blank))

    def below(self, row: int) -> range:
        """Return the lines below one that may hold something: a sheet has 10,000 prepared ones."""
        return range(row + 1, self._used)

    def flat(self) -> tuple[Scalar, ...]:
        """Return all cells, row by row."""
        return tuple(cell for line in self.rows for cell in line)

    def cached(self, key: Any, build: Callable[[Grid], T]) -> T:
        """Return ``build(self)``, made once for each key."""
        try:
            answer: T = self._kept[key]
        except KeyError:
            answer = self._kept[key] = build(self)
        return answer

    def __repr__(self) -> str:
        return f"Grid({self.height}x{self.width} at {self.place(0, 0)})"


def _rectangle(rows: list[tuple[Scalar, ...]]) -> Rows:
    """Return the rows filled up with blanks to the longest."""
    widths = set(map(len, rows))
    if len(widths) < 2:
        return tuple(rows)
    width = max(widths)
    return tuple(row + (None,) * (width - len(row)) for row in rows)


Value = Union[Scalar, Grid]


def is_blank(value: Any) -> bool:
    """Tell whether a cell counts as empty: nothing, or text of spaces only."""
    return value is None or (isinstance(value, str) and not value.strip())


def text_of(value: Scalar) -> str:
    """Return what a cell says as text: ``7.0`` is "7", a blank is ""."""
    if type(value) is str:  # asked first: a table is mostly texts
        return value.strip()
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def number_of(value: Scalar) -> Optional[Fraction]:
    """Return the exact number in a cell, or None where there is none.

    Text is read as a director types it: ``12``, ``12.5``, ``12,5``, ``½``, ``3½``,
    ``64/7``. A float stands for the shortest decimal that it prints as, so 0.1 is one tenth.
    """
    if value is None or isinstance(value, (bool, CellError)):
        return None
    if isinstance(value, int):
        return Fraction(value)
    try:
        if isinstance(value, float):
            return Fraction(int(value)) if value.is_integer() else Fraction(repr(value))
        return _number_in(value.strip())
    except (ValueError, OverflowError, ZeroDivisionError):
        return None


@lru_cache(maxsize=4096)
def printed_number(text: str) -> Optional[Fraction]:
    """Return the number that a result list prints, None where it prints none.

    ``12?`` is 12½ in an alphabet that lacks the sign and ``12=`` where a jigo stands for the half,
    ``12'`` is 12 with a remark.
    """
    return number_of(re.sub(r"(?<=\d)[?=]$", "½", text.rstrip("'")))


_NO_BREAK = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")
"""A space between thousands, as a spreadsheet program prints it in Russian."""
_FRACTIONS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


def _number_in(text: str) -> Optional[Fraction]:
    text = _NO_BREAK.sub("", text.replace("\u2212", "-"))
    if text and text[-1] in _FRACTIONS:
        match = re.fullmatch(r"([+-]?)(\d*)", text[:-1].strip())
        if match is None:
            return None
        number = int(match[2] or 0) + _FRACTIONS[text[-1]]
        return -number if match[1] == "-" else number
    if re.fullmatch(r"[+-]?\d+/\d+", text):
        return Fraction(text)
    if not re.fullmatch(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)", text):
        return None
    return Fraction(text.replace(",", "."))


_LOOK_ALIKES = str.maketrans("АВЕКМНОРСТХавекмнорстх−", "ABEKMHOPCTXabekmhopctx-")


def latin(text: str) -> str:
    """Return a code with Latin letters in place of the Cyrillic ones that look the same.

    ``А+`` and ``ВYE`` are typed so on a Russian keyboard. For codes only, never names or ids.
    """
    return text.translate(_LOOK_ALIKES)


def to_cell(value: Any) -> Scalar:
    """Turn an exact value into what a cell holds: a fraction becomes a float, an integer stays."""
    if value is None or isinstance(value, (bool, int, float, str, CellError)):
        return value  # asked first: whether something is a fraction takes long to tell
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return str(value)


__all__ = [
    "CellError",
    "Grid",
    "Rows",
    "Scalar",
    "Value",
    "cell_name",
    "cell_position",
    "column_name",
    "column_number",
    "is_blank",
    "latin",
    "number_of",
    "printed_number",
    "quote_sheet",
    "text_of",
    "to_cell",
]
