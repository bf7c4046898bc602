"""What computes lowered formulas that are simple, for the rows of a run.

What is not simple raises :class:`NotSimple`.
"""

from __future__ import annotations

from typing import Any, Callable, Mapping, Sequence

from xltie.recompute.lowering.made import NOTHING, PIECE
from xltie.recompute.lowering.template import Block
from xltie.recompute.lowering.tree import CALL, CHAIN, GROUP, NAME, NUMBER, TEXT, Node
from xltie.recompute.ooxml.references import LAST_COLUMN, Bounds, Reference
from xltie.recompute.runs import functions as simple
from xltie.recompute.runs.columns import Cells
from xltie.recompute.runs.own_calls import called
from xltie.recompute.runs.vectors import Compute, Frame, Same, Vector

Special = Callable[["Compiler", Sequence[Node]], Compute]
_OPERATORS = {"&": simple.joined, "+": simple.added, "-": simple.subtracted}


class NotSimple(Exception):
    """A formula that the general engine has to compute."""


class Compiler:
    """Compiles formulas; ``special`` compiles calls by their names from what they are given."""

    def __init__(self, special: Mapping[str, Special]) -> None:
        self.special = special

    def value(self, node: Node) -> Compute:
        """Compile a value, a cell, a call, a bracket, or what operators make of them."""
        if node.kind == CALL:
            return self._call(node)
        if node.kind == CHAIN:
            return self._chain(node)
        if node.kind == GROUP:
            return self.value(node.parts[0])
        if node.kind == TEXT and node.text != NOTHING:
            return simple.constant(node.said)
        if node.kind == NUMBER:
            return simple.constant(float(node.text))
        if node.kind == NAME and node.text.upper() in ("TRUE", "FALSE"):
            return simple.constant(node.text.upper() == "TRUE")
        if isinstance(node.item, Reference) and not node.item.ranged:
            return _cell(node.item)
        raise NotSimple

    def _chain(self, node: Node) -> Compute:
        if "=" in node.signs:
            # the only comparison that the lowering leaves to an engine
            text = node.parts[1]
            if text.kind != TEXT or not text.said.isascii():
                raise NotSimple
            return simple.is_text(self.value(node.parts[0]), text.said)
        left = self.value(node.parts[0])
        for sign, part in zip(node.signs, node.parts[1:]):
            if sign not in _OPERATORS:
                raise NotSimple
            left = simple.elementwise(_OPERATORS[sign])(left, self.value(part))
        return left

    def _call(self, node: Node) -> Compute:
        name = node.text
        if name in self.special:
            return self.special[name](self, node.parts)
        if name.startswith("XLT."):
            return self._own_call(name.removeprefix("XLT."), node)
        found = simple.FUNCTIONS.get(name)
        if found is None:
            raise NotSimple
        make, least, most = found
        if not least <= len(node.parts) <= most:
            raise NotSimple
        return make(*map(self.value, node.parts))

    def _own_call(self, name: str, node: Node) -> Compute:
        """Compile a call of one of our functions."""
        caller, *given = node.parts
        first = getattr(caller.item, "first", None)
        if first is None:
            raise NotSimple
        arguments = [self._own_argument(one) for one in given]
        return lambda frame: called(
            frame, name, [argument(frame) for argument in arguments], first=first
        )

    def _own_argument(self, node: Node) -> Compute:
        """Compile an argument of our functions: also a shared range, or one that is left out."""
        if node.kind == TEXT and node.text == NOTHING:
            return simple.constant(None)
        if isinstance(node.item, Block):
            return _range(node.item.reference, Cells.grid)
        return self.value(node)


def compiled(meaning: Node, special: Mapping[str, Special]) -> Compute:
    """Return what computes a formula, or raise :class:`NotSimple`."""
    return Compiler(special).value(meaning)


def lines(node: Node) -> Compute:
    """Compile a range of one column."""
    return _range(ranged(node), Cells.line)


def areas(node: Node) -> Compute:
    """Compile a range of columns."""
    return _range(ranged(node), Cells.area)


def ranged(node: Node) -> Reference:
    """Return the range that a part of a formula is."""
    if node.kind != PIECE or not isinstance(node.item, Reference) or not node.item.ranged:
        raise NotSimple
    return node.item


def exactly(given: Sequence[Node], count: int) -> Sequence[Node]:
    """Return the arguments of a call, which have to be so many."""
    if len(given) != count:
        raise NotSimple
    return given


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
