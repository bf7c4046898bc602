"""What recomputation asks of an engine."""

from __future__ import annotations

from typing import Mapping, Protocol, Sequence, Union

from xltie.core.cells import Scalar
from xltie.core.messages import Message, say
from xltie.recompute.ooxml.cell import Position
from xltie.recompute.ooxml.references import Bounds


class EngineError:
    """A result that is not a cell value: the engine could not compute it."""

    __slots__ = ("reason",)

    def __init__(self, reason: Message) -> None:
        self.reason = reason


class EngineFailure(Exception):
    """The engine gave up on a whole workbook."""


Answer = Union[Scalar, EngineError]
CIRCULAR = EngineError(say("a circular reference"))


class Engine(Protocol):
    """What recomputation asks of an engine; sheets by name, rows and columns from 1."""

    def knows(self, function: str) -> bool:
        """Tell whether a built-in function exists."""

    def reads(self, formula: str) -> bool:
        """Tell whether a formula (with ``=``) can be parsed."""

    def add_sheet(self, name: str) -> None:
        """Add an empty sheet."""

    def restart(self) -> None:
        """Become empty, with the same sheets."""

    def put(self, sheet: str, column: int, first: int, values: Sequence[Scalar]) -> None:
        """Put values into consecutive rows; a blank empties the cell."""

    def put_cells(self, sheet: str, cells: Mapping[Position, Scalar]) -> None:
        """Put values into cells; blanks are left out."""

    def write(
        self, sheet: str, column: int, first: int, formulas: Sequence[str]
    ) -> dict[int, Message]:
        """Put formulas into consecutive rows; return the rows that were refused, and why."""

    def evaluate(self) -> None:
        """Compute everything that is not up to date, or raise :class:`EngineFailure`."""

    def values(self, sheet: str, area: Bounds) -> list[list[Answer]]:
        """Return the values of an area, row by row."""

    def spill(self, sheet: str, row: int, column: int) -> Bounds | None:
        """Return the area that an array formula fills."""
