"""A workbook of ours in its window: how it looks when it is opened, what its buttons say.

Calc looks at every document; what is none of ours is left alone, and the engine is imported only
for those that are.
"""

from __future__ import annotations

from typing import Any, List, Optional

import uno
from com.sun.star.lang import Locale

_GAMES, _SETTINGS = "AllGames", "AllSettings"
_NO_LANGUAGE = Locale("zxx", "", "")
_LOCALES = ("CharLocale", "CharLocaleAsian", "CharLocaleComplex")
_DIRECT = "DIRECT_VALUE"


def cells_called(document: Any, name: str) -> Optional[Any]:
    """Return the cells that a name of a document means, None where it has no such name."""
    names = document.NamedRanges
    return names.getByName(name).getReferredCells() if names.hasByName(name) else None


def make_legible(document: Any) -> None:
    """Take the lines of page breaks and the red waves under names away from a workbook of ours."""
    if cells_called(document, _GAMES) is None:
        return
    undo, was_modified = document.getUndoManager(), document.isModified()
    undo.lock()
    try:
        styles = document.StyleFamilies.getByName("CellStyles")
        for name in styles.ElementNames:
            style = styles.getByName(name)
            if not style.ParentStyle or style.getPropertyState(_LOCALES[0]).value == _DIRECT:
                style.setPropertyValues(_LOCALES, (_NO_LANGUAGE,) * len(_LOCALES))
    finally:
        undo.unlock()
    controller = document.getCurrentController()
    if controller is not None:
        controller.ShowPageBreaks = False
    if not was_modified:
        document.setModified(False)


def show_open_line(document: Any) -> None:
    """Put the cursor into the first result that a round waits for; else it stays where it was."""
    games, controller = cells_called(document, _GAMES), document.getCurrentController()
    if games is None or controller is None:
        return
    from xltie.hosts.libreoffice.dialogs import show_cell
    from xltie.hosts.libreoffice.values import read_range
    from xltie.sheets.round import open_line

    found = open_line(read_range(games))
    if found is not None:
        show_cell(controller, games.Spreadsheet.Name, found)


def states(document: Any, command: str) -> List[Any]:
    """Return what a menu and a toolbar have to know of a button: its label, whether it is shown."""
    games = cells_called(document, _GAMES)
    if games is None:
        return [_shown(command != "seat")]
    from xltie.core.language import language
    from xltie.hosts.common.buttons import button_of, kind_of

    button = button_of(command)
    if button is None:
        return []
    kind = kind_of(_headings(games))
    return [language(language_code(document)).say(button.label), _shown(button.fits(kind))]


def _headings(games: Any) -> Any:
    from xltie.hosts.libreoffice.values import read_range

    area = games.RangeAddress
    return read_range(games.getCellRangeByPosition(0, 0, area.EndColumn - area.StartColumn, 0))


def language_code(document: Any) -> str:
    """Return the code of the language of a workbook: of its settings, else of its sheets' names."""
    from xltie.hosts.libreoffice.values import read_range
    from xltie.sheets.settings import settings_language
    from xltie.sheets.tables import language_of_sheets

    settings = cells_called(document, _SETTINGS)
    if settings is not None:
        return settings_language(read_range(settings))
    return language_of_sheets(document.Sheets.ElementNames)


def _shown(is_shown: bool) -> Any:
    state = uno.createUnoStruct("com.sun.star.frame.status.Visibility")
    state.bVisible = is_shown
    return state
