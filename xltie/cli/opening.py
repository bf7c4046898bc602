"""Opening an event for a command, which goes on in the language of its workbook."""

from __future__ import annotations

import sys
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xltie import api
from xltie.api.opening import language_in, language_of
from xltie.cli.console import Console
from xltie.core.files import read_bytes
from xltie.ranking import Tournament

__all__ = ["content_of", "language_in", "language_of", "open_event"]

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
