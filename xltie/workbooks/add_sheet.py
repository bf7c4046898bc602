"""Sheets that are made when they are asked for: cross table, race, explanations and others.

They are live as the others are. Each is built as it would stand in a new workbook for the event,
and put into the workbook that is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from openpyxl import Workbook

from xltie.core.catalogues import in_english, spellings, translated
from xltie.core.errors import DomainError
from xltie.event import Event, TeamEvent
from xltie.games import TEAM_PRESETS, preset
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.settings.declared import LANGUAGE, SHOWN
from xltie.sheets.tables import own_names, with_names
from xltie.workbooks import styles
from xltie.workbooks.added_sheets import add_sheet
from xltie.workbooks.book_parts import archive, as_excel_writes, parts_of
from xltie.workbooks.graft import grafted
from xltie.workbooks.layout import Layout, TeamLayout
from xltie.workbooks.translation import translate

_OF_GAMES: Mapping[str, str] = {
    "Crosstable": "crosstable", "Race": "race", "Explain": "explain", "Why": "why",
    "All settings": "settings", "Help": "help",
}  # fmt: skip
_OF_TEAMS: Mapping[str, str] = {
    "Crosstable": "crosstable", "Board prizes": "boards", "Explain": "explain", "Why": "why",
    "All settings": "settings", "Help": "help",
}  # fmt: skip
_OF_SESSIONS: Mapping[str, str] = {
    "Frequencies": "frequencies", "Scorecard": "scorecard",
    "All settings": "settings", "Help": "help",
}  # fmt: skip


def sheets_to_add(event: Event) -> Mapping[str, str]:
    """Return the sheets that a workbook of such an event can get: how they are asked for."""
    if isinstance(event, TeamEvent):
        return _OF_TEAMS
    return _OF_SESSIONS if event.traits.is_session else _OF_GAMES


def with_sheet(file: WorkbookFile, event: Event, criteria: str, name: str) -> bytes:
    """Return a workbook with one more sheet, its formulas not computed; every other byte stays.

    Raises:
        DomainError: no such sheet, or the workbook has it.
    """
    known = sheets_to_add(event)
    wanted = next((sheet for sheet in known if _is_called(sheet, known[sheet], name)), None)
    if wanted is None:
        names = ", ".join(known.values())
        raise DomainError.say("no sheet {name!r}; choose from {names}", name=name, names=names)
    there = own_names(file.grids)
    if wanted in there:
        raise DomainError.say("there is a sheet {name} already", name=there[wanted])
    book = built(wanted, layout_of(event, criteria), event)
    language = event.settings.text(LANGUAGE) or "en"
    translate(book, language, **kind_of(event))
    kind = next(
        (kind for kind, is_it in zip(("team", "bridge"), kind_of(event).values()) if is_it), ""
    )
    title = translated("sheet", wanted, language, kind)
    source = WorkbookFile(archive(as_excel_writes(parts_of(book)))).book
    return grafted(source, title, file.book, _renaming(there, language, kind))


def kind_of(event: Event) -> Mapping[str, bool]:
    """Return which words the sheets of an event have, as the translation asks for it."""
    is_of_teams = isinstance(event, TeamEvent)
    return {
        "has_team_matches": is_of_teams,
        "is_session": not is_of_teams and event.traits.is_session,
    }


def _is_called(english: str, word: str, name: str) -> bool:
    asked = name.strip().casefold()
    return asked == word or asked in {
        spelling.casefold() for spelling in spellings("sheet", english)
    }


def _renaming(there: Mapping[str, str], language: str, kind: str) -> Callable[[str], str]:
    """Return what puts the names that the sheets have into a formula."""
    names = {
        translated("sheet", english, language, kind): given
        for english, given in there.items()
        if in_english("sheet", given) == english
    }

    def renamed(formula: str) -> str:
        return with_names(
            formula, {name: called for name, called in names.items() if name != called}
        )

    return renamed


def layout_of(event: Event, criteria: str) -> Layout:
    """Return the measures of a workbook for an event."""
    rounds = max(event.rounds, event.last_round, 1)
    players = max(2, len(event.contestants))
    shown = event.settings.text(SHOWN)
    if isinstance(event, TeamEvent):
        own = TEAM_PRESETS[event.game]
        return TeamLayout(own, players, rounds, 0, criteria, shown, boards=max(1, event.boards))
    is_mcmahon = event.format == "mcmahon"
    return Layout(preset(event.game), players, rounds, 0, criteria, shown, is_mcmahon=is_mcmahon)


def built(name: str, layout: Layout, event: Event) -> Workbook:
    """Return a workbook that holds the sheet, and sheets of the names that its formulas have."""
    book = styles.new_book()
    first = book.active
    assert first is not None
    first.title = layout.list_sheet
    for title in ("Rounds", "Matches", "Standings", "Settings"):
        book.create_sheet(title)
    add_sheet(book.create_sheet(name), name, layout, event.contestants)
    return book
