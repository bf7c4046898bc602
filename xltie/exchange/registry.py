"""Which file formats there are: each is a module of this package with a ``FORMAT``."""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from typing import Callable, Dict, FrozenSet, List, NamedTuple, Optional, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import Message
from xltie.event import Event, HandRecord, TeamEvent

_SUFFIXES: Dict[str, Tuple[str, ...]] = {
    "trf": (".trf", ".trfx", ".txt", ".fide"),
    "h9": (".txt", *(f".h{number}" for number in range(10))),
    "aga": (".aga", ".aga.txt", ".tde"),
    "opengotha": (".xml",),
    "macmahon": (".macmahon.xml", ".xml"),
    "pbn": (".pbn",),
    "lin": (".lin",),
    "usebio": (".xml",),
    "bridgewebs": (".csv", ".txt"),
    "bridgemate": (".bws", ".mdb", ".csv", ".txt"),
    "acbl": (".html", ".htm", ".json"),
    "elo": (".elo", ".txt"),
    "papp": (".txt",),
}
"""The endings of every format, in the order in which files are tried; the name is the module's.

They stand here so that a file imports only the formats that its name allows.
"""
_ONLY_READ: Dict[str, Tuple[str, ...]] = {"bridgemate": (".csv", ".txt")}
"""Endings of what other programs export in a format, which is written as another kind of file."""


class Format(NamedTuple):
    """A file format."""

    name: str
    """Its short name, that of its module."""
    title: Message
    """What people call it."""
    looks_like: Callable[[bytes], bool]
    """Tells from the content whether a file is of this format."""
    read: Callable[[bytes, str], ReadResult]
    """Takes the bytes and the name of a file, and raises ``InputError`` with every fault."""
    write: Optional[Callable[[Event], bytes]] = None
    """None for a format that is only read."""
    game: str = ""
    """The game whose events a format holds, "" for any."""
    remarks: Optional[Callable[[Event], List[Fault]]] = None
    """What there is to say of an event in a file beyond what is not in it, with the cure."""
    explained: Tuple[str, ...] = ()
    """The fields and headings of players of which the remarks say what is not in the file."""
    read_teams: Optional[Callable[[bytes, str], Event]] = None
    """Reads the teams of the players whom ``read`` takes as players of their own."""
    write_teams: Optional[Callable[[TeamEvent, str], bytes]] = None
    """Writes an event of teams with its criteria."""
    renewed: Optional[Callable[[Event], Event]] = None
    """Returns an event without what its file printed, where that may be out of date by now."""
    holds: Optional[Callable[[bytes], int]] = None
    """Counts the contestants that a file names, None where it names all of an event."""
    missing: Optional[Callable[[Event, bytes], Tuple[List[Fault], List[Fault]]]] = None
    """What the federation refuses a file for, and what it warns of; None for other formats."""
    hands: Optional[Callable[[bytes, str], Tuple[HandRecord, ...]]] = None
    """Reads the cards of the deals alone, from a file without results too."""
    for_everybody: Optional[Callable[[bytes], bytes]] = None
    """Takes out of a file what is personal, None where nothing is."""

    @property
    def suffixes(self) -> Tuple[str, ...]:
        """Return the endings of its files, in lower case with the dot."""
        return _SUFFIXES[self.name]

    @property
    def suffixes_written(self) -> Tuple[str, ...]:
        """Return the endings of the files that it writes, none where it is only read."""
        unwritten = _ONLY_READ.get(self.name, ()) if self.write else self.suffixes
        return tuple(suffix for suffix in self.suffixes if suffix not in unwritten)


class ReadResult(NamedTuple):
    """An event as it was read."""

    event: Event
    warnings: Tuple[Fault, ...] = ()
    """What is odd in the file but clear, each with its place."""
    undated: Optional[Fault] = None
    """The warning that says why the day of the event is not sure, None where it is."""


def formats() -> Tuple[Format, ...]:
    """Return every format, in the order in which files are tried."""
    return tuple(map(format_called, _SUFFIXES))


def suffixes_read() -> FrozenSet[str]:
    """Return the endings of the files that can be read; no format is imported for it."""
    return frozenset(chain.from_iterable(_SUFFIXES.values()))


def suffixes_written(game: str = "") -> str:
    """Return the endings of the files that can be written, of a game or of all, each once."""
    fitting = (one for one in formats() if not game or one.game in ("", game))
    return ", ".join(dict.fromkeys(s for format in fitting for s in format.suffixes_written))


def format_called(name: str) -> Format:
    """Return a format by its short name, such as ``h9``."""
    found: Format = import_module(f"xltie.exchange.{name}").FORMAT
    return found


def format_of(name: str, data: bytes) -> Optional[Format]:
    """Return the format of a file by its name and content, None where it is none of these."""
    return next((format for format in formats_named(name) if format.looks_like(data)), None)


def formats_named(name: str) -> Tuple[Format, ...]:
    """Return the formats that a file's name alone allows."""
    lower = name.lower()
    fitting = (name for name, suffixes in _SUFFIXES.items() if lower.endswith(suffixes))
    return tuple(map(format_called, fitting))


def format_for_writing(name: str, game: str = "") -> Optional[Format]:
    """Return the format for a file name, None if none can be written.

    Of formats with the same extension, the one for the game is chosen, and of these the one that
    the name spells out: ``club.macmahon.xml``.
    """
    fitting = [one for one in formats_named(name) if name.lower().endswith(one.suffixes_written)]

    def fit(format: Format) -> Tuple[bool, int]:
        longest = max(len(end) for end in format.suffixes if name.lower().endswith(end))
        return format.game != game, -longest

    return min(fitting, key=fit, default=None)
