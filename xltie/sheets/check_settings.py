"""Every setting of a workbook, checked where it stands: what has no meaning is named with its cell.

A wrong value is named by the label beside it and says what may stand there, whether a criterion of
the list rests on it or only the next pairing does.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.dates import HOW_TO_WRITE
from xltie.core.enumerations import choices
from xltie.core.errors import Fault, InputError, XltieError
from xltie.core.messages import NOTHING, Message, say
from xltie.event.go_ranks import HOW_TO_WRITE as A_RANK
from xltie.event.go_ranks import rank_number
from xltie.event.index import EventIndex
from xltie.event.model import MISSING, STARTS, Event
from xltie.event.sessions import CONTESTS
from xltie.event.thinking_time import last_day, thinking_time
from xltie.functions.coercion import coerce
from xltie.functions.registry import REGISTRY, Parameter
from xltie.games import PRESETS, TEAM_PRESETS
from xltie.pairing.options import AVOIDABLE, CRITERIA_LISTS
from xltie.pairing.round_settings import couples, named
from xltie.pairing.systems.catalogue import system_named
from xltie.ranking.setting_options import SHARED, doubted
from xltie.ranking.settings import Settings
from xltie.sheets.settings_sheet_faults import game_of_another, misspelt_labels

Test = Callable[[str], bool]
"""Tells whether a value, without spaces around it, has a meaning."""


def checked_event(settings: Settings) -> Event:
    """Return the event that settings describe; every one that has no meaning is in its ``faults``.

    Raises:
        InputError: as :meth:`Settings.event`, and a setting on which the whole reading rests: what
            game or kind of contest it is, who is ranked against whom, what a rank starts with.
    """
    other = game_of_another(settings)
    if other:  # nothing else can be judged
        said = say("the settings here are those of {game}", game=choices([other]))
        raise InputError([settings.fault("game", said)])
    event = settings.event()
    known = {fault.place for fault in event.faults}
    found = [
        (key, fault) for key, fault in _wrong(settings, event) if settings.places[key] not in known
    ]
    traits = event.traits
    vital = traits.vital_settings if not traits.has_ranks or event.format == "mcmahon" else ()
    misspelt = tuple(misspelt_labels(settings))
    is_missing = event.settings.get(STARTS) == MISSING
    if is_missing or any(key in vital for key, _ in found):
        raise InputError([*(fault for _, fault in found), *event.faults, *misspelt])
    if not found and not misspelt:
        return event
    labels = {key: settings.label(key) for key, _ in found}
    faults = (*event.faults, *(fault for _, fault in found), *misspelt)
    return replace(event, faults=faults, options=doubted(event.options, labels))


_UNTOLD = say(
    "the file that the event came from does not tell the start scores; type them under Start score "
    "of the players with Format mcmahon, or leave them out if there were none, and empty this cell"
)


def couple_faults(settings: Settings, event: Event) -> Iterator[Fault]:
    """Yield what is wrong with the pairs that must not meet: only the players can tell."""
    text = settings.get("pairing_pairs")
    if text:
        faults: List[Fault] = []
        couples(EventIndex(event), text, faults)
        place = settings.places["pairing_pairs"]
        yield from (replace(fault, place=place) for fault in faults)


def _wrong(settings: Settings, event: Event) -> Iterator[Tuple[str, Fault]]:
    """Yield the key of every setting that has no meaning, and its fault."""
    for key, text in settings.values.items():
        if not text:
            continue
        what = _wrong_choice(event, key, text) or _wrong_value(settings, event, key, text)
        if what:
            yield key, settings.fault(key, what)
        elif key in SHARED and event.game in PRESETS:
            yield from ((key, fault) for fault in _refused_by_all(settings, key, event.game))


def _wrong_choice(event: Event, key: str, text: str) -> Message:
    """Return what may be chosen instead of a text; nothing where it is a choice."""
    listed = _CHOICES.get(key, ())
    offered = _offered(key, event.game)
    is_right = (
        event.format in offered
        if key == "format"
        else text.lower() in listed
        if listed
        else key != "pairing" or _is_system(text)
    )
    if is_right:
        return NOTHING
    names = choices(listed if listed and event.traits.is_session else offered)
    return say("choose from {names}", names=names)


def _wrong_value(settings: Settings, event: Event, key: str, text: str) -> Message:
    """Return what is wrong with a text that is no choice of a list; nothing where it is right."""
    if key == STARTS:
        return _UNTOLD
    test = {**_PAIRING, **_OF_GAME.get(event.game, {})}.get(key)
    if test is not None and not test[0](text.strip()):
        return test[1]
    if key == "last_day" and last_day({key: text}, "") < event.start_date:
        return say("it is before the start date")
    if key == "floor" and _is_above_the_bar(text, settings.get("bar")):
        return say("it is above the McMahon bar {bar!r}", bar=settings.get("bar"))
    return NOTHING


def _offered(key: str, game: str) -> Tuple[str, ...]:
    """Return the choices that the templates of a game, or of every game, offer for a setting."""
    presets = [own for own in (PRESETS.get(game), TEAM_PRESETS.get(game)) if own]
    found: Dict[str, None] = {}
    for preset in presets or PRESETS.values():
        for setting in preset.settings:
            if setting.key == key:
                found.update(dict.fromkeys(setting.choices))
    return tuple(found)


_CHOICES: Mapping[str, Tuple[str, ...]] = {
    "contest": CONTESTS,
    "winners": ("auto", "1", "2"),
}


def _is_system(text: str) -> bool:
    try:
        system_named(text)
    except XltieError:
        return False
    return True


def _refused_by_all(settings: Settings, key: str, game: str) -> Iterator[Fault]:
    """Yield why no criterion of a game takes an option; nothing if one does, or none has it."""
    found: List[Fault] = []
    for entry in REGISTRY.values():
        if entry.is_criterion and f".{game}." in f"{entry.compute.__module__}.":
            for parameter in (own for own in entry.options if own.name == key):
                fault = _refused(settings, parameter)
                if fault is None:
                    return
                found.append(fault)
    yield from found[:1]


def _refused(settings: Settings, parameter: Parameter) -> Optional[Fault]:
    """Return why an option does not take its setting, None where it does."""
    key, text = parameter.name, settings.get(parameter.name)
    try:
        coerce(replace(parameter, name=settings.label(key)), text)
    except XltieError as error:
        if parameter.names is not None and number_of(text) is None:
            return settings.fault(key, say("choose from {names}", names=choices(parameter.names)))
        return replace(settings.fault(key, error.message), message=error.message)
    return None


# -- single settings -------------------------------------------------------------------------------


def _is_avoidable(text: str) -> bool:
    faults: List[Fault] = []
    named(text, "", faults)
    return not faults


def _is_day(text: str) -> bool:
    try:
        last_day({"last_day": text}, "")
    except InputError:
        return False
    return True


def _is_above_the_bar(floor: str, bar: str) -> bool:
    ranks = rank_number(floor), rank_number(bar)
    return None not in ranks and ranks[0] > ranks[1]  # type: ignore[operator]


def _one_of(*names: str) -> Test:
    return lambda text: text.lower() in names


def _is_rank(text: str) -> bool:
    return rank_number(text) is not None


def _are_ranks(text: str) -> bool:
    return all(_is_rank(part) for part in re.split(r"[\s;,/]+", text) if part)


def _is_number(text: str) -> bool:
    return number_of(text.replace(",", ".")) is not None


def _is_count(text: str) -> bool:
    number = number_of(text)
    return number is not None and number.denominator == 1 and number > 0


_WHAT = say("choose from {names}", names=choices(AVOIDABLE))
_ORDER = say("choose from {names}", names=choices(CRITERIA_LISTS))
_PAIRING: Mapping[str, Tuple[Test, Message]] = {
    "pairing_avoid": (_is_avoidable, _WHAT),
    "pairing_forbid": (_is_avoidable, _WHAT),
    "pairing_accelerated": (
        lambda text: text.isdecimal() or text.lower() == "baku",
        say("write how many rounds, or Baku"),
    ),
    "pairing_numbers": (_one_of("id", "list"), say("choose id or list, or leave it blank")),
    "initial_colour": (_one_of("w", "b", "white", "black"), say("choose White or Black")),
    "pairing_first": (_one_of(*CRITERIA_LISTS), _ORDER),
    "pairing_order": (_one_of(*CRITERIA_LISTS), _ORDER),
    "pairing_handicap": (str.isdecimal, say("it must be a whole number")),
    "pairing_repeats": (
        _one_of("yes", "true", "1", "allowed", "no", "false", "0"), say("write yes or no"),
    ),
    "pairing_third": (_one_of("yes", "true", "1", "no", "false", "0"), say("write yes or no")),
}  # fmt: skip
_RANK = (_is_rank, say("it is not a rank; {how}", how=A_RANK))
_COUNTED = (_one_of("counted"), say("write counted, or leave it blank"))
_OF_GAME: Mapping[str, Mapping[str, Tuple[Test, Message]]] = {
    "chess": {"withdrawn": _COUNTED},
    "bridge": {"match_boards": (_is_count, say("it must be a whole number from 1"))},
    "go": {
        "bar": _RANK, "floor": _RANK, "zero": _RANK,
        "limits": (_are_ranks, say("write ranks, such as 1d;10k")),
        "last_day": (_is_day, HOW_TO_WRITE),
        "komi": (_is_number, say("it must be a number, such as 6.5")),
        "time": (str.isdecimal, say("write the minutes, such as 60")),
        "overtime": (
            lambda text: thinking_time("60", text) is not None,
            say("write none, byo-yomi 30, canadian 300/15 or fischer 10"),
        ),
        "class": (
            _one_of("a", "b", "c", "d", "x"), say("choose from {names}", names="A, B, C, D"),
        ),
        "reduction": (
            lambda text: re.fullmatch(r"-?\d", text) is not None,
            say("it must be a number of stones"),
        ),
        "handicap_by": (
            _one_of("mms", "rank"), say("choose from {names}", names="mms, rank"),
        ),
        "no_handicap_from": _RANK,
        "handicap_ceiling": (
            lambda text: re.fullmatch(r"\d", text) is not None,
            say("it must be a number of stones from 0 to 9"),
        ),
    },
}  # fmt: skip
