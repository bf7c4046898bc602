"""OpenGotha tournaments (``.xml``): players, games, byes and the parameters that score them."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.dates import read_date
from xltie.core.errors import InputError
from xltie.core.go_names import joined
from xltie.core.go_ranks import rank_in_file, start_score, with_unit
from xltie.core.messages import say
from xltie.event import FILED_NAME, Contestant, Event, Match, Side, Status, filed_name
from xltie.event import faults as faults_of
from xltie.exchange.common.go import planned_rounds, round_number, unpaired
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.safe_xml import Node, parse, root_of
from xltie.exchange.opengotha.names import (
    COLUMNS,
    CRITERIA,
    RESULTS,
    SYSTEMS,
    USUAL_ORIGIN,
)
from xltie.exchange.opengotha.names import key as _key
from xltie.exchange.opengotha.pairing import with_absences, with_pairing
from xltie.exchange.registry import ReadResult
from xltie.settings import Settings, Texts, declared
from xltie.settings.thinking_time import ThinkingTime

_RANKS = frozenset({"genMMBar", "genMMFloor", "genMMZero"})
_IN_HALVES = frozenset(
    {"genNBW2ValueAbsent", "genNBW2ValueBye", "genMMS2ValueAbsent", "genMMS2ValueBye"}
)


class Reading(NamedTuple):
    """What is collected while a file is read; ``shift`` makes its ratings those of today."""

    shift: int
    ids: Dict[str, str]
    plain: Dict[str, List[str]]
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
    general = root.first("GeneralParameterSet") or Node("", {}, root.place)
    reading = Reading(_shift(root, players), {}, {}, Notes())
    if not players:
        raise InputError.of(say("the file contains no players"), root.place)
    contestants = tuple(_contestant(n, p, general, reading) for n, p in enumerate(players, 1))
    matches = [_game(node, reading) for node in root.all("Game")]
    # Pairgoth writes a list of them under the same name.
    byes = [node for node in root.all("ByePlayer") if node.attributes or not node.children]
    matches += [_bye(node, reading) for node in byes]
    found = [match for match in matches if match is not None]
    found += _unpaired(players, found)
    _check(general, reading)
    event = _event(root, general, contestants, tuple(sorted(found, key=lambda m: m.round)), reading)
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


def _check(general: Node, reading: Reading) -> None:
    """Note the parameters that cannot be read: no score is computed from a guess."""
    for name, value in general.attributes.items():
        if name in _RANKS and rank_in_file(value) is None:
            said = say(
                "{parameter} is {text!r}, not a rank such as 3D or 12K", parameter=name, text=value
            )
        elif name in _IN_HALVES and not value.isdecimal():
            said = say(
                "{parameter} is {text!r}, not a number of half points", parameter=name, text=value
            )
        else:
            continue
        reading.notes.fault(said, general.place)


def _event(
    root: Node,
    general: Node,
    contestants: Tuple[Contestant, ...],
    matches: Tuple[Match, ...],
    reading: Reading,
) -> Event:
    names = [
        node.get("name")
        for node in (root.first("PlacementParameterSet") or root).all("PlacementCriterion")
    ]
    main = next((name for name in names if name in ("NBW", "MMS", "STS", "CPS")), "MMS")
    is_mcmahon = main in ("MMS", "STS")
    criteria = [CRITERIA.get(name, name) for name in names if name != "NULL"]
    settings: Texts = {
        declared.CRITERIA: ", ".join(criteria),
        declared.BASIS: "mms" if is_mcmahon else "wins",
        **_scores(general),
        **_about(root, general),
    }
    planned = planned_rounds(general.get("numberOfRounds"), general.place, reading.notes)
    begun = max((match.round for match in matches), default=0)
    rounds = max(planned, begun)
    contestants = tuple(
        with_absences(player, node.get("participating"), begun, rounds)
        for player, node in zip(contestants, root.all("Player"))
    )
    event = Event(
        name=general.get("name") or general.get("shortName"),
        game="go",
        format="mcmahon" if is_mcmahon else "swiss",
        rulebook="opengotha",
        rounds=rounds,
        contestants=contestants,
        matches=matches,
        start_date=read_date(general.get("beginDate")),
        settings=Settings.of(settings),
    )
    return with_pairing(event, root, reading.notes)


_SECONDS = {"byo-yomi": "stdByoYomiTime", "canadian": "canByoYomiTime", "fischer": "fischerTime"}


def _time(general: Node) -> Optional[ThinkingTime]:
    system = SYSTEMS.get(general.get("complementaryTimeSystem"), "")
    names = ("basicTime", _SECONDS.get(system, ""), "nbMovesCanTime")
    texts = [general.get(name) for name in names]
    minutes, after, moves = (int(text) if text.isdecimal() else 0 for text in texts)
    return ThinkingTime(minutes, system, after, max(1, moves)) if minutes and system else None


def _scores(general: Node) -> Texts:
    """Return where players start, and what rounds without a game are worth."""
    limits = [node.get("lowerLimit") for node in general.all("Category")]
    has_limits = general.get("numberOfCategories") not in ("", "1")
    counts_halves = general.get("genCountNotPlayedGamesAsHalfPoint") == "true"
    return {
        declared.BAR: general.get("genMMBar").lower(),
        declared.FLOOR: general.get("genMMFloor").lower(),
        declared.ZERO: "30k",
        declared.ABSENT: _halves(general, "genNBW2ValueAbsent", "0", "genMMS2ValueAbsent", "1"),
        declared.BYE: _halves(general, "genNBW2ValueBye", "2", "genMMS2ValueBye", "2"),
        declared.ROUNDING: "none" if general.get("genRoundDownNBWMMS") == "false" else "down",
        declared.UNPLAYED: "half-virtual" if counts_halves else "start",
        declared.LIMITS: ";".join(limits) if has_limits else "",
    }


def _about(root: Node, general: Node) -> Texts:
    """Return where and how the event is played: what a result file for a rating list tells."""
    handicaps = root.first("HandicapParameterSet") or Node("", {}, root.place)
    time = _time(general)
    is_online = time is not None and general.get("bInternet") == "true"
    return {
        declared.PLACE: general.get("location"),
        declared.LAST_DAY: read_date(general.get("endDate")),
        declared.KOMI: general.get("komi"),
        declared.TIME: str(time.minutes) if time else "",
        declared.OVERTIME: time.overtime if time else "",
        declared.CLASS: time.egf_class(is_internet=True) if time and is_online else "",
        declared.REDUCTION: handicaps.get("hdCorrection"),
        declared.NO_HANDICAP_FROM: handicaps.get("hdNoHdRankThreshold").lower(),
        declared.HANDICAP_CEILING: handicaps.get("hdCeiling"),
        declared.HANDICAP_BY: {"true": "mms", "false": "rank"}.get(
            handicaps.get("hdBasedOnMMS"), ""
        ),
    }


def _halves(general: Node, wins: str, wins_default: str, mms: str, mms_default: str) -> str:
    """Return two values that the file counts in halves, as ``0;0.5``."""
    values = (general.get(wins, wins_default), general.get(mms, mms_default))
    return ";".join(f"{int(value) / 2:g}" for value in values if value.isdecimal())


# -- players -------------------------------------------------------------------------------------


def _letters(key: str) -> str:
    """Return a key without hyphens, accents and other signs, as older programs wrote it."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", key))


