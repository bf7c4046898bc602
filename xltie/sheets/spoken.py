"""What a workbook says of itself, in the language of its readers.

Rules and readers speak English. Where an event is read, its faults are put into the language that
the Settings name, or that their labels are in; where a cell or a command explains something, so is
that. Both go by the event, so that a sheet and a command say the same words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Optional

from xltie.core.cells import Grid
from xltie.core.errors import Fault, InputError
from xltie.core.language import Language, asked, hear, heard, language
from xltie.event.model import Event
from xltie.ranking.settings import settings_of


def language_of_settings(settings: Optional[Grid]) -> str:
    """Return the code of the language that a Settings range asks for; English where it has none."""
    return settings_of(settings).spoken


def listen_to(settings: Optional[Grid]) -> None:
    """Have a command go on in the language of a Settings range; nothing changes without one."""
    if settings is not None:
        hear(language_of_settings(settings))


def in_own_words(event: Event, code: str = "") -> Event:
    """Return an event whose faults are said in its language, or in the one that is given."""
    own = language(code or event.settings.get("language", ""))
    if own.code == "en" or not event.faults:
        return event
    return replace(event, faults=tuple(said(fault, own) for fault in event.faults))


def said(fault: Fault, own: Language) -> Fault:
    """Return a fault in a language; its place stays."""
    return replace(fault, text=own.said(fault.text))


def refused(error: InputError, code: str) -> InputError:
    """Return an error in a language; it keeps the code for whoever hands it on."""
    own = language(code)
    made = InputError(said(fault, own) for fault in error.faults)
    made.language = own.code
    return made


def spoken(event: Event) -> Language:
    """Return the language of what a command says about an event: the one asked for, or its own.

    An event from a file that has no language is spoken of in that of the system.
    """
    return language(asked() or event.settings.get("language", "") or heard())


def own_language(event: Event) -> Language:
    """Return the language of an event, which its cells speak whoever looks at them."""
    return language(event.settings.get("language", ""))


def in_language(answer: Any, event: Event) -> Any:
    """Return what a function answers; of rows the headings are put into the language of the event.

    The first row of an answer in rows is its heading.
    """
    own = own_language(event)
    if own.code == "en" or not isinstance(answer, list) or not answer:
        return answer
    first, *others = answer
    return [tuple(own.heading(c) if isinstance(c, str) else c for c in first), *others]
