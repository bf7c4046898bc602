"""What recomputation asks of an engine."""

from __future__ import annotations

from typing import Mapping, Protocol, Union

from xltie.core.cells import Scalar
from xltie.core.messages import Message, say
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.scan import Position


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

    def set_values(self, sheet: str, cells: Mapping[Position, Scalar]) -> None:
        """Put values into cells."""

    def set_formulas(self, sheet: str, cells: Mapping[Position, str]) -> dict[Position, Message]:
        """Put formulas into cells; return the reason for each that was refused."""

    def pin(self, sheet: str, row: int, column: int, value: Scalar) -> None:
        """Replace a formula by a value."""

    def evaluate(self) -> None:
        """Compute everything that is not up to date, or raise :class:`EngineFailure`."""

    def value(self, sheet: str, row: int, column: int) -> Answer:
        """Return the value of a cell."""

    def spill(self, sheet: str, row: int, column: int) -> Bounds | None:
        """Return the area that an array formula fills."""
