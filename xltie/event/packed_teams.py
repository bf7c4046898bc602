"""What an event of teams has besides, in an event text: boards, line-ups, both scores."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any, Dict, List

from xltie.event.model import Event, Scoring
from xltie.event.teams import BoardPoints, TeamEvent


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
            [(r, who, known.setdefault(own, len(known))) for r, who, own in event.board_points]
        ),
        "rows": [list(map(str, own)) for own in known],
        "line_ups": _columns([(r, who, " ".join(w or "-" for w in own)) for r, who, own
                              in event.line_ups]),
    }  # fmt: skip


def _columns(rows: List[Any]) -> List[Any]:
    return [list(column) for column in zip(*rows)]


def unpack_teams(event: Event, data: Dict[str, Any], players: Event) -> TeamEvent:
    """Return an event as one of teams, with the data of :func:`pack_teams`."""
    plain = {field.name: getattr(event, field.name) for field in fields(Event)}
    rows = [tuple(map(Fraction, own)) for own in data["rows"]]
    return TeamEvent(
        **plain,
        boards=data["boards"],
        primary=data["primary"],
        colours=data["colours"],
        bye_game_points=None if data["bye"] is None else Fraction(data["bye"]),
        game_scoring=replace(Scoring(), **{k: Fraction(v) for k, v in data["games"].items()}),
        board_points=tuple((r, who, rows[at]) for r, who, at in zip(*data["points"])),
        line_ups=tuple(
            (r, who, tuple("" if own == "-" else own for own in text.split(" ")))
            for r, who, text in zip(*data["line_ups"])
        ),
        players=players,
    )
