"""Between what Calc hands over and the cells of the engine.

Calc hands a number as a float (TRUE as 1, a date as its serial number), a text as a string, a blank
cell of a range as "", a missing argument as None, but a single blank cell as 0. A range that an
argument must have comes as an object that is read here: it knows its place, and its error cells can
be seen.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from time import monotonic
from typing import Any, Dict, List, Optional, Sequence, Tuple

import uno

from xltie.core.cells import CellError, Grid, Rows, Scalar, Value, column_number
from xltie.event.packed import MOST_PARTS, is_event_text
from xltie.functions.registry import Kind, Parameter
from xltie.sheets.functions import key_of
from xltie.sheets.read import let_go

ERRORS = {
    "#NULL!": 521,
    "#DIV/0!": 532,
    "#VALUE!": 519,
    "#REF!": 524,
    "#NAME?": 525,
    "#NUM!": 503,
    "#N/A": 32767,
}
"""The numbers by which Calc knows the error values of spreadsheets."""

_CODES = {number: code for code, number in ERRORS.items()}
_PLAIN = frozenset({float, str, int, bool, type(None)})
_INSERTED = 20
"""Rows and columns that may have been inserted since Calc looked where the used part ends."""
_MANY_ROWS = 2000
"""A range that ends below this row is cut to the used part of its sheet before it is read."""


def incoming(raw: Any, parameter: Parameter, is_packing: bool = False) -> Value:
    """Return an argument as the engine takes it; a 0 that can only be a blank cell as blank.

    The tables of a call that ``is_packing`` are read once for all the cells of the text.
    """
    kind = type(raw)  # an object of Calc is asked nothing: each question is a call to Calc
    if kind in _PLAIN:
        return None if raw == 0 and _has_no_zero(parameter) else raw
    if kind is tuple:
        return grid_of(raw)
    return _table_to_pack(raw) if is_packing else read_range(raw)


def _has_no_zero(parameter: Parameter) -> bool:
    if parameter.kind is Kind.TEXT or parameter.kind.is_table:
        return True
    least, above = parameter.min, parameter.above
    return (least is not None and least > 0) or (above is not None and above >= 0)


def is_of_one(raw: Sequence[Any]) -> bool:
    """Tell whether a call is for one player, of cells that Calc names, with plain values else."""
    if len(raw) < 2 or type(raw[1]) in _PLAIN or type(raw[1]) is tuple:
        return False
    return type(raw[0]) in _PLAIN and raw[0] is not None and _PLAIN.issuperset(map(type, raw[2:]))


class EventText(Grid):
    """Cells that hold an event as text: one and the same for all calls that name it."""

    __slots__ = ("name",)

    def __init__(self, rows: Rows, name: str) -> None:
        sheet, corners = _parts(name)
        super().__init__(rows, sheet, *corners[0])
        self.name = name


_events: List[EventText] = []
"""The texts of events, in the order in which they were read. Each call gets a text as a new string:
with thousands of cells it costs less to compare it with the few there are than to hash it."""
_MOST_EVENTS = 8


def _event_of(rows: Rows, name: str) -> EventText:
    """Return the cells that hold an event as text as a grid, the same one for the same text."""
    event = next((known for known in _events if known.rows == rows), None)
    if event is None:
        event = EventText(rows, name)
    else:
        _events.remove(event)
    _events.append(event)
    for gone in _events[:-_MOST_EVENTS]:
        let_go(gone)
    del _events[:-_MOST_EVENTS]
    return event


_numbered: Dict[float, Tuple[EventText, float]] = {}
"""Events by the number that stands below their text, and when both were read."""
_TRUSTED = 0.5
"""Seconds for which an equal number is taken for an equal event. Who types over the formula of the
number makes it wrong; nobody does that and types a result in less time."""


def _same_event(cells: Any) -> Optional[EventText]:
    """Return the event that the cells hold, if few questions to Calc tell that it is known.

    What is asked follows from the event of the last call: a single cell is known by its name, and
    has little text; of several the last holds a number.
    """
    last = _events[-1] if _events else None
    if last is None:
        return None
    if last.height == 1:
        is_there = cells.AbsoluteName == last.name
        return last if is_there and cells.getDataArray() == last.rows else None
    event, read_at = _numbered.get(cells.computeFunction(_greatest()), (None, 0.0))
    return event if monotonic() - read_at <= _TRUSTED else None


@lru_cache(maxsize=1)
def _greatest() -> Any:
    return uno.Enum("com.sun.star.sheet.GeneralFunction", "MAX")


def _keep_by_number(event: EventText) -> EventText:
    """Return an event that was read, kept if the last of its cells is the number of its text."""
    number = event.rows[-1][0]
    if isinstance(number, float):
        _numbered.pop(number, None)
        if number == key_of(event.flat()):
            if len(_numbered) >= _MOST_EVENTS:
                _numbered.clear()
            _numbered[number] = event, monotonic()
    return event


@lru_cache(maxsize=64)
def grid_of(rows: Rows, sheet: str = "", row: int = 1, column: int = 1) -> Grid:
    """Return rows of cells as a grid, the same one again for the same content and place."""
    return Grid(rows, sheet, row, column)


_asked: List[Dict[str, Grid]] = []
"""For each question that Calc has not answered yet, the first at the left: the tables by name that
it was asked for by the calls which it made to answer."""


def read_range(cells: Any, table: str = "") -> Grid:
    """Return the values of a range of cells as they are now; a ``table``, by name, is no event."""
    if _asked and not table:
        _asked[-1].clear()  # by another call than those that pack: its cells may be of any document
    _asked.append({})
    try:
        same = None if table else _same_event(cells)
        return _read_anew(cells, table or cells.AbsoluteName) if same is None else same
    finally:
        _asked.pop()


def _table_to_pack(cells: Any) -> Grid:
    """Return a table of an event; for a text in nine cells it is asked for once, not nine times.

    Calc computes them one after the other when they are asked for, and nobody types meanwhile.
    """
    name = cells.AbsoluteName
    if not _asked:
        return read_range(cells, name)
    known = _asked[-1]
    if name not in known:
        known[name] = read_range(cells, name)
    return known[name]


def _read_anew(cells: Any, name: str) -> Grid:
    sheet, corners = _parts(name)
    first, last = corners[0], corners[-1]
    if last[0] > _MANY_ROWS:
        cells = _used_part(cells)
    rows: Rows = cells.getDataArray()
    if len(rows) <= MOST_PARTS and is_event_text(rows[0][0]) and len(rows[0]) == 1:
        return _keep_by_number(_event_of(rows, name))
    if any(None in line for line in rows):
        rows = _with_errors(cells, rows)
    return grid_of(rows, sheet, *first)


@lru_cache(maxsize=256)
def _parts(name: str) -> Tuple[str, Tuple[Tuple[int, int], ...]]:
    """Return the sheet of ``$'my sheet'.$A$4:$I$88``, and row and column of the corners, from 1."""
    sheet, _, area = name[1:].rpartition(".")
    if sheet.startswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    corners = (corner.split("$") for corner in area.split(":"))
    return sheet, tuple((int(row), column_number(letters)) for _, letters, row in corners)


def _used_part(cells: Any) -> Any:
    """Return the part of whole columns that has cells: a sheet has over a million rows.

    While rows or columns are being inserted, Calc says where the used part ended before.
    """
    sheet, address = cells.Spreadsheet, cells.RangeAddress
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    last = (
        min(address.EndColumn, end.EndColumn + _INSERTED),
        min(address.EndRow, end.EndRow + _INSERTED),
    )
    if last == (address.EndColumn, address.EndRow):
        return cells
    return sheet.getCellRangeByPosition(
        address.StartColumn,
        address.StartRow,
        max(address.StartColumn, last[0]),
        max(address.StartRow, last[1]),
    )


def _with_errors(cells: Any, rows: Rows) -> Rows:
    """Return the rows with error values where Calc hands over nothing."""
    return tuple(
        tuple(
            error_in(cells.getCellByPosition(column, row)) if value is None else value
            for column, value in enumerate(line)
        )
        for row, line in enumerate(rows)
    )


def error_in(cell: Any) -> Scalar:
    """Return the error that a cell holds."""
    return CellError(_CODES.get(cell.getError(), "#VALUE!"))


def outgoing(value: Any) -> Tuple[Tuple[Any, ...], ...]:
    """Return an answer as rows of numbers and texts."""
    if isinstance(value, tuple):
        return tuple(tuple(_out(cell) for cell in row) for row in value)
    return ((_out(value),),)


def _out(cell: Scalar) -> Any:
    if isinstance(cell, CellError):
        return error_value(cell.code)
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else float(cell)


def error_value(code: str) -> float:
    """Return the number that Calc shows as an error: a NaN with the error in its low bits."""
    number = ERRORS.get(code, ERRORS["#VALUE!"])
    value: float = struct.unpack("<d", struct.pack("<Q", 0x7FF8000000000000 | number))[0]
    return value
