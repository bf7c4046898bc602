"""OpenGotha tournaments (``.xml``): players, games, byes and the parameters that score them."""

from __future__ import annotations

import re
import unicodedata
from typing import Dict, List, NamedTuple, Optional, Tuple

from xltie.core.dates import read_date
from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.event import Contestant, Event, Id, Match, Side, Status
from xltie.event import faults as faults_of
from xltie.exchange.common.go import planned_rounds, round_number, stones_read, unpaired
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.safe_xml import Node, parse, root_of
from xltie.exchange.opengotha.names import RESULTS
from xltie.exchange.opengotha.names import key as _key
from xltie.exchange.opengotha.parameters import general_of, read_parameters, with_pairing
from xltie.exchange.opengotha.players import Limits, absences_announced, read_player
from xltie.exchange.registry import ReadResult
from xltie.settings import Settings, declared


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
        raise InputError.of(say("the file contains no players"), root.place)
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
    found = [match for match in matches if match is not None]
    found += _unpaired(players, found)
    found.sort(key=lambda match: match.round)
    event = _event(root, contestants, tuple(found), settings, reading.notes)
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
    matches: Tuple[Match, ...],
    settings: Settings,
    notes: Notes,
) -> Event:
    general = general_of(root)
    begun = max((match.round for match in matches), default=0)
    rounds = max(planned_rounds(general.get("numberOfRounds"), general.place, notes), begun)
    event = Event(
        name=general.get("name") or general.get("shortName"),
        game="go",
        format="mcmahon" if settings.text(declared.BASIS) == "mms" else "swiss",
        rulebook="opengotha",
        rounds=rounds,
        contestants=tuple(
            absences_announced(player, node, begun, rounds)
            for player, node in zip(players, root.all("Player"))
        ),
        matches=matches,
        start_date=read_date(general.get("beginDate")),
        settings=settings,
    )
    return with_pairing(event, root, notes)


# -- who is who ----------------------------------------------------------------------------------


def _letters(key: str) -> str:
    """Return a key without hyphens, accents and other signs, as older programs wrote it."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", key))


def _list(node: Node, who: Id, reading: Reading) -> None:
    """Note by which keys games may name a player."""
    name, first = node.get("name"), node.get("firstName")
    key = _key(name, first)
    if key in reading.ids:
        reading.notes.fault(say("player {who} is listed twice", who=f"{name} {first}"), node.place)
    reading.ids[key] = who
    for plain in {_letters(key), _letters(_key(node.text, ""))} - {""}:  # some write the key itself
        reading.plain.setdefault(plain, []).append(who)


def who_is(node: Node, attribute: str, reading: Reading) -> str:
    """Return the player whom an element names, "" with a fault where the list has none."""
    key = node.get(attribute)
    player_key = _key(key, "")
    who = reading.ids.get(player_key, "")
    alike = reading.plain.get(_letters(player_key), []) if not who else []
    if len(alike) == 1:
        return alike[0]
    if not who:
        reading.notes.fault(say("{key!r} is not in the list of players", key=key), node.place)
    return who


# -- games ---------------------------------------------------------------------------------------


def _round(node: Node, reading: Reading) -> int:
    return round_number(node.get("roundNumber"), node.place, reading.notes)


def _game(node: Node, reading: Reading) -> Optional[Match]:
    black, white = who_is(node, "blackPlayer", reading), who_is(node, "whitePlayer", reading)
    number, result = _round(node, reading), node.get("result")
    sides = RESULTS.sides(result, black, white)
    if sides is None:
        reading.notes.fault(say("{result!r} is not a result", result=result), node.place)
    stones = stones_read(node.get("handicap", "0"), node.place, reading.notes)
    if stones is None or not (black and white and number and sides):
        return None
    return Match(number, *sides, node.get("tableNumber"), stones, node.place)


def _bye(node: Node, reading: Reading) -> Optional[Match]:
    who, number = who_is(node, "player", reading), _round(node, reading)
    if not who or not number:
        return None
    return Match(number, Side(who, Status.PAIRING_BYE), place=node.place)


def _unpaired(players: List[Node], matches: List[Match]) -> List[Match]:
    takes_part = {str(n): node.get("participating") for n, node in enumerate(players, 1)}
    places = [(str(n), node.place) for n, node in enumerate(players, 1)]
    return unpaired(places, matches, lambda who, turn: takes_part[who][turn - 1 : turn] != "0")
