"""Calls that take more than values: ranges that are looked through, and comparisons."""

from __future__ import annotations

from typing import Any

from xltie.core.cells import CellError
from xltie.recompute.engine.compare import UNSURE, compare
from xltie.recompute.ooxml.references import Reference
from xltie.recompute.runs import functions
from xltie.recompute.runs.frame import Compute
from xltie.recompute.runs.lines import NOT_FOUND, Line
from xltie.recompute.runs.parser import NotSimple, Parser, Special, unquoted
from xltie.recompute.runs.vectors import Undecided, each

Value = Any


def _one(parser: Parser) -> Compute:
    """Compile the only value of a formula that might return several."""
    parser.caller()
    return parser.exactly(1)[0]


def _first(parser: Parser) -> Compute:
    """Compile the first value of a formula that might return several."""
    return parser.exactly(1)[0]


def _as_text(parser: Parser) -> Compute:
    """Compile an operand of ``&``."""
    (value,) = parser.exactly(1)

    def text(given: Value, as_text: Any) -> Value:
        if isinstance(given, list):
            raise Undecided
        return given if type(given) is str else as_text(given)

    return lambda frame: each(lambda one: text(one, frame.cells.calls.as_text), value(frame))


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

    def compared(one: Value, other: Value) -> Value:
        if isinstance(one, list) or isinstance(other, list):
            raise Undecided
        answer = compare(sign, one, other)
        if answer is UNSURE:
            raise Undecided
        return answer

    return functions.elementwise(compared)(left, right)


def _match(parser: Parser) -> Compute:
    """Compile an exact search in a column."""
    wanted = parser.argument()
    lines = parser.lines(",")
    (kind,) = parser.exactly(1)

    def matched(value: Value, line: Line, way: Value) -> Value:
        if isinstance(value, CellError):
            return value
        if way != 0.0:
            raise Undecided
        place = line.find(value)
        return NOT_FOUND if place < 0 else float(place + 1)

    return functions.elementwise(matched)(wanted, lines, kind)


def _vlookup(parser: Parser) -> Compute:
    """Compile an exact search in the first column of a range."""
    wanted = parser.argument()
    areas = parser.areas(",")
    number, exact = parser.exactly(2)

    def looked_up(value: Value, columns: list[Line], index: Value, nearest: Value) -> Value:
        if isinstance(value, CellError):
            return value
        if nearest not in (False, 0.0) or type(index) is not float:
            raise Undecided
        if not index.is_integer() or not 1 <= index <= len(columns):
            raise Undecided
        place = columns[0].find(value)
        return NOT_FOUND if place < 0 else columns[int(index) - 1].at(place)

    return functions.elementwise(looked_up)(wanted, areas, number, exact)


def _index(parser: Parser) -> Compute:
    """Compile one value out of a column, or out of what one of our functions returns."""
    token = parser.next()
    if token is not None and isinstance(token.item, Reference):
        lines = parser.lines(",")
        (place,) = parser.exactly(1)
        return functions.elementwise(Line.index)(lines, place)
    rows = parser.argument()
    down, across = parser.exactly(2)
    return functions.elementwise(functions.indexed)(rows, down, across)


def _counta(parser: Parser) -> Compute:
    """Compile the number of filled cells in a column."""
    return functions.elementwise(Line.filled)(parser.lines(")"))


def _maxifs(parser: Parser) -> Compute:
    """Compile the largest number beside a cell that is not empty."""
    numbers, beside = parser.lines(","), parser.lines(",")
    (criterion,) = parser.exactly(1)

    def largest(line: Line, other: Line, condition: Value) -> Value:
        if condition != "<>":
            raise Undecided
        return line.largest_beside(other)

    return functions.elementwise(largest)(numbers, beside, criterion)


def _rank(parser: Parser) -> Compute:
    """Compile the place of a number among those of a column, the largest first."""
    number = parser.argument()
    lines = parser.lines(")")

    def ranked(value: Value, line: Line) -> Value:
        return value if isinstance(value, CellError) else line.rank(value)

    return functions.elementwise(ranked)(number, lines)


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
