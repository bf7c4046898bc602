"""The boards of a bridge session in an event text, by columns."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any, Dict, List, Tuple

from xltie.event.board_results import NOT_PLAYED, Award, Deal, NotPlayed


def pack_deals(deals: Tuple[Deal, ...]) -> Dict[str, List[Any]]:
    """Return one list for every field that any deal has a value in, as plain data."""
    columns = {
        field.name: [_plain(getattr(deal, field.name)) for deal in deals]
        for field in fields(Deal)
        if field.name != "place"
    }
    return {name: column for name, column in columns.items() if any(column)}


def unpack_deals(columns: Dict[str, List[Any]]) -> Tuple[Deal, ...]:
    """Return the deals in the columns of :func:`pack_deals`."""
    found = []
    for values in zip(*columns.values()):
        record = {name: _value(name, value) for name, value in zip(columns, values)}
        found.append(Deal(**{"board": 0, "ns": (), "ew": (), **record}))
    return tuple(found)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: an exact number as a text in a list of its own."""
    if isinstance(value, Fraction):
        return [str(value)]
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
        return Award(*(_value("", value[own]) for own in ("share", "imps", "average")))
    return value
