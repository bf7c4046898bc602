"""The boards and the teams of an event as text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

from xltie.core.records import replace
from xltie.event.board_results import NOT_PLAYED, Award, BoardResult, NotPlayed, Weighted
from xltie.event.model import Event, Scoring
from xltie.event.teams import BoardPoints, TeamEvent


def columns_of(
    records: Sequence[Any], usual: Mapping[str, Any], plain: Callable[[Any], Any]
) -> Dict[str, List[Any]]:  # fmt: skip
    """Return one list for each field in which any record says something else than is usual.

    Where a record was read is left out; ``plain`` makes a value plain data.
    """
    columns: Dict[str, List[Any]] = {}
    for name, default in usual.items():
        values = [getattr(record, name) for record in records]
        if name != "place" and any(value != default for value in values):
            columns[name] = list(map(plain, values))
    return columns


_USUAL: Mapping[str, Any] = {"board": 0, "ns": (), "ew": (), **BoardResult._field_defaults}


def pack_board_results(board_results: Tuple[BoardResult, ...]) -> Dict[str, List[Any]]:
    """Return the board results by columns, as plain data."""
    return columns_of(board_results, _USUAL, _plain)


def unpack_board_results(columns: Dict[str, List[Any]]) -> Tuple[BoardResult, ...]:
    """Return the board results in the columns of :func:`pack_board_results`."""
    found = []
    for values in zip(*columns.values()):
        record = {name: _value(name, value) for name, value in zip(columns, values)}
        found.append(BoardResult(**{**_USUAL, **record}))
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
        return Award(*(_value("", value[part]) for part in ("share", "imps", "average")))
    return value


# -- what an event of teams has besides, in an event text: boards, line-ups, both scores -----------


def pack_teams(event: TeamEvent) -> Dict[str, Any]:
    """Return what an event of teams has besides, as plain data; its players come apart."""
    known: Dict[BoardPoints, int] = {}
    bye = event.bye_game_points
    return {
        "boards": event.boards,
        "primary": event.primary,
        "colours": event.colours,
        "bye": None if bye is None else str(bye),
        "games": {name: str(value) for name, value in vars(event.game_scoring).items()},
        "points": _columns(
            [(n, w, known.setdefault(points, len(known))) for n, w, points in event.board_points]
        ),
        "rows": [list(map(str, points)) for points in known],
        "line_ups": _columns([(r, who, " ".join(w or "-" for w in line_up)) for r, who, line_up
                              in event.line_ups]),
    }  # fmt: skip


def _columns(rows: List[Any]) -> List[Any]:
    return [list(column) for column in zip(*rows)]


def unpack_teams(event: Event, data: Dict[str, Any], players: Event) -> TeamEvent:
    """Return an event as one of teams, with the data of :func:`pack_teams`."""
    rows = [tuple(map(Fraction, points)) for points in data["rows"]]
    return TeamEvent(
        **event.facts,
        boards=data["boards"],
        primary=data["primary"],
        colours=data["colours"],
        bye_game_points=None if data["bye"] is None else Fraction(data["bye"]),
        game_scoring=replace(Scoring(), **{k: Fraction(v) for k, v in data["games"].items()}),
        board_points=tuple((r, who, rows[at]) for r, who, at in zip(*data["points"])),
        line_ups=tuple(
            (r, who, tuple("" if word == "-" else word for word in text.split(" ")))
            for r, who, text in zip(*data["line_ups"])
        ),
        players=players,
    )
