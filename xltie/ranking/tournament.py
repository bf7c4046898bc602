"""An event with what its places go by, whatever it was read from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import Grid
from xltie.core.errors import Fault, Place
from xltie.core.messages import Message, say
from xltie.event import Event, EventIndex, Id
from xltie.ranking.criteria import Criterion, parse_criteria
from xltie.ranking.criteria_of_event import criteria_of, event_criteria
from xltie.rules.common.rulebooks import edition_of
from xltie.rules.common.rulebooks import rulebook as book_named


@dataclass(frozen=True)
class Tournament:
    """An event and the criteria that decide its places.

    ``criteria`` is a list as people write it. ``warnings`` say what is odd in the file that it came
    from, but clear. ``sheets`` are those of the workbook that it was read from, and ``source`` is
    the format of any other file by its short name, such as ``trf``. ``is_anybodys`` tells that it
    was read from a table of somebody's own, in which players may go by numbers or by names.
    """

    event: Event
    criteria: str
    criteria_place: Place
    warnings: Tuple[Fault, ...] = ()
    sheets: Mapping[str, Grid] = field(default_factory=dict, repr=False, compare=False)
    source: str = ""
    is_anybodys: bool = False
    printed: Tuple[PrintedColumn, ...] = ()
    """What such a table prints of points, tie-breaks and places."""
    taken: Tuple[Message, ...] = ()
    """What such a table was taken to mean, for a person to confirm."""

    def event_index(self) -> EventIndex:
        """Return the event indexed by contestant."""
        return EventIndex(self.event)

    def under(self, rulebook: str) -> Tournament:
        """Return the tournament under another edition of the rules; the same if none is named."""
        if not rulebook:
            return self
        return replace(self, event=replace(self.event, rulebook=book_named(rulebook).name))

    def parsed(self, criteria: str = "") -> Tuple[Criterion, ...]:
        """Return the criteria of a list, or the event's own as far as they are understood.

        Raises:
            InputError: a criterion of a list that cannot be understood.
        """
        if not criteria and self.criteria == criteria_of(self.event):
            return event_criteria(self.event)
        place = Place() if criteria else self.criteria_place
        return parse_criteria(criteria or self.criteria, place, self.event)


def with_edition(
    warnings: Tuple[Fault, ...], undated: Optional[Fault], event: Event
) -> Tuple[Fault, ...]:
    """Return the warnings about a file; the one of its date says which rules apply therefore."""
    if not event.traits.has_dated_editions or event.rulebook:
        return warnings
    return tuple(
        replace(warning, message=_saying_which(warning.message, event))
        if warning is undated
        else warning
        for warning in warnings
    )


def _saying_which(what: Message, event: Event) -> Message:
    """Return a sentence about the date of a file with the edition that follows from it."""
    edition = edition_of(event)
    if event.start_date:
        return say(
            "{what}; tie-breaks follow {edition} unless another edition is named "
            "(--rulebook, or Rulebook in the Settings of a workbook)",
            what=what,
            edition=edition,
        )
    return say(
        "{what}; tie-breaks follow {edition}, the newest, unless another edition is named "
        "(--rulebook, or Rulebook in the Settings of a workbook)",
        what=what,
        edition=edition,
    )


class PrintedColumn(NamedTuple):
    """A column of numbers: its heading and where that stands, the numbers, and their cells."""

    heading: str
    place: Place
    values: Mapping[Id, Fraction]
    cells: Mapping[Id, Place]
    is_place: bool = False
