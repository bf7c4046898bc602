"""The list of players that stands beside the games in somebody's workbook: who they are."""

from __future__ import annotations

from typing import Dict, Iterable, List, Mapping, Optional, Tuple

from xltie.core.cells import Grid
from xltie.core.plain_words import normal
from xltie.core.records import replace
from xltie.event import Contestant, Event, Id
from xltie.sheets.read.players import nobody_in, read_players
from xltie.sheets.tables import Header, heading_of, players_header

_ABOUT = ("club", "country", "team", "title", "grade")
_SCORES = ("start", "manual", "withdrawn")
"""What a list may say of anybody beyond who it is; nothing comes of it here."""
_OF_RANKINGS = ("place", "points", "wins")
_PEOPLE = frozenset({"FIDE ID", "Birth", "Sex", "K"})


def with_lists(event: Event, sheets: Mapping[str, Grid]) -> Event:
    """Return an event of somebody's table with what the lists of players in its sheets say.

    A list is of these players if most of them stand in it: by name, or by number where the games
    name nobody. Who is in it and has not played yet takes part as well, but no line of the table
    of games does, nor one of a ranking, which ends with sums. Only what tells who somebody is comes
    of it, no scores.
    """
    of_games = {match.place.sheet for match in event.matches}
    for grid in sheets.values():
        header = players_header(grid)
        if header is None or not {"name", "surname"} & header.columns.keys():
            continue
        listed, nobody = read_players(grid), nobody_in(grid).rows
        lines = [line for line in listed.contestants if line.place.row not in nobody]
        found = _found(event.contestants, lines)
        if len(found) * 2 <= len(event.contestants):
            continue
        known = tuple(_joined(who, found.get(who.id)) for who in event.contestants)
        if grid.sheet in of_games or _is_ranking(header):
            event = replace(event, contestants=known)
        else:
            more = _others(known, found.values(), lines)
            scores = {grid.column + header.columns[at] for at in _SCORES if at in header.columns}
            faults = [
                fault
                for fault in listed.faults
                if fault.place.column not in scores and fault.place.row not in nobody
            ]
            event = replace(event, contestants=(*known, *more), faults=(*event.faults, *faults))
    return event


def _is_ranking(header: Header) -> bool:
    read = set(header.columns.values())
    others = (text for at, text in enumerate(header.texts) if at not in read)
    return any(heading_of(text).meaning in _OF_RANKINGS for text in others)


def _found(contestants: Iterable[Contestant], listed: Iterable[Contestant]) -> Dict[Id, Contestant]:
    """Return the line of the list of everybody who stands in one line of it."""
    lines: Dict[Tuple[bool, str], List[Contestant]] = {}
    for line in listed:
        lines.setdefault((True, normal(line.name)), []).append(line)
        lines.setdefault((False, line.id), []).append(line)
    found = {}
    for who in contestants:
        is_named = not who.known_as.isdecimal()
        key = (True, normal(who.known_as)) if is_named else (False, who.id)
        if len(lines.get(key, ())) == 1:
            found[who.id] = lines[key][0]
    return found


def _joined(who: Contestant, line: Optional[Contestant]) -> Contestant:
    if line is None:
        return who
    about = {field: getattr(who, field) or getattr(line, field) for field in _ABOUT}
    more = tuple(pair for pair in line.more if pair[0] in _PEOPLE)
    name = line.name if who.name in ("", who.id) and line.name != who.id else who.name
    return replace(who, name=name, rating=who.rating or line.rating, more=who.more + more, **about)


def _others(
    known: Iterable[Contestant], found: Iterable[Contestant], listed: Iterable[Contestant]
) -> List[Contestant]:
    """Return who of a list plays no game yet and has a number or name that nobody else has."""
    there = {line.place for line in found}
    taken = {text for who in known for text in (who.id, who.name)}
    return [
        _joined(Contestant(line.id, place=line.place), line)
        for line in listed
        if line.name and line.place not in there and not {line.id, line.name} & taken
    ]
