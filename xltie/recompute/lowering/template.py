"""A formula read once, for all the cells in which it says the same."""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Union

from xltie.core.formula_lexer import Token
from xltie.core.messages import NOTHING, Message
from xltie.core.records import dataclass, field
from xltie.recompute.lowering.tree import Node
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW, Reference, parse_reference


class Site(NamedTuple):
    """The cell in which a formula stands."""

    sheet: str
    row: int
    column: int


class Block(NamedTuple):
    """A whole range handed to one of our functions, shared between all calls."""

    reference: Reference


class Caller(NamedTuple):
    """The number of the calling cell; ``first`` asks for the first value of an array only."""

    first: bool


Piece = Union[str, Reference, Block, Caller]


Source = list[Union[str, Reference]]


class Window:
    """The rows and columns for which something that was resolved stays right."""

    def __init__(self) -> None:
        self.rows = (1, LAST_ROW)
        self.columns = (1, LAST_COLUMN)

    def narrow(self, rows: tuple[int, int], columns: tuple[int, int]) -> None:
        """Keep only what lies within these rows and columns too."""
        self.rows = (max(self.rows[0], rows[0]), min(self.rows[1], rows[1]))
        self.columns = (max(self.columns[0], columns[0]), min(self.columns[1], columns[1]))

    def holds(self, row: int, column: int) -> bool:
        """Tell whether a cell lies within."""
        rows, columns = self.rows, self.columns
        return rows[0] <= row <= rows[1] and columns[0] <= column <= columns[1]

    def narrow_to(self, site: Site) -> None:
        """Keep one cell only."""
        self.narrow((site.row, site.row), (site.column, site.column))


@dataclass
class Template:
    """A formula taken apart: its source, what the engine gets of it, and what it depends on.

    ``source`` is what was written, its references as they are meant in a cell; ``tree`` is that
    read, ``meaning`` the tree for the engine and ``pieces`` its text. ``window`` holds the cells
    for which they are right. ``refusal`` says why it cannot be computed.
    """

    source: Source = field(default_factory=list)
    refusal: Message = NOTHING
    tree: Node | None = None
    meaning: Node | None = None
    pieces: list[Piece] = field(default_factory=list)
    functions: set[str] = field(default_factory=set)
    references: list[Reference] = field(default_factory=list)
    sees_hidden: list[Reference] = field(default_factory=list)
    ours: bool = False
    clock: bool = False
    window: Window = field(default_factory=Window)
    computing: Any = field(default=None, compare=False, repr=False)
    """What computes the formula without an engine, False where nothing does, None before."""

    def fits(self, formula: str, row: int, column: int) -> bool:
        """Tell whether a cell's formula is this template, moved to that cell."""
        return self.window.holds(row, column) and formula == self.at(row, column)

    def at(self, row: int, column: int) -> str:
        """Return the formula as it reads in a cell."""
        return written_at(self.source, row, column)


def source_of(found: Iterable[Token], origin: Site) -> Source:
    """Return what was written for a cell, its references as they move with the formula."""
    source: Source = []
    for token in found:
        if token.kind == "area" and token.body != "#REF!":
            source += [token.sheet, parse_reference(token.body, "", origin.row, origin.column)]
        else:
            source.append(token.text)
    return source


def written_at(source: Source, row: int, column: int) -> str:
    """Return a formula as it reads in a cell."""
    return "".join(
        piece if isinstance(piece, str) else piece.source(row, column) for piece in source
    )
