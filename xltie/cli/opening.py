"""Opening an event for a command, which goes on in the language of its workbook."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from xltie import api
from xltie.cli.console import Console
from xltie.core.cells import Grid
from xltie.ranking import Tournament
from xltie.settings.declared import LANGUAGE

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


def language_of(opened: Tournament) -> str:
    """Return the code of the language that an event is in, "" for a file that does not say."""
    named = opened.event.settings.text(LANGUAGE)
    return named or language_in(opened.sheets)


def language_in(sheets: Mapping[str, Grid]) -> str:
    """Return the code of the language that the Settings of a workbook are in, "" without any."""
    if not sheets:
        return ""
    from xltie.sheets.settings import settings_language
    from xltie.sheets.workbook import settings_sheet

    settings = settings_sheet(sheets)
    return "" if settings is None else settings_language(settings)
