"""Arguments that commands share, and what the command line makes of the texts of options."""

from __future__ import annotations

import math
from collections.abc import Collection
from pathlib import Path

from xltie.cli.parser import Parser, WrongValue
from xltie.core.errors import InputError, Place
from xltie.core.messages import Message, say


def add_event_file(parser: Parser) -> None:
    """Add the one file that a command takes an event from."""
    parser.add("file", help=say("a workbook (.xlsx, .xlsm), a table (.csv) or an event file"))


def add_timeout(parser: Parser) -> None:
    """Add how long a file may take, whatever it is that it waits for."""
    parser.add(
        "--timeout", metavar="SECONDS", type=seconds, default=0.0,
        help=say("refuse a file that takes longer"),
    )  # fmt: skip


def add_reads(parser: Parser) -> None:
    """Add the option that settles what can be read in two ways."""
    parser.add(
        "--read", action="append", default=[], metavar="SIGN=MEANING",
        help=say("what a sign or heading of a table of your own means: b=Black, FT=Result, win=3"),
    )  # fmt: skip


def add_out(parser: Parser, help: Message) -> None:
    """Add the file that a command writes."""
    parser.add("--out", required=True, metavar="FILE", help=help)


def ending_of(out: str, endings: Collection[str], message: Message) -> str:
    """Return how the name of a file to be written ends.

    Raises:
        InputError: with this message, another ending.
    """
    ending = Path(out).suffix.lower()
    if ending not in endings:
        raise InputError.of(message, Place(file=out))
    return ending


def how_many(text: str) -> int:
    """Return how many there are to be: at least one."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise WrongValue(say("must be a whole number from 1, not {value!r}", value=text))
    return number


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
