"""A call of every function on small tables, as a workbook, with what the engine answers."""

from __future__ import annotations

import io
from functools import cache
from typing import Any, Dict, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import CellError, Grid, Scalar
from xltie.core.errors import XltieError
from xltie.functions.registry import Function, Kind, Parameter
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

SHEET = "Calls"
_EACH = 40
"""Rows that a call has for itself: an answer of rows runs into no other one."""
_TABLES: Dict[str, Sequence[Sequence[Scalar]]] = {
    "Discs": (
        ("Round", "Black", "White", "Black score", "White score"),
        (1, "Ann", "Bob", 40, 24), (1, "Cid", "Dee", 33, 31),
        (2, "Ann", "Cid", 20, 44), (2, "Bob", "Dee", 50, 14),
    ),
    "Results": (
        ("Round", "White", "Black", "Result"),
        (1, "Ann", "Bob", "1-0"), (1, "Cid", "Dee", "½-½"),
        (2, "Cid", "Ann", "0-1"), (2, "Dee", "Bob", "1-0"),
    ),
    "Boards": (
        ("Board", "NS", "EW", "Contract", "By", "Tricks"),
        (1, "Ann", "Bob", "3NT", "N", 9), (1, "Cid", "Dee", "4H", "S", 10),
        (2, "Ann", "Dee", "2S", "E", 8), (2, "Cid", "Bob", "1NT", "W", 6),
    ),
}  # fmt: skip
_PEOPLE: Sequence[Sequence[Scalar]] = (("Ann",), ("Bob",), ("Cid",), ("Dee",))
_SCORES: Sequence[Sequence[Scalar]] = ((420,), (50,), (-100,), (620,))
_RATED: Sequence[Sequence[Scalar]] = (
    ("Name", "Rating", "K", "Rank", "Club"),
    ("Ann", 2100, 20, "3d", "North"), ("Bob", 1900, 20, "1k", "South"),
    ("Cid", 2000, 40, "1d", "North"), ("Dee", 1800, 40, "5k", "South"),
)  # fmt: skip
_RANGES = {**_TABLES, "People": _PEOPLE, "Rated": _RATED, "Scores": _SCORES}
_WORDS: Dict[str, Scalar] = {
    "contract": "3NT", "declarer": "N", "named": "BUCHHOLZ", "limits": "1d;10k", "grade": "3d",
    "round_number": 2, "position": 1, "board": 2, "percent": 55, "text": "3", "tricks": 9,
}  # fmt: skip
_GIVEN = frozenset({"tricks", "contract", "declarer", "limits", "grade", "text"})
"""Arguments that are given although they may be left out."""


class Call(NamedTuple):
    """A call in a cell of the workbook, its formula without ``=``, and the engine's answer."""

    name: str
    row: int
    formula: str
    expected: Scalar
    """A number, a text, TRUE or FALSE, or the error as a text."""


@cache
def calls() -> Tuple[Call, ...]:
    """Return a call of every function, the same ones each time."""
    return tuple(
        _call(entry, entry.excel_name, number * _EACH + 1)
        for number, entry in enumerate(REGISTRY.values())
    )


def workbook(*, with_formulas: bool) -> bytes:
    """Return the workbook of the tables, the calls in column A of their own sheet."""
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = SHEET
    if with_formulas:
        for call in calls():
            sheet.cell(call.row, 1, f"={call.formula}")
    for name, rows in _RANGES.items():
        table = book.create_sheet(name)
        for row in rows:
            table.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def shown(value: Any) -> Scalar:
    """Return the first cell of an answer as the report and Excel's own values say it."""
    if isinstance(value, Grid):
        value = value.rows[0][0]
    while isinstance(value, (tuple, list)):
        value = value[0] if value else None
    if isinstance(value, CellError):
        return value.code
    if isinstance(value, str):
        return str(value)
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _call(entry: Function, name: str, row: int) -> Call:
    """Return a call on the first tables of which the function makes a value."""
    takes_games = any(p.kind is Kind.GAMES for p in entry.parameters)
    found = [
        _on(entry, name, row, table, people)
        for people in ("", "Rated")
        for table in (_TABLES if takes_games else ("Discs",))
    ]
    values = [call for call in found if not str(call.expected).startswith("#")]
    return (values or found)[0]


def _on(entry: Function, name: str, row: int, table: str, people: str) -> Call:
    """Return a call on a table, and on a list of people where they may be given."""
    given = [_argument(parameter, table, people) for parameter in entry.parameters]
    last = max((n for n, argument in enumerate(given) if argument is not None), default=-1)
    texts, cells = zip(*(argument or ("", None) for argument in given[: last + 1]))
    try:
        answer = shown(evaluate_call(entry, list(cells)))
    except XltieError as error:
        answer = error.code
    return Call(name, row, f"{name}({','.join(texts)})", "" if answer is None else answer)


def _argument(parameter: Parameter, table: str, people: str) -> Optional[Tuple[str, Any]]:
    """Return an argument as the formula has it and as the engine takes it, None for none."""
    if parameter.kind is Kind.GAMES:
        return _range(table)
    if parameter.kind is Kind.PLAYERS and (people or not parameter.is_optional):
        return _range(people or "People")
    if parameter.is_optional and parameter.name not in _GIVEN:
        return None
    if parameter.kind is Kind.RANGE:
        return _range("Scores")
    if parameter.name in _WORDS:
        return _written(_WORDS[parameter.name])
    if parameter.kind in (Kind.WHOLE, Kind.NUMBER, Kind.NUMBER_OR_NAME, Kind.ANY):
        return _written(8)
    return _written("Ann" if parameter.kind is Kind.PLAYER else "points")


def _range(sheet: str) -> Tuple[str, Grid]:
    rows = _RANGES[sheet]
    last = f"{chr(ord('A') + len(rows[0]) - 1)}${len(rows)}"
    return f"{sheet}!$A$1:${last}", Grid([list(row) for row in rows], sheet, 1, 1)


def _written(value: Scalar) -> Tuple[str, Scalar]:
    return (f'"{value}"', value) if isinstance(value, str) else (str(value), float(str(value)))
