"""Writing tournaments for OpenGotha: its reader takes them and shows the same standings.

What OpenGotha cannot hold is a fault: it would show other standings, without a word.
"""

from __future__ import annotations

from collections import Counter
from typing import Dict, List, Tuple
from xml.sax.saxutils import quoteattr

from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.event import Contestant, Event, Id, Match, Status, is_preliminary, name_parts
from xltie.exchange.common.go import tables
from xltie.exchange.common.notes import Notes
from xltie.exchange.opengotha.names import COLUMNS, RESULTS, key
from xltie.exchange.opengotha.pairing import club_groups_element, will_play
from xltie.exchange.opengotha.parameters import parameters, rank_text, smms_correction

MOST_ROUNDS = 20
_NO_FIRST_NAME = "x"  # a file with an empty first name is not read at all
_DATA_VERSION = "201"  # without it ratings are shifted, and players with a hyphen lose their games
_LOWEST_RATING, _HIGHEST_RATING = -900, 2949
Attributes = Dict[str, str]


def write(event: Event) -> bytes:
    """Return the event as a tournament of OpenGotha, in the layout of its versions 3.4x and 3.5x.

    Raises:
        InputError: everything in the event that OpenGotha cannot hold.
    """
    notes = Notes()
    names = {contestant.id: name_of(contestant) for contestant in event.contestants}
    _check(event, names, notes)
    parts = [
        _element(
            "Players",
            [_player(event, contestant, names, notes) for contestant in event.contestants],
        ),
        _element("Games", _games(event, names)),
        _element("ByePlayers", _byes(event, names, notes)),
        "\n".join(club_groups_element(event.settings)),
        parameters(event, notes),
    ]
    notes.refuse()
    root = f'<Tournament dataVersion="{_DATA_VERSION}" externalIPAddress="" runningMode="SAL">'
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    return "\n".join([head, root, *filter(None, parts), "</Tournament>", ""]).encode("utf-8")


def _element(name: str, children: List[str]) -> str:
    return "\n".join([f"<{name}>", *children, f"</{name}>"]) if children else ""


def tag(name: str, attributes: Attributes) -> str:
    """Return an element without content."""
    pairs = " ".join(f"{key}={quoteattr(text)}" for key, text in attributes.items())
    return f"<{name} {pairs}/>"


def name_of(contestant: Contestant) -> Tuple[str, str]:
    """Return a player's surname and first name as the file has them."""
    surname, first = name_parts(contestant)
    return surname or contestant.id, first or _NO_FIRST_NAME


def remarks(event: Event) -> List[Fault]:
    """Return whose names a file has otherwise: OpenGotha does not read a player without a first."""
    return [
        Fault(
            say(
                "{who!r} is written with the first name {first!r}, since OpenGotha reads no "
                "player without one",
                who=contestant.name or contestant.id,
                first=_NO_FIRST_NAME,
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


# -- players -------------------------------------------------------------------------------------


def _player(
    event: Event, contestant: Contestant, names: Dict[Id, Tuple[str, str]], notes: Notes
) -> str:
    more = dict(contestant.more)
    rank = rank_text(event, contestant, notes)
    rating = contestant.rating
    if rating is not None:  # the program holds ratings within these limits
        rating = max(_LOWEST_RATING, min(_HIGHEST_RATING, rating))
    country = contestant.country.upper()
    attributes = {
        "name": names[contestant.id][0],
        "firstName": names[contestant.id][1],
        "country": country if len(country) == 2 and country.isalpha() else "",
        "club": contestant.club,
        **{name: more.get(title, "") for title, name in COLUMNS.items()},
        "ratingOrigin": more.get("Rating origin", "EGF" if rating is not None else ""),
        "registeringStatus": "PRE" if is_preliminary(contestant) else "FIN",
        "rank": rank,
        **({} if rating is None else {"rating": str(rating)}),
        "grade": rank,
        "smmsCorrection": smms_correction(event, contestant, rank, notes),
        "participating": _participating(event, contestant),
    }
    return tag("Player", attributes)


def _participating(event: Event, contestant: Contestant) -> str:
    """Return a figure for each round: 0 where the player is absent, as OpenGotha scores it."""
    entries = _entries(event).get(contestant.id, {})
    begun = event.last_round

    def is_there(number: int) -> bool:
        if number > begun:
            return will_play(contestant, number)
        return number in entries and entries[number] not in (Status.ABSENT, Status.HALF_BYE)

    return "".join("01"[is_there(number)] for number in range(1, MOST_ROUNDS + 1))


def _entries(event: Event) -> Dict[Id, Dict[int, Status]]:
    found: Dict[Id, Dict[int, Status]] = {}
    for match in event.matches:
        for side in match.sides:
            found.setdefault(side.who, {})[match.round] = side.status
    return found


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
