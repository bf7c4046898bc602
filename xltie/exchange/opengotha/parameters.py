"""The parameters of an OpenGotha tournament, from a file to an event's settings and back."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence

from xltie.core.cells import number_of
from xltie.core.dates import read_date
from xltie.core.messages import Message, say
from xltie.core.records import replace
from xltie.event import Event, Status, go_event, last_day, time_in
from xltie.exchange.common.fields import RANK, Field, flag, settings_read, settings_written
from xltie.exchange.common.go import criteria_written
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml import Node, block, tag
from xltie.settings import Setting, Settings, Texts, declared
from xltie.settings.opengotha import (
    ATTRIBUTES,
    OF_LACKING,
    ORDERS,
    Weights,
    attributes_of,
    changed,
    differences,
    read_weight,
)
from xltie.settings.thinking_time import ThinkingTime

_CRITERIA = {
    "SOSWM1": "SOSW-1", "SOSWM2": "SOSW-2", "SOSMM1": "SOSM-1", "SOSMM2": "SOSM-2",
    "DC": "DC:opengotha",
}  # fmt: skip
GENERAL = (
    Field("location", declared.PLACE),
    Field("komi", declared.KOMI, "7.5"),
    Field("genMMFloor", declared.FLOOR, "20k", RANK),
    Field("genMMBar", declared.BAR, "4d", RANK),
    Field("genRoundDownNBWMMS", declared.ROUNDING, "down", flag("none", "down", is_true=False)),
    Field("genCountNotPlayedGamesAsHalfPoint", declared.UNPLAYED, "start",
          flag("half-virtual", "start")),
)  # fmt: skip
"""Attributes of the element ``GeneralParameterSet``."""
_HANDICAPS = (
    Field("hdBasedOnMMS", declared.HANDICAP_BY, "mms", flag("rank", "mms", is_true=False)),
    Field("hdNoHdRankThreshold", declared.NO_HANDICAP_FROM, "1d", RANK),
    Field("hdCorrection", declared.REDUCTION, "1"),
    Field("hdCeiling", declared.HANDICAP_CEILING, "9"),
)
"""Attributes of the element ``HandicapParameterSet``."""


class _Worth(NamedTuple):
    """What a round without a game is worth: wins and McMahon scores, which a file has in halves."""

    setting: Setting[str]
    usual: str
    wins: str
    scores: str


_WORTHS = (
    _Worth(declared.ABSENT, "0;0.5", "genNBW2ValueAbsent", "genMMS2ValueAbsent"),
    _Worth(declared.BYE, "1;1", "genNBW2ValueBye", "genMMS2ValueBye"),
)


class _System(NamedTuple):
    """A time system: its name, and the attributes of its seconds and of the moves of a period."""

    name: str
    seconds: str = ""
    moves: str = ""


_SYSTEMS = {
    "SUDDENDEATH": _System("none"),
    "STDBYOYOMI": _System("byo-yomi", "stdByoYomiTime"),
    "CANBYOYOMI": _System("canadian", "canByoYomiTime", "nbMovesCanTime"),
    "FISCHER": _System("fischer", "fischerTime"),
}


MOST_CRITERIA = 6
_NAMES = {
    "NBW", "MMS", "STS", "CPS", "CAT", "EXT", "EXR", "SDC", "CUSSW", "CUSSM", "SOSW", "SOSW-1",
    "SOSW-2", "SODOSW", "SOSM", "SOSM-1", "SOSM-2", "SODOSM", "SOSTS", "SOSOSW", "SOSOSM",
}  # fmt: skip
_LETTERS = {"mms": "M", "wins": "W"}
_OVER = ("SOS", "SODOS", "SOSOS", "CUSS")
_OTHER = {
    "DC:OPENGOTHA": "DC", "RANK": "Rank", "RATING": "Rating", "WINS": "NBW", "POINTS": "NBW",
}  # fmt: skip
_MAIN = {"NBW": False, "MMS": True, "STS": True, "CPS": False}
"""The criteria of which the first says whether players start by rank."""


# -- from a file -----------------------------------------------------------------------------------


def element_of(root: Node, name: str) -> Node:
    """Return the element of some parameters, an empty one where a file has none."""
    return root.first(name) or Node("", {}, root.place)


def read_parameters(root: Node, notes: Notes) -> Texts:
    """Return what the parameters say of an event's settings; no score follows from a guess."""
    general = element_of(root, "GeneralParameterSet")
    handicaps = element_of(root, "HandicapParameterSet")
    placed = (root.first("PlacementParameterSet") or root).all("PlacementCriterion")
    names = [node.get("name") for node in placed]
    limits = [node.get("lowerLimit") for node in general.all("Category")]
    has_limits = general.get("numberOfCategories") not in ("", "1")
    main = next(filter(_MAIN.__contains__, names), "MMS")
    return {
        declared.CRITERIA: ", ".join(_CRITERIA.get(name, name) for name in names if name != "NULL"),
        declared.BASIS: "mms" if _MAIN[main] else "wins",
        declared.ZERO: "30k",  # whatever the file says in genMMZero: so the program
        **{worth.setting: _read_worth(worth, general, notes) for worth in _WORTHS},
        declared.LIMITS: ";".join(limits) if has_limits else "",
        declared.LAST_DAY: read_date(general.get("endDate")),
        **_read_time(general),
        **settings_read(GENERAL, general.get, notes, general.place),
        **settings_read(_HANDICAPS, handicaps.get, notes, handicaps.place),
    }


