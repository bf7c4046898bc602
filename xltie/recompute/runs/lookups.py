"""Calls that take more than values: ranges that are looked through, and comparisons."""

from __future__ import annotations

from typing import Any, Sequence

from xltie.core.cells import CellError
from xltie.recompute.engine.compare import UNSURE, compare
from xltie.recompute.lowering.tree import Node
from xltie.recompute.ooxml.references import Reference
from xltie.recompute.runs.compiling import Compiler, Special, areas, exactly, lines
from xltie.recompute.runs.functions import elementwise, indexed
from xltie.recompute.runs.lines import NOT_FOUND, Line
from xltie.recompute.runs.vectors import Compute, Undecided, each

Value = Any


def _only(compiler: Compiler, given: Sequence[Node]) -> Compute:
    """Compile the value of a formula that might return several."""
    return compiler.value(given[-1])


def _as_text(compiler: Compiler, given: Sequence[Node]) -> Compute:
    """Compile an operand of ``&``."""
    value = compiler.value(given[0])

    def text(one: Value, as_text: Any) -> Value:
        if isinstance(one, list):
            raise Undecided
        return one if type(one) is str else as_text(one)

    return lambda frame: each(lambda one: text(one, frame.cells.calls.as_text), value(frame))


def _compare(compiler: Compiler, given: Sequence[Node]) -> Compute:
    """Compile a comparison of two values."""
    _, sign, left, right = given

    def compared(one: Value, other: Value) -> Value:
        if isinstance(one, list) or isinstance(other, list):
            raise Undecided
        answer = compare(sign.said, one, other)
        if answer is UNSURE:
            raise Undecided
        return answer

    return elementwise(compared)(compiler.value(left), compiler.value(right))


def _match(compiler: Compiler, given: Sequence[Node]) -> Compute:
    """Compile an exact search in a column."""
    wanted, among, kind = exactly(given, 3)

    def matched(value: Value, line: Line, way: Value) -> Value:
        if isinstance(value, CellError):
            return value
        if way != 0.0:
            raise Undecided
        place = line.find(value)
        return NOT_FOUND if place < 0 else float(place + 1)

    return elementwise(matched)(compiler.value(wanted), lines(among), compiler.value(kind))


def _vlookup(compiler: Compiler, given: Sequence[Node]) -> Compute:
    """Compile an exact search in the first column of a range."""
    wanted, among, number, exact = exactly(given, 4)

    def looked_up(value: Value, columns: list[Line], index: Value, nearest: Value) -> Value:
        if isinstance(value, CellError):
            return value
        if nearest not in (False, 0.0) or type(index) is not float:
            raise Undecided
        if not index.is_integer() or not 1 <= index <= len(columns):
            raise Undecided
        place = columns[0].find(value)
        return NOT_FOUND if place < 0 else columns[int(index) - 1].at(place)

    values = [compiler.value(one) for one in (wanted, number, exact)]
    return elementwise(looked_up)(values[0], areas(among), *values[1:])


def _index(compiler: Compiler, given: Sequence[Node]) -> Compute:
    """Compile one value out of a column, or out of what one of our functions returns."""
    places = [compiler.value(one) for one in given[1:]]
    if isinstance(given[0].item, Reference):
        exactly(given, 2)
        return elementwise(Line.index)(lines(given[0]), *places)
    exactly(given, 3)
    return elementwise(indexed)(compiler.value(given[0]), *places)


def _counta(compiler: Compiler, given: Sequence[Node]) -> Compute:
    """Compile the number of filled cells in a column."""
    (among,) = exactly(given, 1)
    return elementwise(Line.filled)(lines(among))


def _maxifs(compiler: Compiler, given: Sequence[Node]) -> Compute:
    """Compile the largest number beside a cell that is not empty."""
    numbers, beside, criterion = exactly(given, 3)

    def largest(line: Line, other: Line, condition: Value) -> Value:
        if condition != "<>":
            raise Undecided
        return line.largest_beside(other)

    return elementwise(largest)(lines(numbers), lines(beside), compiler.value(criterion))


def _rank(compiler: Compiler, given: Sequence[Node]) -> Compute:
    """Compile the place of a number among those of a column, the largest first."""
    number, among = exactly(given, 2)

    def ranked(value: Value, line: Line) -> Value:
        return value if isinstance(value, CellError) else line.rank(value)

    return elementwise(ranked)(compiler.value(number), lines(among))


SPECIAL: dict[str, Special] = {
    "XLT.ONE": _only,
    "XLT.FIRST": _only,
    "XLT.AS.TEXT": _as_text,
    "XLT.COMPARE": _compare,
    "MATCH": _match,
    "VLOOKUP": _vlookup,
    "INDEX": _index,
    "COUNTA": _counta,
    "MAXIFS": _maxifs,
    "RANK": _rank,
}
