"""The result of lowering: a formula taken apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Union

from xltie.core.formula_lexer import Token
from xltie.recompute.lowering import builtin_functions as known
from xltie.recompute.lowering.ir import Piece, Site
from xltie.recompute.lowering.operands import Window
from xltie.recompute.ooxml.references import Reference, parse_reference


@dataclass
class LoweredFormula:
    """A formula taken apart: its source, its lowered pieces, and what it depends on.

    ``many`` says that it may return several cells, ``refers`` that it may refer to them.
    ``window`` holds the cells for which the pieces are right.
    """

    source: list[Union[str, Reference]] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    functions: set[str] = field(default_factory=set)
    references: list[Reference] = field(default_factory=list)
    sees_hidden: list[Reference] = field(default_factory=list)
    ours: bool = False
    clock: bool = False
    many: bool = False
    refers: bool = False
    window: Window = field(default_factory=Window)
    computing: Any = field(default=None, compare=False, repr=False)
    """What computes the formula without an engine, False where nothing does, None before."""

    def take_over(self, other: LoweredFormula) -> None:
        """Depend on all that a defined name's formula depends on."""
        self.functions |= other.functions
        self.references += other.references
        self.sees_hidden += other.sees_hidden
        self.ours = self.ours or other.ours
        self.clock = self.clock or other.clock
        self.window.narrow(other.window.rows, other.window.columns)

    def keep_source(self, found: Iterable[Token], origin: Site) -> None:
        """Keep what was written, its references as they are meant in a cell."""
        for token in found:
            if token.kind == "area" and token.body != "#REF!":
                reference = parse_reference(token.body, "", origin.row, origin.column)
                self.source += [token.sheet, reference]
            else:
                self.source.append(token.text)

    def count(self, name: str, start: int) -> None:
        """Write ROW or COLUMN of the range from a piece on as the numbers that it stands for."""
        operand = self.pieces[start:]
        first, then, last = known.COUNTING[name]
        counted = [first, *operand, then, *operand, last] if operand else [name + "()"]
        self.pieces[start:] = counted
