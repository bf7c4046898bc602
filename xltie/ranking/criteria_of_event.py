"""The criteria that an event goes by, or that a file lists, as far as they are understood."""

from __future__ import annotations

from typing import Iterator, List, Mapping, Tuple

from xltie.core.errors import NOWHERE, Fault, Place, XltieError
from xltie.core.messages import Message, say
from xltie.event import Event
from xltie.games import PRESETS
from xltie.ranking.criteria import (
    Criterion,
    parse_criterion,
    with_later_criteria,
)
from xltie.ranking.criteria_lists import FAULTY, NOT_KNOWN, expand, not_understood, split_list
from xltie.ranking.setting_options import SettingError
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
