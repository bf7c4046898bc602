"""OpenGotha tournaments (``.xml``): players, games, byes and the parameters that score them.

The program reads what is written, and shows the same standings. What it cannot hold is a fault: it
would show others, without a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import Dict, List, NamedTuple, Optional, Tuple

from xltie.core.dates import read_date
from xltie.core.errors import Fault, InputError
from xltie.event import (
    NO_FIRST_NAME,
    Contestant,
    Event,
    Id,
    Match,
    Side,
    Status,
    TeamEvent,
    name_parts,
)
from xltie.event import faults as faults_of
from xltie.exchange.common.go import (
    D,
    L,
    ResultTexts,
    W,
    planned_rounds,
    round_number,
    rounds_missed,
    stones_read,
    tables,
    with_absences,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml import Node, block, parse, root_of, tag
from xltie.exchange.opengotha.parameters import (
    club_groups_element,
    element_of,
    parameters,
    read_parameters,
    with_pairing,
)
from xltie.exchange.opengotha.players import (
    MOST_ROUNDS,
    Limits,
    key_of,
    name_of,
    player_attributes,
    read_player,
)
from xltie.exchange.registry import ReadResult
from xltie.settings import Settings, declared

_RESULTS = ResultTexts(
    {  # black, white
        "RESULT_WHITEWINS": (L, W),
        "RESULT_BLACKWINS": (W, L),
        "RESULT_EQUAL": (D, D),
        "RESULT_BOTHLOSE": (L, L),
        "RESULT_BOTHWIN": (W, W),
    },
    by_default="_BYDEF",
    pending=("RESULT_UNKNOWN", ""),
)


class Reading(NamedTuple):
    """Who the players of a file are by their keys, and what is wrong with it."""

    ids: Dict[str, Id]
    plain: Dict[str, List[Id]]
    notes: Notes


_SIGNS = (b"<TournamentParameterSet", b"fullVersionNumber=", b"dataVersion=", b"registeringStatus=")
"""What only the program writes, at the end of a file and at its beginning."""


def looks_like(data: bytes) -> bool:
    """Tell whether a file is a tournament of OpenGotha."""
    root = root_of(data)
    is_tournament = root.startswith("<Tournament")
    return is_tournament and ("gotha" in root.lower() or any(sign in data for sign in _SIGNS))


def read(data: bytes, name: str) -> ReadResult:
    """Return the event; players are numbered in the order of the file.

    Raises:
        InputError: every fault with line and column.
    """
    return ReadResult(read_players(parse(data, name, doctype=True))[0])


def read_players(root: Node) -> Tuple[Event, Reading]:
    """Return the event of the players, and how the file calls them.

    Raises:
        InputError: as :func:`read`.
    """
    players = list(root.all("Player"))
    if not players:
        raise InputError.say("the file contains no players", root.place)
    reading = Reading({}, {}, Notes())
    settings = Settings.of(read_parameters(root, reading.notes))
    limits, shift = Limits.of(settings), _shift(root, players)
    contestants = tuple(
        read_player(number, node, limits, shift, reading.notes)
        for number, node in enumerate(players, 1)
    )
    for node, player in zip(players, contestants):
        _list(node, player.id, reading)
    matches = [_game(node, reading) for node in root.all("Game")]
    # Pairgoth writes a list of them under the same name.
    byes = [node for node in root.all("ByePlayer") if node.attributes or not node.children]
    matches += [_bye(node, reading) for node in byes]
    found = list(filter(None, matches))
    event = _event(root, contestants, found, settings, reading.notes)
    reading.notes.refuse(() if reading.notes.faults else faults_of(event))
    return event, reading


_OF_FRANCE = 2050
"""The rating that counts 0 on the scale of the French federation."""


def _shift(root: Node, players: List[Node]) -> int:
    """Return what is added to ratings: files before 2011 have them on the scale of the FFG.

    The program tells them by their data version. Versions 3.4x and 3.5x write none, but the
    ratings of today; there the origin names the rating beside it (``FFG : -520``).
    """
    version = root.get("dataVersion")
    if version:
        return _OF_FRANCE if version.isdecimal() and int(version) < _SINCE else 0
    is_new = re.match(r"3\.[4-9]|[4-9]", root.get("fullVersionNumber"))
    is_french = any(player.get("ratingOrigin") == "FFG" for player in players)
    return _OF_FRANCE if is_french and not is_new else 0


_SINCE = 201
"""The data version from which on ratings are those of the EGF."""


def _event(
    root: Node,
    players: Tuple[Contestant, ...],
    matches: List[Match],
    settings: Settings,
    notes: Notes,
) -> Event:
    general = element_of(root, "GeneralParameterSet")
    marks = {who.id: node.get("participating") for who, node in zip(players, root.all("Player"))}
    planned = planned_rounds(general.get("numberOfRounds"), general.place, notes)
    contestants, games, rounds = with_absences(
        players, matches, planned, lambda who, turn: marks[who][turn - 1 : turn] == "0"
    )
    event = Event(
        name=general.get("name") or general.get("shortName"), game="go",
        format="mcmahon" if settings.text(declared.BASIS) == "mms" else "swiss",
        rulebook="opengotha", rounds=rounds, contestants=contestants, matches=games,
        start_date=read_date(general.get("beginDate")), settings=settings,
    )  # fmt: skip
    return with_pairing(event, root, notes)


# -- who is who ----------------------------------------------------------------------------------


def _letters(key: str) -> str:
    """Return a key without hyphens, accents and other signs, as older programs wrote it."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", key))


