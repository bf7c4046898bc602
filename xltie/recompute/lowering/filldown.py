"""Formulas written out for many cells: what was read once, as a pattern with the row left open.

A formula that is filled down differs from cell to cell by row numbers only. For one column the
pieces of a template become one text with gaps, each gap a row number at a fixed distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterable, Union

from xltie.core.cells import column_name
from xltie.recompute.lowering.ir import Block, Caller, Piece
from xltie.recompute.ooxml.references import (
    LAST_COLUMN,
    LAST_ROW,
    WHOLE_COLUMN,
    Coordinate,
    Reference,
)


@dataclass(frozen=True)
class FilledFormula:
    """A text with gaps; each gap is the row of the cell and a distance."""

    pattern: str
    distances: tuple[int, ...]
    first_row: int
    last_row: int

    def text(self, row: int) -> str | None:
        """Return the text for a row, or None where a reference would leave the sheet."""
        if self.first_row <= row <= self.last_row:
            return self.pattern % tuple([row + distance for distance in self.distances])
        return None


class Pattern:
    """Puts a pattern together for the cells of one column."""

    def __init__(self, column: int) -> None:
        self.column = column
        self.texts: list[str] = []
        self.distances: list[int] = []
        self.first_row, self.last_row = 1, LAST_ROW

    def add(self, text: str) -> None:
        """Add text that is the same in every row."""
        self.texts.append(text.replace("%", "%%"))

    def gap(self, distance: int) -> None:
        """Add a row number at a distance."""
        self.texts.append("%d")
        self.distances.append(distance)

    def cell(self, down: Coordinate, across: Coordinate, *, marks: bool) -> None:
        """Add the reference of one cell, with ``$`` marks where its formula has them."""
        if marks and across.fixed:
            self.texts.append("$")
        self.texts.append(column_name(across.at(self.column, LAST_COLUMN)))
        if marks and down.fixed:
            self.texts.append("$")
        if down.fixed:
            self.texts.append(str(down.number))
            return
        self.gap(down.number)
        self.first_row = max(self.first_row, 1 - down.number)
        self.last_row = min(self.last_row, LAST_ROW - down.number)

    def finish(self) -> FilledFormula:
        """Return the pattern."""
        return FilledFormula(
            "".join(self.texts), tuple(self.distances), self.first_row, self.last_row
        )


def source_pattern(pieces: Iterable[Union[str, Reference]], column: int) -> FilledFormula | None:
    """Return the pattern of formulas as they are stored, or None for rows as such."""
    pattern = Pattern(column)
    for piece in pieces:
        if isinstance(piece, str):
            pattern.add(piece)
        elif (piece.top, piece.bottom) == WHOLE_COLUMN:
            pattern.add(piece.source(1, column))
        elif piece.whole:
            return None
        else:
            pattern.cell(piece.top, piece.left, marks=True)
            if piece.ranged:
                pattern.add(":")
                pattern.cell(piece.bottom, piece.right, marks=True)
    return pattern.finish()


def lowered_pattern(
    pieces: Iterable[Piece],
    column: int,
    caller: Callable[[bool], int],
    block: Callable[[Block], str],
) -> FilledFormula | None:
    """Return the pattern of formulas for the engine, or None where they are no mere rows apart.

    ``caller`` returns the distance from a row to the number of the calling cell; ``block`` the
    helper cell of a range that is the same in every row.
    """
    pattern = Pattern(column)
    for piece in pieces:
        if isinstance(piece, str):
            pattern.add(piece)
        elif isinstance(piece, Caller):
            pattern.gap(caller(piece.first))
        elif isinstance(piece, Block):
            if not (piece.reference.top.fixed and piece.reference.bottom.fixed):
                return None
            pattern.add(block(piece))
        elif piece.whole or (piece.ranged and not _upright(piece, column)):
            return None
        else:
            pattern.add(piece.prefix)
            pattern.cell(piece.top, piece.left, marks=False)
            if piece.ranged:
                pattern.add(":")
                pattern.cell(piece.bottom, piece.right, marks=False)
    return pattern.finish()


def _upright(reference: Reference, column: int) -> bool:
    """Tell whether a range has its first corner first in every row, and is more than one cell."""
    left = reference.left.at(column, LAST_COLUMN)
    right = reference.right.at(column, LAST_COLUMN)
    top, bottom = reference.top, reference.bottom
    return (
        left < right
        if top == bottom
        else (left <= right and top.fixed == bottom.fixed and top.number < bottom.number)
    )