def _contestant(number: int, node: Node, general: Node, reading: Reading) -> Contestant:
    name, first = node.get("name"), node.get("firstName")
    key = _key(name, first)
    if key in reading.ids:
        reading.notes.fault(say("player {who} is listed twice", who=f"{name} {first}"), node.place)
    reading.ids[key] = str(number)
    for plain in {_letters(key), _letters(_key(node.text, ""))} - {""}:  # some write the key itself
        reading.plain.setdefault(plain, []).append(str(number))
    grade = node.get("rank") or node.get("grade")
    rank = rank_in_file(grade)
    if rank is None:
        reading.notes.fault(
            say("{grade!r} is not a rank such as 3D or 12K", grade=grade), node.place
        )
    rating = number_of(node.get("rating"))
    kept = {title: node.get(name) for title, name in COLUMNS.items()}
    text = joined(name, first)
    spelled = (node.attributes.get(part, "") for part in ("name", "firstName"))
    kept[FILED_NAME] = filed_name(text, *spelled)
    return Contestant(
        str(number),
        text,
        rating=None if rating is None else int(rating) + reading.shift,
        start=_start(rank or 0, node, general, reading),
        club=node.get("club"),
        country=node.get("country"),
        grade=with_unit(grade),
        more=tuple(pair for pair in kept.items() if pair[1] and pair != USUAL_ORIGIN),
        place=node.place,
    )


def _start(rank: int, node: Node, general: Node, reading: Reading) -> Fraction:
    by_hand = number_of(node.get("smmsByHand"))
    if by_hand is not None and by_hand >= 0:
        return by_hand
    bar, floor = (
        rank_in_file(general.get("genMMBar", "4D")),
        rank_in_file(general.get("genMMFloor", "20K")),
    )
    text = node.get("smmsCorrection")
    correction = number_of(text) if text else Fraction(0)
    if correction is None:
        reading.notes.fault(say("smmsCorrection is {text!r}, not a number", text=text), node.place)
        return Fraction(0)
    # The program itself counts from 30k, whatever its file says in genMMZero.
    return start_score(rank, bar, floor, correction=correction)


_MOST_STONES = 9

# -- games ---------------------------------------------------------------------------------------


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


def _round(node: Node, reading: Reading) -> int:
    return round_number(node.get("roundNumber"), node.place, reading.notes)


def _game(node: Node, reading: Reading) -> Optional[Match]:
    black, white = who_is(node, "blackPlayer", reading), who_is(node, "whitePlayer", reading)
    number, result = _round(node, reading), node.get("result")
    handicap = node.get("handicap", "0")
    sides = RESULTS.sides(result, black, white)
    if sides is None:
        reading.notes.fault(say("{result!r} is not a result", result=result), node.place)
    if not handicap.isdecimal() or int(handicap[:4]) > _MOST_STONES:
        reading.notes.fault(
            say("handicap {handicap!r} is not a number of stones from 0 to 9", handicap=handicap),
            node.place,
        )
        return None
    if not (black and white and number and sides):
        return None
    return Match(number, *sides, node.get("tableNumber"), int(handicap), node.place)


def _bye(node: Node, reading: Reading) -> Optional[Match]:
    who, number = who_is(node, "player", reading), _round(node, reading)
    if not who or not number:
        return None
    return Match(number, Side(who, Status.PAIRING_BYE), place=node.place)


def _unpaired(players: List[Node], matches: List[Match]) -> List[Match]:
    takes_part = {str(n): node.get("participating") for n, node in enumerate(players, 1)}
    places = [(str(n), node.place) for n, node in enumerate(players, 1)]
    return unpaired(places, matches, lambda who, turn: takes_part[who][turn - 1 : turn] != "0")
