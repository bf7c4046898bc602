"""The pieces that a lowered formula is made of: text, references, and what differs by cell."""

from __future__ import annotations

from typing import NamedTuple, Union

from xltie.recompute.ooxml.references import Reference


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
