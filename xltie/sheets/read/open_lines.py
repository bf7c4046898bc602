"""Lines of a round that the director pairs, in which nobody stands yet."""

from __future__ import annotations

from collections import Counter
from typing import Iterator

from xltie.core.cells import Grid, number_of
from xltie.core.records import replace
from xltie.event import Event
from xltie.settings.declared import PAIRING
from xltie.sheets.tables import Header, games_header, matches_header

_BY_HAND = "by-hand"


def with_open_lines(event: Event, games: Grid) -> Event:
    """Return an event that is paired by hand with the first round in which lines wait for names."""
    if event.settings[PAIRING] != _BY_HAND:
        return event
    header = matches_header(games) or games_header(games)
    if header is None:
        return event
    rounds = Counter(_waiting(event, games, header))
    first = min(rounds, default=0)
    return replace(event, open_round=first, open_lines=rounds[first]) if first else event


def _waiting(event: Event, games: Grid, header: Header) -> Iterator[int]:
    """Yield the round of every line that has one, but neither a match nor a fault."""
    said = {match.place.row for match in event.matches} | {
        fault.place.row for fault in event.faults if fault.place.sheet == games.sheet
    }
    for number in games.below(header.row):
        at = number_of(header.get(games.rows[number], "round"))
        if games.place(number, 0).row not in said and at and at > 0 and at.denominator == 1:
            yield int(at)
