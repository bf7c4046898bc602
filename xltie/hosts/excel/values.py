"""Between the values that Excel hands over and the cells of the engine.

Excel sends a range's ``Value2``: numbers as floats, blanks as None, error cells as whole numbers.
The same table arrives with each of a thousand cells, so it is read once for the same content.
"""

from __future__ import annotations

import datetime
import marshal
from functools import lru_cache
from typing import Any, List, Tuple

from xltie.core.cells import CellError, Grid, Rows, Scalar, Value
from xltie.core.errors import InputError, XltieError
from xltie.core.language import language
from xltie.core.messages import say
from xltie.functions.registry import Kind

Origin = Tuple[str, int, int]
NOWHERE: Origin = ("", 1, 1)

ERROR_NUMBERS = {
    -2146826288: "#NULL!",
    -2146826281: "#DIV/0!",
    -2146826273: "#VALUE!",
    -2146826265: "#REF!",
    -2146826259: "#NAME?",
    -2146826252: "#NUM!",
    -2146826246: "#N/A",
    -2146826245: "#GETTING_DATA",
    -2146826243: "#SPILL!",
    -2146826242: "#CONNECT!",
    -2146826241: "#BLOCKED!",
    -2146826240: "#UNKNOWN!",
    -2146826239: "#FIELD!",
    -2146826238: "#CALC!",
}
"""Error cells as COM hands them over: &H800A0000 plus the number that ``CVErr`` takes."""

ERROR_CODES = frozenset(ERROR_NUMBERS.values())
LEFT_OUT = -2147352572
"""What stands for an argument that is left out."""

_DAY_ZERO = datetime.datetime(1899, 12, 30)


def incoming(raw: Any, kind: Kind, origin: Origin = NOWHERE) -> Value:
    """Return an argument as the engine takes it: a scalar, or a grid that knows its place."""
    if not isinstance(raw, (tuple, list)):
        return grid_of(((raw,),), origin) if kind.is_table and raw is not None else scalar(raw)
    return grid_of(raw, origin)


def grid_of(raw: Any, origin: Origin = NOWHERE) -> Grid:
    """Return rows of cells as a grid, the same one again for the same content and place."""
    try:
        return _kept_grid(marshal.dumps(raw, 2), origin)
    except ValueError:  # dates and other objects that have no bytes of their own
        return Grid(rows_of(raw), *origin)


@lru_cache(maxsize=64)
def _kept_grid(content: bytes, origin: Origin) -> Grid:
    """Keep grids by content; the bytes tell TRUE from 1, which a comparison would not."""
    return Grid(rows_of(marshal.loads(content)), *origin)


def rows_of(raw: Any) -> Rows:
    """Return rows of cells, from rows or from a single row that lost its second dimension."""
    lines: List[Any] = [line if isinstance(line, (tuple, list)) else (line,) for line in raw]
    if raw and not any(isinstance(line, (tuple, list)) for line in raw):
        lines = [raw]
    return tuple(tuple(scalar(cell) for cell in line) for line in lines)


def scalar(raw: Any) -> Scalar:
    """Return one cell: an error number or text becomes an error, a date its serial number."""
    if raw is None or isinstance(raw, (float, bool)):
        return raw
    if isinstance(raw, str):
        return CellError(raw) if raw in ERROR_CODES else raw
    if isinstance(raw, int):
        code = ERROR_NUMBERS.get(raw)
        return raw if code is None else CellError(code)
    if isinstance(raw, datetime.datetime):
        return (raw.replace(tzinfo=None) - _DAY_ZERO) / datetime.timedelta(days=1)
    if isinstance(raw, datetime.date):
        return float((raw - _DAY_ZERO.date()).days)
    return float(raw) if hasattr(raw, "__float__") else str(raw)


def outgoing(value: Any) -> Any:
    """Return an answer as Excel takes it: a scalar, or rows; an error as its code."""
    if isinstance(value, tuple):
        return [[_out(cell) for cell in row] for row in value]
    return _out(value)


def _out(cell: Scalar) -> Any:
    if isinstance(cell, CellError):
        return cell.code
    if type(cell) is int and abs(cell) >= 2**31:
        return float(cell)  # Excel in 32 bits has no longer whole numbers
    return "" if cell is None else cell


def failure(error: XltieError) -> str:
    """Return an error for the wrapper: its code, a tab, and one line for the status bar."""
    faults = error.faults if isinstance(error, InputError) else ()
    said = (faults[0] if faults else error.fault).placed
    if faults[1:]:
        said = say("{fault} (and {more} more)", fault=said, more=len(faults) - 1)
    spoken = error.language if isinstance(error, InputError) else ""
    return f"{error.code}\t{' '.join(language(spoken).say(said).split())}"
