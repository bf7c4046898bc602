"""When an event ends and how long its games last, as its settings say together."""

from __future__ import annotations

from typing import Optional

from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.settings import Settings
from xltie.settings.declared import LAST_DAY, OVERTIME, TIME
from xltie.settings.thinking_time import ThinkingTime, thinking_time


def time_in(settings: Settings) -> Optional[ThinkingTime]:
    """Return the time that the settings of an event name, None where they name none.

    Raises:
        InputError: it cannot be understood: no class is made from a guess.
    """
    minutes, overtime = settings.text(TIME), settings.text(OVERTIME)
    found = thinking_time(minutes, overtime)
    if found is None and (minutes or overtime):
        raise InputError.of(
            say(
                "the time {minutes!r} and overtime {overtime!r} are not understood; write minutes "
                "such as 60, and none, byo-yomi 30, canadian 300/15 or fischer 10",
                minutes=minutes,
                overtime=overtime,
            )
        )
    return found


def last_day(settings: Settings, first: str) -> str:
    """Return the last day of an event, the first where the settings name none.

    Raises:
        InputError: it is not a date.
    """
    text, found = settings.text(LAST_DAY), settings[LAST_DAY]
    if text and not found:
        raise InputError.of(
            say("the last day is {date!r}; write a date such as 2026-11-21", date=text)
        )
    return found or first
