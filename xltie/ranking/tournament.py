"""An event with what its places go by, whatever it was read from."""

from __future__ import annotations

from fractions import Fraction
from typing import Iterator, List, Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import Grid
from xltie.core.errors import NOWHERE, Fault, Place, XltieError
from xltie.core.messages import Message, say
from xltie.core.records import dataclass, field, replace
from xltie.event import Event, EventIndex, Id
from xltie.games import PRESETS
from xltie.ranking.criteria import (
    Criterion,
    parse_criteria,
    parse_criterion,
    with_later_criteria,
)
from xltie.ranking.criteria_lists import FAULTY, NOT_KNOWN, expand, not_understood, split_list
from xltie.ranking.setting_options import SettingError
from xltie.rules.common.rulebooks import edition_of
from xltie.rules.common.rulebooks import rulebook as book_named
from xltie.settings.declared import CONTEST, CRITERIA, SHOWN


def default_criteria(event: Event) -> str:
    """Return the criteria of a game's preset, points where the game is not known."""
    preset = PRESETS.get(event.game)
    if preset is None:
        return "points"
    if event.settings[CONTEST] == "teams":
        return preset.team_criteria
    return str(next(line.default for line in preset.settings if line.setting is CRITERIA))


def criteria_of(event: Event) -> str:
    """Return the criteria that an event names, or its game's usual ones."""
    return event.settings.text(CRITERIA) or default_criteria(event)


def event_criteria(event: Event) -> Tuple[Criterion, ...]:
    """Return the criteria of an event; what is not understood stands there as ``FAULTY``."""
    found = [_as_far(part, event) for part in split_list(expand(criteria_of(event)))]
    return tuple(with_later_criteria(found, index) for index in range(len(found)))


def _as_far(part: str, event: Event) -> Criterion:
    try:
        return parse_criterion(part, event)
    except SettingError:
        return Criterion(FAULTY, (), part)
    except XltieError:
        plain = part.replace("(", "[").replace(")", "]")
        return Criterion(FAULTY, (), f"unknown({plain})")


def columns_of(event: Event) -> List[str]:
    """Return the headings of the standings: the criteria, and the values shown beside them."""
    labels = [criterion.label for criterion in event_criteria(event)]
    for part in split_list(event.settings[SHOWN]):
        label = _as_far(part, event).label
        if label not in labels:
            labels.append(label)
    return labels


def criteria_faults(event: Event, places: Mapping[str, Place]) -> Iterator[Fault]:
    """Yield what is faulty in the lists of an event, or in a setting that they rest on, once."""
    named = set(dict(event.settings.doubts))
    for setting, text in ((CRITERIA, expand(criteria_of(event))), (SHOWN, event.settings[SHOWN])):
        for part in split_list(text):
            try:
                parse_criterion(part, event)
            except SettingError as error:
                if error.key not in named and error.key in places:
                    yield Fault(error.faults[0].message, places[error.key])
                named.add(error.key)
            except XltieError as error:
                yield Fault(
                    not_understood(part, error),
                    places.get(setting.key, NOWHERE),
                )


# -- the criteria that a file lists: those that are known stay live beside those that are not ------


def mark_unknown(text: str, event: Event) -> Tuple[str, Tuple[Tuple[str, Message], ...]]:
    """Return a list from a file with what is not understood as ``unknown(...)``, so that it stays.

    With it comes each such criterion as it is written, and what is wrong with it.
    """
    marked: List[str] = []
    unknown: List[Tuple[str, Message]] = []
    for part in split_list(expand(text)):
        if NOT_KNOWN.fullmatch(part):
            unknown.append((part, say("it is a criterion of the organizer's own")))
            marked.append(part)
            continue
        try:
            parse_criterion(part, event)
        except XltieError as error:
            unknown.append((part, error.message))
            marked.append(f"unknown({part})")
        else:
            marked.append(part)
    return (", ".join(marked) if unknown else text), tuple(unknown)


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
