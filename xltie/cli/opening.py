"""Opening an event for a command, which goes on in the language of its workbook."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from xltie import api
from xltie.api.opening import language_in, language_of
from xltie.cli.console import Console
from xltie.ranking import Tournament

__all__ = ["language_in", "language_of", "open_event"]

if TYPE_CHECKING:
    from xltie.recompute.ooxml.workbook_file import WorkbookFile


def open_event(
    source: str | PathLike[str] | bytes | WorkbookFile, console: Console, **options: Any
) -> Tournament:
    """Return the event in a file, as :func:`xltie.api.open_event` does, and follow its language.

    Raises:
        XltieError: as there.
    """
    opened = api.open_event(source, **options)
    console.follow(language_of(opened))
    return opened
