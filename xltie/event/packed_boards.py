"""The boards of a bridge session in an event text, by columns."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any, Dict, List, Tuple

from xltie.event.board_results import NOT_PLAYED, Award, BoardResult, NotPlayed, Weighted


def pack_board_results(board_results: Tuple[BoardResult, ...]) -> Dict[str, List[Any]]:
    """Return one list for each field in which any board result has a value, as plain data."""
    columns = {
        field.name: [_plain(getattr(board_result, field.name)) for board_result in board_results]
        for field in fields(BoardResult)
        if field.name != "place"
    }
    return {name: column for name, column in columns.items() if any(column)}


def unpack_board_results(columns: Dict[str, List[Any]]) -> Tuple[BoardResult, ...]:
    """Return the board results in the columns of :func:`pack_board_results`."""
    found = []
    for values in zip(*columns.values()):
        record = {name: _value(name, value) for name, value in zip(columns, values)}
        found.append(BoardResult(**{"board": 0, "ns": (), "ew": (), **record}))
    return tuple(found)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: an exact number as a text in a list of its own."""
    if isinstance(value, Fraction):
        return [str(value)]
    if isinstance(value, Weighted):
        return {"parts": [[_plain(number) for number in part] for part in value.parts]}
    if isinstance(value, Award):
        return {"share": _plain(value.share), "imps": _plain(value.imps), "average": value.average}
    return {} if isinstance(value, NotPlayed) else value


_NAMES = frozenset({"ns", "ew"})


def _value(name: str, value: Any) -> Any:
    if name in _NAMES:
        return tuple(value)
    if isinstance(value, list):
        return Fraction(value[0])
    if isinstance(value, dict):
        if not value:
            return NOT_PLAYED
        if "parts" in value:
            return Weighted(tuple((_value("", p[0]), _value("", p[1])) for p in value["parts"]))
        return Award(*(_value("", value[own]) for own in ("share", "imps", "average")))
    return value
