"""What the sheets say about a round: settings, absences, byes and forbidden couples."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import FrozenSet, Iterable, List, Optional, Set

from xltie.core.errors import Fault, InputError, XltieError
from xltie.core.messages import NOTHING, Message, joined, say
from xltie.event import Event, EventIndex, Id, TeamEvent
from xltie.games.preset import is_of_teams
from xltie.pairing.catalogue.catalogue import SWISS_TEAMS, System, system_named
from xltie.pairing.options import Couple, RoundOptions
from xltie.settings import Settings, declared

_ABSENT = {"absent", "absences", "absentin", "absentrounds", "결석", "불참"}
_HALF_BYES = {"halfbye", "halfbyes", "requestedbye", "requestedbyes", "byes", "부전신청"}
_RANGE = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")
_ROUNDS = re.compile(r"[\s,;]*(?:\d+(?:\s*[-–]\s*\d+)?(?:[\s,;]+|$))*")


def system_of(event: Event, name: str = "") -> System:
    """Return the system that was named, or that of the settings, the format, or the game.

    Raises:
        DomainError: there is no such system.
    """
    named = name or event.settings.text(declared.PAIRING)
    if named:
        found = system_named(named)
        is_swiss_session = event.traits.is_session and found.name in ("swiss", "monrad")
        return system_named(SWISS_TEAMS) if is_swiss_session else found
    return system_named(_usual_system(event))


def _usual_system(event: Event) -> str:
    if event.traits.is_session and _is_of_teams(event):
        return event.traits.team_pairing
    if event.format == "round-robin":
        return "round-robin"
    if isinstance(event, TeamEvent):
        return event.traits.team_pairing
    if event.format == "mcmahon":
        return "mcmahon"
    if event.traits.swiss_pairing and event.format == "swiss":
        return event.traits.swiss_pairing
    return event.traits.pairing


def _is_of_teams(event: Event) -> bool:
    return event.settings[declared.CONTEST] == "teams" or is_of_teams(
        event.settings.text(declared.PLACES_BY)
    )


def wants_of(event_index: EventIndex, round_number: int) -> RoundOptions:
    """Return what the settings and the list of players say about a round.

    Raises:
        InputError: every invalid setting.
    """
    settings = event_index.event.settings
    faults: List[Fault] = []
    avoid, forbid_same = (
        settings.read(declared.PAIRING_AVOID, faults),
        settings.read(declared.PAIRING_FORBID, faults),
    )
    forbidden = couples(event_index, settings[declared.PAIRING_PAIRS], faults, round_number)
    accelerated = settings.read(declared.PAIRING_ACCELERATED, faults)
    wants = RoundOptions(
        seed=settings[declared.PAIRING_SEED],
        avoid=avoid,
        forbid_same=forbid_same,
        forbidden=forbidden,
        accelerated=accelerated.rounds,
        baku=accelerated.is_baku,
        first=settings.read(declared.PAIRING_FIRST, faults),
        order=settings.read(declared.PAIRING_ORDER, faults),
        handicap=_less(settings, faults),
        repeats=settings[declared.PAIRING_REPEATS],
        third_place=settings[declared.PAIRING_THIRD],
    )
    absent = _marked(event_index.event, round_number, _ABSENT, faults)
    halves = _marked(event_index.event, round_number, _HALF_BYES, faults)
    if faults:
        raise InputError(faults)
    return replace(wants, absent=absent, half_byes=halves - absent)


def _less(settings: Settings, faults: List[Fault]) -> Optional[int]:
    """Return what is taken off a handicap: as set for the pairing, or for the games."""
    if declared.PAIRING_HANDICAP in settings:
        return settings.read(declared.PAIRING_HANDICAP, faults)
    stones = settings[declared.REDUCTION]
    return None if stones is None or stones < 0 else stones


_GROUP = re.compile(r"(\d+(?:\s*-\s*\d+)+)\s*(?:\((\d+)-(\d+)\))?")


def couples(
    event_index: EventIndex, text: str, faults: List[Fault], round_number: int = 0
) -> FrozenSet[Couple]:
    """Return the couples of a text such as ``1-2, 3-7`` that must not meet in a round.

    Of a group, ``3-7-12``, nobody meets another; ``3-7 (1-4)`` holds in rounds 1 to 4.
    """
    found: Set[Couple] = set()
    for part in filter(None, map(str.strip, re.split(r"[,;]", text))):
        group = _GROUP.fullmatch(part)
        if group is None:
            one, mark, other = part.partition("-")
            found.update(couple(event_index, one, other if mark else "", faults))
            continue
        if group[2] and round_number and not int(group[2]) <= round_number <= int(group[3]):
            continue
        for one, other in combinations(group[1].split("-"), 2):
            found.update(couple(event_index, one, other, faults))
    return frozenset(found)


def couple(event_index: EventIndex, one: str, other: str, faults: List[Fault]) -> Iterable[Couple]:
    """Return two players as a couple, or keep the fault that keeps them from being one."""
    one, other = one.strip(), other.strip()
    try:
        pair = frozenset((event_index.find(one), event_index.find(other)))
    except XltieError as error:
        why = say("forbidden pair {one}-{other}: {why}", one=one, other=other, why=error.message)
        faults.append(Fault(why))
        return []
    if len(pair) == 1:
        why = say("forbidden pair {one}-{other} is the same player twice", one=one, other=other)
        faults.append(Fault(why))
        return []
    return [pair]


def _marked(
    event: Event, round_number: int, titles: Set[str], faults: List[Fault]
) -> FrozenSet[Id]:
    """Return whom a column of the list of players marks for a round."""
    found = set()
    for contestant in event.contestants:
        for title, text in contestant.more:
            if _key(title) not in titles:
                continue
            fault = no_rounds(title, text)
            if fault:
                faults.append(Fault(joined((contestant.id, fault), ": "), contestant.place))
            elif round_number in rounds_in(text):
                found.add(contestant.id)
    return frozenset(found)


def _key(title: str) -> str:
    return re.sub(r"[\s_.\-:#()]+", "", title).casefold()


def no_rounds(title: str, text: str, shown: str = "") -> Message:
    """Return why a cell of the column of those absent, or of half byes, is not understood, if so.

    ``shown`` is the column's heading where it stands there in other words.
    """
    if _key(title) not in _ABSENT | _HALF_BYES or _ROUNDS.fullmatch(text):
        return NOTHING
    return say(
        "{title} is {text!r}; it takes rounds, such as 2, 5-7", title=shown or title, text=text
    )


def rounds_in(text: str) -> Set[int]:
    """Return the rounds that a text such as ``2, 5-7`` lists."""
    found: Set[int] = set()
    for match in _RANGE.finditer(text):
        first = int(match[1])
        found.update(range(first, min(int(match[2] or first), first + 99) + 1))
    return found
