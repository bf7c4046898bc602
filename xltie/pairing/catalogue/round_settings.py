"""What the sheets say about a round: settings, absences, forbidden couples, and the movement."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any, Dict, FrozenSet, Iterable, List, Mapping, NamedTuple, Optional, Set, Tuple

from xltie.core.errors import DomainError, Fault, InputError, XltieError
from xltie.core.messages import joined, say
from xltie.core.records import replace
from xltie.event import Event, EventIndex, Id, TeamEvent, attendance_of, is_preliminary
from xltie.games.preset import is_of_teams
from xltie.pairing.catalogue.catalogue import (
    MOVEMENTS,
    OF_TEAMS,
    SWISS_TEAMS,
    SYSTEMS,
    System,
    system_named,
    with_options,
)
from xltie.pairing.catalogue.timetables import Timetable, refuse_size
from xltie.pairing.options import Couple, RoundOptions
from xltie.settings import Setting, Settings, declared


class MovementFacts(NamedTuple):
    """A movement for so many pairs and boards.

    ``sharing`` are the rounds in which tables play the same boards, ``skip`` the round after which
    pairs that move a table further each time go two (0 without one), ``winners`` 1 or 2.
    """

    system: System
    pairs: int
    rounds: int
    sets: int
    set_size: int
    unused: int
    sharing: Tuple[int, ...]
    skip: int
    winners: int

    @property
    def boards_each(self) -> int:
        """How many boards a pair plays that sits out in no round."""
        return self.rounds * self.set_size


def sets_of(timetable: Timetable, pairs: int) -> int:
    """Return how many sets of boards a movement uses."""
    rounds = range(1, timetable.rounds(pairs) + 1)
    return max(m.boards for number in rounds for m in timetable.meetings(pairs, number))


def movement_facts(system: System, pairs: int, boards: int, rounds: int = 0) -> MovementFacts:
    """Return what a movement means; ``boards`` 0 is one for every set, ``rounds`` 0 plays all.

    Raises:
        DomainError: not for so many pairs.
    """
    timetable = system.timetable
    assert timetable is not None and timetable.deals_boards, "the system is a movement"
    refuse_size(system.title, timetable, pairs)
    sets = sets_of(timetable, pairs)
    size = (boards or sets) // sets
    played = rounds or timetable.rounds(pairs)
    sharing: List[int] = []
    sides: Dict[int, Set[int]] = {}
    for number in range(1, played + 1):
        meetings = [m for m in timetable.meetings(pairs, number) if m.second is not None]
        if len({m.boards for m in meetings}) < len(meetings):
            sharing.append(number)
        for meeting in meetings:
            sides.setdefault(meeting.first, set()).add(0)
            sides.setdefault(meeting.second or 0, set()).add(1)
    return MovementFacts(
        system, pairs, played, sets, size, max(0, boards - sets * size), tuple(sharing),
        _skip(timetable, pairs, played), 2 if all(len(side) == 1 for side in sides.values()) else 1,
    )  # fmt: skip


def _skip(timetable: Timetable, pairs: int, rounds: int) -> int:
    """Return the round after which all that go up a table each time go up two; 0 without one."""
    tables = len(timetable.meetings(pairs, 1))
    seats = [
        {m.second: m.table for m in timetable.meetings(pairs, number) if m.second is not None}
        for number in range(1, rounds + 1)
    ]
    steps = [
        {(after[who] - at) % tables for who, at in before.items() if who in after}
        for before, after in zip(seats, seats[1:])  # noqa: RUF007  # Python 3.9
    ]
    if not steps or steps[0] != {1}:
        return 0
    return next((number for number, step in enumerate(steps, 1) if step == {2 % tables}), 0)


def fitting_movements(pairs: int, boards: int) -> List[MovementFacts]:
    """Return the movements for so many pairs and boards, the best first.

    First those that leave fewest boards out; of these, in the order in which directors ask for
    them, a plain Mitchell first. A Howell of as many rounds as the complete one is that one.
    """
    found: List[MovementFacts] = []
    for name in MOVEMENTS:
        facts = _fitting(SYSTEMS[name], pairs, boards)
        if facts is not None and not any(_is_same(facts, other) for other in found):
            found.append(facts)
    return sorted(found, key=lambda facts: facts.unused)


_TOLERATED = 8
"""The usual movement is taken if it leaves out an eighth of the boards at most."""


def suiting_movement(pairs: int, boards: int, usual: str) -> str:
    """Return the movement for so many pairs and boards where nobody names one."""
    fitting = fitting_movements(pairs, boards)
    kept = [movement.system.name for movement in fitting if movement.unused * _TOLERATED <= boards]
    if usual in kept or not fitting:
        return usual
    return fitting[0].system.name


def _is_same(one: MovementFacts, other: MovementFacts) -> bool:
    names = {one.system.name, other.system.name}
    is_howell = all(name.startswith("howell") for name in names)
    return is_howell and "howell" in names and one.rounds == other.rounds


def _fitting(system: System, pairs: int, boards: int) -> Optional[MovementFacts]:
    try:
        facts = movement_facts(system, pairs, boards)
    except DomainError:
        return None  # a movement for another number of pairs
    return facts if facts.set_size else None


NOTHING_SAID: Mapping[Setting[Any], str] = {}


def system_of(event: Event, name: str = "") -> System:
    """Return the system that was named, or that of the settings, the format, or the game.

    Raises:
        DomainError: there is no such system.
    """
    found = system_named(name or event.settings.text(declared.PAIRING) or _usual_system(event))
    if event.traits.is_session and found.name in ("swiss", "monrad"):
        return system_named(SWISS_TEAMS)
    settings = event.settings
    usual = event.traits.team_colours if found.brackets == OF_TEAMS else event.traits.swiss_colours
    return with_options(
        found,
        settings.text(declared.PAIRING_COLOURS).casefold() or usual,
        settings.text(declared.PAIRING_COLOURS_BY).casefold() == "first",
        settings[declared.PAIRING_CYCLES] or 1,
    )


def is_seed_used(event: Event, system: System) -> bool:
    """Tell whether the seed decides anything of the rounds to come: lots, numbers, first colour."""
    settings = event.settings
    is_colour_open = not (event.last_round or declared.INITIAL_COLOUR in settings)
    return (
        system.draws_lots
        or settings[declared.PAIRING_NUMBERS] in ("lots", "varma")
        or bool(system.brackets and is_colour_open)
    )


def _usual_system(event: Event) -> str:
    ranked_by = event.settings.text(declared.PLACES_BY)
    are_teams = event.settings[declared.CONTEST] == "teams" or is_of_teams(ranked_by)
    if event.traits.is_session and are_teams:
        return event.traits.team_pairing
    if event.format == "round-robin":
        return "round-robin"
    if isinstance(event, TeamEvent):
        return event.traits.team_pairing
    if event.traits.is_session:
        return suiting_movement(len(event.listed), event.rounds, event.traits.pairing)
    return event.traits.pairing


def wants_of(
    event_index: EventIndex, round_number: int, said: Mapping[Setting[Any], str] = NOTHING_SAID
) -> RoundOptions:
    """Return what the settings and the list of players say about a round.

    What is ``said`` goes before the settings of the event.

    Raises:
        InputError: every invalid setting.
    """
    settings = event_index.event.settings.saying(said)
    faults: List[Fault] = []
    avoid, forbid_same = (
        settings.read(declared.PAIRING_AVOID, faults),
        settings.read(declared.PAIRING_FORBID, faults),
    )
    forbidden = couples(event_index, settings[declared.PAIRING_PAIRS], faults, round_number)
    accelerated = settings.read(declared.PAIRING_ACCELERATED, faults)
    again = settings.read(declared.PAIRING_REPEATS, faults)
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
        repeats=again.is_last_resort,
        again_after=again.after,
        third_place=settings[declared.PAIRING_THIRD],
    )
    absent, halves = _resting(event_index.event, round_number, faults)
    if faults:
        raise InputError(faults)
    return replace(wants, absent=absent, half_byes=halves)


def _less(settings: Settings, faults: List[Fault]) -> Optional[int]:
    """Return what is taken off a handicap: as set for the pairing, or for the games."""
    if declared.PAIRING_HANDICAP in settings:
        return settings.read(declared.PAIRING_HANDICAP, faults)
    return settings[declared.REDUCTION]


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
    if not (one and other):
        why = say(
            "a forbidden pair names two players, as Kim-Lee; this is {text!r}", text=one or other
        )
        faults.append(Fault(why))
        return []
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


def _resting(
    event: Event, round_number: int, faults: List[Fault]
) -> Tuple[FrozenSet[Id], FrozenSet[Id]]:
    """Return who is absent from a round, and who has asked for a half-point bye."""
    absent, halves = set(), set()
    for contestant in event.contestants:
        attendance = attendance_of(contestant)
        if attendance.why_not:
            said = joined((contestant.id, attendance.why_not), ": ")
            faults.append(Fault(said, contestant.place))
        elif round_number in attendance.absent or is_preliminary(contestant):
            absent.add(contestant.id)
        elif round_number in attendance.half_byes:
            halves.add(contestant.id)
    return frozenset(absent), frozenset(halves)
