"""A formula cell of a worksheet part, with the exact bytes of what is in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Sequence

from xltie.core.cells import Scalar
from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.references import Bounds, parse_area, said_by
from xltie.recompute.ooxml.stored_values import decode, unescape

Position = tuple[int, int]


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
    def position(self) -> Position:
        """Row and column, from 1."""
        return self.row, self.column

    @property
    def array_area(self) -> Bounds | None:
        """The area that an array formula or a data table fills."""
        reference = self.formula_attributes.get("ref")
        if self.formula_attributes.get("t") not in ("array", "dataTable") or not reference:
            return None
        try:
            return parse_area(reference)
        except ValueError as error:
            message = say("an array formula with {error}", error=said_by(error))
            raise UnsupportedWorkbook(message) from None

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