def _list(node: Node, who: Id, reading: Reading) -> None:
    """Note by which keys games may name a player."""
    name, first = node.get("name"), node.get("firstName")
    key = key_of(name, first)
    if key in reading.ids:
        reading.notes.fault("player {who} is listed twice", node.place, who=f"{name} {first}")
    reading.ids[key] = who
    for plain in {_letters(key), _letters(key_of(node.text, ""))} - {
        ""
    }:  # some write the key itself
        reading.plain.setdefault(plain, []).append(who)


def who_is(node: Node, attribute: str, reading: Reading) -> str:
    """Return the player whom an element names, "" with a fault where the list has none."""
    key = node.get(attribute)
    player_key = key_of(key, "")
    who = reading.ids.get(player_key, "")
    alike = reading.plain.get(_letters(player_key), []) if not who else []
    if len(alike) == 1:
        return alike[0]
    if not who:
        reading.notes.fault("{key!r} is not in the list of players", node.place, key=key)
    return who


# -- games ---------------------------------------------------------------------------------------


def _round(node: Node, reading: Reading) -> int:
    return round_number(node.get("roundNumber"), node.place, reading.notes)


def _game(node: Node, reading: Reading) -> Optional[Match]:
    black, white = who_is(node, "blackPlayer", reading), who_is(node, "whitePlayer", reading)
    number, result = _round(node, reading), node.get("result")
    sides = _RESULTS.sides(result, black, white)
    if sides is None:
        reading.notes.fault("{result!r} is not a result", node.place, result=result)
    stones = stones_read(node.get("handicap", "0"), node.place, reading.notes)
    if stones is None or not (black and white and number and sides):
        return None
    return Match(number, *sides, node.get("tableNumber"), stones, node.place)


def _bye(node: Node, reading: Reading) -> Optional[Match]:
    who, number = who_is(node, "player", reading), _round(node, reading)
    if not who or not number:
        return None
    return Match(number, Side(who, Status.PAIRING_BYE), place=node.place)


# -- to a file -------------------------------------------------------------------------------------

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
        Fault.say(
            "{who!r} is written with the first name {first!r}, since OpenGotha reads no "
            "player without one",
            contestant.place,
            who=contestant.known_as,
            first=NO_FIRST_NAME,
        )
        for contestant in (event.players if isinstance(event, TeamEvent) else event).contestants
        if not name_parts(contestant)[1]
    ]


def _check(event: Event, names: Dict[Id, Tuple[str, str]], notes: Notes) -> None:
    if event.rounds > MOST_ROUNDS:
        notes.fault(
            "OpenGotha has {most} rounds at most, not {rounds}",
            most=MOST_ROUNDS,
            rounds=event.rounds,
        )
    if not event.contestants:
        notes.fault("there are no players to write")
    keys = Counter(key_of(*name) for name in names.values())
    for contestant in event.contestants:
        if keys[key_of(*names[contestant.id])] > 1:
            notes.fault(
                "{name} is the name of several players; OpenGotha tells them by it alone",
                contestant.place,
                name=contestant.name,
            )


def _games(event: Event, names: Dict[Id, Tuple[str, str]]) -> List[str]:
    lines = []
    for number in sorted({match.round for match in event.matches}):
        games = [one for one in event.matches if one.round == number and one.b is not None]
        lines += [_tag_of(game, table, names) for game, table in zip(games, tables(games))]
    return lines


def _tag_of(match: Match, table: int, names: Dict[Id, Tuple[str, str]]) -> str:
    assert match.b is not None
    black, white = (match.b, match.a) if match.a.seat == "white" else (match.a, match.b)
    attributes = {
        "roundNumber": str(match.round),
        "tableNumber": str(table),
        "whitePlayer": key_of(*names[white.who]),
        "blackPlayer": key_of(*names[black.who]),
        "knownColor": str(bool(match.a.seat)).lower(),
        "handicap": str(match.handicap),
        "result": _RESULTS.text(black, white),
    }
    return tag("Game", attributes)


def _byes(event: Event, names: Dict[Id, Tuple[str, str]], notes: Notes) -> List[str]:
    byes = [m for m in event.matches if m.a.status in (Status.PAIRING_BYE, Status.FULL_BYE)]
    counts = Counter(match.round for match in byes)
    for match in byes:
        if counts[match.round] > 1:
            notes.fault(
                "several players are free in round {round}; OpenGotha has room for one",
                match.place,
                round=match.round,
            )
            counts[match.round] = 1
    return [
        tag("ByePlayer", {"player": key_of(*names[m.a.who]), "roundNumber": str(m.round)})
        for m in byes
    ]
