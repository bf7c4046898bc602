"""Reading lowered formulas that are simple, into what computes them.

What is not simple raises :class:`NotSimple`.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Mapping, NamedTuple, Protocol, Union

from xltie.core.cells import Grid
from xltie.recompute.engine import simple_functions as simple
from xltie.recompute.lowering.ir import Block, Caller, Piece
from xltie.recompute.lowering.translate import MISSING
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW, Bounds, Reference

Value = Any
Compute = Callable[[int, int], Value]
"""From the row and the column of a cell to the value of its formula, or of a part of it."""
Special = Callable[["Parser"], Compute]

_TOKEN = re.compile(
    r"(?P<function>[A-Z][A-Z0-9_.]*)\(|(?P<text>\"(?:[^\"]|\"\")*\")"
    r"|(?P<number>\d+(?:\.\d+)?)(?![\w.])|(?P<truth>TRUE|FALSE)(?![\w.(])"
    r"|(?P<mark>[(),&=+-])|(?P<space> +)"
)


MOST_TOKENS = 80
"""A longer formula is not simple, whose brackets might be nested without end."""


class NotSimple(Exception):
    """A formula that the general engine has to compute."""


class Cells(Protocol):
    """What formulas read: the cells of a workbook, computed where they have formulas."""

    def cell(self, sheet: str) -> Callable[[int, int], Value]:
        """Return what gives the value of a cell of a sheet."""

    def line(self, sheet: str, bounds: Bounds) -> simple.Line:
        """Return the cells of a range of one column."""

    def area(self, sheet: str, bounds: Bounds) -> list[simple.Line]:
        """Return the columns of a range."""

    def grid(self, sheet: str, bounds: Bounds) -> Grid:
        """Return a range as our functions take it."""

    def fixed_grid(self, sheet: str, bounds: Bounds) -> Compute:
        """Return what gives a range that is the same in every cell."""

    def function(self, name: str) -> Callable[..., Value] | None:
        """Return one of our functions; it takes sheet, row, column, ``first`` and arguments."""

    def text(self, value: Value) -> Value:
        """Return a value as ``&`` joins it."""


class Token(NamedTuple):
    """A piece of a lowered formula, its text cut further."""

    kind: str
    item: Union[str, Piece]


class Range(NamedTuple):
    """A range, as an argument of a function that looks through it."""

    sheet: str
    reference: Reference

    def bounds(self, row: int, column: int) -> Bounds:
        """Return the cells that it means in the formula of a cell."""
        return self.reference.bounds(row, column)


def _tokens(pieces: list[Piece]) -> list[Token]:
    found: list[Token] = []
    for piece in pieces:
        if not isinstance(piece, str):
            kind = "caller" if isinstance(piece, Caller) else "operand"
            found.append(Token(kind, piece))
            continue
        position = 0
        while position < len(piece):
            match = _TOKEN.match(piece, position)
            if match is None:
                raise NotSimple
            kind = match.lastgroup or ""
            if kind != "space":
                found.append(Token(kind, match[kind]))
            position = match.end()
    if len(found) > MOST_TOKENS:
        raise NotSimple
    return found


class Parser:
    """One formula being compiled, from its tokens; ``special`` compiles calls by their names."""

    def __init__(
        self, cells: Cells, sheet: str, pieces: list[Piece], special: Mapping[str, Special]
    ) -> None:
        self.cells = cells
        self.sheet = sheet
        self.tokens = _tokens(pieces)
        self.special = special
        self.at = 0

    def run(self) -> Compute:
        """Compile the whole formula."""
        compute = self.comparison()
        if self.at != len(self.tokens):
            raise NotSimple
        return compute

    def next(self) -> Token | None:
        """Return the token that comes next, None at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def peek(self) -> Union[str, Piece]:
        """Return the mark that comes next, ``""`` where there is none."""
        token = self.next()
        return token.item if token is not None and token.kind == "mark" else ""

    def take(self, mark: str) -> None:
        """Go past a mark that has to come."""
        if self.peek() != mark:
            raise NotSimple
        self.at += 1

    def comparison(self) -> Compute:
        """Compile ``a = "text"``, the only comparison that the lowering leaves to an engine."""
        left = self.joined()
        if self.peek() != "=":
            return left
        self.at += 1
        token = self.next()
        if token is None or token.kind != "text":
            raise NotSimple
        self.at += 1
        text = unquoted(str(token.item))
        if not text.isascii():
            raise NotSimple
        return simple.is_text(left, text)

    def joined(self) -> Compute:
        """Compile operands of ``&``."""
        left = self.sum()
        while self.peek() == "&":
            self.at += 1
            left = simple.joined(left, self.sum())
        return left

    def sum(self) -> Compute:
        """Compile operands of ``+`` and ``-``."""
        left = self.operand()
        while self.peek() in ("+", "-"):
            sign = -1.0 if self.peek() == "-" else 1.0
            self.at += 1
            left = simple.added(left, self.operand(), sign)
        return left

    def operand(self) -> Compute:
        """Compile a value, a cell, a call or a bracket."""
        if self.at >= len(self.tokens):
            raise NotSimple
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == "function":
            return self.call(str(token.item))
        if token.kind == "text" and token.item != MISSING:
            return simple.constant(unquoted(str(token.item)))
        if token.kind == "number":
            return simple.constant(float(str(token.item)))
        if token.kind == "truth":
            return simple.constant(token.item == "TRUE")
        if token.item == "(":
            inner = self.comparison()
            self.take(")")
            return inner
        if isinstance(token.item, Reference) and not token.item.ranged:
            return self.cell(token.item)
        raise NotSimple

    def cell(self, reference: Reference) -> Compute:
        """Compile a reference to one cell."""
        get = self.cells.cell(reference.sheet or self.sheet)
        top, left = reference.top, reference.left
        down, across = top.number, left.number
        if top.fixed and left.fixed:
            return lambda row, column: get(down, across)
        if left.fixed:
            return lambda row, column: get(_inside(row + down, LAST_ROW), across)
        if top.fixed:
            return lambda row, column: get(down, _inside(column + across, LAST_COLUMN))
        return lambda row, column: get(
            _inside(row + down, LAST_ROW), _inside(column + across, LAST_COLUMN)
        )

    def argument(self) -> Compute:
        """Compile an argument that another one follows."""
        found = self.comparison()
        self.take(",")
        return found

    def range(self, then: str) -> Range:
        """Take a range and what follows it: a comma, or the end of the call."""
        token = self.next()
        if token is None or not isinstance(token.item, Reference) or not token.item.ranged:
            raise NotSimple
        self.at += 1
        self.take(then)
        return Range(token.item.sheet or self.sheet, token.item)

    def arguments(self, one: Callable[[], Compute]) -> list[Compute]:
        """Compile the arguments of a call up to its end."""
        found: list[Compute] = []
        while self.peek() != ")":
            if found:
                self.take(",")
            found.append(one())
        self.at += 1
        return found

    def call(self, name: str) -> Compute:
        """Compile a call, whose opening bracket was read."""
        if name in self.special:
            return self.special[name](self)
        if name.startswith("XLT."):
            return self.own_call(name.removeprefix("XLT."))
        found = simple.FUNCTIONS.get(name)
        if found is None:
            raise NotSimple
        make, least, most = found
        arguments = self.arguments(self.comparison)
        if not least <= len(arguments) <= most:
            raise NotSimple
        return make(*arguments)

    def own_call(self, name: str) -> Compute:
        """Compile a call of one of our functions."""
        function = self.cells.function(name)
        if function is None:
            raise NotSimple
        caller = self.caller()
        arguments = self.arguments(self.own_argument)
        sheet, first = self.sheet, caller.first

        def compute(row: int, column: int) -> Value:
            taken = [argument(row, column) for argument in arguments]
            return function(sheet, row, column, first, taken)

        return compute

    def own_argument(self) -> Compute:
        """Compile an argument of our functions: also a shared range, or one that is left out."""
        token = self.next()
        if token is not None and token.item == MISSING:
            self.at += 1
            return simple.constant(None)
        if token is None or not isinstance(token.item, Block):
            return self.comparison()
        self.at += 1
        reference = token.item.reference
        grid, sheet = self.cells.grid, reference.sheet or self.sheet
        if reference.fixed:
            return self.cells.fixed_grid(sheet, reference.bounds(1, 1))
        return lambda row, column: grid(sheet, reference.bounds(row, column))

    def caller(self) -> Caller:
        """Take the piece that says which cell calls, and the comma after it."""
        token = self.next()
        if token is None or not isinstance(token.item, Caller):
            raise NotSimple
        self.at += 1
        if self.peek() == ",":
            self.at += 1
        return token.item

    def exactly(self, count: int) -> list[Compute]:
        """Compile the rest of the arguments, which have to be so many."""
        found = self.arguments(self.comparison)
        if len(found) != count:
            raise NotSimple
        return found


def unquoted(text: str) -> str:
    """Return what a text in quotes says."""
    return text[1:-1].replace('""', '"')


def _inside(number: int, last: int) -> int:
    """Return a row or column of the sheet; beyond the edge a reference starts again."""
    return number if 1 <= number <= last else (number - 1) % last + 1
