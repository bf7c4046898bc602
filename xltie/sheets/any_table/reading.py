"""What came of reading a table: an event, or the faults that are in its way."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Optional, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import Message
from xltie.event import Event
from xltie.ranking import PrintedColumn

MOST_FAULTS = 12


OF_THE_TABLE = "table"
"""The code of what is wrong with a table as a whole: faults of its lines only follow from it."""


@dataclass(frozen=True)
class Reading:
    """A table as one shape. ``evidence``, 0 to 1, says how much of it is of that shape at all.

    ``notes`` are what was taken by custom rather than proved, one sentence each.
    """

    shape: str
    evidence: Fraction
    event: Optional[Event] = None
    faults: Tuple[Fault, ...] = ()
    notes: Tuple[Fault, ...] = ()
    is_even: bool = True
    """The two sides of every game add up to the same: no other reading is as sure."""
    printed: Tuple[PrintedColumn, ...] = ()
    taken: Tuple[Message, ...] = ()
    """What the table was taken to mean."""

    @property
    def understood(self) -> Event:
        """Return the event, of a reading that has one."""
        assert self.event is not None
        return self.event
