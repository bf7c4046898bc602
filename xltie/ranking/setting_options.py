"""Options that an event's settings give to its criteria, and settings that nothing can rest on."""

from __future__ import annotations

from typing import Any, Container, Dict, Mapping, Tuple

from xltie.core.errors import Fault, InputError, XltieError
from xltie.core.messages import say
from xltie.event.model import Event
from xltie.functions.coercion import coerce
from xltie.functions.registry import Function, Parameter
from xltie.games import traits_of
from xltie.rules.common.rulebooks import rulebook

SHARED = frozenset(
    """
    absent bar basis bye c compat defaults league limits rounding rulebook unplayed withdrawn zero
    groups expected decimals own trim average divisor sigma cap
    """.split()
)
"""Options that an event has once for all of its criteria."""

DOUBTFUL = "doubtful"
"""The option of an event that names the settings which were not understood: key=label, by line."""

_BEHIND_ALL = frozenset({"rounds", "date", "rulebook", "format"})
"""Settings that every criterion looks at, but those of a player's own games."""

_OWN_RECORD = frozenset(
    """
    BLACKGAMES BLACKWINS DISCS GAMESWON GORATING MMS NBW PLAYEDWINS POINTS PROGRESSIVE ROUNDRESULT
    RTNG WINS
    """.split()
)
"""Functions of a player's own games: neither the rounds planned nor an edition matters to them."""


def doubted(
    options: Tuple[Tuple[str, str], ...], labels: Mapping[str, str]
) -> Tuple[Tuple[str, str], ...]:
    """Return the options of an event, with the labels of settings that were not understood."""
    known = {**doubtful_settings(dict(options)), **labels}
    lines = "\n".join(f"{key}={label}" for key, label in known.items())
    if not lines:
        return options
    return tuple({**dict(options), DOUBTFUL: lines}.items())


def doubtful_settings(options: Mapping[str, str]) -> Dict[str, str]:
    """Return the settings that were not understood, and the labels of them."""
    lines = options.get(DOUBTFUL, "").splitlines()
    return {key: label for key, _, label in (line.partition("=") for line in lines)}


def fault_code(key: str) -> str:
    """Return the code of a fault of a setting, by which it is found again: ``setting-rounds``."""
    return f"setting-{key}"


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
    if event.rulebook:
        settings.setdefault("rulebook", event.rulebook)
    return {
        name: _understood(by_name[name], value)
        for name, value in settings.items()
        if name in by_name and name in SHARED and value and name not in given
    }


def _understood(parameter: Parameter, value: str) -> Any:
    try:
        return coerce(parameter, value)
    except XltieError as error:
        raise SettingError(parameter.name, Fault(error.message)) from None


def _refuse_doubtful(event: Event, function: Function, given: Container[str]) -> None:
    """Refuse a function that looks at a setting of the event which was not understood."""
    for key, label in doubtful_settings(event.settings).items():
        if key not in given and _rests_on(function, key, event.game):
            unnamed = Fault(say("the setting {label!r} is not understood", label=label))
            told = (fault for fault in event.faults if fault.code == fault_code(key))
            raise SettingError(key, next(told, unnamed))


def _rests_on(function: Function, key: str, game: str) -> bool:
    """Tell whether a function looks at a setting of an event."""
    if key not in _BEHIND_ALL:
        return key in SHARED and any(own.name == key for own in function.options)
    if key == "format" and not traits_of(game).criteria_follow_format:
        return False
    return function.name not in _OWN_RECORD or (key == "format" and function.name == "MMS")


def is_rulebook(name: str) -> bool:
    """Tell whether there is an edition of that name."""
    try:
        rulebook(name)
    except XltieError:
        return False
    return True
