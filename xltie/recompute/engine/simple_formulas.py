"""Formulas simple enough to be computed here, without the general engine.

A lowered formula of a few functions, whose meaning leaves nothing open, is compiled once for all
the cells that it was filled into. Whatever is not of that kind is not compiled, and a value for
which the meaning would be open raises :class:`Undecided`: the general engine decides then.
"""

from __future__ import annotations

from typing import Any

from xltie.core.cells import CellError
from xltie.recompute.engine import simple_functions as simple
from xltie.recompute.engine.compare import compare
from xltie.recompute.engine.custom_calls import DOUBTS
from xltie.recompute.engine.simple_functions import Undecided
from xltie.recompute.engine.simple_parser import (
    Cells,
    Compute,
    NotSimple,
    Parser,
    Special,
    unquoted,
)
from xltie.recompute.lowering.ir import Piece
from xltie.recompute.ooxml.references import Reference

Value = Any


class Compiler:
    """Compiles the lowered formulas of one workbook."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells

    def compile(self, pieces: list[Piece], sheet: str) -> Compute | None:
        """Return what computes a formula of a sheet, or None where the general engine has to."""
        try:
            return Parser(self.cells, sheet, pieces, SPECIAL).run()
        except NotSimple:
            return None


# -- calls that take more than values ------------------------------------------------------------


def _one(parser: Parser) -> Compute:
    """Compile the only value of a formula that might return several."""
    parser.caller()
    (value,) = parser.exactly(1)
    return value


def _first(parser: Parser) -> Compute:
    """Compile the first value of a formula that might return several."""
    (value,) = parser.exactly(1)
    return value


def _as_text(parser: Parser) -> Compute:
    """Compile an operand of ``&``."""
    (value,) = parser.exactly(1)
    text = parser.cells.text
    return lambda row, column: text(value(row, column))


def _compare(parser: Parser) -> Compute:
    """Compile a comparison of two values."""
    parser.caller()
    operator = parser.tokens[parser.at]
    parser.at += 1
    parser.take(",")
    left, right = parser.exactly(2)
    if operator.kind != "text":
        raise NotSimple
    sign = unquoted(str(operator.item))

    def compute(row: int, column: int) -> Value:
        answer = compare(sign, left(row, column), right(row, column))
        if any(answer is doubt for doubt in DOUBTS):
            raise Undecided
        return answer

    return compute


def _match(parser: Parser) -> Compute:
    """Compile an exact search in a column."""
    wanted = parser.argument()
    through = parser.range(",")
    (kind,) = parser.exactly(1)
    line = parser.cells.line

    def compute(row: int, column: int) -> Value:
        value = wanted(row, column)
        if isinstance(value, CellError):
            return value
        if kind(row, column) != 0.0:
            raise Undecided
        place = line(through.sheet, through.bounds(row, column)).find(value)
        return simple.NOT_FOUND if place < 0 else float(place + 1)

    return compute


def _vlookup(parser: Parser) -> Compute:
    """Compile an exact search in the first column of a range."""
    wanted = parser.argument()
    through = parser.range(",")
    number, exact = parser.exactly(2)
    area = parser.cells.area

    def compute(row: int, column: int) -> Value:
        value = wanted(row, column)
        if isinstance(value, CellError):
            return value
        columns = area(through.sheet, through.bounds(row, column))
        index = number(row, column)
        if exact(row, column) is not False or type(index) is not float:
            raise Undecided
        if not index.is_integer() or not 1 <= index <= len(columns):
            raise Undecided
        place = columns[0].find(value)
        return simple.NOT_FOUND if place < 0 else columns[int(index) - 1].at(place)

    return compute


def _index(parser: Parser) -> Compute:
    """Compile one value out of a column, or out of what one of our functions returns."""
    token = parser.next()
    if token is not None and isinstance(token.item, Reference):
        through = parser.range(",")
        (place,) = parser.exactly(1)
        line = parser.cells.line
        return lambda row, column: line(through.sheet, through.bounds(row, column)).index(
            place(row, column)
        )
    rows = parser.argument()
    down, across = parser.exactly(2)
    return lambda row, column: simple.indexed(
        rows(row, column), down(row, column), across(row, column)
    )


def _counta(parser: Parser) -> Compute:
    """Compile the number of filled cells in a column."""
    through = parser.range(")")
    line = parser.cells.line
    return lambda row, column: line(through.sheet, through.bounds(row, column)).filled()


def _maxifs(parser: Parser) -> Compute:
    """Compile the largest number beside a cell that is not empty."""
    numbers = parser.range(",")
    beside = parser.range(",")
    (criterion,) = parser.exactly(1)
    line = parser.cells.line

    def compute(row: int, column: int) -> Value:
        if criterion(row, column) != "<>":
            raise Undecided
        own = line(numbers.sheet, numbers.bounds(row, column))
        return own.largest_beside(line(beside.sheet, beside.bounds(row, column)))

    return compute


def _rank(parser: Parser) -> Compute:
    """Compile the place of a number among those of a column, the largest first."""
    number = parser.argument()
    through = parser.range(")")
    line = parser.cells.line

    def compute(row: int, column: int) -> Value:
        value = number(row, column)
        if isinstance(value, CellError):
            return value
        return line(through.sheet, through.bounds(row, column)).rank(value)

    return compute


SPECIAL: dict[str, Special] = {
    "XLT.ONE": _one,
    "XLT.FIRST": _first,
    "XLT.AS.TEXT": _as_text,
    "XLT.COMPARE": _compare,
    "MATCH": _match,
    "VLOOKUP": _vlookup,
    "INDEX": _index,
    "COUNTA": _counta,
    "MAXIFS": _maxifs,
    "RANK": _rank,
}
