"""A table of fields: what a file calls the settings of an event, and how either writes them.

A format has one such table, by which its files are read and written.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, NamedTuple

from xltie.core.errors import Fault, Place
from xltie.core.go_ranks import in_letters, rank_in_file
from xltie.core.messages import Message
from xltie.exchange.common.notes import Notes
from xltie.settings import Setting, Settings, Texts


class Spelling(NamedTuple):
    """How a file and a setting write the same value: from the one to the other, and back."""

    read: Callable[[str], str] = str
    write: Callable[[str], str] = str


class Field(NamedTuple):
    """A setting in a file."""

    name: str
    """What the file calls it."""
    setting: Setting[Any]
    usual: str = ""
    """What the setting says where the event does not."""
    spelling: Spelling = Spelling()
    switch: str = ""
    """The flag of the file that says whether its value counts, "" where there is none."""
    off: str = ""
    """What the setting says where it does not count."""


def flag(text: str, otherwise: str = "", is_true: bool = True) -> Spelling:
    """Return the spelling of a flag that is true (or false) where a setting says a text."""
    truth = str(is_true).lower()
    return Spelling(
        lambda told: text if told.lower() == truth else otherwise,
        lambda said: str((said == text) is is_true).lower(),
    )


def _in_letters(text: str) -> str:
    rank = rank_in_file(text)
    return "" if rank is None else in_letters(rank)


RANK = Spelling(str.lower, _in_letters)
"""A rank as 3D in the file, and 3d in the setting."""


def settings_read(
    fields: Iterable[Field], get: Callable[[str], str], notes: Notes, place: Place
) -> Texts:
    """Return what a file says of settings; a value that is not understood is a fault.

    ``get`` returns what the file has under a name, "" for nothing.
    """
    found: Texts = {}
    for name, setting, _, spelling, switch, off in fields:
        is_off = switch and get(switch).lower() == "false"
        told = get(name)
        said = off if is_off else spelling.read(told) if told else ""
        if not said:
            continue
        found[setting] = said
        value = setting.value(said)
        if isinstance(value, Message):
            notes.fault("{name} is {text!r}; {what}", place, name=name, text=told, what=value)
    return found


def settings_written(fields: Iterable[Field], settings: Settings, notes: Notes) -> Dict[str, str]:
    """Return what a file says of settings by its names; what is not understood is a fault."""
    found: Dict[str, str] = {}
    faults: List[Fault] = []
    for name, setting, usual, spelling, switch, off in fields:
        settings.read(setting, faults)
        text = settings.text(setting, usual)
        found[name] = spelling.write(text)
        if switch:
            found[switch] = str(text != off).lower()
    notes.faults += faults
    return found
