"""Reading lowered formulas that are simple, into what computes them for the rows of a run.

What is not simple raises :class:`NotSimple`.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Mapping, NamedTuple, Union

from xltie.recompute.lowering.ir import Block, Caller, Piece
from xltie.recompute.lowering.translate import MISSING
from xltie.recompute.ooxml.references import LAST_COLUMN, Bounds, Reference
from xltie.recompute.runs import functions as simple
from xltie.recompute.runs.columns import Cells
from xltie.recompute.runs.frame import Compute, Frame
from xltie.recompute.runs.own_calls import called
from xltie.recompute.runs.vectors import Same, Vector

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


class Token(NamedTuple):
    """A piece of a lowered formula, its text cut further."""

    kind: str
    item: Union[str, Piece]


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

    def __init__(self, pieces: list[Piece], special: Mapping[str, Special]) -> None:
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
            left = simple.elementwise(simple.joined)(left, self.sum())
        return left

    def sum(self) -> Compute:
        """Compile operands of ``+`` and ``-``."""
        left = self.operand()
        while self.peek() in ("+", "-"):
            change = simple.subtracted if self.peek() == "-" else simple.added
            self.at += 1
            left = simple.elementwise(change)(left, self.operand())
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
            return _cell(token.item)
        raise NotSimple

    def argument(self) -> Compute:
        """Compile an argument that another one follows."""
        found = self.comparison()
        self.take(",")
        return found

    def lines(self, then: str) -> Compute:
        """Take a range of one column and what follows it: a comma, or the end of the call."""
        return _range(self._ranged(then), Cells.line)

    def areas(self, then: str) -> Compute:
        """Take a range of columns and what follows it."""
        return _range(self._ranged(then), Cells.area)

    def _ranged(self, then: str) -> Reference:
        token = self.next()
        if token is None or not isinstance(token.item, Reference) or not token.item.ranged:
            raise NotSimple
        self.at += 1
        self.take(then)
        return token.item

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
        first = self.caller().first
        arguments = self.arguments(self.own_argument)
        return lambda frame: called(
            frame, name, [argument(frame) for argument in arguments], first=first
        )

    def own_argument(self) -> Compute:
        """Compile an argument of our functions: also a shared range, or one that is left out."""
        token = self.next()
        if token is not None and token.item == MISSING:
            self.at += 1
            return simple.constant(None)
        if token is None or not isinstance(token.item, Block):
            return self.comparison()
        self.at += 1
        return _range(token.item.reference, Cells.grid)

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


def _cell(reference: Reference) -> Compute:
    """Return what gives the values of a reference to one cell."""
    top, left = reference.top, reference.left

    def compute(frame: Frame) -> Vector:
        sheet = reference.sheet or frame.sheet
        column = left.at(frame.column, LAST_COLUMN)
        if top.fixed:
            return Same(frame.cells.value(sheet, top.number, column))
        return frame.cells.vector(sheet, column, frame.rows, top.number)

    return compute


def _range(reference: Reference, read: Callable[[Cells, str, Bounds], Any]) -> Compute:
    """Return what gives the cells of a range, the same in all rows or another in each."""
    fixed = reference.top.fixed and reference.bottom.fixed

    def compute(frame: Frame) -> Vector:
        sheet = reference.sheet or frame.sheet
        rows = frame.rows[:1] if fixed else frame.rows
        found = [read(frame.cells, sheet, reference.bounds(row, frame.column)) for row in rows]
        return Same(found[0]) if fixed else found

    return compute