def _read_worth(worth: _Worth, general: Node, notes: Notes) -> str:
    """Return two values that the file counts in halves, as ``0;0.5``."""
    values = []
    for name, usual in zip((worth.wins, worth.scores), worth.usual.split(";")):
        text = general.get(name)
        if text and not text.isdecimal():
            said = say("{parameter} is {text!r}, not a number of half points", parameter=name,
                       text=text)  # fmt: skip
            notes.fault(said, general.place)
        values.append(f"{int(text) / 2:g}" if text.isdecimal() else usual)
    return ";".join(values)


def _read_time(general: Node) -> Texts:
    system = _SYSTEMS.get(general.get("complementaryTimeSystem"), _System(""))
    texts = map(general.get, ("basicTime", system.seconds, system.moves))
    minutes, seconds, moves = (int(text) if text.isdecimal() else 0 for text in texts)
    if not (minutes and system.name):
        return {}
    time = ThinkingTime(minutes, system.name, seconds, max(1, moves))
    is_online = general.get("bInternet") == "true"
    return {
        declared.TIME: str(time.minutes),
        declared.OVERTIME: time.overtime,
        declared.CLASS: time.egf_class(is_internet=True) if is_online else "",
    }


# -- to a file -------------------------------------------------------------------------------------


def parameters(event: Event, notes: Notes) -> str:
    """Return the element of all parameters: where it stands, each of its four parts has to."""
    limits = re.split(r"[;,\s]+", event.settings.text(declared.LIMITS))
    categories = [
        tag("Category", {"lowerLimit": limit.upper(), "number": str(number)})
        for number, limit in enumerate(filter(None, limits), 1)
    ]
    placed = [
        tag("PlacementCriterion", {"name": name, "number": str(number)})
        for number, name in enumerate(_criteria(event, notes), 1)
    ]
    general = _general(event, len(categories) + 1, notes)
    return tag(
        "TournamentParameterSet",
        {},
        tag("GeneralParameterSet", general, *([tag("Categories", {}, *categories)] * any(limits))),
        tag("HandicapParameterSet", settings_written(_HANDICAPS, event.settings, notes)),
        tag("PlacementParameterSet", {}, tag("PlacementCriteria", {}, *placed)),
        pairing_element(event, notes),
    )


def _general(event: Event, categories: int, notes: Notes) -> Dict[str, str]:
    settings, day = event.settings, event.start_date
    found = {
        "shortName": re.sub(r"\W+", "", event.name, flags=re.ASCII)[:20] or "tournament",
        "name": event.name,
        "director": "",
        "size": "19",
        "bInternet": str(settings.text(declared.CLASS) == "D").lower(),
        "numberOfRounds": str(max(event.rounds, event.last_round)),
        "numberOfCategories": str(categories),
        "genMMZero": "30K",
        **settings_written(GENERAL, settings, notes),
        **_time(settings),
    }
    for worth in _WORTHS:
        found[worth.wins], found[worth.scores] = _halves(settings, worth, notes)
    if day:
        found.update(beginDate=day, endDate=last_day(settings, day))
    _check_unplayed(event, notes)
    return found


def _time(settings: Settings) -> Dict[str, str]:
    time = time_in(settings)
    if time is None:
        return {}
    name, system = next(item for item in _SYSTEMS.items() if item[1].name == time.system)
    found = {
        "basicTime": time.minutes, "complementaryTimeSystem": name,
        system.seconds: time.seconds, system.moves: time.moves,
    }  # fmt: skip
    return {attribute: str(value) for attribute, value in found.items() if attribute}


def _halves(settings: Settings, worth: _Worth, notes: Notes) -> List[str]:
    """Return what a round is worth in wins and in McMahon scores, both in half points."""
    texts = re.split(r"[;\s]+", settings.text(worth.setting, worth.usual))
    numbers = [number_of(text) for text in (texts * 2)[:2]]
    found = [2 * (number if number is not None else Fraction(-1)) for number in numbers]
    if any(value.denominator != 1 or value not in range(3) for value in found):
        notes.fault(
            "{setting} is {points!r}; OpenGotha has 0, 0.5 and 1",
            setting=worth.setting.key,
            points=settings[worth.setting],
        )
    return [str(int(value)) for value in found]


