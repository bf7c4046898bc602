"""Writing tournaments for OpenGotha: its reader takes them and shows the same standings.

What OpenGotha cannot hold is a fault: it would show other standings, without a word.
"""

from __future__ import annotations

from collections import Counter
from typing import Dict, List, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.event import Event, Id, Match, Status, name_parts
from xltie.exchange.common.go import rounds_missed, tables
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml_lines import block, tag
from xltie.exchange.opengotha.names import RESULTS, key
from xltie.exchange.opengotha.parameters import club_groups_element, parameters
from xltie.exchange.opengotha.players import (
    MOST_ROUNDS,
    NO_FIRST_NAME,
    name_of,
    player_attributes,
)

_DATA_VERSION = "201"  # without it ratings are shifted, and players with a hyphen lose their games


def write(event: Event) -> bytes:
    """Return the event as a tournament of OpenGotha, in the layout of its versions 3.4x and 3.5x.

    Raises:
        InputError: everything in the event that OpenGotha cannot hold.
    """
    notes = Notes()
    names = {contestant.id: name_of(contestant) for contestant in event.contestants}
    _check(event, names, notes)
    missed = rounds_missed(event, MOST_ROUNDS)
    players = (
        tag("Player", player_attributes(event, contestant, missed[contestant.id], notes))
        for contestant in event.contestants
    )
    parts = [
        *block("Players", *players),
        *block("Games", *_games(event, names)),
        *block("ByePlayers", *_byes(event, names, notes)),
        *club_groups_element(event.settings),
        parameters(event, notes),
    ]
    notes.refuse()
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    root = {"dataVersion": _DATA_VERSION, "externalIPAddress": "", "runningMode": "SAL"}
    return "\n".join([head, tag("Tournament", root, *parts), ""]).encode("utf-8")


def remarks(event: Event) -> List[Fault]:
    """Return whose names a file has otherwise: OpenGotha does not read a player without a first."""
    return [
        Fault(
            say(
                "{who!r} is written with the first name {first!r}, since OpenGotha reads no "
                "player without one",
                who=contestant.name or contestant.id,
                first=NO_FIRST_NAME,
            ),
            contestant.place,
        )
        for contestant in event.contestants
        if not name_parts(contestant)[1]
    ]


def _check(event: Event, names: Dict[Id, Tuple[str, str]], notes: Notes) -> None:
    if event.rounds > MOST_ROUNDS:
        notes.fault(
            say(
                "OpenGotha has {most} rounds at most, not {rounds}",
                most=MOST_ROUNDS,
                rounds=event.rounds,
            )
        )
    if not event.contestants:
        notes.fault(say("there are no players to write"))
    keys = Counter(key(*name) for name in names.values())
    for contestant in event.contestants:
        if keys[key(*names[contestant.id])] > 1:
            said = say(
                "{name} is the name of several players; OpenGotha tells them by it alone",
                name=contestant.name,
            )
            notes.fault(said, contestant.place)


# -- games ---------------------------------------------------------------------------------------


def _games(event: Event, names: Dict[Id, Tuple[str, str]]) -> List[str]:
    lines = []
    for number in sorted({match.round for match in event.matches}):
        games = [one for one in event.matches if one.round == number and one.b is not None]
        lines += [_game(game, table, names) for game, table in zip(games, tables(games))]
    return lines


def _game(match: Match, table: int, names: Dict[Id, Tuple[str, str]]) -> str:
    assert match.b is not None
    black, white = (match.b, match.a) if match.a.seat == "white" else (match.a, match.b)
    attributes = {
        "roundNumber": str(match.round),
        "tableNumber": str(table),
        "whitePlayer": key(*names[white.who]),
        "blackPlayer": key(*names[black.who]),
        "knownColor": str(bool(match.a.seat)).lower(),
        "handicap": str(match.handicap),
        "result": RESULTS.text(black, white),
    }
    return tag("Game", attributes)


def _byes(event: Event, names: Dict[Id, Tuple[str, str]], notes: Notes) -> List[str]:
    byes = [m for m in event.matches if m.a.status in (Status.PAIRING_BYE, Status.FULL_BYE)]
    counts = Counter(match.round for match in byes)
    for match in byes:
        if counts[match.round] > 1:
            said = say(
                "several players are free in round {round}; OpenGotha has room for one",
                round=match.round,
            )
            notes.fault(said, match.place)
            counts[match.round] = 1
    return [
        tag("ByePlayer", {"player": key(*names[m.a.who]), "roundNumber": str(m.round)})
        for m in byes
    ]
