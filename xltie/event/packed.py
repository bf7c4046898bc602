"""A whole event as the text of one cell, which every function takes in place of the games.

Handing a range to a function costs time for every cell of it at every call; a text is handed over
at once and read once. The text holds everything that a rule may ask for and depends on nothing
else: ``xltie-event-2: 8 players, 28 games: eJx...``. After the heading stands JSON by columns,
compressed, in base 64.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections import deque
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from operator import is_
from typing import Any, Deque, Dict, List, Optional, Sequence, Tuple

from xltie.core.errors import Fault, InputError, Place
from xltie.core.messages import Message, say
from xltie.core.records import MISSING, fields, replace
from xltie.event.model import Contestant, Event, Match, Outcome, Scoring, Side, Status
from xltie.event.packed_boards import (
    columns_of,
    pack_board_results,
    pack_teams,
    unpack_board_results,
    unpack_teams,
)
from xltie.event.teams import TeamEvent
from xltie.settings import Settings

LONGEST = 32767
"""Characters that a cell holds."""

MOST_PARTS = 80
"""Cells that one text may be spread over, each with a part of it, and the number after them."""

_PREFIX = "xltie-event-"
_TEXT = re.compile(_PREFIX + r"(\d+): (?:\d+ players, \d+ games|refused): ([A-Za-z0-9+/=]*)")
_VERSION = "2"
_STATUSES, _OUTCOMES = tuple(Status), (*Outcome, None)
_APART = frozenset({
    "contestants", "matches", "scoring", "board_results", "hand_records", "records", "entrants",
    "faults",
})  # fmt: skip
_SAID = "options"
"""What the settings are called in an event text."""

OVERWRITTEN = say("the formula that packs the event was typed over; xltie repair puts it back")
"""What is wrong with a cell that should hold an event text, and holds something else or nothing."""


class RefusedEvent(InputError):
    """An event text that says why there is no event: the faults of the tables it was made from."""


def is_event_text(value: Any) -> bool:
    """Tell whether a cell holds an event."""
    return isinstance(value, str) and value.startswith(_PREFIX)


def pack(event: Event) -> str:
    """Return an event, of whose tables nothing faulty counts, as text.

    Omitted is what no rule looks at: the places, the lines of the file that it was read from, and
    those who are listed but have not played. A text longer than ``LONGEST`` is cut into parts.
    """
    return (
        f"{_PREFIX}{_VERSION}: {len(event.contestants)} players, "
        f"{len(event.matches) or len(event.board_results)} games: {_packed(_content(event))}"
    )


def _said(value: Any) -> Any:
    """Return the value of a field as plain data: of settings what is said."""
    return value.said if isinstance(value, Settings) else value


def _content(event: Event) -> List[Any]:
    """Return an event as plain data."""
    about = {
        _SAID if field.name == "settings" else field.name: _said(getattr(event, field.name))
        for field in fields(Event)
        if field.name not in _APART and getattr(event, field.name) != field.default
    }
    if event.settings.doubts:
        about["doubts"] = event.settings.doubts
    if event.faults:
        about["faults"] = _faults(event.faults)
    scoring = {
        name: str(value)
        for name, value in vars(event.scoring).items()
        if value != getattr(Scoring(), name)
    }
    content = [
        about,
        scoring,
        _contestants(event),
        _matches(event),
        pack_board_results(event.board_results),
    ]
    if isinstance(event, TeamEvent):
        content.append([pack_teams(event), _content(event.players)])
    return content


def part_of(text: str, number: int) -> str:
    """Return the part of an event text that a cell holds, the first being 1; "" after the last."""
    return text[LONGEST * (number - 1) : LONGEST * number]


def pack_refusal(faults: Sequence[Fault], language: str = "en") -> str:
    """Return an event text that stands for tables which no event can be made from."""
    content = {"refused": _faults(faults)}
    more = {} if language == "en" else {"language": language}
    return f"{_PREFIX}{_VERSION}: refused: {_packed({**content, **more})}"


def _faults(faults: Sequence[Fault]) -> List[List[Any]]:
    """Return faults as plain data: message, code, and the fields of the place."""
    names = [one.name for one in fields(Place)]
    return [
        [_plain(fault.message), fault.code, *(getattr(fault.place, name) for name in names)]
        for fault in faults
    ]


def _read_faults(faults: Sequence[Sequence[Any]]) -> Tuple[Fault, ...]:
    return tuple(
        Fault(_read_value(message), Place(*place), code) for message, code, *place in faults
    )


def _plain(value: Any) -> Any:
    """Return a value of a message as plain data: numbers that JSON lacks and messages as lists."""
    if isinstance(value, Message):
        values = {name: _plain(inner) for name, inner in value.values}
        return [value.template, values, value.plural, value.context]
    if isinstance(value, (Fraction, Decimal)):
        return [type(value).__name__, str(value)]
    return value


def _read_value(data: Any) -> Any:
    if not isinstance(data, list):
        return data
    if len(data) == 2:
        kind, text = data
        return {"Fraction": Fraction, "Decimal": Decimal}[kind](text)
    template, values, plural, context = data
    return Message(
        template, tuple((name, _read_value(v)) for name, v in values.items()), plural, context
    )


def _packed(content: Any) -> str:
    plain = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return base64.b64encode(zlib.compress(plain, 9)).decode("ascii")


def unpack(text: str) -> Event:
    """Return the event in a text of :func:`pack`.

    Raises:
        RefusedEvent: the text stands for tables which no event can be made from.
        InputError: the text is cut off or changed, or a newer xltie made it.
    """
    match = _TEXT.fullmatch(text.strip())
    if match is not None and match[1] != _VERSION:
        raise InputError.say(
            "this event text is of version {version}; update xltie to read it", version=match[1]
        )
    try:
        if match is None:
            raise ValueError
        plain = zlib.decompress(base64.b64decode(match[2], validate=True))
        content = json.loads(plain)
        if isinstance(content, dict):
            refused = RefusedEvent(_read_faults(content["refused"]))
            refused.language = content.get("language", "en")
            raise refused
        return _event(content)
    except (binascii.Error, zlib.error, ValueError, TypeError, LookupError):
        raise InputError.of(
            say(
                "the event text is cut off or changed; compute it again with EVENT in all the "
                "cells that it needs"
            )
            if len(text) >= LONGEST
            else say("the event text is cut off or changed; compute it again with EVENT")
        ) from None


def _event(content: List[Any]) -> Event:
    """Return the event in plain data of :func:`_content`."""
    about, scoring, contestants, matches, board_results, *teams = content
    players = _read_contestants(contestants)
    settings = Settings.by_key(dict(about.pop(_SAID, ()))).doubting(dict(about.pop("doubts", ())))
    if "faults" in about:
        about["faults"] = _read_faults(about["faults"])
    if "sheets" in about:
        about["sheets"] = tuple(map(tuple, about["sheets"]))
    event = Event(
        **about,
        settings=settings,
        scoring=replace(Scoring(), **{name: Fraction(points) for name, points in scoring.items()}),
        contestants=players,
        matches=_read_matches(matches, players, about.get("tally_sum")),
        board_results=unpack_board_results(board_results),
    )
    return unpack_teams(event, teams[0][0], _event(teams[0][1])) if teams else event


# -- contestants ---------------------------------------------------------------------------------


_FEW = 4
"""Lists of contestants that are kept: an event of teams has two."""
_listed: Deque[Tuple[Tuple[Contestant, ...], Dict[str, List[Any]]]] = deque(maxlen=_FEW)
"""The contestants that were packed last, and what the text says of them."""


def _contestants(event: Event) -> Dict[str, List[Any]]:
    for before, columns in _listed:
        if len(before) == len(event.contestants) and all(map(is_, before, event.contestants)):
            return columns
    columns = _columns_of_contestants(event)
    _listed.appendleft((event.contestants, columns))
    return columns


def _columns_of_contestants(event: Event) -> Dict[str, List[Any]]:
    usual = {
        field.name: None if field.default is MISSING else field.default
        for field in fields(Contestant)
    }
    return columns_of(event.contestants, usual, lambda v: str(v) if isinstance(v, Fraction) else v)


_read_lists: Deque[Tuple[Dict[str, List[Any]], Tuple[Contestant, ...]]] = deque(maxlen=_FEW)
"""The contestants of the texts that were read last, and what these said: a result changes none."""


def _read_contestants(columns: Dict[str, List[Any]]) -> Tuple[Contestant, ...]:
    for said, contestants in _read_lists:
        if said == columns:
            return contestants
    contestants = _contestants_in(columns)
    _read_lists.appendleft((columns, contestants))
    return contestants


def _contestants_in(columns: Dict[str, List[Any]]) -> Tuple[Contestant, ...]:
    found = []
    for values in zip(*columns.values()):
        record = dict(zip(columns, values))
        record["start"] = Fraction(record.get("start", 0))
        record["rating_part"] = Fraction(record.get("rating_part", 0))
        record["manual_order"] = _exact(record.get("manual_order"))
        record["more"] = tuple((title, value) for title, value in record.get("more", ()))
        found.append(Contestant(**record))
    return tuple(found)


# -- matches -------------------------------------------------------------------------------------

_Kind = Tuple[Any, ...]
"""What is the same in many matches: for each side status, outcome, points, seat and code."""


def _matches(event: Event) -> List[Any]:
    """Return the matches by columns; players and kinds as indices."""
    at = {contestant.id: index for index, contestant in enumerate(event.contestants)}
    kinds: Dict[str, int] = {}
    rows = []
    before = _told.copy()
    _told.clear()
    for match in event.matches:
        told = before.get(id(match))
        if told is None or told[:2] != (match, event.tally_sum):
            told = _what_is_told(match, event.tally_sum)
        _told[id(match)] = told
        _, _, kind, tally, second = told
        other = None if match.b is None else at[match.b.who]
        number = kinds.setdefault(kind, len(kinds))
        rows.append((
            match.round, at[match.a.who], other, number, tally, second, match.table, match.handicap,
        ))  # fmt: skip
    columns = [list(column) for column in zip(*rows)] or [[] for _ in range(8)]
    return [[json.loads(kind) for kind in kinds], *map(_short, columns)]


_Told = Tuple[Match, Optional[int], str, Any, Any]

_told: Dict[int, _Told] = {}
"""What a text says of the matches that were packed last, by identity: a keystroke changes one."""


def _what_is_told(match: Match, tally_sum: Optional[int]) -> _Told:
    second = None if match.b is None else _tally_of_second(match.a, match.b, tally_sum)
    kind = _kinds_of(*map(_kind, match.sides))
    return match, tally_sum, kind, _number(match.a.tally), second


def _tally_of_second(first: Side, second: Side, tally_sum: Optional[int]) -> Any:
    """Return 0 for none, [1] for what the tally of the first leaves of the sum, else the number."""
    if second.tally is None:
        return 0
    rest = None if first.tally is None or tally_sum is None else tally_sum - first.tally
    return [1] if second.tally == rest else _number(second.tally, 2)


def _short(column: List[Any]) -> Any:
    """Return a column that holds one value throughout as that value and its count."""
    same = bool(column) and all(value == column[0] for value in column)
    return {"n": len(column), "v": column[0]} if same else column


def _long(column: Any) -> List[Any]:
    return [column["v"]] * column["n"] if isinstance(column, dict) else column


def _kind(side: Side) -> _Kind:
    points = None if side.points is None else str(side.points)
    return (
        _STATUSES.index(side.status), _OUTCOMES.index(side.outcome), points, side.seat, side.code,
    )  # fmt: skip


@lru_cache(maxsize=256)
def _kinds_of(*sides: _Kind) -> str:
    """Return what is the same in many matches as text."""
    return json.dumps(sides)


def _number(value: Optional[Fraction], tag: int = 0) -> Any:
    """Return an exact number as JSON: a whole one as it is, a fraction as text."""
    if value is None:
        return None
    plain = int(value) if value.denominator == 1 else str(value)
    return [tag, plain] if tag else plain


def _read_matches(
    data: List[Any], players: Tuple[Contestant, ...], tally_sum: Optional[int]
) -> Tuple[Match, ...]:
    kinds = data[0]
    ids = [player.id for player in players]
    before = _read.copy()
    _read.clear()
    found = []
    for number, row in enumerate(zip(*map(_long, data[1:]))):
        round_number, first, second, kind, tally, other, table, handicap = row
        sides = kinds[kind]
        rival = None if second is None else ids[second]
        said = (tally_sum, ids[first], rival, sides, row[:1], row[4:])
        known = before.get(number)
        if known is None or known[0] != said:
            a = _side(ids[first], sides[0], _exact(tally))
            b = None
            if rival is not None:
                b = _side(rival, sides[1], _other_tally(other, a.tally, tally_sum))
            known = said, Match(round_number, a, b, table, handicap)
        _read[number] = known
        found.append(known[1])
    return tuple(found)


_read: Dict[int, Tuple[Tuple[Any, ...], Match]] = {}
"""The matches of the text that was read last, and what it said of each: a keystroke changes one."""


def _other_tally(
    other: Any, tally: Optional[Fraction], tally_sum: Optional[int]
) -> Optional[Fraction]:
    if other == 0:
        return None
    if other == [1]:
        if tally is None or tally_sum is None:
            raise ValueError
        return tally_sum - tally
    return _exact(other[1])


def _exact(value: Any) -> Optional[Fraction]:
    return None if value is None else Fraction(value)


def _side(who: str, kind: _Kind, tally: Optional[Fraction]) -> Side:
    status, outcome, points, seat, code = kind
    return Side(who, _STATUSES[status], _OUTCOMES[outcome], _exact(points), tally, seat, code)
