"""Options that an event's settings give to its criteria, and settings that nothing can rest on."""

from __future__ import annotations

from typing import Any, Container, Dict

from xltie.core.errors import Fault, InputError, XltieError
from xltie.event import Event
from xltie.functions.coercion import coerce
from xltie.functions.registry import Function, Parameter
from xltie.games import traits_of
from xltie.settings.declared import BY_KEY, RULEBOOK
from xltie.settings.settings import setting_code

_OWN_RECORD = frozenset(
    """
    BLACKGAMES BLACKWINS DISCS GAMESWON GORATING MMS NBW PLAYEDWINS POINTS PROGRESSIVE ROUNDRESULT
    RTNG WINS
    """.split()
)
"""Functions of a player's own games: neither the rounds planned nor an edition matters to them."""


class SettingError(InputError):
    """A setting that is not understood and that a criterion rests on; ``key`` is its name."""

    def __init__(self, key: str, fault: Fault) -> None:
        super().__init__([fault])
        self.key = key


def options_from(event: Event, function: Function, given: Container[str] = ()) -> Dict[str, Any]:
    """Return the options of a function that the settings of an event give, as a rule takes them.

    Those in ``given`` are given otherwise.

    Raises:
        SettingError: one that the function has no meaning for, or rests on otherwise.
    """
    _refuse_doubtful(event, function, given)
    by_name = {parameter.name: parameter for parameter in function.options}
    settings = event.settings
    if RULEBOOK not in settings:
        settings = settings.with_(RULEBOOK, event.rulebook)
    return {
        name: _understood(by_name[name], value)
        for name, value in settings.said
        if name in by_name and BY_KEY[name].is_option and name not in given
    }


def _understood(parameter: Parameter, value: str) -> Any:
    try:
        return coerce(parameter, value)
    except XltieError as error:
        raise SettingError(parameter.name, Fault(error.message)) from None


def _refuse_doubtful(event: Event, function: Function, given: Container[str]) -> None:
    """Refuse a function that looks at a setting of the event which was not understood."""
    for key, label in event.settings.doubts:
        if key not in given and _rests_on(function, key, event.game):
            unnamed = Fault.say("the setting {label!r} is not understood", label=label)
            told = (fault for fault in event.faults if fault.code == setting_code(key))
            raise SettingError(key, next(told, unnamed))


def _rests_on(function: Function, key: str, game: str) -> bool:
    """Tell whether a function looks at a setting of an event."""
    if not BY_KEY[key].is_behind_all:
        return BY_KEY[key].is_option and any(option.name == key for option in function.options)
    if key == "format" and not traits_of(game).criteria_follow_format:
        return False
    return function.name not in _OWN_RECORD or (key == "format" and function.name == "MMS")