def _check_unplayed(event: Event, notes: Notes) -> None:
    """Note a rule for rounds without an opponent that the program does not have."""
    implied = "bye-player" if event.rulebook == "macmahon" else "start"
    unplayed = event.settings.text(declared.UNPLAYED, implied)
    missed = any(m.a.status is not Status.PLAYED and m.b is None for m in event.matches)
    if unplayed not in ("start", "half-virtual") and missed:
        notes.fault(
            "unplayed={choice} for rounds without an opponent is not known to OpenGotha, "
            "which has start and half-virtual",
            choice=unplayed,
        )


def _criteria(event: Event, notes: Notes) -> List[str]:
    """Return the criteria by the program's names."""
    is_mcmahon = event.format == "mcmahon"
    usual = "MMS, SOS, SOS-1, SOS-2" if is_mcmahon else "NBW, SOS, SOSOS"
    basis = event.settings.text(declared.BASIS, "mms" if is_mcmahon else "wins")

    def name_of(text: str) -> Optional[str]:
        stem, dash, cut = text.partition("-")
        name = f"{stem}{_LETTERS.get(basis, '?')}{dash}{cut}" if stem in _OVER else text
        return name if name in _NAMES else _OTHER.get(name)

    found = criteria_written(event, usual, name_of, "OpenGotha", notes)
    refuse_too_many(found, notes)
    return found


def refuse_too_many(criteria: Sequence[str], notes: Notes) -> None:
    """Note the fault of more criteria than OpenGotha has room for."""
    if len(criteria) > MOST_CRITERIA:
        notes.fault(
            "OpenGotha has {most} criteria at most, not {listed}",
            most=MOST_CRITERIA,
            listed=len(criteria),
        )


# -- how it is paired ------------------------------------------------------------------------------

_KEPT_AS_USUAL = ("clubs_group", "first_by", "later_by")
"""Parameters whose texts the program itself takes as usual where it does not know them."""


def with_pairing(event: Event, root: Node, notes: Notes) -> Event:
    """Return the event with the settings of its pairing, as far as they are not the usual ones.

    Second meetings are weighed, as the program does.
    """
    node = root.first("PairingParameterSet")
    settings = event.settings.with_(declared.PAIRING_REPEATS, "yes")
    settings = settings.with_(declared.PAIRING_CLUB_GROUPS, _club_groups(root))
    if node is None or not node.attributes:  # it says nothing, so that all is usual
        return replace(event, settings=settings)
    weights, usual = _weights(node, notes), go_event(event).usual
    orders = {
        declared.PAIRING_FIRST: (weights.first_order, usual.first_order),
        declared.PAIRING_ORDER: (weights.later_order, usual.later_order),
    }
    for setting, (order, usual_order) in orders.items():
        if order != usual_order:
            settings = settings.with_(setting, order)
    weights = replace(weights, first_order=usual.first_order, later_order=usual.later_order)
    settings = settings.with_(declared.PAIRING_WEIGHTS, differences(weights, usual))
    return replace(event, settings=settings)


def _weights(node: Node, notes: Notes) -> Weights:
    found = OF_LACKING
    for name, field in ATTRIBUTES.items():
        if name not in node.attributes:
            continue
        value = read_weight(field, node.get(name))
        if not isinstance(value, Message):
            found = changed(found, {field: value})
        elif field not in _KEPT_AS_USUAL:
            said = say("{name} is {text!r}; {what}", name=name, text=node.get(name), what=value)
            notes.fault(said, node.place)
    return found


def _club_groups(root: Node) -> str:
    groups = (
        (group.get("name"), ", ".join(club.get("name") for club in group.all("Club")))
        for group in root.all("ClubsGroup")
    )
    return "; ".join(f"{name}: {clubs}" for name, clubs in groups if clubs)


def pairing_element(event: Event, notes: Notes) -> str:
    """Return the element of the pairing parameters: all of them, since the program lacks none."""
    weights = go_event(event).weights
    for order in (weights.first_order, weights.later_order):
        if order not in ORDERS:
            notes.fault("OpenGotha has no order {order} within a score group", order=order)
    return tag("PairingParameterSet", attributes_of(weights))


def club_groups_element(settings: Settings) -> Iterator[str]:
    """Yield the element of the groups of clubs, if there are any."""
    groups: List[str] = []
    text = settings.text(declared.PAIRING_CLUB_GROUPS)
    for number, part in enumerate(filter(None, map(str.strip, text.split(";"))), 1):
        name, mark, clubs = part.rpartition(":")
        names = filter(None, map(str.strip, clubs.split(",")))
        inside = [tag("Club", {"name": club}) for club in names]
        groups.append(tag("ClubsGroup", {"name": name if mark else str(number)}, *inside))
    yield from block("ClubsGroups", *groups)
