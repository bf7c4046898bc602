"""What the check of paired rounds finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List

from xltie.core.errors import NOWHERE, Fault, Place
from xltie.event.index import EventIndex
from xltie.event.model import Match


@dataclass(frozen=True)
class Finding:
    """Something that goes against a rule; ``absolute`` rules may never be broken.

    ``needless`` is what another pairing of the same round would not have broken.
    """

    text: str
    place: Place = NOWHERE
    absolute: bool = False
    needless: bool = False

    @property
    def is_broken(self) -> bool:
        """Tell whether a rule is broken without need."""
        return self.absolute or self.needless

    def __str__(self) -> str:
        kind = "broken" if self.is_broken else "warning"
        return str(Fault(f"{kind}: {self.text}", self.place))


def matches_of(event_index: EventIndex, round_number: int) -> List[Match]:
    """Return the lines of a round."""
    return [match for match in event_index.event.matches if match.round == round_number]
