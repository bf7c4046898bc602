"""Who must not meet in an event, by name, so that two files can be compared."""

from __future__ import annotations

from typing import FrozenSet, List, Tuple

from xltie.core.errors import Fault
from xltie.event import Event, EventIndex, rounds_begun
from xltie.pairing.catalogue import couples
from xltie.settings import declared


def same_pairs(event: Event, again: Event) -> bool:
    """Tell whether the same people must not meet in two events, whatever their numbers."""
    return _forbidden(event) == _forbidden(again)


def _forbidden(event: Event) -> Tuple[FrozenSet[FrozenSet[str]], ...]:
    """Return who must not meet in the next and in the last round, by name: numbers may be others.

    What is not understood is somebody of its own.
    """
    event_index, text = EventIndex(event), event.settings.text(declared.PAIRING_PAIRS)
    following = rounds_begun(event.contestants, event.matches) + 1
    found = []
    for number in (following, max(following, event.rounds)):
        faults: List[Fault] = []
        pairs = couples(event_index, text, faults, number)
        named = {frozenset(event_index.contestant(who).known_as for who in one) for one in pairs}
        found.append(frozenset([*named, *(frozenset([str(fault.message)]) for fault in faults)]))
    return tuple(found)
