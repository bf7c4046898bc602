"""Examines every document loaded: its functions work, values are current, ours is legible.

Calc keeps the values stored in a file and finds our functions by their bare names only (before
version 25 in .xlsx files not even by those). Documents without our functions are left alone, and
the engine is imported only for those that are ours.
"""

from __future__ import annotations

import logging
import re
from typing import Any, List, Optional, Tuple

import uno
import unohelper
from com.sun.star.lang import Locale
from com.sun.star.task import XJob

from xltie.hosts.libreoffice.built_in import NAMES
from xltie.hosts.libreoffice.named_service import NamedService
from xltie.hosts.libreoffice.names import LOAD_JOB, SEEN
from xltie.hosts.libreoffice.sheets import (
    computing_later,
    correct_formulas,
    correct_named_formulas,
    entered_all,
    formulas_of,
    is_resolved,
    is_spreadsheet,
    uses_our_functions,
)

_log = logging.getLogger(__name__)
LISTENING: List[Tuple[Any, Any, Any]] = []
"""Who shows a button: the commands of its window, the menu or toolbar, the address."""
_GAMES = "AllGames"
_NO_LANGUAGE = Locale("zxx", "", "")
_LOCALES = ("CharLocale", "CharLocaleAsian", "CharLocaleComplex")
_DIRECT = "DIRECT_VALUE"
_BY_EVENT, _NOTHING = re.compile(r"\bEvent\b"), re.compile(r"(?!)")


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


def show_states() -> None:
    """Let all menus and toolbars know what their buttons are called, and which are shown."""
    for commands, listener, url in list(LISTENING):
        commands.tell(listener, url)


def states(document: Any, command: str) -> List[Any]:
    """Return what a menu and a toolbar have to know of a button: its label, whether it is shown."""
    games = cells_called(document, _GAMES)
    if games is None:
        return [_shown(command != "seat")]
    from xltie.hosts.common.buttons import button_of, kind_of
    from xltie.hosts.common.open_workbook import language_of
    from xltie.hosts.libreoffice.document import CalcDocument

    button = button_of(command)
    if button is None:
        return []
    kind = kind_of(_headings(games))
    return [language_of(CalcDocument(document)).say(button.label), _shown(button.fits(kind))]


def _headings(games: Any) -> Any:
    from xltie.hosts.libreoffice.values import read_range

    area = games.RangeAddress
    return read_range(games.getCellRangeByPosition(0, 0, area.EndColumn - area.StartColumn, 0))


def _shown(is_shown: bool) -> Any:
    state = uno.createUnoStruct("com.sun.star.frame.status.Visibility")
    state.bVisible = is_shown
    return state


def loaded(document: Any) -> int:
    """Correct a document just loaded; return how many formulas were entered again."""
    was_modified = document.isModified()
    undo = document.getUndoManager()
    undo.lock()  # the first Ctrl+Z of a person must not bring #NAME? back
    try:
        entered = correct_named_formulas(document, NAMES) + correct_formulas(document, NAMES)
        is_ours = bool(entered) or uses_our_functions(document)
        if is_ours:
            _compute(document)
    finally:
        undo.unlock()
    if is_ours and not was_modified:
        _leave_unmodified(document)
    return entered


def _compute(document: Any) -> None:
    """Let Calc compute anew what our functions answer, and what follows: each cell once it is seen.

    Formulas are entered again as they are, but the thousands that follow from the event's cells.
    """
    is_protected = any(sheet.isProtected() for sheet in document.Sheets)
    if is_protected or not document.isAutomaticCalculationEnabled():
        document.calculateAll()
        return
    packed = cells_called(document, "Event")
    rows = () if packed is None else packed.getFormulaArray()
    follows = _BY_EVENT if any(is_resolved(row[0]) for row in rows) else _NOTHING
    with computing_later(document):
        for sheet in document.Sheets:
            ours = [found for found in formulas_of(sheet) if is_resolved(found[2])]
            entered_all(sheet, [found for found in ours if not follows.search(found[2])])
        if follows is _BY_EVENT:
            _read_at_once(packed)


def _read_at_once(packed: Any) -> None:
    """Let Calc compute all cells of an event's text, whose tables are read once then."""
    from xltie.hosts.libreoffice.values import read_range

    read_range(packed)


def _leave_unmodified(document: Any) -> None:
    """Spare the user a question about saving: a chart that follows new values counts as edited."""
    for sheet in document.Sheets:
        for name in sheet.Charts.ElementNames:
            chart = sheet.Charts.getByName(name).EmbeddedObject
            if chart is not None:
                chart.setModified(False)
    document.setModified(False)


class LoadJob(unohelper.Base, XJob, NamedService):  # type: ignore[misc]
    """Called by LibreOffice after a document was loaded, seen or unseen."""

    services = (LOAD_JOB, "com.sun.star.task.Job")

    def execute(self, arguments: Any) -> None:
        """Correct the document; failures are logged, and the document opens all the same."""
        given = {argument.Name: argument.Value for argument in arguments}
        about = {item.Name: item.Value for item in given.get("Environment", ())}
        document = about.get("Model")
        try:
            if document is not None and is_spreadsheet(document):
                if about.get("EventName") == SEEN:
                    make_legible(document)
                    show_open_line(document)
                    show_states()
                else:
                    loaded(document)
        except Exception:
            _log.exception("a document could not be examined")
