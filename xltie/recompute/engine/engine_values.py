"""Values between the engine and the cells' own vocabulary, and what is none."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Union

from xltie.core.cells import CellError, Grid, Scalar, to_cell
from xltie.core.messages import Message, say
from xltie.core.records import dataclass

_CODES = {
    "Div": "#DIV/0!",
    "Na": "#N/A",
    "Name": "#NAME?",
    "Null": "#NULL!",
    "Num": "#NUM!",
    "Ref": "#REF!",
    "Value": "#VALUE!",
    "Spill": "#SPILL!",
    "Calc": "#CALC!",
}
_PLAIN = frozenset({str, bool, int, type(None)})
_KINDS = {code: kind for kind, code in _CODES.items()}


@dataclass(frozen=True)
class Failure:
    """Why a call, or a whole formula, gave no value.

    ``doubtful`` says that there is a value, but one that Excel might compute differently.
    """

    reason: Message
    doubtful: bool = False


Answer = Union[Scalar, Failure]
CIRCULAR = Failure(say("a circular reference"))


def shown(answer: Scalar | Failure) -> Scalar:
    """Return what a formula cell shows; a formula that gives a blank shows 0."""
    if isinstance(answer, Failure):
        return CellError("#VALUE!", answer.reason)
    return 0.0 if answer is None else answer


def known_error(code: str) -> CellError:
    """Return an error as an engine hands it on: one that it does not know is ``#VALUE!``."""
    return CellError(code if code in _KINDS else "#VALUE!")


def from_engine(value: Any) -> Any:
    """Return a value of the engine as a scalar, or a tuple of rows for an array."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, dict):
        return CellError(_CODES.get(str(value.get("kind")), "#VALUE!"))
    if isinstance(value, list):
        return tuple(
            tuple([cell if type(cell) in _PLAIN else from_engine(cell) for cell in line])
            for line in value
        )
    if isinstance(value, float) and not math.isfinite(value):
        return CellError("#NUM!")
    return value


def not_computed(value: dict[str, Any]) -> str:
    """Return the kind of an error that no spreadsheet knows, or ``""``."""
    kind = str(value.get("kind"))
    return "" if kind in _CODES else kind


def to_engine(value: Any) -> Any:
    """Return a scalar, a grid or rows as the engine takes them."""
    if (type(value) is float and math.isfinite(value)) or type(value) is str:
        return value
    if isinstance(value, CellError):
        return _error(value.code)
    if isinstance(value, dict):
        return _error(_CODES.get(str(value.get("kind")), "#VALUE!"))
    if isinstance(value, Grid):
        value = value.rows
    if isinstance(value, (list, tuple)):
        lines = (line if isinstance(line, (list, tuple)) else [line] for line in value)
        return [[to_engine(cell) for cell in line] for line in lines]
    scalar: Scalar = to_cell(value)
    if isinstance(scalar, bool) or not isinstance(scalar, (int, float)):
        return scalar
    try:
        number = float(scalar)
    except OverflowError:
        return _error("#NUM!")
    return number if math.isfinite(number) else _error("#NUM!")


@cache
def _error(code: str) -> Any:
    from formualizer import LiteralValue  # only recomputation should pay for its start

    return LiteralValue.error(_KINDS.get(code, "Value"), None)
