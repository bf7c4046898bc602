"""Tournaments of MacMahon (``.xml``, by C. Gerlach): players and the pairings of every round."""

from __future__ import annotations

from fractions import Fraction
from typing import Iterable, List, Optional, Set, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import InputError
from xltie.core.go_names import joined
from xltie.core.go_ranks import start_score, with_unit
from xltie.core.messages import say
from xltie.event import REGISTRATION, Contestant, Event, Match, Side, Status
from xltie.event import faults as faults_of
from xltie.exchange.common.fields import settings_read
from xltie.exchange.common.go import (
    planned_rounds,
    rank_read,
    round_number,
    stones_read,
    with_absences,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml import Node, parse, root_of
from xltie.exchange.macmahon.writer import (
    BARS,
    CRITERIA,
    HANDICAPS,
    NO_HANDICAPS,
    RESULTS,
    SCORES,
    remarks,
    write,
)
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import Settings, declared


def looks_like(data: bytes) -> bool:
    """Tell whether a file is a tournament of MacMahon."""
    root = root_of(data)
    known = b"<GoPlayer" in data or b"<IndividualParticipant" in data
    return root.startswith(("<TournamentData", "<Tournament")) and known


def read(data: bytes, name: str) -> ReadResult:
    """Return the event; players are numbered by the ids of the file.

    A result is written with the points of Black first.

    Raises:
        InputError: every fault with line and column.
    """
    root = parse(data, name, doctype=True)
    about = root if root.name == "Tournament" else root.first("Tournament") or root
    notes = Notes()
    people = [node for node in _with_child(root, "GoPlayer") if node.value("Id")]
    if not people:
        raise InputError.say("the file contains no players", root.place)
    settings = _settings(root, about, notes)
    is_mcmahon = settings.text(declared.BASIS) != "wins"
    contestants = [_contestant(node, settings, is_mcmahon, notes) for node in people]
    matches = _matches(root, {contestant.id for contestant in contestants}, notes)
    away = _absences(people)
    planned = planned_rounds(about.value("NumberOfRounds"), about.place, notes)
    listed, games, rounds = with_absences(
        contestants, matches, planned, lambda who, turn: (who, str(turn)) in away
    )
    event = Event(
        name=about.value("Name"), game="go", format="mcmahon" if is_mcmahon else "swiss",
        rulebook="egf", rounds=rounds, contestants=listed, matches=games, settings=settings,
    )  # fmt: skip
    notes.refuse(() if notes.faults else faults_of(event))
    return ReadResult(event)


def _settings(root: Node, about: Node, notes: Notes) -> Settings:
    is_mcmahon, criteria = _criteria(root, about)
    is_even = about.value("HandicapIncludeInTieBreakers") == "false"
    scores = "mms-even" if is_even else "mms"
    fields = [*SCORES, *(BARS if is_mcmahon else ())]
    fields += HANDICAPS if _is(about, "HandicapUsed") else ()
    return Settings.of(
        {
            declared.CRITERIA: criteria,
            declared.BASIS: scores if is_mcmahon else "wins",
            declared.REDUCTION: NO_HANDICAPS if is_mcmahon else "",
            **settings_read(fields, about.value, notes, about.place),
        }
    )


def _absences(people: Iterable[Node]) -> Set[Tuple[str, str]]:
    """Return who does not play in which round."""
    return {
        (node.value("Id"), child.text.strip())
        for node in people
        for child in node.all("NotPlayingInRound")
    }


def _with_child(node: Node, name: str) -> List[Node]:
    """Return every element that has a child of that name."""
    found = [node] if any(child.name == name for child in node.children) else []
    for child in node.children:
        found.extend(_with_child(child, name))
    return found


def _criteria(root: Node, about: Node) -> Tuple[bool, str]:
    """Tell whether players start by rank, and return the criteria.

    They do unless the number of wins comes first, or neither criteria nor bars are given.
    """
    wall = root.first("Walllist")
    sorting = list(wall.all("SortCriterionDescriptor")) if wall else []  # others are only shown
    listed = sorting or ([wall] if wall else [])
    names = [node.text.strip() for one in listed for node in one.all("ShortName")]
    known = list(dict.fromkeys(CRITERIA[name] for name in names if name in CRITERIA))
    has_bars = any(about.value(f"{which}MacMahonBarLevel") for which in ("Upper", "Lower"))
    return (known[0] != "NBW" if known else has_bars), ", ".join(known)


def _contestant(node: Node, settings: Settings, is_mcmahon: bool, notes: Notes) -> Contestant:
    player = node.first("GoPlayer") or node
    grade = player.value("GoLevel") or player.value("Rank")
    rank = rank_read(grade, player.place, notes, is_needed=is_mcmahon)
    rating = number_of(player.value("Rating"))
    whole, part = (None, Fraction(0)) if rating is None else divmod(rating, 1)
    is_early = _is(node, "PreliminaryRegistration")
    more = {"PIN": player.value("EgdPin"), REGISTRATION: "PRE" if is_early else ""}
    return Contestant(
        node.value("Id"),
        joined(player.value("Surname"), player.value("FirstName")),
        rating=whole,
        rating_part=part,
        start=_start(rank, node, settings) if is_mcmahon else Fraction(0),
        club=player.value("Club"),
        country=player.value("Country"),
        grade=with_unit(grade),
        more=tuple((title, text) for title, text in more.items() if text),
        place=node.place,
    )


def _start(rank: int, node: Node, settings: Settings) -> Fraction:
    """Return the start score by the two bars; a member of the super-group starts one higher."""
    correction = Fraction(int(_is(node, "SuperBarMember")))
    bar, floor = settings[declared.BAR], settings[declared.FLOOR]
    return start_score(rank, bar, floor, correction=correction)


def _is(node: Node, name: str) -> bool:
    return node.value(name).lower() == "true"


def _matches(root: Node, known: Set[str], notes: Notes) -> List[Match]:
    found: List[Match] = []
    for turn in _with_child(root, "Pairing"):
        number = round_number(turn.value("RoundNumber"), turn.place, notes)
        for node in turn.children if number else ():
            if node.name == "Pairing":
                match = _pairing(number, node, known, notes)
                if match is not None:
                    found.append(match)
    return found


def _pairing(number: int, node: Node, known: Set[str], notes: Notes) -> Optional[Match]:
    black, white = node.value("Black"), node.value("White")
    if _is(node, "PairingWithBye"):
        who = black if black in known else white
        return Match(number, Side(who, Status.PAIRING_BYE), place=node.place)
    stones = stones_read(node.value("Handicap") or "0", node.place, notes)
    text = node.value("Result").replace(" ", "")
    is_default = _is(node, "ResultByReferee") and not text.endswith(RESULTS.by_default)
    sides = RESULTS.sides(text + RESULTS.by_default * is_default, black, white)
    if sides is None:
        notes.fault("{text!r} is not a result such as 1-0", node.place, text=text)
    if sides is None or stones is None:
        return None
    return Match(number, *sides, node.value("BoardNumber"), stones, node.place)


FORMAT = Format(
    "macmahon", say("MacMahon tournament"), looks_like, read, write, game="go", remarks=remarks
)
