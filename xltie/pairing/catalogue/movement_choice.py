"""What a movement of bridge means for an evening: boards in play, sharing, skips, sitting out."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Set, Tuple

from xltie.core.errors import DomainError
from xltie.pairing.catalogue.catalogue import MOVEMENTS, SYSTEMS, System
from xltie.pairing.catalogue.timetables import Timetable, refuse_size


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
    steps: List[Set[int]] = []
    for number in range(1, rounds):
        before, after = (
            {m.second: m.table for m in timetable.meetings(pairs, boards) if m.second is not None}
            for boards in (number, number + 1)
        )
        steps.append({(after[who] - at) % tables for who, at in before.items() if who in after})
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
