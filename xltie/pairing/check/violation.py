"""What the check of paired rounds finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List

from xltie.core.errors import NOWHERE, Fault, Place
from xltie.core.messages import Message, say
from xltie.event import EventIndex, Match


@dataclass(frozen=True)
class Violation:
    """Something that goes against a rule; ``absolute`` rules may never be broken.

    ``needless`` is what another pairing of the same round would not have broken.
    """

    message: Message
    place: Place = NOWHERE
    absolute: bool = False
    needless: bool = False

    @property
    def is_broken(self) -> bool:
        """Tell whether a rule is broken without need."""
        return self.absolute or self.needless

    @property
    def text(self) -> str:
        """What is found, in English, for programs."""
        return str(self.message)

    @property
    def placed(self) -> Message:
        """What is found and how bad it is, behind its place."""
        kind = (
            say("broken: {finding}", finding=self.message)
            if self.is_broken
            else say("warning: {finding}", finding=self.message)
        )
        return Fault(kind, self.place).placed

    def __str__(self) -> str:
        return str(self.placed)


def matches_of(event_index: EventIndex, round_number: int) -> List[Match]:
    """Return the lines of a round."""
    return [match for match in event_index.event.matches if match.round == round_number]
