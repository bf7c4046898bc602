"""Arguments that commands share, and what the command line makes of the texts of options."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from xltie.cli.parser import Parser, WrongValue
from xltie.core.errors import DomainError, InputError, Place, UnknownPlayer, WrongCall
from xltie.core.messages import Message, joined, say
from xltie.event import EventIndex, Id


@contextmanager
def asked_for() -> Iterator[None]:
    """Have what goes wrong in here be the fault of the call, not of a file.

    Raises:
        WrongCall: with what it says.
    """
    try:
        yield
    except WrongCall:
        raise
    except InputError as error:
        raise WrongCall(error.faults) from None
    except (DomainError, UnknownPlayer) as error:
        raise WrongCall([error.fault]) from None


def found_player(event_index: EventIndex, text: str) -> Id:
    """Return the id of a player that a call names.

    Raises:
        WrongCall: there is no such player; it says whose name is near.
    """
    try:
        return event_index.find(text)
    except UnknownPlayer as error:
        names = [player.name for player in event_index.event.contestants]
        raise WrongCall.of(with_near(error.message, text, names)) from None


def with_near(message: Message, text: str, names: Collection[str]) -> Message:
    """Return what is wrong with a name, and the names that are near it."""
    near = _near(text, names)
    if not near:
        return message
    return say("{fault}; did you mean {names}?", fault=message, names=joined(near, "; "))


def _near(text: str, names: Collection[str]) -> list[str]:
    """Return up to three names that begin like a text, in any of their words, or are spelt so."""
    from difflib import get_close_matches  # only a mistake should pay for it

    typed = " ".join(text.split()).casefold()
    if typed in ("", *(" ".join(name.split()).casefold() for name in names)):
        return []  # it is right, and not enough
    begun = [
        name for name in names
        if any(word.startswith(typed) for word in re.split(r"[\s,]+", name.casefold()))
    ]  # fmt: skip
    if begun:
        return begun[:3]
    words = {part: name for name in names for part in (*name.casefold().split(), name.casefold())}
    close = get_close_matches(typed, list(words), 3, 0.6)
    return list(dict.fromkeys(words[part] for part in close))


def add_event_file(parser: Parser) -> None:
    """Add the one file that a command takes an event from."""
    parser.add("file", help=say(
        "a workbook (.xlsx, .xlsm), a table (.csv) or an event file; - reads standard input"
    ))  # fmt: skip


def add_timeout(parser: Parser) -> None:
    """Add how long a file may take, whatever it is that it waits for."""
    about = say("refuse a file that takes longer")
    parser.value("--timeout", "SECONDS", about, type=seconds, default=0.0)


def add_reads(parser: Parser) -> None:
    """Add the options that settle what can be read in two ways, and which of several tables is."""
    about = say("what a sign or heading of a table of your own means: b=Black, FT=Result, win=3")
    parser.several("--read", "SIGN=MEANING", about)
    about = say("the sheet with the games, of a workbook with several tables")
    parser.value("--sheet", "NAME", about)


def as_read(args: argparse.Namespace) -> dict[str, Any]:
    """Return how a table of somebody's own is read, as :func:`open_event` is told."""
    return {"reads": args.read, "sheet": args.sheet}


def add_folder(parser: Parser) -> None:
    """Add the folder that a command writes into."""
    about = say("folder to write to (default: the current one)")
    parser.add("--out", type=Path, default=Path(), metavar="DIR", help=about)


def add_out(parser: Parser, help: Message) -> None:
    """Add the file that a command writes."""
    parser.add("--out", required=True, metavar="FILE", help=help)


def ending_of(out: str, endings: Collection[str], message: Message) -> str:
    """Return how the name of a file to be written ends.

    Raises:
        WrongCall: with this message, another ending.
    """
    ending = Path(out).suffix.lower()
    if ending not in endings:
        raise WrongCall.of(message, Place(file=out))
    return ending


def seconds(text: str) -> float:
    """Return a time that comes to an end."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        message = say("must be a finite number of seconds above 0, not {value!r}", value=text)
        raise WrongValue(message)
    return number
