"""Examines every document loaded: formulas of other programs work, values are up to date.

Calc keeps the values stored in a file and finds our functions by their bare names only (before
version 25 in .xlsx files not even by those). Documents without our functions are left alone, and
the engine is imported only by Calc when it computes one of them.
"""

from __future__ import annotations

import logging
from typing import Any, Callable

import unohelper
from com.sun.star.task import XJob

from xltie.hosts.libreoffice.function_names import NAMES
from xltie.hosts.libreoffice.named_service import NamedService
from xltie.hosts.libreoffice.names import LOAD_JOB, SEEN
from xltie.hosts.libreoffice.sheets import (
    correct_formulas,
    correct_named_formulas,
    is_spreadsheet,
    uses_our_functions,
)

_log = logging.getLogger(__name__)


def loaded(document: Any) -> int:
    """Correct a document just loaded; return how many formulas were entered again."""
    was_modified = document.isModified()
    undo = document.getUndoManager()
    undo.lock()  # the first Ctrl+Z of a person must not bring #NAME? back
    try:
        entered = correct_named_formulas(document, NAMES) + correct_formulas(document, NAMES)
    finally:
        undo.unlock()
    if entered or uses_our_functions(document):
        document.calculateAll()
        if not was_modified:
            _leave_unmodified(document)
    return entered


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

    def __init__(self, afterwards: Callable[[Any], None]) -> None:
        self._afterwards = afterwards

    def execute(self, arguments: Any) -> None:
        """Correct the document; failures are logged, and the document opens all the same."""
        given = {argument.Name: argument.Value for argument in arguments}
        about = {item.Name: item.Value for item in given.get("Environment", ())}
        document = about.get("Model")
        try:
            if document is not None and is_spreadsheet(document):
                if about.get("EventName") == SEEN:
                    self._afterwards(document)
                else:
                    loaded(document)
        except Exception:
            _log.exception("a document could not be examined")
