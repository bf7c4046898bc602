"""What is wrong with a file or merely odd in it, collected while it is read or written."""

from __future__ import annotations

from typing import Iterable, List, Optional, Tuple, Union

from xltie.core.errors import NOWHERE, Fault, InputError, Place
from xltie.core.messages import Said, Value, joined, message_of
from xltie.core.records import dataclass, field
from xltie.event import Event, annulled

At = Union[Place, int]
"""A place, or a line of the file (from 1; 0 where the file as a whole is meant)."""


def by_place(fault: Fault) -> Tuple[int, int]:
    """Return what sorts faults by line and column."""
    return (fault.place.line or 0, fault.place.column or 0)


@dataclass
class Notes:
    """The faults of a file and the warnings about it, each with its place."""

    file: str = ""
    faults: List[Fault] = field(default_factory=list)
    warnings: List[Fault] = field(default_factory=list)

    def place(self, line: Optional[int] = None, column: Optional[int] = None) -> Place:
        """Return a place in the file, line and column from 1."""
        return Place(file=self.file, line=line, column=column)

    def fault(
        self,
        what: Said,
        at: At = NOWHERE,
        column: Optional[int] = None,
        /,
        **values: Value,
    ) -> None:
        """Note what has to be corrected: a message, or the words for one with their values."""
        self.faults.append(Fault(message_of(what, values), self._at(at, column)))

    def warn(
        self,
        what: Said,
        at: At = NOWHERE,
        column: Optional[int] = None,
        /,
        code: str = "",
        **values: Value,
    ) -> None:
        """Note what is odd, but clear."""
        self.warnings.append(Fault(message_of(what, values), self._at(at, column), code))

    def _at(self, at: At, column: Optional[int]) -> Place:
        return at if isinstance(at, Place) else self.place(at or None, column)

    def refuse(self, more: Iterable[Fault] = ()) -> None:
        """Raise ``InputError`` with all faults in the order noted, each once, if there are any."""
        found = dict.fromkeys((*self.faults, *more))
        if found:
            raise InputError(found)


def games_that_do_not_count(event: Event) -> List[Fault]:
    """Return the sentence to say when an event is written that has such games."""
    gone = annulled(event)
    if not gone:
        return []
    names = {contestant.id: contestant.known_as for contestant in event.contestants}
    return [
        Fault.say(
            "the games of {players} are in the file, but do not count: the points of the "
            "others are without them, and who adds up the games gets other points",
            players=joined(names[who] for who in gone),
        )
    ]
