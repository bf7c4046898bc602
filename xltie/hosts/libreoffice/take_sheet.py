"""A sheet of another document, put into this one with its looks, live."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import uno


def opened_file(path: Path, *, is_seen: bool) -> Any:
    """Return a file as a document; unseen its formulas are left as they are."""
    context = uno.getComponentContext()
    desktop = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context
    )
    hidden = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    hidden.Name, hidden.Value = "Hidden", not is_seen
    return desktop.loadComponentFromURL(uno.systemPathToFileUrl(str(path)), "_blank", 0, (hidden,))


def take_sheet(document: Any, source: Any, name: str) -> None:
    """Put a sheet of another document behind all sheets of this one.

    Calc lets the formulas of a sheet that comes refer to the file it came from. They are entered
    again as they stand there: here are sheets and names of the same names. Names that came along
    go.
    """
    names = document.NamedRanges
    known = set(names.ElementNames)
    document.Sheets.importSheet(source, name, document.Sheets.Count)
    for other in set(names.ElementNames) - known:
        names.removeByName(other)
    original, target = source.Sheets.getByName(name), document.Sheets.getByName(name)
    cursor = original.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    area = (0, 0, end.EndColumn, end.EndRow)
    formulas = original.getCellRangeByPosition(*area).getFormulaArray()
    target.getCellRangeByPosition(*area).setFormulaArray(formulas)
