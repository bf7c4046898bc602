"""Opening an event for a command, which goes on in the language of its workbook."""

from __future__ import annotations

import sys
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xltie import api
from xltie.api.opening import language_of
from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.core.errors import WrongCall
from xltie.core.files import read_bytes
from xltie.core.messages import say
from xltie.core.records import replace
from xltie.event.bridge import of_session, sessions_of
from xltie.ranking import Tournament

if TYPE_CHECKING:
    from xltie.recompute.ooxml.workbook_file import WorkbookFile


def content_of(name: str) -> bytes:
    """Return the content of a file that a call names; ``-`` is standard input.

    Raises:
        WorkbookRefused: it cannot be read.
    """
    return sys.stdin.buffer.read() if name == "-" else read_bytes(Path(name))


def open_event(
    source: str | PathLike[str] | bytes | WorkbookFile, console: Console, **options: Any
) -> Tournament:
    """Return the event in a file, as :func:`xltie.api.open_event` does, and follow its language.

    Raises:
        XltieError: as there.
    """
    if isinstance(source, (str, PathLike)):
        name = fspath(source)
        source = content_of(name)
        options.setdefault("name", name)
    opened = api.open_event(source, **options)
    console.follow(language_of(opened))
    return opened


# -- one session of a bridge event by itself -------------------------------------------------------


def add_session(parser: Parser) -> None:
    """Add the option that takes one session of a bridge event by itself."""
    parser.number(
        "--session", metavar="N",
        help=say("bridge: session N by itself, without carry-over and penalties"),
    )  # fmt: skip


def in_session(opened: Tournament, number: int) -> Tournament:
    """Return one session of an event; the whole event for 0, and where it is the only session.

    Raises:
        WrongCall: there is no such session.
    """
    numbers = sessions_of(opened.event)
    if not number or (number == 1 and not numbers and opened.event.board_results):
        return opened
    if number not in numbers:
        raise WrongCall.say("there is no session {n}", n=number)
    return replace(opened, event=of_session(opened.event, number))
